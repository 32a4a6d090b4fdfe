import { CarryAggregate } from '../../src/carry/carry-aggregate.js';
import { scoreRun } from '../../src/carry/score-run.js';
import type { CarryReport } from '../../src/model/carry.js';
import type { Constraint, Modality } from '../../src/model/constraint.js';
import type { RunRecord } from '../../src/model/record.js';

/** What a sender does with one constraint at one hop. */
export type Fate = 'carry' | 'drop' | 'weaken' | 'blocked';

export interface SampleRun {
  readonly run: string;
  /** Who hands on to whom, in order. */
  readonly path: readonly string[];
  readonly constraints?: readonly SampleConstraint[];
  /** Milliseconds since 1970. */
  readonly start?: number;
  readonly open?: boolean;
  readonly simulated?: boolean;
}

export interface SampleConstraint {
  readonly text: string;
  readonly modality?: Modality;
  /** By hop, from 1; what is not given is carried. */
  readonly fates?: readonly Fate[];
  /** After this hop, its receiver does what it forbids. */
  readonly violatedAfter?: number;
  /** Taken back by the customer before this hop, and discharged there. */
  readonly withdrawnAt?: number;
}

const START = Date.parse('2026-11-30T09:14:00.000Z');

/** The records of a run, as a recorder would have written them. */
export function sampleRecords(sample: SampleRun): RunRecord[] {
  const { run, path, start = START, simulated = false } = sample;
  const records: RunRecord[] = [];
  let time = start;
  const base = (): Pick<RunRecord, 'schema' | 'run' | 'at'> & { simulated?: true } => {
    time += 1000;
    const at = new Date(time).toISOString();
    return { schema: 'edge-contracts/record/v1', run, at, ...(simulated ? { simulated: true } : {}) };
  };
  const known = (sample.constraints ?? []).map(stated);
  const constraints = known.map(({ constraint }) => constraint);
  records.push({
    ...base(),
    kind: 'message',
    id: 'm1',
    to: path[0] ?? '',
    text: 'Please see to my order.',
    constraints,
  });
  for (let hop = 1; hop < path.length; hop += 1) {
    const [from = '', to = ''] = [path[hop - 1], path[hop]];
    const gone = (one: Known): boolean => (one.sample.withdrawnAt ?? Number.POSITIVE_INFINITY) < hop;
    const now = known.filter(({ sample: { withdrawnAt } }) => withdrawnAt === hop);
    if (now.length > 0) {
      const withdraws = now.map(({ constraint }) => constraint.id);
      records.push({
        ...base(),
        kind: 'message',
        id: `w${hop}`,
        to: from,
        text: 'Never mind.',
        constraints: [],
        withdraws,
      });
    }
    const held = known.filter((one) => !gone(one));
    const tool = `t${hop}`;
    records.push({
      ...base(),
      kind: 'tool_call',
      id: tool,
      by: from,
      tool: 'orders.read',
      succeeded: true,
      result: { step: hop },
    });
    const transfer = (attempt: number, delivered: boolean, fateOf: (one: Known) => Fate): RunRecord => ({
      ...base(),
      kind: 'transfer',
      hop,
      attempt,
      after: hop === 1 ? [] : [hop - 1],
      from,
      to,
      sender: {
        revision: `${from}@1`,
        facts: [{ key: `step_${hop}`, value: hop, source: 'tool_result', evidence: tool }],
        tool_calls: [{ id: tool, tool: 'orders.read', succeeded: true }],
        constraints: held.map(({ constraint }) => constraint),
        stop_conditions: ['the order is settled'],
      },
      payload: {
        objective: 'See to the order.',
        remaining: [],
        constraints: held
          .filter((one) => !now.includes(one) && ['carry', 'weaken'].includes(fateOf(one)))
          .map((one) =>
            fateOf(one) === 'weaken' ? { ...one.constraint, modality: 'preference' } : one.constraint,
          ),
        discharged: now.map(({ constraint: { id } }) => ({
          constraint: id,
          how: 'withdrawn',
          evidence: `w${hop}`,
          reason: 'taken back',
          by: { agent: from, hop },
        })),
        established:
          hop % 3 === 0 ? [] : [{ key: `step_${hop}`, value: hop, source: 'tool_result', evidence: tool }],
        confidence: null,
        stop_conditions: hop % 2 === 0 ? [] : ['the order is settled'],
        side_effects: [],
      } as unknown as Extract<RunRecord, { kind: 'transfer' }>['payload'],
      delivered,
    });
    const fate = ({ sample: { fates = [] } }: Known): Fate => fates[hop - 1] ?? 'carry';
    const blocked = held.some((one) => fate(one) === 'blocked');
    if (blocked) records.push(transfer(1, false, fate));
    records.push(transfer(blocked ? 2 : 1, true, (one) => (fate(one) === 'blocked' ? 'carry' : fate(one))));
    if (known.some(({ sample: { violatedAfter } }) => violatedAfter === hop)) {
      records.push({
        ...base(),
        kind: 'tool_call',
        id: `x${hop}`,
        by: to,
        tool: 'email.send',
        succeeded: true,
      });
      records.push({
        ...base(),
        kind: 'effect',
        id: `e${hop}`,
        by: to,
        effect: { kind: 'message.email', target: 'customer' },
        evidence: `x${hop}`,
      });
    }
  }
  if (sample.open !== true) records.push({ ...base(), kind: 'closed' });
  return records;
}

