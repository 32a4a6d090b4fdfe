import { type Digest, digestValue } from '../../../src/canonical/digest.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import type {
  Claim,
  Direction,
  Finding,
  FindingLevel,
  Flip,
  PolicyDiff,
  TextDiff,
  Witness,
} from '../../../src/model/policy-diff.js';
import type { RunRecord } from '../../../src/model/record.js';
import type { TestReport } from '../../../src/model/test-report.js';
import type { ConstraintLife, Reason, RunReason, RunVerdict, Verdict } from '../../../src/model/verdict.js';
import { DIAGNOSTICS_SCHEMA, type DiagnosticsDocument } from '../../../src/report/check-text.js';
import { EVALUATION_SCHEMA, type EvaluationDocument } from '../../../src/report/evaluation-document.js';
import type { FormatOptions } from '../../../src/report/formats/format-options.js';
import type { Reported } from '../../../src/report/formats/reported.js';
import { plain } from '../../../src/report/paint.js';

/** Makes each text of a document that comes from a contract, a run or a file; the benign one is given to it. */
export type Say = (benign: string) => string;

export const asIs: Say = (benign) => benign;

export const OPTIONS: FormatOptions = {
  paint: plain,
  place: (file) => file,
  source: () => undefined,
  artifact: (file) => file,
  pages: () => [
    {
      code: 'constraint.dropped',
      title: 'every constraint held is carried or discharged',
      why: 'what is not carried is not known to the receiver',
      fix: 'Carry the constraint, or [discharge](it) in `discharged`.',
      check: { default: 'block', part: null, needs: [], missing: null },
    },
    {
      code: 'contract.wrong_value',
      title: 'a value is none of those',
      why: 'It is read in one way.',
      fix: 'Fix it.',
      check: null,
    },
  ],
  whole: 'edge-contracts diff main --json',
};

export function digestOf(text: string): Digest {
  return digestValue(text);
}

const AT = '2026-11-30T09:14:00.000Z';

function record(say: Say): RunRecord {
  return {
    schema: 'edge-contracts/record/v1',
    run: say('r1'),
    at: AT,
    kind: 'closed',
  } as unknown as RunRecord;
}

function witness(say: Say): Witness {
  const codes = [say('constraint.weakened')];
  return {
    records: [record(say), record(say)],
    asked: 'handoff',
    question: null,
    base: { decision: 'block', action: 'block', codes },
    head: { decision: 'allow', action: 'allow', codes: [] },
    says: say('the sender hands on `do not email` as a preference'),
  };
}

function claims(say: Say): readonly Claim[] {
  return [
    { status: 'proven', witness: witness(say), also: witness(say) },
    { status: 'decided', cases: 12, witness: witness(say) },
    {
      status: 'decided',
      cases: 4,
      witness: null,
      reason: say('established.unsupported blocks in neither version'),
    },
    { status: 'refuted', witness: witness(say), reason: say('both versions block') },
    { status: 'unknown', reason: say('a custom rule is not searched'), witness: witness(say) },
    { status: 'none' },
  ];
}

const LEVELS: readonly FindingLevel[] = ['error', 'error', 'warning', 'error', 'warning', 'note'];
const DIRECTIONS: readonly Direction[] = [
  'loosened',
  'tightened',
  'both',
  'loosened',
  'tightened',
  'neutral',
];

/** A finding of each claim; a fifth is waived, and another's waiver has ended. */
export function sampleFindings(say: Say): readonly Finding[] {
  return claims(say).map((claim, index): Finding => {
    const waiver = {
      ...{ owner: say('payments'), reason: say('agreed with support'), file: say('waivers.yaml') },
      ...{ expires: '2026-12-31', expired: index === 1, line: 4 },
    };
    const place = { file: say('contracts/refunds--notifications.yaml'), line: 25 };
    return {
      rule: 'severity.lowered',
      change: {
        ...{ kind: 'severityChanged', edge: index === 5 ? null : say('refunds--notifications') },
        ...{ subject: say('constraint.weakened'), at: '/edge_check/constraint/weakened' },
        ...{ before: 'block', after: say('warn'), base: place, head: index === 2 ? null : place },
      },
      direction: DIRECTIONS[index] ?? 'neutral',
      breaks: index === 5 ? [] : ['receiver', 'sender'],
      level: LEVELS[index] ?? 'note',
      message: `\`${say('constraint.weakened').replaceAll('`', "'")}\` no longer blocks: from \`block\` to ${say('warn')}`,
      fingerprint: digestOf(`finding ${index}`),
      claim,
      waiver: index === 1 || index === 4 ? waiver : null,
    };
  });
}

