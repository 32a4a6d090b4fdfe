import type { TestReport } from '../../src/model/test-report.js';
import type { Alert } from '../../src/model/alert.js';
import {
  type Envelope,
  PAYLOAD_TYPE,
  RUN_VERDICT_PREDICATE,
  type RunVerdictStatement,
  STATEMENT_TYPE,
  VERDICT_PREDICATE,
  type VerdictStatement,
} from '../../src/model/attestation.js';
import type { AuditDocument } from '../../src/model/audit.js';
import type { Bundle } from '../../src/model/bundle.js';
import type { Case } from '../../src/model/case.js';
import type { KnownConstraint } from '../../src/model/constraint.js';
import type { EdgeList, EdgeStatus } from '../../src/model/edge-status.js';
import type { Facts } from '../../src/model/facts.js';
import type { Payload } from '../../src/model/payload.js';
import type { RunRecord } from '../../src/model/record.js';
import type { ConstraintLife, GuardVerdict, Reason, RunVerdict, Verdict } from '../../src/model/verdict.js';

/** One value of each published document with every optional member there; the compiler holds it to the type. */

const digest = `sha256:${'0'.repeat(64)}` as const;
const at = '2026-11-30T09:14:00.000Z';

export const constraint = {
  id: 'c1',
  text: 'do not email the customer about this',
  modality: 'prohibition',
  scope: 'run',
  stated_by: 'customer',
  stated_in: 'm1',
  forbids: [{ kind: 'message.*', target: 'customer' }],
  requires: [{ kind: 'message.app', target: 'customer' }],
} satisfies KnownConstraint;

export const payload = {
  objective: 'Confirm the refund.',
  remaining: ['Send the confirmation.'],
  constraints: [constraint],
  discharged: [
    {
      constraint: 'c2',
      how: 'withdrawn',
      evidence: 'm2',
      reason: 'asked for it',
      by: { agent: 'refunds', hop: 2 },
    },
  ],
  established: [{ key: 'order_id', value: '41182', source: 'tool_result', evidence: 't1' }],
  confidence: 0.99,
  stop_conditions: ['the refund is settled'],
  side_effects: [
    { kind: 'payment.refund', target: 'customer', evidence: 't3', details: { operation: 'add' } },
  ],
} satisfies Payload;

const base = { schema: 'edge-contracts/record/v1', run: 'r1', at } as const;

export const records = {
  message: {
    ...base,
    kind: 'message',
    id: 'm1',
    to: 'triage',
    text: 'refund my order, and do not email me',
    constraints: [constraint],
    withdraws: ['c0'],
  },
  statement: { ...base, kind: 'statement', id: 's1', by: 'policy', to: 'triage', constraint },
  tool_call: {
    ...base,
    kind: 'tool_call',
    id: 't1',
    by: 'triage',
    tool: 'orders.last',
    succeeded: true,
    result: { any: [1, null] },
  },
  effect: {
    ...base,
    kind: 'effect',
    id: 'e1',
    by: 'refunds',
    effect: { kind: 'payment.refund', target: 'customer', details: { amount: 'GBP 1.00' } },
    evidence: 't3',
  },
  config: {
    ...base,
    kind: 'config',
    source: 'settings',
    hop: 2,
    attempt: 1,
    moment: 'sent',
    reading: {
      adapter: 'yaml',
      location: 'config/settings.yaml',
      at,
      ref: '0123456789012345678901234567890123456789',
      etag: '"x"',
      digest,
      secrets_key: 'k1',
      document: { any: [1, null] },
    },
    baseline: {
      adapter: 'http',
      location: 'https://config.example/settings',
      at,
      error: { code: 'config_source.timeout', message: 'no answer in time' },
    },
  },
  transfer: {
    ...base,
    kind: 'transfer',
    hop: 2,
    attempt: 1,
    after: [1],
    from: 'refunds',
    to: 'notifications',
    edge: 'refunds--notifications',
    sender: {
      revision: 'refunds@2026-11-24',
      facts: payload.established,
      tool_calls: [{ id: 't1', tool: 'orders.last', succeeded: true, at }],
      constraints: [constraint],
      confidence: 0.5,
      stop_conditions: ['the refund is settled'],
    },
    payload,
    delivered: true,
  },
  closed: { ...base, kind: 'closed' },
} satisfies { readonly [K in RunRecord['kind']]: Extract<RunRecord, { kind: K }> };

