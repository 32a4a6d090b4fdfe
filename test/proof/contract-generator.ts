import type * as fc from 'fast-check';
import { stringify } from 'yaml';
import type { Contract } from '../../src/contract/contract.js';
import { parseContract } from '../../src/contract/parse-contract.js';
import { type Dice, drawn } from './dice.js';
import { CODES, type PlainRules } from './plain-reading.js';

/** The day that facts are decided on; exceptions end before, on and after it. */
export const TODAY = '2026-11-30';
const DAYS = ['2026-11-29', TODAY, '2026-12-01', '2027-03-31', '2024-02-29'];

/** Kinds and targets that effects in the facts have, and the patterns that contracts declare. */
export const KINDS = ['message.email', 'message.app', 'payment.refund', 'payment.refund.partial', 'log'];
export const TARGETS = ['customer', 'customer.41182', 'card_number', 'Ops Team'];
const KIND_PATTERNS = [...KINDS, 'message.*', 'payment.*', '*', 'payment.refund.*', 'm*e.email'];
const TARGET_PATTERNS = [...TARGETS, '*', 'customer.*', 'c*'];

export const SOURCES = ['tool_result', 'customer', 'policy', 'crm', 'ledger "B"'];
export const POLICIES = ['POL-7', 'POL-8', 'Refunds "2026"'];
export const AGENTS = ['triage', 'refunds', 'notifications', 'Back Office', 'résumé'];

/** Two rules of a project's own, with their plain reading. */
export const RULE_FILES: ReadonlyMap<string, string> = new Map([
  [
    'contracts/rules/refund_limit.rego',
    `package rules.refund_limit

proven if {
	amount := object.get(input.payload.fields, "amount", null)
	is_number(amount)
	amount <= 100
}

proven if object.get(input.payload.fields, "amount", null) == null
`,
  ],
  [
    'contracts/rules/few_claims.rego',
    `package rules.few_claims

proven if count(input.side_effects.claimed) < 3
`,
  ],
]);

export const PLAIN_RULES: PlainRules = {
  'refund-limit': ({ payload }) => {
    const amount = payload.fields['amount'];
    return amount === undefined || amount === null || (typeof amount === 'number' && amount <= 100);
  },
  'few-claims': ({ side_effects }) => side_effects.claimed.length < 3,
};

/** A contract as its text; `name` tells it from its neighbours in a bundle. */
export function contractText(name: string): fc.Arbitrary<string> {
  return drawn((dice) => {
    const document = drawContract(dice, name);
    // JSON is YAML too: both ways of writing go through the real readers.
    if (dice.chance(30)) return JSON.stringify(document, null, 2);
    return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
  });
}

/** Reads a generated text; what the readers do not accept is a fault of the generator. */
export function readGenerated(text: string, name: string): Contract {
  const { contract, diagnostics } = parseContract(text, `contracts/${name}.yaml`, { files: RULE_FILES });
  if (contract === null) throw new Error(`${name} does not read:\n${JSON.stringify(diagnostics)}\n${text}`);
  return contract;
}

type Document = Record<string, unknown>;

function drawContract(dice: Dice, name: string): Document {
  const isDefault = name === '_default';
  const from = isDefault ? '*' : dice.pick(AGENTS);
  const to = isDefault ? '*' : dice.pick(AGENTS.filter((agent) => agent !== from));
  const provenance = drawProvenance(dice);
  const sources = ((provenance['config'] ?? []) as Document[]).map(({ source }) => String(source));
  const effects = dice.chance(85) ? { declared_side_effects: drawEffects(dice, sources) } : {};
  const head = { apiVersion: 'edge-contracts/v1', kind: 'EdgeContract' };
  const metadata = {
    name,
    owner: dice.pick(['payments-platform', 'O\'Brien "ops"', 'équipe']),
    ...(dice.chance(60) ? { description: dice.pick(TEXTS) } : {}),
    ...(dice.chance(20) ? { runbook: 'https://example.org/runbook?a=1&b=2' } : {}),
  };
  const parts = {
    ...(dice.chance(40) ? { schema: drawSchema(dice) } : {}),
    ...effects,
    ...(Object.keys(provenance).length > 0 || dice.chance(10) ? { provenance } : {}),
  };
  const check = drawEdgeCheck(dice, from, judgeable(parts));
  return {
    ...head,
    metadata,
    edge: { from, to },
    ...parts,
    ...(check === null ? {} : { edge_check: check }),
  };
}

