import fc from 'fast-check';
import { CHECKS } from '../../src/checks/index.js';

type Json = Record<string, unknown>;

const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,4})?$/);
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => /^[^\s*]+(?: [^\s*]+)*$/u.test(text));
const prose = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'é',
      '漢',
      ' ',
      '\n',
      '\t',
      '"',
      "'",
      '\\',
      '#',
      ':',
      '-',
      '\u2028',
      '\u0085',
      '{',
      '*',
      '!',
      '0',
    ),
    maxLength: 30,
  })
  .map((text) => `x${text}`);
const severity = fc.constantFrom('block', 'warn', 'ignore');
const kind = fc.constantFrom('message.email', 'message.*', 'payment.refund', '*');
const pattern = fc.record({ kind, target: line });
const uniqueTexts = (text: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.uniqueArray(text, { maxLength: 3 });
const whole = { requiredKeys: [] as [] };

const schema = fc.oneof(
  fc.boolean(),
  fc.record(
    { type: fc.constant('string'), pattern: fc.constant('^a+$'), const: prose, description: prose },
    whole,
  ),
  fc.record(
    {
      type: fc.constant('number'),
      minimum: fc.integer(),
      maximum: fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e12, min: -1e12 }),
    },
    whole,
  ),
  fc.record({
    enum: fc.uniqueArray(fc.oneof(prose, fc.constantFrom('no', 'on', '~', '1', 'null', '010')), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);
const key = fc.oneof(
  line,
  fc.constantFrom('constructor', 'toString', 'no', '1', '~', 'true', '<', '-', '? a', 'a: b', '# c'),
);
const schemas = fc.dictionary(key, schema, { maxKeys: 3, noNullPrototype: true }).map((made) => {
  return Object.fromEntries(Object.entries(made).filter(([name]) => name !== '__proto__'));
});

const standing = fc.record(
  {
    id: slug,
    text: prose,
    modality: fc.constantFrom('prohibition', 'requirement', 'preference'),
    scope: fc.constantFrom('run', 'task'),
    forbids: fc.uniqueArray(pattern, { maxLength: 2, selector: (p) => JSON.stringify(p) }),
  },
  { requiredKeys: ['id', 'text', 'modality'] },
);
const operations = fc.uniqueArray(fc.constantFrom('add', 'remove', 'replace', 'move'), { maxLength: 4 });
const path = fc.constantFrom(
  '/flags/*/rollout',
  '/**',
  '/*',
  '/a~1b/c~0d',
  '/customers/*/**',
  '/with space/é',
);
const bounds = fc.record(
  {
    type: fc.oneof(fc.constant('integer'), fc.constant(['number', 'null'])),
    const: fc.oneof(prose, fc.constant({ a: [1, null] })),
    enum: fc.uniqueArray(prose, { minLength: 1, maxLength: 3 }),
    minimum: fc.integer(),
    exclusiveMaximum: fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e12, min: -1e12 }),
    minLength: fc.nat(9),
    maxLength: fc.nat(99),
    pattern: fc.constant('^[a-z]+$'),
    format: fc.constantFrom('date', 'date-time'),
  },
  whole,
);
/** Sources of live config by what they may be called, so that changes can name them. */
const CONFIG_NAMES = ['flags', 'payments', 'at-a-ref', 'rows', 'served', 'names'];
const more = {
  baseline: fc.constantFrom('previous', 'snapshot:before', 'file:config/base.yaml'),
  identity: fc.dictionary(fc.constantFrom('/flags', '/teams/*/members'), line, {
    maxKeys: 2,
    noNullPrototype: true,
  }),
  secrets: fc.uniqueArray(path, { maxLength: 2 }),
};
const plan = (source: string, adapter: string, location: string, own = {}): fc.Arbitrary<Json> =>
  fc.record(more, whole).map((rest) => ({ source, adapter, location, ...own, ...rest }));
const plans = fc.subarray([
  plan('flags', 'yaml', 'config/flags.yaml'),
  plan('payments', 'json', 'config/payments.json'),
  plan('at-a-ref', 'git', 'main:config/flags.yaml'),
  plan('rows', 'postgres', 'DATABASE_URL', { query: 'select 1' }),
  plan('served', 'http', 'https://example.org/a', { headers: { accept: 'ACCEPT' } }),
  plan('names', 'env', 'CHECKOUT_*'),
]);
const config = plans.chain((chosen) => fc.tuple(...chosen));
const change = fc.record(
  {
    by: fc.constantFrom('sender', 'receiver'),
    kind: fc.constant('config.change'),
    source: fc.constantFrom(...CONFIG_NAMES),
    path,
    operations,
    value: bounds,
    reversible: fc.boolean(),
  },
  { requiredKeys: ['by', 'kind', 'source', 'path'] },
);