function flip(say: Say): Flip {
  return {
    ...{ run: say('r1'), hop: 2, attempt: 2, at: AT },
    base: { decision: 'block', action: 'block', codes: [say('constraint.weakened')] },
    head: { decision: 'block', action: 'allow', codes: [say('constraint.weakened')] },
  };
}

export function sampleTextDiff(say: Say): TextDiff {
  return {
    path: say('rego/refunds--notifications.rego'),
    language: 'rego',
    omitted: 3,
    hunks: [
      {
        part: say('terms := {'),
        lines: [
          { kind: 'same', pieces: [{ text: say('  "name": 1,'), changed: false }] },
          {
            kind: 'removed',
            pieces: [
              { text: say('  "block": '), changed: false },
              { text: say('25'), changed: true },
            ],
          },
          {
            kind: 'added',
            pieces: [
              { text: say('  "block": '), changed: false },
              { text: say('50'), changed: true },
            ],
          },
        ],
      },
      { part: null, lines: [{ kind: 'same', pieces: [] }] },
    ],
  };
}

export function sampleDiagnostics(say: Say): readonly Diagnostic[] {
  const span = { file: say('contracts/a.yaml'), line: 2, column: 7, endColumn: 13 };
  return [
    {
      ...{ code: 'contract.wider_effects', severity: 'warning', message: say('wider than the other') },
      ...{ span: { ...span, endLine: 4 }, pointer: say('/declared_side_effects/0') },
    },
    {
      ...{ code: 'contract.wrong_value', severity: 'error', message: `\`mode\` is ${say('enforc')}` },
      ...{ help: say('did you mean `enforce`?'), span },
    },
    { code: 'contract.wrong_value', severity: 'error', message: say('another'), pointer: '/a' },
  ];
}

/** All that a diff can hold. */
export function sampleDiff(say: Say, rest: Partial<PolicyDiff> = {}): PolicyDiff {
  return {
    schema: 'edge-contracts/diff/v1',
    base: { label: say('main'), commit: 'a5c3785ed8d6a35868bc169f07e40e889087fd2e', contracts: 3 },
    head: { label: say('contracts'), commit: null, contracts: 3 },
    edges: [
      {
        edge: say('refunds--notifications'),
        status: 'changed',
        renamed_from: null,
        base: digestOf('a'),
        head: digestOf('b'),
      },
      {
        edge: say('triage--refunds'),
        status: 'renamed',
        renamed_from: say('triage'),
        base: digestOf('a'),
        head: digestOf('a'),
      },
    ],
    findings: sampleFindings(say),
    schemas: [
      {
        ...{ edge: say('refunds--notifications'), what: say('payload') },
        forward: {
          verdict: 'broken',
          at: say('/refund/id'),
          why: say('`id` is required'),
          example: { [say('refund')]: say('x') },
        },
        backward: { verdict: 'unknown', at: '', reason: say('a pattern cannot be compared') },
      },
    ],
    impact: {
      ...{ source: say('runs.jsonl'), replayed: 40, from_facts: 30, from_records: 10, errors: 1 },
      not_replayed: [{ why: say('the edge is gone'), count: 2 }],
      edges: [
        {
          edge: say('refunds--notifications'),
          transfers: 20,
          to_block: 0,
          to_allow: 3,
          other_reasons: 1,
          flips: [flip(say)],
        },
        {
          edge: say('triage--refunds'),
          transfers: 20,
          to_block: 0,
          to_allow: 0,
          other_reasons: 0,
          flips: [],
        },
      ],
    },
    texts: [sampleTextDiff(say)],
    waivers: {
      unused: [{ fingerprint: say('sha256:00'), owner: say('support'), expires: say('2027-01-01'), line: 9 }],
      expired: [
        { fingerprint: say('sha256:01'), owner: say('support'), expires: say('2026-01-01'), line: 3 },
      ],
      changed: sampleWaiverChanges(say),
    },
    diagnostics: sampleDiagnostics(say),
    ...rest,
  };
}

export function sampleWaiverChanges(say: Say): PolicyDiff['waivers']['changed'] {
  const terms = { owner: say('support'), reason: say('agreed in RFC 12'), expires: say('2027-01-01') };
  const place = { file: say('contracts/waivers.yaml'), line: 2 };
  return [
    { ...terms, ...place, fingerprint: say('sha256:02'), status: 'added', before: null },
    { ...terms, ...place, fingerprint: say('sha256:03'), status: 'extended', before: terms },
    { ...terms, ...place, fingerprint: say('sha256:04'), status: 'changed', before: terms },
  ];
}

export function sampleCheck(say: Say): DiagnosticsDocument {
  const edges = [
    {
      name: say('refunds--notifications'),
      from: say('refunds'),
      to: say('notifications'),
      file: say('contracts/a.yaml'),
    },
    { name: say('triage--refunds'), from: say('triage'), to: say('refunds'), file: 'contracts/b.yaml' },
  ];
  return { schema: DIAGNOSTICS_SCHEMA, edges, diagnostics: sampleDiagnostics(say) };
}