const FAULT = { at: '/effect/details/to', keyword: 'type', message: 'must be string' };

export const facts = {
  schema: 'edge-contracts/facts/v1',
  subject: 'transfer',
  now: { date: '2026-11-30', seconds: 1796030051 },
  transfer: {
    run: 'r1',
    hop: 2,
    attempt: 1,
    from: 'refunds',
    to: 'notifications',
    edge: 'refunds--notifications',
    history: 'complete',
    order: [{ fault: 'hop_not_increasing', hop: 2 }],
  },
  present: {
    objective: true,
    remaining: true,
    constraints: true,
    discharged: true,
    established: true,
    confidence: true,
    stop_conditions: true,
    side_effects: true,
    sender_facts: true,
    sender_tool_calls: true,
    sender_constraints: true,
    sender_confidence: true,
    sender_stop_conditions: false,
    config: true,
  },
  payload: {
    errors: [{ at: '/payload/objective', keyword: 'type', message: 'expected a text' }],
    established: { order_id: '41182' },
    fields: { further: { any: true } },
  },
  constraints: {
    held: 1,
    carried: 1,
    intact: 0,
    unresolved: 1,
    pairs: [
      {
        constraint: 'c1',
        standing: 'held',
        origins: ['received', 'sender'],
        in_sender: true,
        modality: 'prohibition',
        stated_by: 'customer',
        lost_at: 1,
        sent: [0],
        discharged: [0],
        differs: {
          modality: { held: 'prohibition', sent: 'preference' },
          scope: { held: 'run', sent: 'task' },
          text: 'unresolved',
          hedged: true,
          forbids: {
            lost: [{ kind: 'message.*', target: 'customer' }],
            added: [{ kind: 'message.sms', target: 'x' }],
          },
          requires: {
            lost: [{ kind: 'message.*', target: 'customer' }],
            added: [{ kind: 'message.sms', target: 'x' }],
          },
          stated_by: { held: 'customer', sent: 'agent' },
          stated_in: { held: 'm1', sent: 'm2' },
        },
      },
    ],
    unbound: [{ constraint: 'c2' }],
  },
  discharges: [
    {
      index: 0,
      constraint: 'c3',
      how: 'satisfied',
      agent: 'refunds',
      by_sender: true,
      known: true,
      modality: 'requirement',
      stated_by: 'customer',
      evidence: {
        id: 't3',
        kind: 'tool_call',
        succeeded: true,
        later: true,
        withdraws: false,
        meets_requires: true,
      },
    },
  ],
  stop_conditions: { held: 1, carried: 0, lost: [{ text: 'the refund is settled' }], added: 0 },
  confidence: { sender: 0.9, sent: 0.8 },
  established: {
    held: 2,
    carried: 1,
    missing: [{ key: 'eligible' }],
    altered: [{ key: 'amount', index: 0, against: 'sender' }],
    entries: [
      {
        index: 0,
        key: 'amount',
        source: 'tool_result',
        evidence: 't3',
        found: 'tool_call',
        succeeded: true,
        shows: false,
        relayed: { hop: 1, same_source: true, same_evidence: false, own_evidence: true },
        age_seconds: 2.5,
      },
    ],
  },
  tool_results: { held: 1, carried: 0, missing: [{ id: 't2' }] },
  side_effects: {
    observed: [{ id: 'e1', kind: 'payment.refund', target: 'customer', claimed: true, faults: [FAULT] }],
    claimed: [
      {
        index: 0,
        kind: 'payment.refund',
        target: 'customer',
        observed: true,
        matches: [{ constraint: 'c1', modality: 'prohibition' }],
      },
    ],
  },
  config: {
    sources: [
      {
        source: 'flags',
        adapter: 'yaml',
        location: 'config/flags.yaml',
        read: true,
        fault: 'config_source.missing',
        why: 'nothing is there',
        ref: '0123456789012345678901234567890123456789',
        etag: '"x"',
        digest,
        at,
        baseline: {
          kind: 'previous',
          read: true,
          fault: 'config_source.missing',
          why: 'nothing is there',
          ref: '0123456789012345678901234567890123456789',
          etag: '"x"',
          digest,
          at,
        },
      },
    ],
    changes: [
      {
        source: 'flags',
        path: '/flags/fraud_check/enabled',
        operation: 'replace',
        from: '/flags/fraud/enabled',
        before: true,
        after: false,
        large: false,
        secret: false,
        claimed: false,
        other: { agent: 'planner', hop: 1 },
        matches: [{ constraint: 'c1', modality: 'prohibition' }],
      },
    ],
    omitted: 0,
    claims: [
      {
        index: 0,
        source: 'flags',
        path: '/flags/checkout/rollout',
        operation: 'replace',
        real: true,
        before: 5,
        after: 10,
      },
    ],
  },
  effects: [
    {
      by: 'notifications',
      kind: 'message.email',
      target: 'customer',
      observed: false,
      faults: [FAULT],
      matches: [{ constraint: 'c1', modality: 'prohibition' }],
    },
  ],
  complete: true,
} satisfies Facts;

