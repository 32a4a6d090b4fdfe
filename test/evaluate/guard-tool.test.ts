import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { compileContracts } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { readProject } from '../../src/contract/index.js';
import type { Gate } from '../../src/evaluate/gate.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import type { EffectPattern, StatedInput, ToolVerdict } from '../../src/gate.js';
import { openRun, type Recorder } from '../../src/run/recorder.js';
import { DEADLINE_MS } from '../proof/settings.js';

// A tool is guarded by its name: what the tools file says that it may do, against every single effect that it may have.

const KINDS = ['a', 'b', '*', 'a*', '*b', 'a.b', 'a.*', '*.b', '*.*', 'a*.*b', 'config.change'];
const TARGETS = ['x', 'xy', '*', 'x*', '*y', 'x*y', 'flags/*', 'flags/x/*', 'flags/x/y'];
const PATTERNS: readonly EffectPattern[] = KINDS.flatMap((kind) =>
  TARGETS.map((target) => ({ kind, target })),
);
const CEILING = '{ read_only: false, destructive: true, idempotent: false, open_world: true }';

const toolLines = PATTERNS.map(
  ({ kind, target }, index) =>
    `  t${index}: { ceiling: ${CEILING}, effects: [{ kind: "${kind}", target: "${target}" }] }`,
);
const TOOLS = `tools:
${toolLines.join('\n')}
  two: { ceiling: ${CEILING}, effects: [{ kind: a, target: x }, { kind: b, target: "*" }] }
  none: { ceiling: ${CEILING}, effects: [] }
  any: { ceiling: ${CEILING} }
  reads: { ceiling: { read_only: true, destructive: false, idempotent: true, open_world: true } }
  lies: { ceiling: { read_only: true, destructive: false, idempotent: true, open_world: true }, effects: [{ kind: b, target: "*" }], confirmed: true }
`;

const declared = (...effects: readonly string[]): string =>
  `declared_side_effects: [${effects.map((effect) => `{ ${effect} }`).join(', ')}]\n`;
/** What the contract of each receiver says. */
const EDGES: Readonly<Record<string, string>> = {
  nothing: '',
  none: declared(),
  one: declared('by: receiver, kind: a.*, target: "x*"'),
  all: declared(
    'by: receiver, kind: "*", target: "*"',
    'by: receiver, kind: "*.*", target: "*"',
    'by: sender, kind: a.b, target: xy, reversible: false',
  ),
  irreversible: declared(
    'by: receiver, kind: "a*.*b", target: "x*"',
    'by: receiver, kind: "*", target: "*", reversible: false',
  ),
  flags: declared(
    'by: receiver, kind: config.change, source: flags, path: /x/*',
    'by: receiver, kind: "*", target: "*"',
  ),
  switches: `${declared('by: receiver, kind: "*.*", target: "*"', 'by: sender, kind: config.change, source: flags, path: "/x/**", reversible: false')}provenance: { config: [{ source: flags, adapter: json, location: flags.json, baseline: previous }] }
`,
  lenient: `${declared('by: receiver, kind: a, target: x, reversible: false')}edge_check: { side_effect: { undeclared: warn } }\n`,
  unbinding: `${declared('by: receiver, kind: "*", target: "*", reversible: false')}edge_check: { constraint: { unbound: ignore } }\n`,
};

const contracts = Object.entries(EDGES).map(([name, text]): [string, string] => [
  `contracts/s--${name}.yaml`,
  `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: s--${name}, owner: us }
edge: { from: s, to: ${name} }
${text}`,
]);

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let gate: Gate;
before(async () => {
  const files = new Map([...contracts, ['tools.yaml', TOOLS] as const]);
  const { set, diagnostics } = readProject(files);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(set.files.some(({ path }) => path === 'tools.yaml'));
  const { bundle } = await compileContracts(set, 'sha256:0', tools);
  gate = loadGate({ bundle: Buffer.from(JSON.stringify(bundle)) });
});
after(() => tools.opa.close());

const DRAFT = { objective: 'Go on.', remaining: [], established: [], discharged: [] };

/** A run in which these were stated and handed to every receiver. */
function stated(constraints: readonly StatedInput[]): Recorder {
  const run = openRun({ run: 'r1', terms: gate.terms, clock: () => new Date('2026-11-30T09:00:00Z') });
  run.message({ to: 's', text: 'hello', constraints });
  for (const to of Object.keys(EDGES)) run.settle(run.handoff({ from: 's', to, draft: DRAFT }), 'allow');
  return run;
}

const prohibition = (text: string, ...forbids: readonly EffectPattern[]): StatedInput => ({
  ...{ text, modality: 'prohibition' },
  ...(forbids.length > 0 ? { forbids } : {}),
});

const codes = ({ reasons }: Pick<ToolVerdict, 'reasons'>): string[] => reasons.map(({ code }) => code).sort();