const TEXTS = ['Tells the customer how a refund went.', 'one\ntwo', '"] := true', '# METADATA', '日本 “”'];

function drawSchema(dice: Dice): Document {
  return {
    ...(dice.chance(50) ? { base: 'handoff/v1' } : {}),
    ...(dice.chance(50) ? { established: { refund_id: { type: 'string' } } } : {}),
    ...(dice.chance(70) ? { properties: { amount: { type: 'number' } } } : {}),
  };
}

/** Names, wildcards, what is escaped, and what means something to a regular expression. */
export const CONFIG_PATHS = [
  '/provider',
  '/flags/*/rollout',
  '/flags/**',
  '/flags/checkout/enabled',
  '/*',
  '/a~1b/*',
  '/we.rd [x]/(y)+',
  '/*/*/until',
];
export const CONFIG_SOURCES = ['feature-flags', 'payments'];

const BOUNDS: readonly Document[] = [
  {},
  { type: 'integer', minimum: 0, maximum: 25 },
  { type: ['number', 'null'], exclusiveMinimum: 0, exclusiveMaximum: 100 },
  { enum: ['acme', 'globex', null, { a: [1] }] },
  { const: true },
  { type: 'string', minLength: 1, maxLength: 3 },
  { pattern: '^[a-z]{2,}$' },
  { format: 'date-time' },
  { format: 'date' },
  { type: ['object', 'array', 'boolean'] },
];

function drawConfigChanges(dice: Dice, sources: readonly string[]): Document[] {
  const changes = dice.list(0, 3, () => {
    const by = sources.length === 0 ? 'receiver' : dice.pick(['sender', 'sender', 'receiver']);
    return {
      by,
      kind: 'config.change',
      source: dice.pick(by === 'sender' ? sources : CONFIG_SOURCES),
      path: dice.pick(CONFIG_PATHS),
      ...(dice.chance(70) ? { operations: drawOperations(dice) } : {}),
      ...(dice.chance(75) ? { value: dice.pick(BOUNDS) } : {}),
      ...(dice.chance(50) ? { reversible: dice.chance(60) } : {}),
    };
  });
  return unique(changes, ({ by, source, path }) => [by, source, path]);
}

function drawOperations(dice: Dice): string[] {
  const some = dice.some(['add', 'remove', 'replace', 'move'], 60);
  return some.length === 0 ? ['replace'] : some;
}

/** The same wherever a source stands: a name means one thing in all contracts of a project. */
function drawConfig(dice: Dice): Document[] {
  const plans = [
    {
      source: 'feature-flags',
      adapter: 'yaml',
      location: 'config/flags.yaml',
      identity: { '/flags': 'name' },
    },
    { source: 'payments', adapter: 'json', location: 'config/payments.json', secrets: ['/api/key'] },
  ];
  return dice
    .some(plans, 75)
    .map((plan) => (dice.chance(50) ? { ...plan, baseline: dice.pick(['previous', 'git:main']) } : plan));
}

function drawEffects(dice: Dice, sources: readonly string[]): Document[] {
  return [...drawOtherEffects(dice), ...(dice.chance(70) ? drawConfigChanges(dice, sources) : [])];
}

function drawOtherEffects(dice: Dice): Document[] {
  const effects = dice.list(0, 6, () => ({
    by: dice.pick(['sender', 'receiver']),
    kind: dice.pick(KIND_PATTERNS),
    target: dice.pick(TARGET_PATTERNS),
    ...(dice.chance(60) ? { reversible: dice.chance(60) } : {}),
  }));
  return unique(effects, ({ by, kind, target }) => [by, kind, target]);
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => readonly string[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(keyOf(item)), item])).values()];
}

