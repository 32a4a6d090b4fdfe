import type { Contract } from '../../src/contract/contract.js';
import { parseContract } from '../../src/contract/parse-contract.js';
import type {
  ConfigChangeFact,
  ConfigSourceFact,
  ConstraintPair,
  DischargeFact,
  EstablishedEntry,
  Facts,
} from '../../src/model/facts.js';
import { type Draft, emptyFacts } from './facts-generator.js';
import { CODES } from './plain-reading.js';

/** A contract with every part, under which every check blocks: then a check that fails alone decides alone. */
export const EVERY_CHECK: Contract = everyCheck();

function everyCheck(): Contract {
  const severities: Record<string, Record<string, string>> = {};
  for (const code of CODES) {
    const [group = '', name = ''] = code.split('.');
    severities[group] = { ...severities[group], [name]: 'block' };
  }
  const text = JSON.stringify({
    apiVersion: 'edge-contracts/v1',
    kind: 'EdgeContract',
    metadata: { name: 'every-check', owner: 'proof' },
    edge: { from: 'refunds', to: 'notifications' },
    declared_side_effects: [
      { by: 'sender', kind: 'payment.*', target: 'customer', reversible: false },
      { by: 'receiver', kind: 'message.*', target: 'customer', reversible: false },
      { by: 'receiver', kind: 'log', target: '*' },
      {
        by: 'sender',
        kind: 'config.change',
        source: 'flags',
        path: '/flags/*/rollout',
        operations: ['replace', 'move'],
        value: { maximum: 25 },
      },
    ],
    provenance: {
      config: [{ source: 'flags', adapter: 'yaml', location: 'config/flags.yaml' }],
      established: { sources: ['tool_result', 'customer', 'policy', 'crm'], max_age: 'PT15M' },
      constraints: { stated_by: ['customer', 'policy'], policies: ['POL-7'] },
    },
    edge_check: {
      ...severities,
      discharge: { satisfied: ['refunds'], withdrawn: ['refunds'], superseded: ['refunds'] },
    },
  });
  const { contract, diagnostics } = parseContract(text, 'contracts/every-check.yaml');
  if (contract === null) throw new Error(JSON.stringify(diagnostics));
  return contract;
}

/** The smallest facts under which one check fails, and no other. */
export interface Example {
  readonly code: string;
  /** What sets it apart from the other examples of its code. */
  readonly about: string;
  readonly facts: Facts;
}

type Change = (facts: Draft<Facts>) => void;

const READ = { read: true, fault: null, why: null, ref: null, etag: null, digest: 'd', at: null } as const;
const SOURCE: ConfigSourceFact = {
  ...{ source: 'flags', adapter: 'yaml', location: 'config/flags.yaml', ...READ },
  baseline: { kind: 'previous', ...READ },
};
/** The one change that is declared: so it is there in every example but one. */
const CHANGE: ConfigChangeFact = {
  ...{ source: 'flags', path: '/flags/checkout/rollout', operation: 'replace', from: null },
  ...{ before: 5, after: 25, large: false, secret: false, claimed: true, other: null, matches: [] },
};

/** One more change, which is the declared one but for what is given. */
function changed(code: string, about: string, more: Partial<ConfigChangeFact>): Example {
  return handoff(code, about, (facts) =>
    facts.config.changes.push({ ...CHANGE, ...more } as Draft<ConfigChangeFact>),
  );
}

function outOfBounds(about: string, more: Partial<ConfigChangeFact>): Example {
  return changed('config.out_of_bounds', about, more);
}

function unreadable(about: string, source: Partial<ConfigSourceFact>): Example {
  return handoff('config.unreadable', about, (facts) =>
    facts.config.sources.push({ ...SOURCE, ...source } as Draft<ConfigSourceFact>),
  );
}

const UNREAD = { ...READ, read: false, fault: 'config_source.timeout' };

