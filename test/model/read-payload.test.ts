import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { PAYLOAD_FIELDS } from '../../src/model/payload.js';
import { readPayload } from '../../src/model/read-payload.js';
import { constraint, payload } from './samples.js';
import { compileSchema } from './schemas.js';

describe('readPayload', () => {
  it('has every field of a whole payload, each the very same value', () => {
    const view = readPayload(payload);
    assert.deepEqual(view, payload);
    assert.equal(view.constraints, payload.constraints);
  });

  it('leaves out what is absent or of the wrong shape, and keeps the rest', () => {
    const wrong: Readonly<Record<string, readonly JsonValue[]>> = {
      objective: [null, 1, '', ['x']],
      remaining: [null, 'x', [1], {}],
      constraints: [
        null,
        {},
        [null],
        [{ ...constraint, modality: 'ban' }],
        [{ ...constraint, extra: 1 }],
        [{ id: 'c1' }],
      ],
      discharged: [null, [{}], ['c1']],
      established: [null, [{ key: 'a', source: 's', evidence: 'e' }], ['order_id']],
      confidence: ['0.9', 1.01, -0.01, [], true],
      stop_conditions: [null, [''], 'x'],
      side_effects: [null, [{ kind: 'Payment', target: 'x', evidence: 'e' }], [{}]],
    };
    for (const field of PAYLOAD_FIELDS) {
      const { [field]: _left, ...rest } = payload;
      assert.deepEqual(readPayload(rest), rest);
      for (const value of wrong[field] ?? []) {
        assert.deepEqual(
          readPayload({ ...payload, [field]: value }),
          rest,
          `${field}: ${JSON.stringify(value)}`,
        );
      }
    }
  });

  it('tells absent from empty, and null from absent where null means never reported', () => {
    const view = readPayload({ constraints: [], confidence: null });
    assert.deepEqual(view, { constraints: [], confidence: null });
  });

  it('takes nothing from a prototype, and nothing that handoff/v1 does not know', () => {
    assert.deepEqual(readPayload(Object.create({ objective: 'x' }) as JsonValue), {});
    assert.deepEqual(readPayload({ further: 1, objective: 'x' }), { objective: 'x' });
    assert.deepEqual(readPayload(JSON.parse('{"__proto__": {"objective": "x"}}') as JsonValue), {});
  });

  it('is empty for what is no object', () => {
    for (const value of [null, 0, 'text', true, [], [payload]] as const)
      assert.deepEqual(readPayload(value), {});
  });

  it('reads a payload once', () => {
    const sent = { ...payload };
    assert.equal(readPayload(sent), readPayload(sent));
    assert.ok(Object.isFrozen(readPayload(sent)));
  });

  it('lets a payload go when nobody else has it', async () => {
    let sent: { objective: string } | undefined = { objective: 'x' };
    readPayload(sent);
    const held = new WeakRef(sent);
    sent = undefined;
    await new Promise((resolve) => setTimeout(resolve, 10));
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    assert.equal(held.deref(), undefined);
  });

  it('has all fields exactly where the schema accepts the payload (but for further fields)', () => {
    const validate = compileSchema('payload');
    const part = fc.oneof(fc.jsonValue() as fc.Arbitrary<JsonValue>, fc.constant<JsonValue>([]));
    fc.assert(
      fc.property(fc.constantFrom(...PAYLOAD_FIELDS), part, (field, value) => {
        const changed = { ...payload, [field]: value };
        assert.equal(Object.keys(readPayload(changed)).length === PAYLOAD_FIELDS.length, validate(changed));
      }),
    );
  });
});