function drawProvenance(dice: Dice): Document {
  const constraints = {
    ...(dice.chance(50) ? { stated_by: dice.some(['customer', 'policy', 'agent'], 65) } : {}),
    ...(dice.chance(50) ? { policies: dice.some(POLICIES) } : {}),
    ...(dice.chance(30) ? { standing: [STANDING] } : {}),
  };
  const established = {
    sources: dice.some(SOURCES, 70),
    ...(dice.chance(80) ? { max_age: dice.pick(['PT15M', 'PT1H', 'PT1S', 'P1DT12H']) } : {}),
  };
  return {
    ...(dice.chance(85) ? { established } : {}),
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
    ...(dice.chance(65) ? { config: drawConfig(dice) } : {}),
  };
}

/** One and the same wherever it stands: an id means one thing in all contracts of a project. */
const STANDING = {
  id: 'no-card-numbers',
  text: 'never repeat a card number',
  modality: 'prohibition',
  forbids: [{ kind: 'message.*', target: 'card_number' }],
};

/** Codes that may be set or excepted in a contract with these parts. */
function judgeable(parts: Document): string[] {
  const provenance = parts['provenance'] as Document | undefined;
  const established = provenance?.['established'] as Document | undefined;
  return CODES.filter((code) => {
    if (code === 'established.unsupported') return established !== undefined;
    if (code === 'established.expired') return established?.['max_age'] !== undefined;
    if (code.startsWith('config.')) return provenance?.['config'] !== undefined;
    return code !== 'side_effect.undeclared' || parts['declared_side_effects'] !== undefined;
  });
}

function drawEdgeCheck(dice: Dice, from: string, codes: readonly string[]): Document | null {
  if (dice.chance(10)) return null;
  return {
    ...(dice.chance(50) ? { mode: dice.pick(['enforce', 'warn', 'observe']) } : {}),
    ...drawSeverities(dice, codes),
    ...(dice.chance(80) ? { discharge: drawDischarge(dice, from) } : {}),
    ...(dice.chance(45) ? { rules: drawRules(dice) } : {}),
    ...(dice.chance(40) ? { exceptions: drawExceptions(dice, codes) } : {}),
  };
}

function drawSeverities(dice: Dice, codes: readonly string[]): Document {
  const groups: Record<string, Record<string, string>> = {};
  for (const code of dice.some(codes, 20)) {
    const [group = '', name = ''] = code.split('.');
    groups[group] = { ...groups[group], [name]: dice.pick(['block', 'block', 'warn', 'ignore']) };
  }
  return groups;
}

function drawDischarge(dice: Dice, from: string): Document {
  // `*` stands for any agent as the end of an edge, and for nobody in a list of names.
  const agents = from === '*' ? AGENTS : [from];
  const entry = (how: string): Document => ({ [how]: dice.some([...agents, ...AGENTS.slice(0, 1)], 70) });
  const entries = dice.some(['satisfied', 'withdrawn', 'superseded'], 80).map(entry);
  return Object.fromEntries(
    entries
      .flatMap((one) => Object.entries(one))
      .map(([how, names]) => [how, [...new Set(names as string[])]]),
  );
}

function drawRules(dice: Dice): Document[] {
  const rules = [
    { name: 'refund-limit', file: 'rules/refund_limit.rego' },
    { name: 'few-claims', file: 'rules/few_claims.rego' },
  ];
  return dice
    .some(rules, 60)
    .map((rule) => (dice.chance(50) ? { ...rule, severity: dice.pick(['block', 'warn', 'ignore']) } : rule));
}

function drawExceptions(dice: Dice, codes: readonly string[]): Document[] {
  const entries = dice.list(0, 4, () => ({
    code: dice.pick(codes),
    reason: dice.pick(TEXTS),
    owner: 'payments-platform',
    expires: dice.pick(DAYS),
  }));
  return unique(entries, ({ code }) => [code]);
}