function handoff(code: string, about: string, change: Change): Example {
  const facts = emptyFacts('transfer');
  facts.config.sources.push(SOURCE as Draft<typeof SOURCE>);
  facts.config.changes.push(CHANGE as Draft<typeof CHANGE>);
  change(facts);
  return { code, about, facts: facts as Facts };
}

function effect(code: string, about: string, change: Change): Example {
  const facts = emptyFacts('effect');
  facts.effects = [
    { by: 'notifications', kind: 'log', target: 'x', observed: false, matches: [], faults: [] },
  ];
  change(facts);
  return { code, about, facts: facts as Facts };
}

/** A pair that is carried whole, but for what is given. */
function pair(code: string, about: string, more: Partial<ConstraintPair>): Example {
  return handoff(code, about, (facts) => facts.constraints.pairs.push(aPair(more)));
}

function aPair(more: Partial<ConstraintPair>): Draft<ConstraintPair> {
  const whole: ConstraintPair = {
    constraint: 'c1',
    standing: 'held',
    origins: ['received', 'sender'],
    in_sender: true,
    modality: 'prohibition',
    stated_by: 'customer',
    lost_at: null,
    sent: [0],
    discharged: [],
    differs: {},
  };
  return { ...whole, ...more } as Draft<ConstraintPair>;
}

const WITHDRAWN: DischargeFact = {
  index: 0,
  constraint: 'c1',
  how: 'withdrawn',
  agent: 'refunds',
  by_sender: true,
  known: true,
  modality: 'prohibition',
  stated_by: 'customer',
  evidence: {
    id: 'm2',
    kind: 'message',
    succeeded: true,
    later: true,
    withdraws: true,
    meets_requires: true,
  },
};

const SATISFIED: DischargeFact = {
  ...WITHDRAWN,
  how: 'satisfied',
  modality: 'requirement',
  evidence: { ...WITHDRAWN.evidence, id: 't1', kind: 'tool_call', withdraws: false },
};

const SUPERSEDED: DischargeFact = {
  ...WITHDRAWN,
  how: 'superseded',
  stated_by: 'policy',
  evidence: {
    ...WITHDRAWN.evidence,
    id: 'POL-7',
    kind: null,
    succeeded: false,
    withdraws: false,
    later: false,
  },
};

/** A rightful discharge, and one thing about it changed. */
function refused(about: string, rightful: DischargeFact, more: Partial<DischargeFact>): Example {
  return handoff('constraint.discharge_refused', about, (facts) => {
    facts.discharges.push({ ...rightful, ...more } as Draft<DischargeFact>);
  });
}

const FACT: EstablishedEntry = {
  index: 0,
  key: 'refund_id',
  source: 'tool_result',
  evidence: 't1',
  found: 'tool_call',
  succeeded: true,
  shows: true,
  relayed: null,
  age_seconds: 900,
};

const RELAYED = { hop: 1, same_source: true, same_evidence: true, own_evidence: false };

function entry(code: string, about: string, more: Partial<EstablishedEntry>): Example {
  return handoff(code, about, (facts) => facts.established.entries.push({ ...FACT, ...more }));
}

const FAULT = { at: '/effect/details/to', keyword: 'type', message: 'must be string' };
const PATTERN = { kind: 'message.email', target: 'customer' };

