import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { PolicyDiff } from '../../src/model/policy-diff.js';
import { packageRoot } from '../../src/model/package-root.js';
import { DiffRepository } from './diff-repository.js';
import { inProcess } from './in-process.js';

const INCIDENT = join(packageRoot(), 'examples/refund-41182/run.jsonl');

describe('diff against the runs of a ledger', () => {
  const repository = new DiffRepository();
  const cwd = repository.folder;
  before(async () => {
    const recorded = await inProcess(['evaluate', INCIDENT, '--record', '--ledger', 'l.db'], { cwd });
    assert.equal(recorded.code, 2, recorded.err);
    repository.edit('contracts/refunds--notifications.yaml', 'mode: enforce', 'mode: observe');
  });

  async function impactOf(...args: readonly string[]): Promise<PolicyDiff['impact']> {
    const { out, err } = await inProcess(['diff', 'main', '--json', ...args], { cwd });
    assert.notEqual(out, '', err);
    return (JSON.parse(out) as PolicyDiff).impact;
  }

  it('goes by the facts that were decided on, and names what flips', async () => {
    const { source, replayed, from_facts, edges, errors } = await impactOf('--ledger', 'l.db');
    assert.equal(source, 'the ledger `l.db`');
    assert.deepEqual([replayed, from_facts, errors], [1, 1, 0]);
    const [edge] = edges;
    assert.deepEqual([edge?.edge, edge?.to_allow, edge?.to_block], ['refunds--notifications', 1, 0]);
    assert.deepEqual(edge?.flips[0]?.base.codes, ['constraint.dropped']);
    const files = await impactOf('--runs', INCIDENT);
    assert.deepEqual(edge?.flips, files.edges[0]?.flips);
    assert.deepEqual([files.from_facts, files.from_records], [0, 1]);
  });

  it('that began from a time on', async () => {
    const later = await impactOf('--ledger', 'l.db', '--since', '2099-01-01T00:00:00Z');
    assert.deepEqual([later.source, later.replayed, later.edges], ['the ledger `l.db`', 0, []]);
    const all = await impactOf('--ledger', 'l.db', '--since', '2000-01-01T00:00:00Z');
    assert.equal(all.replayed, 1);
    const gate = await inProcess(
      ['diff', 'main', '--ledger', 'l.db', '--since', '2099-01-01T00:00:00Z', '--fail-on', 'impact'],
      { cwd },
    );
    assert.equal(gate.code, 4, gate.err);
  });

  for (const [what, args, code] of [
    ['a time without runs', ['--since', '2026-01-01T00:00:00Z'], 'input.usage'],
    ['a ledger that is not there', ['--ledger', 'gone.db'], 'input.no_ledger'],
    ['what is no ledger', ['--ledger', 'contracts/_default.yaml'], 'ledger.not_a_database'],
  ] as const)
    it(`${what} is refused`, async () => {
      const { code: ended, out } = await inProcess(['diff', 'main', '--json', ...args], { cwd });
      assert.equal(ended, 3, out);
      const { diagnostics } = JSON.parse(out) as { diagnostics: readonly { code: string }[] };
      assert.equal(diagnostics[0]?.code, code);
    });
});
