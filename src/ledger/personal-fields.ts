import type { LedgerKind } from '../model/ledger.js';

/**
 * Which fields of a record an erasure leaves, and so which are personal: every other. The table says what stays, since a
 * field that somebody adds and forgets here must be one that can be erased.
 *
 * `keep`: whatever it is, written by the runtime. `scalar`: the same, but for objects and lists. `id`, `word`, `number`:
 * written by a model perhaps, and so kept only where it looks like one; prose in place of an id is
 * personal. `text`, `null`, `absent`, `digest`: personal, and what stands there once it is erased.
 */
export type Shape =
  | 'keep'
  | 'scalar'
  | 'id'
  | 'word'
  | 'number'
  | Personal
  | { readonly each: Shape }
  | { readonly members: Readonly<Record<string, Shape>> };

/** What an erased field reads as: `[erased]`, null, a digest of zeros, or nothing at all. */
export type Personal = 'text' | 'null' | 'absent' | 'digest';

/** Further members of an object, their names included, are sealed as one under this name. */
export const MORE = '$more';

function members(shapes: Readonly<Record<string, Shape>>): Shape {
  return { members: shapes };
}

function each(shape: Shape): Shape {
  return { each: shape };
}

const PATTERNS = each(members({ kind: 'id', target: 'text' }));

const CONSTRAINT = members({
  id: 'id',
  text: 'text',
  modality: 'word',
  scope: 'word',
  stated_by: 'word',
  stated_in: 'id',
  forbids: PATTERNS,
  requires: PATTERNS,
});

const FACT = members({ key: 'id', value: 'null', source: 'id', evidence: 'id' });

const SENDER = members({
  revision: 'id',
  facts: each(FACT),
  tool_calls: each(members({ id: 'id', tool: 'id', succeeded: 'scalar', at: 'id' })),
  constraints: each(CONSTRAINT),
  confidence: 'number',
  stop_conditions: each('text'),
});

/** Where it is no object, it is personal as a whole. */
const PAYLOAD = members({
  objective: 'text',
  remaining: each('text'),
  constraints: each(CONSTRAINT),
  discharged: each(
    members({
      constraint: 'id',
      how: 'word',
      evidence: 'id',
      reason: 'text',
      by: members({ agent: 'id', hop: 'number' }),
    }),
  ),
  established: each(FACT),
  confidence: 'number',
  stop_conditions: each('text'),
  side_effects: each(members({ kind: 'id', target: 'text', evidence: 'id', details: 'absent' })),
});

const RUN_RECORD = {
  schema: 'keep',
  kind: 'keep',
  run: 'keep',
  at: 'keep',
  seq: 'keep',
  simulated: 'keep',
} as const;
const NOTE = { schema: 'keep', kind: 'keep', id: 'keep', at: 'keep', simulated: 'keep' } as const;

/** A small document can be guessed from its digest, and many servers make their `etag` of it. */
const READING = members({
  adapter: 'keep',
  location: 'keep',
  at: 'keep',
  ref: 'keep',
  etag: 'absent',
  digest: 'digest',
  secrets_key: 'keep',
  document: 'absent',
  error: 'keep',
});

const CONFIG_READ = {
  read: 'keep',
  fault: 'keep',
  why: 'keep',
  ref: 'keep',
  etag: 'null',
  digest: 'digest',
  at: 'keep',
} as const;

const REASON = members({
  code: 'keep',
  severity: 'keep',
  check: 'keep',
  message: 'text',
  at: members({ data: 'text', file: 'keep', line: 'keep' }),
  constraint: members({
    id: 'keep',
    text: 'text',
    modality: 'keep',
    scope: 'keep',
    stated_by: 'keep',
    stated_in: 'keep',
    held_by: 'keep',
    stated_to: 'keep',
  }),
  held: CONSTRAINT,
  sent: CONSTRAINT,
  values: 'absent',
  exception: 'keep',
  fix: 'absent',
});