/** At least one for each code and subject; more where its predicate has several clauses. */
export const EXAMPLES: readonly Example[] = [
  handoff('payload.invalid', '', (facts) =>
    facts.payload.errors.push({ at: '/payload', keyword: 'type', message: 'no' }),
  ),
  pair('constraint.dropped', '', { sent: [] }),
  pair('constraint.lost_upstream', '', { standing: 'upstream', origins: [], lost_at: 1, sent: [] }),
  pair('constraint.weakened', 'as a field', {
    differs: { modality: { held: 'prohibition', sent: 'preference' } },
  }),
  pair('constraint.weakened', 'requirement', {
    differs: { modality: { held: 'requirement', sent: 'preference' } },
  }),
  pair('constraint.weakened', 'in its words', { differs: { hedged: true } }),
  pair('constraint.modality_changed', '', {
    differs: { modality: { held: 'prohibition', sent: 'requirement' } },
  }),
  pair('constraint.modality_changed', 'back', {
    differs: { modality: { held: 'requirement', sent: 'prohibition' } },
  }),
  pair('constraint.strengthened', '', { differs: { modality: { held: 'preference', sent: 'prohibition' } } }),
  pair('constraint.narrowed', '', { differs: { scope: { held: 'run', sent: 'task' } } }),
  pair('constraint.widened', '', { differs: { scope: { held: 'task', sent: 'run' } } }),
  pair('constraint.unresolved', '', { differs: { text: 'unresolved' } }),
  pair('constraint.retargeted', 'forbids', { differs: { forbids: { lost: [PATTERN], added: [] } } }),
  pair('constraint.retargeted', 'requires', { differs: { requires: { lost: [], added: [PATTERN] } } }),
  pair('constraint.reattributed', 'speaker', { differs: { stated_by: { held: 'customer', sent: 'agent' } } }),
  pair('constraint.reattributed', 'place', { differs: { stated_in: { held: 'm1', sent: 'm2' } } }),
  refused('not by the sender', WITHDRAWN, { by_sender: false }),
  refused('not known', WITHDRAWN, { known: false }),
  refused('by an agent that may not', WITHDRAWN, { agent: 'triage' }),
  refused('a sentence', WITHDRAWN, { evidence: { ...WITHDRAWN.evidence, kind: null } }),
  refused('an earlier message', WITHDRAWN, { evidence: { ...WITHDRAWN.evidence, later: false } }),
  refused('a message about something else', WITHDRAWN, {
    evidence: { ...WITHDRAWN.evidence, withdraws: false },
  }),
  refused('withdrawn, and stated by policy', WITHDRAWN, { stated_by: 'policy' }),
  refused('a prohibition satisfied', SATISFIED, { modality: 'prohibition' }),
  refused('a tool call that failed', SATISFIED, { evidence: { ...SATISFIED.evidence, succeeded: false } }),
  refused('another effect', SATISFIED, { evidence: { ...SATISFIED.evidence, meets_requires: false } }),
  refused('satisfied by a message', SATISFIED, { evidence: { ...SATISFIED.evidence, kind: 'message' } }),
  refused('a policy that is not listed', SUPERSEDED, { evidence: { ...SUPERSEDED.evidence, id: 'POL-8' } }),
  refused('superseded, and stated by the customer', SUPERSEDED, { stated_by: 'customer' }),
  handoff('constraint.discharged_and_carried', '', (facts) => {
    facts.discharges.push({ ...WITHDRAWN } as Draft<DischargeFact>);
    facts.constraints.pairs.push(aPair({ discharged: [0] }));
  }),
  pair('constraint.duplicated', '', { sent: [0, 1] }),
  pair('constraint.stale', '', { standing: 'closed', origins: [] }),
  pair('constraint.invented', '', { standing: 'unknown', origins: [], constraint: null }),
  pair('constraint.forgotten', '', { in_sender: false, origins: ['received'] }),
  handoff('constraint.unbound', '', (facts) => facts.constraints.unbound.push({ constraint: 'c1' })),
  handoff('stop_condition.missing', '', (facts) => facts.stop_conditions.lost.push({ text: 'settled' })),
  handoff('stop_condition.overwritten', '', (facts) => {
    facts.stop_conditions.lost.push({ text: 'settled' });
    facts.stop_conditions.added = 1;
  }),
  handoff('confidence.missing', '', (facts) => {
    facts.confidence = { sender: 0.9, sent: null };
  }),
  handoff('confidence.raised', '', (facts) => {
    facts.confidence = { sender: 0.9, sent: 0.91 };
  }),
  handoff('established.missing', '', (facts) => facts.established.missing.push({ key: 'order_id' })),
  handoff('established.altered', '', (facts) =>
    facts.established.altered.push({ key: 'amount', index: 0, against: 'received' }),
  ),
  entry('established.unsupported', 'a source that is not accepted', { source: 'model' }),
  entry('established.unsupported', 'no record', { found: null, succeeded: false, age_seconds: null }),
  entry('established.unsupported', 'a tool call that failed', { succeeded: false }),
  entry('established.unsupported', "a customer's word without a message", { source: 'customer' }),
  entry('established.unsupported', 'a policy that is not listed', { source: 'policy', evidence: 'POL-8' }),
  entry('established.unsupported', 'its own source, and nothing found', { source: 'crm', found: null }),
  entry('established.unsupported', 'its evidence shows another value', { shows: false }),
  entry('established.unsupported', 'received by the same evidence from another source', {
    relayed: { ...RELAYED, same_source: false },
  }),
  entry('established.unsupported', "received by other evidence, and this is another agent's", {
    shows: null,
    relayed: { ...RELAYED, same_evidence: false },
  }),
  entry('established.expired', '', { age_seconds: 901 }),
  handoff('tool_result.missing', '', (facts) => facts.tool_results.missing.push({ id: 't1' })),
  handoff('side_effect.undeclared', '', (facts) =>
    facts.side_effects.observed.push({ id: 'e1', ...PATTERN, claimed: true, faults: [] }),
  ),
  handoff('side_effect.malformed', '', (facts) =>
    facts.side_effects.observed.push({
      ...{ id: 'e1', kind: 'payment.refund', target: 'customer', claimed: true },
      faults: [FAULT],
    }),
  ),
  handoff('side_effect.observed_not_claimed', '', (facts) =>
    facts.side_effects.observed.push({
      id: 'e1',
      kind: 'payment.refund',
      target: 'customer',
      claimed: false,
      faults: [],
    }),
  ),
  handoff('side_effect.claimed_not_observed', '', (facts) =>
    facts.side_effects.claimed.push({ index: 0, ...PATTERN, observed: false, matches: [] }),
  ),
  changed('config.undeclared_change', 'another path', { path: '/flags/checkout/enabled' }),
  changed('config.undeclared_change', 'a segment too many', { path: '/flags/checkout/a/rollout' }),
  changed('config.undeclared_change', 'another source', { source: 'payments' }),
  changed('config.undeclared_change', 'another operation', { operation: 'remove' }),
  changed('config.undeclared_change', 'moved from elsewhere', { operation: 'move', from: '/enabled' }),
  outOfBounds('a number', { after: 26 }),
  outOfBounds('a text', { after: '7' }),
  outOfBounds('moved there', { operation: 'move', from: '/flags/new/rollout', after: 26 }),
  handoff('config.out_of_bounds', 'too large to be told', (facts) => {
    const { after: _, ...large } = { ...CHANGE, large: true };
    facts.config.changes.push(large as Draft<ConfigChangeFact>);
  }),
  handoff('config.claimed_not_real', '', (facts) =>
    facts.config.claims.push({ index: 0, source: 'flags', path: '/x', operation: null, real: false }),
  ),
  unreadable('the source', UNREAD),
  unreadable('its baseline', { baseline: { ...SOURCE.baseline, ...UNREAD } }),
  handoff('config.declared_but_absent', '', (facts) => {
    facts.config.changes = [];
  }),
  changed('config.real_not_claimed', '', { claimed: false }),
  changed('constraint.violated', 'by a change of config', {
    matches: [{ constraint: 'c1', modality: 'prohibition' }],
  }),
  handoff('run.context_missing', '', (facts) => {
    facts.transfer.hop = 2;
    facts.transfer.history = 'partial';
  }),
  handoff('run.out_of_order', '', (facts) =>
    facts.transfer.order.push({ fault: 'hop_not_increasing', hop: 1 }),
  ),
  handoff('edge.mismatch', 'from', (facts) => {
    facts.transfer.from = 'triage';
  }),
  handoff('edge.mismatch', 'to', (facts) => {
    facts.transfer.to = 'triage';
  }),
  handoff('edge.mismatch', 'name', (facts) => {
    facts.transfer.edge = 'another';
  }),
  effect('constraint.violated', 'observed', (facts) => {
    facts.effects = [onLog(true)];
  }),
  effect('side_effect.forbidden', '', (facts) => {
    facts.effects = [onLog(false)];
  }),
  effect('side_effect.undeclared', '', (facts) => {
    facts.effects = [{ ...onLog(false), kind: 'account.delete', matches: [] }];
  }),
  effect('side_effect.malformed', '', (facts) => {
    facts.effects = [{ ...onLog(false), matches: [], faults: [FAULT] }];
  }),
  effect('constraint.unbound', '', (facts) => {
    facts.constraints.unbound.push({ constraint: 'c1' });
    facts.effects = [{ ...onLog(false), ...PATTERN, matches: [] }];
  }),
];

