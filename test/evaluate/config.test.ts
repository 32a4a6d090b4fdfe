import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { digestValue } from '../../src/canonical/digest.js';
import type { JsonObject, JsonValue } from '../../src/canonical/json-value.js';
import { type Compilation, compileContracts, type Toolchain } from '../../src/compile/compile-contracts.js';
import { hideSecrets } from '../../src/config/hide-secrets.js';
import { normaliseConfig } from '../../src/config/normalise-config.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { repair } from '../../src/evaluate/repair.js';
import type { ConfigReader, ConfigReading, ConfigSource } from '../../src/model/config.js';
import type { ClaimedEffect } from '../../src/model/payload.js';
import type { RunRecord, TransferRecord } from '../../src/model/record.js';
import { validateRecord } from '../../src/model/validate-record.js';
import type { Verdict } from '../../src/model/verdict.js';
import { readRecords } from '../../src/record/read-records.js';
import { foldRun } from '../../src/run/fold-record.js';
import type { RunState } from '../../src/run/run-state.js';
import { repositoryContracts } from '../proof/repository-gate.js';
import { gateOf, startTools, withPayload } from '../support/project.js';

const EXAMPLE = join('examples', 'config-rollout');
const NOW = new Date('2026-11-30T12:00:00Z');
const KEY = { id: 'test', bytes: new TextEncoder().encode('a key that is long enough') };

let tools: Toolchain;
let compilation: Compilation;
const gates: Gate[] = [];
before(async () => {
  tools = startTools();
  compilation = await compileContracts(repositoryContracts(EXAMPLE), `sha256:${'0'.repeat(64)}`, tools);
});
after(() => {
  tools.opa.close();
  for (const gate of gates) gate.close();
});

function gateWith(config?: ConfigReader): Gate {
  const options = { clock: () => NOW, instance: 'test', configDeadlineMs: 300 };
  const gate = gateOf(compilation, config === undefined ? options : { ...options, config });
  gates.push(gate);
  return gate;
}

interface Flag {
  readonly name: string;
  readonly enabled: boolean;
  readonly rollout: number;
}
interface Live {
  readonly flags: readonly Flag[];
  readonly payments: {
    readonly provider: string;
    readonly api: { readonly url: string; readonly key: string };
  };
}

const START: Live = {
  flags: [
    { name: 'checkout_v2', enabled: true, rollout: 5 },
    { name: 'fraud_check', enabled: true, rollout: 100 },
  ],
  payments: { provider: 'acme', api: { url: 'https://api.acme.example', key: 'not-a-real-key' } },
};
const ROLLED: Live = {
  ...START,
  flags: [{ ...(START.flags[0] as Flag), rollout: 10 }, START.flags[1] as Flag],
};

/** Reads a live config that the test changes; counts how often. */
class Reader implements ConfigReader {
  live_: Live = START;
  reads = 0;

  async live(source: ConfigSource): Promise<ConfigReading> {
    this.reads += 1;
    return this.read(source);
  }

  async baseline(source: ConfigSource): Promise<ConfigReading> {
    return this.live(source);
  }

  read({ source, adapter, location, identity, secrets }: ConfigSource): ConfigReading {
    const found = source === 'payments' ? this.live_.payments : { flags: this.live_.flags };
    const normalised = normaliseConfig(found as unknown as JsonValue, { identity });
    if ('fault' in normalised) throw new Error(normalised.fault.message);
    const { document, hidden } = hideSecrets(normalised.document, { patterns: secrets, key: KEY });
    const key = hidden > 0 ? { secrets_key: KEY.id } : {};
    return { adapter, location, at: NOW.toISOString(), digest: digestValue(document), ...key, document };
  }
}

const FILE = join(EXAMPLE, 'run.jsonl');
const RECORDS = readRecords(readFileSync(FILE), { file: FILE }).records.map(({ record }) => record);
const AT_HOP_2 = RECORDS.findIndex((record) => record.kind === 'transfer' && record.hop === 2);
const HOP_2 = RECORDS[AT_HOP_2] as TransferRecord;

/** The run before its second handoff, with what the recorder saw when the deployer received its task. */
async function receivedBy(gate: Gate): Promise<RunRecord[]> {
  const seen = await gate.configReceived('rollout-7', 'deployer', 1);
  const earlier = RECORDS.slice(0, AT_HOP_2);
  return [...earlier.slice(0, 2), ...seen, ...earlier.slice(2)];
}

/** A gate whose reader sees the start, and then this. */
async function rolledOut(
  now: Live,
): Promise<{ gate: Gate; reader: Reader; records: RunRecord[]; run: RunState }> {
  const reader = new Reader();
  const gate = gateWith(reader);
  const records = await receivedBy(gate);
  reader.live_ = now;
  return { gate, reader, records, run: foldRun(records, gate.terms) };
}