const VERDICT = members({
  schema: 'keep',
  transfer: members({
    run: 'keep',
    hop: 'keep',
    attempt: 'keep',
    edge: 'keep',
    from: 'keep',
    to: 'keep',
    // Not salted: whoever has it can try what the record said.
    digest: 'digest',
  }),
  contract: 'keep',
  decision: 'keep',
  mode: 'keep',
  action: 'keep',
  history: 'keep',
  reasons: each(REASON),
  omitted_reasons: 'keep',
  errors: each(members({ code: 'keep', message: 'text' })),
  config: each(
    members({
      ...CONFIG_READ,
      source: 'keep',
      adapter: 'keep',
      location: 'keep',
      baseline: members({ ...CONFIG_READ, kind: 'keep' }),
    }),
  ),
  scores: 'keep',
  checks: 'keep',
  as: 'keep',
  // As with the notes that they come from: what people on call say is what an audit asks for.
  overrides: 'keep',
  composed: members({
    payload: PAYLOAD,
    patch: each(members({ op: 'word', path: 'id', value: 'absent' })),
    original: 'digest',
  }),
  measured: 'keep',
});

const ALERT = members({
  schema: 'keep',
  id: 'keep',
  kind: 'keep',
  severity: 'keep',
  state: 'keep',
  edge: 'keep',
  owner: 'keep',
  class: 'keep',
  rate: 'keep',
  threshold: 'keep',
  window: 'keep',
  mode: 'keep',
  blocked: 'keep',
  let_through: 'keep',
  violated: 'keep',
  violations: each(
    members({
      run: 'keep',
      constraint: 'keep',
      text: 'text',
      modality: 'keep',
      cause: 'keep',
      by: 'keep',
      at: 'keep',
      hop: 'keep',
    }),
  ),
  rescue: 'keep',
  faults: each(
    members({
      code: 'keep',
      count: 'keep',
      constraints: each(members({ text: 'text', modality: 'keep', count: 'keep' })),
    }),
  ),
  first: 'keep',
  changed_in_window: 'keep',
  contract: 'keep',
  data: 'keep',
  next: 'keep',
  runbook: 'keep',
  simulated: 'keep',
});

/** By kind of record. The words of people on call, and of who erases, stay: they are what an audit asks for. */
export const SHAPES: Readonly<Record<LedgerKind, Shape>> = {
  message: members({
    ...RUN_RECORD,
    id: 'keep',
    to: 'keep',
    text: 'text',
    constraints: each(CONSTRAINT),
    withdraws: 'keep',
  }),
  statement: members({ ...RUN_RECORD, id: 'keep', by: 'keep', to: 'keep', constraint: CONSTRAINT }),
  tool_call: members({
    ...RUN_RECORD,
    id: 'keep',
    by: 'keep',
    tool: 'keep',
    succeeded: 'keep',
    result: 'null',
  }),
  effect: members({
    ...RUN_RECORD,
    id: 'keep',
    by: 'keep',
    effect: members({ kind: 'keep', target: 'text', details: 'absent' }),
    evidence: 'keep',
  }),
  config: members({
    ...RUN_RECORD,
    source: 'keep',
    hop: 'keep',
    attempt: 'keep',
    moment: 'keep',
    reading: READING,
    baseline: READING,
  }),
  transfer: members({
    ...RUN_RECORD,
    hop: 'keep',
    attempt: 'keep',
    after: 'keep',
    from: 'keep',
    to: 'keep',
    edge: 'keep',
    sender: SENDER,
    payload: PAYLOAD,
    delivered: 'keep',
  }),
  closed: members({ ...RUN_RECORD }),
  verdict: members({ ...NOTE, run: 'keep', verdict: VERDICT, facts: 'null', contract_source: 'keep' }),
  override: members({ ...NOTE, edge: 'keep', set: 'keep', by: 'keep', reason: 'keep', until: 'keep' }),
  alert: members({ ...NOTE, alert: ALERT, silenced: 'keep' }),
  judgement: members({
    ...NOTE,
    run: 'keep',
    hop: 'keep',
    attempt: 'keep',
    code: 'keep',
    constraint: 'keep',
    label: 'keep',
    by: 'keep',
    reason: 'text',
  }),
  checkpoint: members({
    ...NOTE,
    head: 'keep',
    runs: 'keep',
    refusals: 'keep',
    keyid: 'keep',
    signature: 'keep',
  }),
  erasure: members({
    ...NOTE,
    what: 'keep',
    of: 'keep',
    count: 'keep',
    also: 'keep',
    unsent: 'keep',
    by: 'keep',
    reason: 'keep',
  }),
};