function reason(say: Say, rest: Partial<Reason> = {}): Reason {
  return {
    ...{ code: 'constraint.dropped', severity: 'block', check: 'constraint.dropped' },
    message: `the sender held the prohibition "${say('do not email')}", and the payload does not carry it`,
    at: { data: say('/payload/constraints'), file: say('contracts/refunds--notifications.yaml'), line: 25 },
    fix: { say: say('Carry the constraint.') },
    ...rest,
  };
}

const MEASURED = {
  ...{ decided_at: AT, duration_us: 1500 },
  decided_by: { gate: 'edge-contracts', instance: 'i' },
};

export function sampleEvaluation(say: Say): EvaluationDocument {
  const exception = { reason: say('agreed'), owner: say('payments'), expires: '2026-12-31' };
  const transfer = (hop: number, rest: Partial<Verdict>): Verdict => ({
    schema: 'edge-contracts/verdict/v1',
    transfer: {
      ...{ run: 'r1', hop, attempt: hop, edge: say('refunds--notifications'), from: say('refunds') },
      ...{ to: say('notifications'), digest: digestOf('t') },
    },
    contract: null,
    ...{ decision: 'block', mode: 'enforce', action: 'block', history: 'complete' },
    ...{ reasons: [], errors: [], scores: {} as Verdict['scores'], checks: {}, measured: MEASURED },
    ...rest,
  });
  const runReason: RunReason = {
    ...reason(say),
    ...{
      code: 'constraint.violated',
      at: { ...reason(say).at, record: say('e1') },
      edge: say('refunds--notifications'),
    },
  };
  const life = {
    ...{
      constraint: { id: say('c1'), text: say('do not email') },
      state: 'violated',
      transitions: [],
      lost_upstream_at: [],
    },
  } as unknown as ConstraintLife;
  const run: RunVerdict = {
    schema: 'edge-contracts/run-verdict/v1',
    ...{ run: 'r1', decision: 'block', mode: 'enforce', action: 'block', closed: true, history: 'complete' },
    transfers: { evaluated: 3, allowed: 1, blocked: 2 },
    ...{ reasons: [runReason], errors: [], lives: [life], measured: MEASURED },
  };
  return {
    schema: EVALUATION_SCHEMA,
    transfers: [
      transfer(1, { reasons: [reason(say), reason(say, { exception }), reason(say)], omitted_reasons: 2 }),
      transfer(2, {
        action: 'allow',
        mode: 'observe',
        reasons: [reason(say, { at: { data: '', file: null, line: null } })],
      }),
      transfer(3, { errors: [{ code: 'engine.timeout', message: say('it took too long') }] }),
    ],
    runs: [run],
    diagnostics: [],
  };
}

export function sampleTests(say: Say): TestReport {
  const at = { file: say('contracts/a.test.yaml'), line: 3 };
  return {
    schema: 'edge-contracts/test-report/v1',
    cases: [
      { name: say('carries it'), ...at, passed: true, differences: [], edges: ['a--b'] },
      {
        name: say('drops it'),
        ...at,
        passed: false,
        differences: [say('expected block, came allow'), say('more')],
        edges: [say('a--b')],
      },
    ],
    rego: [
      { name: 'data.rules.limit_test.test_above', ...at, passed: false, message: say('undefined') },
      { name: say('data.rules.limit_test.test_below'), ...at, passed: true, message: null },
    ],
    coverage: [
      {
        ...{ edge: say('a--b'), file: say('contracts/a.yaml'), share: 0.5 },
        checks: [{ code: say('constraint.dropped'), line: 4, written: true, failed: true, proven: false }],
      },
    ],
    mutation: {
      ...{ noticed: 3, written: { noticed: 2, of: 3 }, equivalent: 1, score: 0.75 },
      unnoticed: [
        {
          edge: say('a--b'),
          mutator: 'check.dropped',
          file: say('contracts/a.yaml'),
          line: 4,
          written: true,
          says: say('the check is dropped'),
        },
      ],
    },
    diagnostics: sampleDiagnostics(say),
  };
}

/** A document of every command. */
export function samples(say: Say): readonly Reported[] {
  return [
    { command: 'evaluate', document: sampleEvaluation(say) },
    {
      command: 'evaluate',
      document: { ...sampleEvaluation(say), transfers: [], runs: [], diagnostics: sampleDiagnostics(say) },
    },
    { command: 'check', document: sampleCheck(say) },
    { command: 'diff', document: sampleDiff(say) },
    { command: 'test', document: sampleTests(say) },
  ];
}