/** What is the same whenever it is decided, and by whom. */
function settled({ measured: _, ...verdict }: Verdict): unknown {
  return JSON.parse(JSON.stringify(verdict)) as unknown;
}

const codes = ({ reasons }: Verdict): string[] => [...new Set(reasons.map(({ code }) => code))].sort();
const blocking = ({ reasons }: Verdict): Verdict['reasons'] =>
  reasons.filter(({ severity }) => severity === 'block');

test('what is live is read and judged', async () => {
  const { gate, run } = await rolledOut(ROLLED);
  assert.equal((await gate.decide(run, HOP_2)).decision, 'allow');
  const off = {
    ...ROLLED,
    flags: ROLLED.flags.map((flag) => ({ ...flag, enabled: flag.name === 'checkout_v2' })),
  };
  const worse = await rolledOut(off);
  const verdict = await worse.gate.decide(worse.run, HOP_2);
  assert.deepEqual(codes(verdict), ['config.real_not_claimed', 'config.undeclared_change']);
  const [reason] = blocking(verdict);
  assert.equal(reason?.at.file, 'contracts/deployer--verifier.yaml');
  assert.match(
    reason?.message ?? '',
    /"feature-flags" "\/flags\/fraud_check\/enabled" was replaced: true before, false now/,
  );
});

test('what was recorded gives the verdict that reading gives, and so do the records alone', async () => {
  for (const now of [START, ROLLED, { ...ROLLED, payments: { ...START.payments, provider: 'globex' } }]) {
    const { gate, reader, records, run } = await rolledOut(now);
    const read = await gate.decide(run, HOP_2);
    const sent = await gate.configSent(run, HOP_2);
    assert.deepEqual(
      sent.map(({ moment, hop, attempt }) => [moment, hop, attempt]),
      Array(2).fill(['sent', 2, 1]),
    );
    for (const record of sent) assert.ok('record' in validateRecord(record));
    const all = [...records, ...sent];
    // What is live by then no longer counts.
    reader.live_ = { ...START, flags: [] };
    const reads = reader.reads;
    const folded = foldRun(all, gate.terms);
    assert.deepEqual(settled(await gate.decide(folded, HOP_2)), settled(read));
    assert.deepEqual(settled(gate.decideSync(folded, HOP_2)), settled(read));
    assert.equal(reader.reads, reads, 'it was read again');
    const replay = gateWith();
    const again = JSON.parse(JSON.stringify(all)) as RunRecord[];
    assert.deepEqual(settled(replay.decideSync(foldRun(again, replay.terms), HOP_2)), settled(read));
    assert.deepEqual(await gate.configSent(folded, HOP_2), []);
  }
});

test('the next attempt is read anew, and against the same baseline', async () => {
  const { gate, reader, records, run } = await rolledOut({
    ...ROLLED,
    payments: { ...START.payments, provider: 'globex' },
  });
  const sent = await gate.configSent(run, HOP_2);
  const blocked = { ...HOP_2, delivered: false };
  reader.live_ = ROLLED;
  const later = foldRun([...records, ...sent, blocked], gate.terms);
  const verdict = await gate.decide(later, { ...HOP_2, attempt: 2 });
  assert.deepEqual([verdict.decision, codes(verdict)], ['allow', []]);
  reader.live_ = START;
  assert.deepEqual(codes(await gate.decide(later, { ...HOP_2, attempt: 2 })), ['config.claimed_not_real']);
});

test('at once, nothing is read: what is not recorded has to be asked for', async () => {
  const { gate, run } = await rolledOut(ROLLED);
  assert.throws(() => gate.decideSync(run, HOP_2), TypeError);
  assert.throws(() => gate.decideSync(run, {} as TransferRecord), TypeError);
  await assert.rejects(gate.decide(run, {} as TransferRecord), TypeError);
});

test('without a reader there is what was recorded, and what was not is unreadable', async () => {
  const gate = gateWith();
  const run = foldRun(RECORDS.slice(0, AT_HOP_2), gate.terms);
  for (const verdict of [gate.decideSync(run, HOP_2), await gate.decide(run, HOP_2)]) {
    assert.equal(verdict.decision, 'block');
    assert.ok(codes(verdict).includes('config.unreadable'));
    assert.ok(verdict.reasons.every(({ values }) => values?.['fault'] !== 'config_source.failed'));
  }
  await assert.rejects(gate.configSent(run, HOP_2), TypeError);
  await assert.rejects(gate.configReceived('r', 'deployer', 1), TypeError);
});