const reason = {
  code: 'constraint.dropped',
  severity: 'block',
  check: 'constraint.dropped',
  message: 'c1 was dropped',
  at: { data: '/payload/constraints', file: 'contracts/a--b.yaml', line: 3 },
  constraint: {
    id: 'c1',
    text: 'do not email',
    modality: 'prohibition',
    scope: 'run',
    stated_by: 'customer',
    stated_in: 'm1',
    held_by: ['received'],
    stated_to: 'triage',
  },
  held: constraint,
  sent: constraint,
  values: { held: 1, sent: 'two' },
  exception: { reason: 'migration', owner: 'payments', expires: '2027-03-31' },
  fix: {
    patch: [{ op: 'add', path: '/constraints/-', value: { any: true } }],
    say: 'Carry it.',
    or_discharge: { how: ['withdrawn'], by: ['refunds'], evidence: 'a message' },
  },
} satisfies Reason;

const contract = {
  name: 'a--b',
  owner: 'payments',
  digest,
  bundle: digest,
  opa: '1.22.4',
  default: true,
} as const;
const measured = {
  decided_at: at,
  duration_us: 118.5,
  decided_by: { gate: 'edge-contracts/0.1.0', instance: 'g' },
};
const checks = { 'constraint.dropped': 'failed', 'constraint.narrowed': 'not_checked: no payload' } as const;
const errors = [{ code: 'engine.error', message: 'it broke' }] as const;
const overrides = [
  { id: 'o_1', what: 'mode', value: 'observe', by: 'payments', reason: 'a migration', until: at },
] as const;

export const verdict = {
  schema: 'edge-contracts/verdict/v1',
  transfer: { run: 'r1', hop: 2, attempt: 1, edge: 'a--b', from: 'a', to: 'b', digest },
  contract,
  decision: 'block',
  mode: 'observe',
  action: 'allow',
  history: 'complete',
  reasons: [reason],
  omitted_reasons: 3,
  errors,
  config: facts.config.sources,
  scores: {
    established: [1, 2, 0],
    tool_results: [1, 2, 0],
    constraints: [0, 1, 0],
    confidence: [1, 1, 0],
    stop_conditions: [1, 1, 0],
  },
  checks,
  as: 'enforce',
  overrides,
  composed: { payload: { constraints: [] }, patch: reason.fix.patch, original: digest },
  measured,
} satisfies Verdict;

export const life = {
  schema: 'edge-contracts/constraint-life/v1',
  run: 'r1',
  constraint,
  state: 'violated',
  cause: 'transmission',
  discharged_by: { agent: 'refunds', hop: 2 },
  transitions: [
    {
      to: 'violated',
      by: 'notifications',
      at,
      hop: 2,
      edge: 'a--b',
      evidence: 't4',
      effect: 'e2',
      after_hop: 2,
      why: 'it was sent',
    },
  ],
  lost_upstream_at: [{ hop: 3, edge: 'b--c' }],
} satisfies ConstraintLife;