function onLog(observed: boolean): Draft<Facts['effects'][number]> {
  const matches = [{ constraint: 'c1', modality: 'prohibition' as const }];
  return { by: 'notifications', kind: 'log', target: 'x', observed, matches, faults: [] };
}

/**
 * A claim that a prohibition forbids and that was not observed is both `forbidden` and `claimed_not_observed`: the
 * one code that cannot fail alone in a handoff.
 */
export const FORBIDDEN_CLAIM: Facts = handoff('side_effect.forbidden', '', (facts) =>
  facts.side_effects.claimed.push({
    index: 0,
    ...PATTERN,
    observed: false,
    matches: [{ constraint: 'c1', modality: 'prohibition' }],
  }),
).facts;

/** Facts with one of everything, all of it in order. */
export const IN_ORDER: { readonly transfer: Facts; readonly effect: Facts } = {
  transfer: handoff('', '', (facts) => {
    facts.transfer.hop = 2;
    facts.transfer.edge = 'every-check';
    facts.constraints.pairs.push(
      aPair({}),
      aPair({ constraint: 'c2', sent: [], discharged: [0] }),
      aPair({ constraint: 'c3', sent: [1], origins: ['stated'], in_sender: false }),
    );
    facts.discharges.push(
      ...([WITHDRAWN, { ...SATISFIED, index: 1 }, { ...SUPERSEDED, index: 2 }] as Draft<DischargeFact>[]),
    );
    facts.confidence = { sender: 0.9, sent: 0.8 };
    facts.established.entries.push(
      { ...FACT },
      { ...FACT, index: 1, source: 'customer', found: 'message', relayed: { ...RELAYED } },
      { ...FACT, index: 2, source: 'policy', evidence: 'POL-7', found: null, shows: null, age_seconds: null },
      {
        ...{ ...FACT, index: 3, source: 'crm', found: 'statement', shows: null },
        relayed: { ...RELAYED, same_evidence: false, own_evidence: true },
      },
    );
    facts.side_effects.observed.push({
      id: 'e1',
      kind: 'payment.refund',
      target: 'customer',
      claimed: true,
      faults: [],
    });
    facts.side_effects.claimed.push({
      index: 0,
      ...PATTERN,
      observed: true,
      matches: [{ constraint: 'c9', modality: 'preference' }],
    });
    facts.config.claims.push({ index: 1, source: 'flags', path: '/x', operation: 'replace', real: true });
    facts.config.changes.push(
      // The same change as before, and what another agent did: whatever it is.
      { ...CHANGE, matches: [{ constraint: 'c9', modality: 'preference' }] } as Draft<ConfigChangeFact>,
      {
        ...{ ...CHANGE, path: '/elsewhere', claimed: false, other: { agent: 'triage', hop: null } },
        matches: [{ constraint: 'c1', modality: 'prohibition' }],
      } as Draft<ConfigChangeFact>,
    );
  }).facts,
  effect: effect('', '', (facts) => {
    facts.effects = [{ ...onLog(false), matches: [{ constraint: 'c9', modality: 'preference' }] }];
  }).facts,
};
