import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EXIT, worstOf } from '../../src/cli/exit-code.js';

it('several exit codes at once: 1, then 3, 2, 4, else 0', () => {
  const order = [EXIT.failed, EXIT.invalid, EXIT.negative, EXIT.gate, EXIT.ok];
  for (const [i, worse] of order.entries()) {
    for (const code of order.slice(i)) {
      assert.equal(worstOf([code, worse]), worse);
      assert.equal(worstOf([worse, code]), worse);
    }
  }
  assert.equal(worstOf([]), EXIT.ok);
});