export const runVerdict = {
  schema: 'edge-contracts/run-verdict/v1',
  run: 'r1',
  decision: 'block',
  mode: 'enforce',
  action: 'block',
  closed: true,
  history: 'partial',
  transfers: { evaluated: 3, allowed: 2, blocked: 1 },
  reasons: [{ ...reason, at: { ...reason.at, record: 'e2' }, cause: 'transmission', edge: 'a--b' }],
  errors,
  lives: [life],
  as: 'enforce',
  measured,
} satisfies RunVerdict;

export const guardVerdict = {
  schema: 'edge-contracts/guard-verdict/v1',
  run: 'r1',
  effect: { by: 'b', kind: 'message.email', target: 'customer', details: { to: 'x' } },
  edge: 'a--b',
  contract,
  decision: 'block',
  mode: 'enforce',
  action: 'block',
  reasons: [reason],
  errors,
  checks,
  as: 'enforce',
  overrides,
  measured,
} satisfies GuardVerdict;

/** The same of a tool. */
export const toolVerdict = {
  schema: 'edge-contracts/guard-verdict/v1',
  run: 'r1',
  tool: {
    by: 'b',
    name: 'send_email',
    target: 'customer',
    details: { to: 'x' },
    why: 'the tools file says what it can do at most',
    effects: [{ kind: 'message.*', target: 'customer', decision: 'block' }],
  },
  edge: 'a--b',
  contract,
  decision: 'block',
  mode: 'enforce',
  action: 'block',
  reasons: [reason],
  errors,
  checks,
  measured,
} satisfies GuardVerdict;

export const caseInFull = {
  schema: 'edge-contracts/case/v1',
  name: 'the email is not sent',
  description: 'The seed.',
  records: Object.values(records),
  config: { before: { a: 1 }, after: { a: 2 } },
  expect: {
    transfers: [{ hop: 2, attempt: 1, decision: 'block', codes: ['constraint.dropped'], warnings: [] }],
    run: { decision: 'block', codes: ['constraint.violated'], cause: 'transmission' },
    guard: [
      {
        effect: { by: 'b', kind: 'message.email', target: 'customer', details: { to: 'x' } },
        after_hop: 2,
        decision: 'block',
        codes: ['side_effect.forbidden'],
      },
      {
        call: { by: 'b', tool: 'send_email', target: 'customer', details: { to: 'x' } },
        decision: 'block',
        codes: ['tool.unknown'],
      },
    ],
  },
} satisfies Case;

export const caseFromFile = {
  schema: 'edge-contracts/case/v1',
  name: 'the same from a file',
  from: { file: 'run.jsonl', patch: [{ op: 'remove', path: '/0' }] },
  expect: { run: { decision: 'allow', codes: [] } },
} satisfies Case;

export const bundle = {
  schema: 'edge-contracts/bundle/v1',
  digest: `sha256:${'0'.repeat(64)}`,
  manifest: {
    engine: '0.1.0',
    opa: '1.22.4',
    wasm: digest,
    capabilities: digest,
    sources: digest,
    uncovered: 'block',
    effects: [
      {
        kind: 'message.*',
        description: 'A message.',
        details: { type: 'object' },
        reversible: false,
      },
    ],
    tools: [
      {
        name: 'send_email',
        server: 'mail',
        ceiling: { read_only: false, destructive: true, idempotent: false, open_world: true },
        effects: [{ kind: 'message.email', target: '*' }],
      },
    ],
    edges: [
      {
        name: 'a--b',
        owner: 'payments',
        runbook: 'https://runbooks.example/a--b',
        from: 'a',
        to: 'b',
        default: false,
        digest,
        mode: 'enforce',
        checks: {
          'constraint.dropped': {
            severity: 'block',
            file: 'contracts/a--b.yaml',
            line: 3,
            not_checked: 'no config',
          },
        },
        entrypoint: 'edges/a__b/verdict',
        file: 'contracts/a--b.yaml',
        line: 3,
        payload_schema: { type: 'object' },
        established: ['order_id'],
        properties: ['further'],
        standing: [constraint],
        stated_by: ['customer'],
        sources: ['tool_result'],
        max_age_seconds: 900,
        policies: ['POL-7'],
        discharge: { satisfied: ['a'], withdrawn: ['a'], superseded: [] },
        side_effects: [
          {
            kind: 'config.change',
            target: 'flags/flags/*/rollout',
            by: 'sender',
            reversible: false,
            change: {
              source: 'flags',
              path: '/flags/*/rollout',
              operations: ['add', 'remove', 'replace', 'move'],
              value: { maximum: 25 },
            },
          },
        ],
        config: [
          {
            source: 'flags',
            adapter: 'postgres',
            location: 'FLAGS_DATABASE',
            baseline: 'previous',
            identity: { '/flags': 'id' },
            secrets: ['/smtp/password'],
            query: 'SELECT * FROM flags',
            headers: { authorization: 'FLAGS_TOKEN' },
            file: 'contracts/a--b.yaml',
            line: 9,
          },
        ],
        exceptions: [
          { code: 'stop_condition.missing', reason: 'migration', owner: 'payments', expires: '2027-03-31' },
        ],
        monitor: { class: 'constraints', below: 0.98, window: 50, min_observations: 4 },
        rules: [{ name: 'refund-limit', severity: 'block' }],
      },
    ],
  },
  wasm: 'AGFzbQ==',
} satisfies Bundle;