interface Known {
  readonly sample: SampleConstraint;
  readonly constraint: Constraint & { readonly id: string };
}

function stated(sample: SampleConstraint, index: number): Known {
  const { text, modality = 'prohibition' } = sample;
  const forbids =
    modality === 'prohibition' ? { forbids: [{ kind: 'message.email', target: 'customer' }] } : {};
  return {
    sample,
    constraint: {
      id: `c${index + 1}`,
      text,
      modality,
      scope: 'run',
      stated_by: 'customer',
      stated_in: 'm1',
      ...forbids,
    },
  };
}

/** The report of these runs, at a time that stands still. */
export function reportOf(
  samples: readonly SampleRun[],
  options: ConstructorParameters<typeof CarryAggregate>[0] = {},
): CarryReport {
  const aggregate = new CarryAggregate(options);
  for (const sample of samples) aggregate.add(scoreRun({ run: sample.run, records: sampleRecords(sample) }));
  return aggregate.report({ generatedAt: '2026-11-30T12:00:00.000Z' });
}

const NO_EMAIL = 'do not email the customer about this';
const NO_CALL = 'never call before nine in the morning';

/** One run of each sort. */
export const ONE_OF_EACH: readonly SampleRun[] = [
  {
    run: 'refund-41182',
    path: ['triage', 'refunds', 'notifications', 'triage'],
    constraints: [{ text: NO_EMAIL, fates: ['carry', 'drop', 'drop'], violatedAfter: 2 }],
  },
  {
    run: 'refund-41183',
    path: ['triage', 'refunds', 'notifications'],
    constraints: [
      { text: NO_EMAIL, fates: ['carry', 'drop'] },
      { text: 'prefer the app', modality: 'preference' },
    ],
    open: true,
  },
  {
    run: 'refund-41184',
    path: ['triage', 'refunds', 'ledger', 'notifications', 'triage'],
    constraints: [
      { text: NO_EMAIL, fates: ['carry', 'weaken', 'carry', 'carry'] },
      { text: NO_CALL, fates: ['carry', 'drop', 'carry', 'carry'] },
      { text: 'use the blue box', modality: 'requirement', withdrawnAt: 3 },
    ],
  },
  {
    run: 'refund-41185',
    path: ['triage', 'refunds', 'notifications'],
    constraints: [{ text: NO_EMAIL, fates: ['carry', 'blocked'] }],
  },
  { run: 'refund-41186', path: ['triage', 'refunds'] },
];

/** Many runs with the same few agents, and losses where the throw of a small generator says so. */
export function manyRuns(count: number, seed = 1): SampleRun[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
  const agents = ['triage', 'refunds', 'notifications', 'orders', 'billing'];
  return Array.from({ length: count }, (_, index) => {
    const hops = 2 + next(5);
    const path = Array.from({ length: hops + 1 }, (_, at) => agents[(at + next(2)) % agents.length] ?? '');
    const fates = path.map((): Fate => {
      const thrown = next(20);
      return thrown < 2 ? 'drop' : thrown === 2 ? 'weaken' : thrown === 3 ? 'blocked' : 'carry';
    });
    const constraints = next(3) === 0 ? [] : [{ text: next(2) === 0 ? NO_EMAIL : NO_CALL, fates }];
    return {
      run: `run-${index + 1}`,
      path,
      constraints,
      start: START + index * 600_000,
      open: next(8) === 0,
    };
  });
}