test('the sources of an edge, and of an agent', async () => {
  const { gate, run } = await rolledOut(START);
  assert.deepEqual(
    gate.configOf(HOP_2).map(({ source }) => source),
    ['feature-flags', 'payments'],
  );
  assert.deepEqual(gate.configOf({ from: 'nobody', to: 'verifier' }), []);
  assert.deepEqual(await gate.configSent(run, { ...HOP_2, from: 'nobody' }), []);
  assert.deepEqual(await gate.configReceived('r', 'verifier', 2), []);
  const received = await gate.configReceived('rollout-7', 'deployer', 1);
  assert.deepEqual(
    received.map(({ source, hop, moment }) => [source, hop, moment]),
    [
      ['feature-flags', 1, 'received'],
      ['payments', 1, 'received'],
    ],
  );
});

type Answer = (reader: Reader, source: ConfigSource) => unknown;
const whole = (reader: Reader, source: ConfigSource): JsonObject =>
  reader.read(source) as unknown as JsonObject;

const FAULTS: readonly (readonly [about: string, fault: string, answer: Answer])[] = [
  [
    'throws at once',
    'failed',
    () => {
      throw new Error('the password is hunter2');
    },
  ],
  ['rejects', 'failed', () => Promise.reject(new Error('the password is hunter2'))],
  ['rejects with nothing', 'failed', () => Promise.reject(undefined)],
  ['hangs', 'timeout', () => new Promise(() => undefined)],
  ['answers with nothing', 'wrong_answer', () => undefined],
  ['answers with null', 'wrong_answer', () => null],
  ['answers with a text', 'wrong_answer', () => 'hunter2'],
  ['answers with a list', 'wrong_answer', () => []],
  ['answers with an empty object', 'wrong_answer', () => ({})],
  [
    'answers without a digest',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), digest: undefined }),
  ],
  [
    'answers with a digest that is none',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), digest: 'd' }),
  ],
  [
    'answers with both',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), error: { code: 'a', message: 'b' } }),
  ],
  [
    'answers with a member more',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), secret: 'hunter2' }),
  ],
  [
    'answers with what no JSON holds',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), document: { x: Number.NaN } }),
  ],
  [
    'answers with a function',
    'wrong_answer',
    (reader, source) => ({ ...whole(reader, source), document: { x: () => 'hunter2' } }),
  ],
  [
    'answers with another location',
    'other_source',
    (reader, source) => ({ ...whole(reader, source), location: 'config/copy.yaml' }),
  ],
  [
    'answers with another adapter',
    'other_source',
    (reader, source) => ({ ...whole(reader, source), adapter: 'toml' }),
  ],
  [
    'answers with another document',
    'document_changed',
    (reader, source) => ({ ...whole(reader, source), document: {} }),
  ],
  [
    'says what went wrong',
    'not_found',
    (reader, source) => {
      const { adapter, location, at } = reader.read(source);
      return { adapter, location, at, error: { code: 'config_source.not_found', message: 'no such file' } };
    },
  ],
];

for (const [about, fault, answer] of FAULTS) {
  test(`a reader that ${about} blocks, and tells nothing of what it read`, async () => {
    const { gate, reader, run } = await rolledOut(ROLLED);
    reader.live = (source) => answer(reader, source) as Promise<ConfigReading>;
    const verdict = await gate.decide(run, HOP_2);
    assert.equal(verdict.decision, 'block');
    const unreadable = verdict.reasons.filter(({ code }) => code === 'config.unreadable');
    assert.deepEqual(
      unreadable.map(({ values }) => values?.['fault']),
      Array(2).fill(`config_source.${fault}`),
    );
    assert.doesNotMatch(JSON.stringify(verdict), /hunter2/);
    const sent = await gate.configSent(run, HOP_2);
    for (const record of sent) assert.ok('record' in validateRecord(record), JSON.stringify(record));
    // What is not of this source does not come to stand in the records at all.
    if (fault !== 'document_changed') assert.ok(sent.every(({ reading }) => 'error' in reading));
    const recorded = gate.decideSync(
      foldRun([...(await receivedAgain(gate, run)), ...sent], gate.terms),
      HOP_2,
    );
    assert.equal(recorded.decision, 'block');
    assert.doesNotMatch(JSON.stringify([sent, recorded]), /hunter2/);
  });
}

/** The records before the handoff; what was received is then what the faulty reader gave. */
async function receivedAgain(gate: Gate, _run: RunState): Promise<RunRecord[]> {
  const records = await receivedBy(gate);
  for (const record of records) assert.ok('record' in validateRecord(record));
  return records;
}

// What a deployer may do: raise rollouts to 25, and switch the provider. All else is planted.
const flag = (name: string): fc.Arbitrary<Flag> =>
  fc.record({
    name: fc.constant(name),
    enabled: fc.boolean(),
    rollout: fc.oneof(fc.nat(30), fc.constant(5), fc.constant(100)),
  });