/** Not a type of ours: a model fills it in. */
export const draft = {
  objective: 'Confirm the refund.',
  remaining: ['Send it.'],
  confidence: 0.9,
  established: ['order_id'],
  discharged: [{ constraint: 'c2', how: 'withdrawn', evidence: 'm2', reason: 'asked for it' }],
};

export const envelope = {
  payloadType: PAYLOAD_TYPE,
  payload: 'e30=',
  signatures: [{ keyid: '00', sig: 'AAAA' }],
} satisfies Envelope;

const subject = [{ name: 'run/r1', digest: { sha256: '0'.repeat(64) } }];
const signed = { bundle: digest, engine: 'edge-contracts/0.1.0', signed_at: at };
const { measured: _verdict, composed, ...attested } = verdict;
const { payload: _payload, ...attestedComposed } = composed;
const attestedVerdict = { ...attested, composed: attestedComposed };
const { measured: _run, ...attestedRun } = runVerdict;

export const verdictStatement = {
  _type: STATEMENT_TYPE,
  subject,
  predicateType: VERDICT_PREDICATE,
  predicate: { verdict: attestedVerdict, ...signed },
} satisfies VerdictStatement;

export const runVerdictStatement = {
  _type: STATEMENT_TYPE,
  subject,
  predicateType: RUN_VERDICT_PREDICATE,
  predicate: { verdict: attestedRun, records: { count: 3, digest }, ...signed },
} satisfies RunVerdictStatement;

const place = { run: 'r1', hop: 2, at } as const;

/** An alert but for what makes it one. */
const edgeNow = {
  edge: 'refunds--notifications',
  owner: 'payments-platform',
  class: 'constraints',
  rate: { carried: 3, held: 6, value: 0.5, interval: [0.1876, 0.8124], needs_review: 0, intact: 3 },
  threshold: 0.98,
  window: { transfers: 50, from: place, to: place, before: { carried: 5, held: 5 } },
  mode: 'observe',
  blocked: 0,
  let_through: 3,
  violated: 1,
  violations: [
    {
      run: 'r1',
      constraint: 'c1',
      text: constraint.text,
      modality: 'prohibition',
      cause: 'transmission',
      by: 'notifications',
      at,
      hop: 2,
    },
  ],
  rescue: { open_runs: 1, runs: ['r1'], ends_by: 'guard or re-send' },
  faults: [
    {
      code: 'constraint.dropped',
      count: 3,
      constraints: [{ text: constraint.text, modality: 'prohibition', count: 3 }],
    },
  ],
  first: place,
  changed_in_window: [{ what: 'sender.revision', from: 'refunds@1', to: 'refunds@2', at }],
  contract: { digest, changed_at: at },
  data: {
    transfers_per_min: 0.44,
    held_per_transfer: 0.12,
    held_per_transfer_before: 0.1,
    incomplete_runs: 0,
    skipped: 0,
    last_record_age_s: 12,
  },
  next: ['edge-contracts edges show refunds--notifications'],
  runbook: 'https://example.com/runbook',
} satisfies EdgeStatus['now'];