/** An oracle of its own: what a pattern matches, as an expression of JavaScript. */
function expression(pattern: string, star: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join(star)}$`, 's');
}
const matches = (pattern: EffectPattern, { kind, target }: EffectPattern): boolean =>
  expression(pattern.kind, '[^.]*').test(kind) && expression(pattern.target, '.*').test(target);

const WORDS = ['a', 'b', 'aa', 'ab', 'ba', 'bb'];
const REACHED = ['x', 'y', 'xx', 'xy', 'yx', 'yy', 'flags/x', 'flags/x/y', 'flags/x/y/x', 'flags/y'];
const CONCRETE: readonly EffectPattern[] = [
  ...WORDS,
  ...WORDS.flatMap((first) => WORDS.map((second) => `${first}.${second}`)),
  ...['a.b.a', 'config.change'],
].flatMap((kind) => REACHED.map((target) => ({ kind, target })));

const pattern = fc.constantFrom(...PATTERNS);
const rules = fc.record({
  forbids: fc.array(pattern, { maxLength: 2 }),
  unbound: fc.boolean(),
});
const receivers = fc.constantFrom(...Object.keys(EDGES), 's');

function runOf({ forbids, unbound }: { forbids: EffectPattern[]; unbound: boolean }): Recorder {
  return stated([
    ...forbids.map((one, index) => prohibition(`never ${index}`, one)),
    ...(unbound ? [prohibition('be careful')] : []),
  ]);
}

/** The first effect of these that the guard blocks, asked about alone. */
function firstBlocked(
  run: Recorder,
  by: string,
  effects: readonly EffectPattern[],
): EffectPattern | undefined {
  return effects.find((effect) => gate.guard(run.runState, { by, ...effect }).decision === 'block');
}

const RUNS = { numRuns: 250 };

test('a tool that is allowed may have no effect that the guard would block; a target narrows it', () => {
  fc.assert(
    fc.property(
      rules,
      receivers,
      fc.nat(PATTERNS.length - 1),
      fc.constantFrom(undefined, 'x', 'xy', 'flags/x/y'),
      (given, by, index, target) => {
        const run = runOf(given);
        const may = PATTERNS[index] ?? assert.fail();
        const call = { by, tool: `t${index}`, ...(target === undefined ? {} : { target }) };
        const verdict = gate.guard(run.runState, call);
        assert.deepEqual(verdict.errors, []);
        const effects = CONCRETE.filter(
          (effect) => matches(may, effect) && (target === undefined || effect.target === target),
        );
        const blocked = firstBlocked(run, by, effects);
        if (verdict.decision === 'allow') assert.equal(blocked, undefined);
        // Forbidden and unbound are exact; a pattern that only several declarations cover together is refused.
        else if (!codes(verdict).some((code) => INEXACT.includes(code)))
          assert.ok(blocked, JSON.stringify(verdict.reasons));
      },
    ),
    RUNS,
  );
});
const INEXACT = ['side_effect.undeclared', 'tool.exceeded'];

test('a tool that may do anything is allowed only where nothing would be blocked', () => {
  fc.assert(
    fc.property(rules, receivers, (given, by) => {
      const run = runOf(given);
      if (gate.guard(run.runState, { by, tool: 'any' }).decision === 'block') return;
      assert.equal(firstBlocked(run, by, CONCRETE), undefined);
    }),
    { numRuns: 40 },
  );
});

const ON_A = prohibition('no a', { kind: 'a.*', target: 'x' });
const CASES: readonly (readonly [
  what: string,
  rules: readonly StatedInput[],
  by: string,
  call: { tool: string; target?: string },
  codes: readonly string[],
])[] = [
  ['one that it declares', [], 'one', { tool: name('a.b', 'x') }, []],
  ['a pattern that it declares', [], 'one', { tool: name('a.*', 'x*') }, []],
  ['a wider one', [], 'one', { tool: name('a.*', '*') }, ['side_effect.undeclared']],
  ['the wider one, narrowed to a target', [], 'one', { tool: name('a.*', '*'), target: 'xy' }, []],
  ['one that may be forbidden', [ON_A], 'one', { tool: name('a.*', 'x*') }, ['side_effect.forbidden']],
  ['the same, to somebody else', [ON_A], 'one', { tool: name('a.*', 'x*'), target: 'xy' }, []],
  ['one that reaches further', [], 'one', { tool: name('a.b', 'x'), target: 'y' }, ['tool.exceeded']],
  ['two, one of them to another', [], 'lenient', { tool: 'two', target: 'y' }, ['side_effect.undeclared']],
  [
    'paths: `*` is any text to a tool',
    [],
    'flags',
    { tool: name('config.change', 'flags/*') },
    ['side_effect.undeclared'],
  ],
  [
    'paths, narrowed to one',
    [],
    'flags',
    { tool: name('config.change', 'flags/*'), target: 'flags/x/y' },
    [],
  ],
  ['before an unbound rule, what may be undone', [prohibition('x')], 'all', { tool: name('b', 'x') }, []],
  [
    'before an unbound rule, what may not',
    [prohibition('x')],
    'all',
    { tool: name('a.*', 'x*') },
    ['constraint.unbound'],
  ],
  [
    'paths of one depth',
    [],
    'flags',
    { tool: name('config.change', 'flags/x/*') },
    ['side_effect.undeclared'],
  ],
  [
    'two, one of which keeps its target',
    [prohibition('no', { kind: 'a', target: 'x' })],
    'nothing',
    { tool: 'two', target: 'y' },
    ['side_effect.forbidden'],
  ],
  ['anything', [], 'all', { tool: 'any' }, ['side_effect.undeclared']],
  ['anything where nothing is declared', [], 'nothing', { tool: 'any' }, []],
  ['anything where something is forbidden', [ON_A], 'nothing', { tool: 'any' }, ['side_effect.forbidden']],
  ['anything, to whom nothing is forbidden', [ON_A], 'nothing', { tool: 'any', target: 'y' }, []],
  ['nothing, by its effects', [ON_A], 'none', { tool: 'none' }, []],
  ['nothing, by its ceiling', [ON_A], 'none', { tool: 'reads' }, []],
  [
    'what a person confirmed, not what its server says',
    [],
    'none',
    { tool: 'lies' },
    ['side_effect.undeclared'],
  ],
  ['what nobody knows', [], 'all', { tool: 'red' }, ['tool.unknown']],
  ['a name that objects have', [], 'all', { tool: 'constructor' }, ['tool.unknown']],
  ['a name that no tool can have', [], 'all', { tool: '__proto__' }, ['tool.unknown']],
];

function name(kind: string, target: string): string {
  return `t${PATTERNS.findIndex((one) => one.kind === kind && one.target === target)}`;
}

for (const [what, given, by, call, wanted] of CASES) {
  test(`a tool that may do ${what}: ${wanted.join() || 'allowed'}`, () => {
    const verdict = gate.guard(stated(given).runState, { by, ...call });
    const blocking = verdict.reasons.filter(({ severity }) => severity === 'block').map(({ code }) => code);
    const warned = verdict.reasons.filter(({ severity }) => severity === 'warn').map(({ code }) => code);
    assert.deepEqual([...new Set([...blocking, ...warned])], wanted);
    assert.equal(verdict.decision, blocking.length > 0 ? 'block' : 'allow');
    assert.equal(verdict.tool.name, call.tool);
    for (const code of blocking) assert.equal(verdict.checks[code], 'failed');
  });
}

test('the verdict says why, and what was decided of each effect', () => {
  const run = stated([ON_A]);
  const any = gate.guard(run.runState, { by: 'nothing', tool: 'any', target: 'x' });
  assert.deepEqual(any.tool.effects, [{ kind: '*', target: 'x', decision: 'block' }]);
  assert.match(any.reasons[0]?.message ?? '', /^any effect on "x" is what "no a" forbids$/);
  assert.equal(any.reasons[0]?.values?.['kind'], '*');
  const reads = gate.guard(run.runState, { by: 'none', tool: 'reads' });
  assert.match(reads.tool.why, /only reads: its server says so/);
  assert.match(reads.checks['side_effect.undeclared'] ?? '', /^not_checked: it only reads/);
  const unknown = gate.guard(run.runState, { by: 'all', tool: 'anny' });
  assert.match(unknown.reasons[0]?.fix?.say ?? '', /Did you mean "any"\?/);
});

test('a run with faults blocks a tool that only reads, too', () => {
  const run = stated([]);
  run.close();
  assert.deepEqual(codes(gate.guard(run.runState, { by: 'none', tool: 'reads' })), ['run.after_closed']);
});

test('without a tools file every tool is unknown', async () => {
  const { set } = readProject(new Map(contracts));
  assert.equal(set.tools, null);
  const { bundle } = await compileContracts(set, 'sha256:0', tools);
  const bare = loadGate({ bundle: Buffer.from(JSON.stringify(bundle)) });
  assert.deepEqual(codes(bare.guard(stated([]).runState, { by: 'all', tool: 'any' })), ['tool.unknown']);
});

test('what is no question about a tool is misuse', () => {
  const { runState } = stated([]);
  const wrong: readonly unknown[] = [
    { by: 'all', tool: 'any', kind: 'a' },
    { by: 'all', tool: '' },
    { by: '', tool: 'any' },
    { by: 'all', tool: null },
    { by: 'all', tool: 'any', target: '*' },
    { by: 'all', tool: 'any', target: ' x' },
    { by: 'all', tool: 'any', details: [] },
  ];
  for (const asked of wrong) assert.throws(() => gate.guard(runState, asked as never), TypeError);
});