const provenance = fc.record(
  {
    config,
    established: fc.record(
      { sources: uniqueTexts(line), max_age: fc.constantFrom('PT15M', 'P7D', 'P2W') },
      { requiredKeys: ['sources'] },
    ),
    constraints: fc.record(
      {
        stated_by: uniqueTexts(fc.constantFrom('customer', 'policy', 'agent')),
        policies: uniqueTexts(line),
        standing: fc.uniqueArray(standing, { maxLength: 2, selector: (s) => s.id }),
      },
      whole,
    ),
  },
  whole,
);
const effect = fc.record(
  { by: fc.constantFrom('sender', 'receiver'), kind, target: line, reversible: fc.boolean() },
  { requiredKeys: ['by', 'kind', 'target'] },
);

/** Checks that can be set whatever parts are written. */
const FREE = CHECKS.filter((row) => row.missing === undefined && row.part === undefined).map(
  (row) => row.code,
);
const severities = fc.uniqueArray(fc.constantFrom(...FREE), { maxLength: 4 }).chain((codes) =>
  fc.array(severity, { minLength: codes.length, maxLength: codes.length }).map((values) => {
    const groups: Record<string, Json> = {};
    codes.forEach((code, i) => {
      const [group = '', name = ''] = code.split('.');
      groups[group] = { ...groups[group], [name]: values[i] };
    });
    return groups;
  }),
);
const exception = fc.record({
  code: fc.constantFrom(...FREE),
  reason: prose,
  owner: line,
  expires: fc.constant('2027-03-31'),
});
const edgeCheck = fc
  .tuple(
    severities,
    fc.record(
      {
        mode: fc.constantFrom('enforce', 'warn', 'observe'),
        discharge: fc.record(
          { satisfied: uniqueTexts(line), withdrawn: uniqueTexts(line), superseded: uniqueTexts(line) },
          whole,
        ),
        monitor: fc.record(
          {
            class: fc.constantFrom('constraints', 'established'),
            below: fc.double({ min: 0, max: 1, noNaN: true }),
            window: fc.integer({ min: 1, max: 1000 }),
            min_observations: fc.integer({ min: 1, max: 9 }),
          },
          { requiredKeys: ['class', 'below', 'window'] },
        ),
        rules: fc.constant([{ name: 'limit', file: 'limit.rego' }]),
        exceptions: fc.uniqueArray(exception, { maxLength: 2, selector: (e) => e.code }),
      },
      whole,
    ),
  )
  .map(([groups, rest]): Json => ({ ...groups, ...rest }));

/** The parts of any valid contract but `metadata` and `edge`. */
export const arbitraryParts: fc.Arbitrary<Json> = fc
  .record(
    {
      schema: fc.record(
        { base: fc.constant('handoff/v1'), established: schemas, properties: schemas.map(withoutTaken) },
        whole,
      ),
      declared_side_effects: fc.uniqueArray(fc.oneof(effect, change), {
        maxLength: 4,
        selector: (e) => `${e.by} ${e.kind} ${'target' in e ? e.target : `${e.source}${e.path}`}`,
      }),
      provenance,
      edge_check: edgeCheck,
    },
    whole,
  )
  .map(withSourcesRead);

/** A sender's changes are of sources that are read. */
function withSourcesRead(parts: Json): Json {
  const { config = [] } = (parts['provenance'] ?? {}) as { readonly config?: readonly Json[] };
  const read = config.map(({ source }) => source);
  const effects = parts['declared_side_effects'] as readonly Json[] | undefined;
  if (effects === undefined) return parts;
  const isRead = ({ by, source }: Json): boolean =>
    by === 'receiver' || source === undefined || read.includes(source);
  return { ...parts, declared_side_effects: effects.filter(isRead) };
}

function withoutTaken(schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !/^(objective|remaining|constraints|confidence)$/.test(name)),
  );
}

/** Any valid contract of the name `a`, as JSON (which is YAML). */
export const arbitraryContract: fc.Arbitrary<Json> = fc
  .tuple(
    fc.record(
      {
        name: fc.constant('a'),
        owner: line,
        description: prose,
        runbook: fc.constant('https://example.org/r'),
      },
      { requiredKeys: ['name', 'owner'] },
    ),
    fc.record({ from: line, to: line }),
    arbitraryParts,
  )
  .map(([metadata, edge, parts]) => ({
    apiVersion: 'edge-contracts/v1',
    kind: 'EdgeContract',
    metadata,
    edge,
    ...parts,
  }));

/** The same value with the keys of every map in another order. */
export function shuffled(value: unknown, order: (length: number) => number[]): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    order(entries.length).flatMap((i) => {
      const entry = entries[i];
      return entry === undefined ? [] : [[entry[0], shuffled(entry[1], order)]];
    }),
  );
}