const live: fc.Arbitrary<Live> = fc.record({
  flags: fc
    .tuple(flag('checkout_v2'), fc.option(flag('fraud_check')), fc.option(flag('new')))
    .map((flags) => flags.filter((one) => one !== null)),
  payments: fc.record({
    provider: fc.constantFrom('acme', 'globex'),
    api: fc.record({
      url: fc.constantFrom('https://api.acme.example', 'https://api.globex.example'),
      key: fc.constantFrom('not-a-real-key', 'another-key'),
    }),
  }),
});
/** What is live after a task in which nothing was done but what is declared. */
function rolledFrom(one: Live): fc.Arbitrary<Live> {
  return fc
    .tuple(fc.array(fc.nat(25), { minLength: 3, maxLength: 3 }), fc.constantFrom('acme', 'globex'))
    .map(([rollouts, provider]) => ({
      flags: one.flags.map((each, index) => ({ ...each, rollout: rollouts[index] ?? each.rollout })),
      payments: { ...one.payments, provider },
    }));
}

const beforeAndNow = live.chain((one) =>
  fc.oneof(
    live.map((other) => [one, other] as const),
    rolledFrom(one).map((other) => [one, other] as const),
  ),
);
const claims = fc.array(
  fc.record({
    kind: fc.constant('config.change'),
    target: fc.constantFrom(
      ...['feature-flags/flags/checkout_v2/rollout', 'feature-flags/flags/fraud_check', 'payments/provider'],
      ...['feature-flags/flags/new', 'payments/api', 'payments/api/key', 'nowhere/x', 'payments'],
    ),
    evidence: fc.constant('t1'),
    details: fc.oneof(
      fc.constant({}),
      fc.constantFrom({ operation: 'replace' }, { operation: 'add' }, { after: 10 }, { after: 'globex' }),
    ),
  }),
  { maxLength: 4 },
);

/** By hand, flag by flag. */
function planted(one: Live, other: Live): { undeclared: boolean; outOfBounds: boolean } {
  const names = new Set([...one.flags, ...other.flags].map(({ name }) => name));
  let undeclared =
    one.payments.api.url !== other.payments.api.url || one.payments.api.key !== other.payments.api.key;
  let outOfBounds = false;
  for (const name of names) {
    const [was, is] = [one, other].map(({ flags }) => flags.find((each) => each.name === name));
    if (was === undefined || is === undefined || was.enabled !== is.enabled) undeclared = true;
    if (was !== undefined && is !== undefined && was.rollout !== is.rollout && is.rollout > 25)
      outOfBounds = true;
  }
  return { undeclared, outOfBounds };
}

test('a planted change blocks, whatever is claimed; and applied patches give allow where each reason offers one', async () => {
  const tally = { blocked: 0, patched: 0, allowed: 0 };
  await fc.assert(
    fc.asyncProperty(beforeAndNow, claims, async ([one, other], said) => {
      const reader = new Reader();
      reader.live_ = one;
      const gate = GATES.get(reader);
      const records = await receivedBy(gate);
      reader.live_ = other;
      const run = foldRun(records, gate.terms);
      const transfer = withPayload(HOP_2, { side_effects: said as ClaimedEffect[] });
      const verdict = await gate.decide(run, transfer);
      const { undeclared, outOfBounds } = planted(one, other);
      assert.equal(codes(verdict).includes('config.undeclared_change'), undeclared);
      assert.equal(codes(verdict).includes('config.out_of_bounds'), outOfBounds);
      if (undeclared || outOfBounds) assert.equal(verdict.decision, 'block');
      if (JSON.stringify(one) === JSON.stringify(other) && said.length === 0)
        assert.deepEqual(verdict.reasons, []);
      if (verdict.decision === 'allow') tally.allowed += 1;
      else tally.blocked += 1;
      if (verdict.reasons.length === 0 || !verdict.reasons.every(({ fix }) => fix?.patch !== undefined))
        return;
      tally.patched += 1;
      const blocked = foldRun([...records, { ...transfer, delivered: false }], gate.terms);
      const again = await gate.decide(blocked, {
        ...transfer,
        attempt: 2,
        payload: repair(transfer.payload, verdict.reasons),
      });
      assert.deepEqual([again.decision, again.reasons.map(({ message }) => message)], ['allow', []]);
    }),
    { numRuns: 200 },
  );
  console.log(
    `config: ${tally.blocked} blocked, ${tally.allowed} allowed, ${tally.patched} patched, all of them then allowed`,
  );
  assert.ok(tally.patched > 10);
});

/** One gate whose reader is the one at hand: loading one for each case takes longer than deciding. */
const GATES = {
  gate: null as Gate | null,
  reader: new Reader() as ConfigReader,
  get(reader: Reader): Gate {
    this.reader = reader;
    this.gate ??= gateWith({
      live: (source) => this.reader.live(source),
      baseline: (source) => this.reader.baseline(source),
    });
    return this.gate;
  },
};