export const alert = {
  schema: 'edge-contracts/alert/v1',
  id: 'refunds--notifications/constraints/2026-11-30T03:02:00.000Z',
  kind: 'carry_rate',
  severity: 'page',
  state: 'firing',
  ...edgeNow,
  simulated: true,
} satisfies Alert;

export const edgeStatus = {
  schema: 'edge-contracts/edge-status/v1',
  generated_at: at,
  since: at,
  state: 'firing',
  watched: true,
  setting: { class: 'constraints', below: 0.98, window: 50, min_observations: 4 },
  simulated: false,
  alerts: [
    { kind: 'carry_rate', id: 'a1', severity: 'page', since: at, acknowledged_by: 'ops', silenced: false },
  ],
  now: edgeNow,
  composed: [{ override: 'o2', transfers: 2 }],
  trend: [1, null, 0.5],
  overrides: [
    { id: 'o1', set: { what: 'mode', value: 'enforce' }, by: 'ops', reason: 'incident', at, until: at },
  ],
  skipped: [{ what: 'a run', why: 'it could not be read', count: 1 }],
} satisfies EdgeStatus;

export const edgeList = {
  schema: 'edge-contracts/edge-list/v1',
  generated_at: at,
  edges: [edgeStatus],
  skipped: edgeStatus.skipped,
} satisfies EdgeList;

export const testReport = {
  schema: 'edge-contracts/test-report/v1',
  cases: [
    {
      name: 'as-recorded',
      file: 'contracts/a--b.test.yaml',
      line: 3,
      passed: false,
      differences: ['hop 2: expected decision "block", and got "allow"'],
      edges: ['a--b'],
    },
  ],
  rego: [
    {
      name: 'data.rules.limit_test.test_above',
      file: 'contracts/rules/limit_test.rego',
      line: 5,
      passed: false,
      message: 'it is not true',
    },
  ],
  coverage: [
    {
      edge: 'a--b',
      file: 'contracts/a--b.yaml',
      checks: [
        { code: 'constraint.dropped', line: 9, written: true, failed: true, proven: false },
        { code: 'constraint.weakened', line: 9, written: false, failed: false, proven: true },
      ],
      share: 0.5,
    },
  ],
  mutation: {
    noticed: 3,
    written: { noticed: 2, of: 3 },
    unnoticed: [
      {
        edge: 'a--b',
        mutator: 'check.lowered',
        file: 'contracts/a--b.yaml',
        line: 9,
        written: true,
        says: 'it no longer blocks',
      },
      {
        ...{ edge: 'a--b', mutator: 'check.lowered', file: 'contracts/a--b.yaml', line: 9 },
        ...{ written: false, says: 'it no longer warns' },
      },
    ],
    equivalent: 1,
    score: 0.75,
  },
  diagnostics: [
    {
      code: 'case.invalid',
      severity: 'error',
      message: 'the case expects nothing',
      help: 'say what is expected',
      span: { file: 'contracts/a--b.test.yaml', line: 3, column: 5, endLine: 4, endColumn: 7 },
      pointer: '/cases/0',
    },
  ],
} satisfies TestReport;

export const audit = {
  schema: 'edge-contracts/audit/v1',
  generated_at: at,
  audited: 'discharges',
  since: at,
  until: at,
  lines: [
    {
      at,
      by: 'refunds',
      run: 'r1',
      hop: 2,
      attempt: 1,
      edge: 'a--b',
      constraint: 'c1',
      text: 'do not email',
      modality: 'prohibition',
      what: 'withdrawn',
      reason: 'asked for it',
      evidence: 'm2',
      found: 'message',
      outcome: 'accepted',
      standing: 'enforced',
      delivered: true,
      mode: 'enforce',
      action: 'allow',
      overrides: ['o1'],
      until: at,
      contract: digest,
      simulated: false,
    },
  ],
  skipped: [{ what: 'entries', why: 'pruned', count: 1 }],
} satisfies AuditDocument;
