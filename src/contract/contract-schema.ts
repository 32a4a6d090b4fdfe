import type { JsonObject } from '../canonical/json-value.js';
import { CHECKS } from '../checks/index.js';
import {
  CONFIG_ADAPTERS,
  CONFIG_CHANGE,
  CONFIG_OPERATIONS,
  type ConfigAdapterName,
} from '../model/config.js';
import { PAYLOAD_FIELDS } from '../model/payload.js';
import { KNOWN_TEXTS, REDACTABLE_KINDS, REDACTED_TEXT_NAME, redactableForm } from '../model/redaction.js';
import { SCORE_CLASSES } from '../model/score.js';
import { MODES, SEVERITIES } from '../model/severity.js';
import { TOOL_NAME } from '../model/tool.js';
import { CHECK_GROUPS, checkRow } from './check-codes.js';
import { FORMS } from './forms.js';
import { FRAGMENT_KIND } from './fragment.js';
import { BASELINE_FORM, SOURCE_FORMS } from './read-config.js';
import { API_VERSION } from './read-document.js';
import { DEFAULT_MIN_OBSERVATIONS } from './read-edge-check.js';
import { SIDES } from './read-effects.js';
import {
  type CHECKPOINT_KEYS,
  DEFAULT_DAILY,
  DEFAULT_EVERY,
  DEFAULT_LEDGER,
  type LEDGER_KEYS,
} from './read-ledger-settings.js';
import {
  DEFAULT_METRICS_HOST,
  type METRICS_KEYS,
  type MONITOR_KEYS,
  type WEBHOOK_KEYS,
} from './read-monitor-settings.js';
import { DEFAULT_PROJECT, UNCOVERED_MODES } from './read-project-file.js';
import { MODALITIES, SCOPES, SPEAKERS } from './read-provenance.js';
import type { OWN_TEXT_KEYS, REDACTION_KEYS } from './read-redaction.js';
import { CEILING_KEYS, type TOOL_KEYS } from './read-tools.js';
import type { WAIVER_KEYS } from './read-waivers.js';
import { BOUND_FORMATS, BOUND_TYPES } from './value-bounds.js';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const ID = 'https://edge-contracts.dev/schemas';

/** What a map, a text and so on look like in the published schema. */
type Schema = JsonObject;

const map = (description: string, properties: Schema, required: readonly string[] = []): Schema => ({
  description,
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const words = (description: string, values: readonly string[], standard?: string): Schema => ({
  description,
  enum: values,
  ...(standard === undefined ? {} : { default: standard }),
});

const list = (description: string, items: Schema): Schema => ({ description, type: 'array', items });
const unique = (description: string, items: Schema): Schema => ({
  ...list(description, items),
  uniqueItems: true,
});
const form = (description: string, pattern: RegExp): Schema => ({
  description,
  type: 'string',
  pattern: pattern.source,
});
const text = (description: string): Schema => ({ description, type: 'string', pattern: '\\S' });
const file = (description: string, ending: string): Schema => ({
  description,
  type: 'string',
  pattern: `^(?!.*(?:^|/)\\.{0,2}(?:/|$))(?![A-Za-z]:)[^\\\\]+\\.${ending}$`,
});

/**
 * The JSON Schema of contracts and fragments, for editors (`schemas/edge-contract.schema.json`). It is made from
 * the same tables as the readers, and a test holds the two to each other.
 */
export function contractSchema(): JsonObject {
  return {
    $schema: DRAFT,
    $id: `${ID}/edge-contract.schema.json`,
    title: 'Edge contract',
    ...map(
      'A contract for one edge between two agents, or a fragment that contracts share.',
      rootProperties(),
      ['apiVersion', 'kind'],
    ),
    allOf: [fragmentsApart(), partsThatChecksNeed()],
    $defs: definitions(),
  };
}

function rootProperties(): Schema {
  return {
    apiVersion: words('The version of the language.', [API_VERSION]),
    kind: words('A contract, or a fragment of contracts.', ['EdgeContract', FRAGMENT_KIND]),
    extends: unique(
      'Fragments, relative to the folder of contracts. A later one goes over an earlier one, the contract over all.',
      file('A fragment.', 'ya?ml'),
    ),
    overridable: overridable(),
    metadata: { $ref: '#/$defs/metadata' },
    edge: { $ref: '#/$defs/edge' },
    schema: { $ref: '#/$defs/payload' },
    declared_side_effects: list(
      'Every side effect that may happen around this handoff. An empty list: none. Not written: not checked.',
      { $ref: '#/$defs/effect' },
    ),
    provenance: { $ref: '#/$defs/provenance' },
    edge_check: { $ref: '#/$defs/edge_check' },
  };
}

function overridable(): Schema {
  return {
    description: 'In a fragment: where contracts may loosen it. `true`: everywhere.',
    anyOf: [
      { const: true },
      unique('JSON Pointers.', form('Such as `/edge_check/mode`.', /^(?:\/(?:[^~/]|~[01])+)+$/)),
    ],
  };
}

/** A fragment, and a contract that extends one, may leave out what must be there in the end. */
function fragmentsApart(): Schema {
  return {
    if: { properties: { kind: { const: FRAGMENT_KIND } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { extends: false } },
    else: { properties: { overridable: false }, if: { not: { required: ['extends'] } }, ...whole() },
  };
}

function whole(): Schema {
  const needs = (properties: Schema): Schema => ({ properties });
  return {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      required: ['metadata', 'edge'],
      properties: {
        metadata: { required: ['name', 'owner'] },
        edge: { required: ['from', 'to'] },
        provenance: needs({ established: { required: ['sources'] } }),
        edge_check: needs({ monitor: { required: ['class', 'below', 'window'] } }),
      },
    },
  };
}

/** A check that is set needs the part that it checks against; with `extends`, a fragment may have that part. */
function partsThatChecksNeed(): Schema {
  const rules = CHECKS.filter((row) => row.part !== undefined && row.missing === undefined).map(
    ({ code, part = '' }) => ({
      if: inside(['edge_check', ...code.split('.')]),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: inside(part.split('.')),
    }),
  );
  const contract: Schema = {
    properties: { kind: { const: 'EdgeContract' } },
    not: { required: ['extends'] },
  };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: contract, then: { allOf: rules } };
}

function inside([key = '', ...rest]: readonly string[]): Schema {
  return { required: [key], ...(rest.length === 0 ? {} : { properties: { [key]: inside(rest) } }) };
}

function definitions(): Schema {
  return {
    metadata: metadata(),
    edge: edge(),
    payload: payload(),
    effect: effect(),
    pattern: pattern(),
    patterns: unique('Patterns of side effects.', { $ref: '#/$defs/pattern' }),
    provenance: provenance(),
    standing: standing(),
    edge_check: edgeCheck(),
    severity: words('`block` stops the transfer, `warn` says so, `ignore` only counts it.', SEVERITIES),
    agent: form('The name of an agent.', FORMS.agent),
  };
}

function metadata(): Schema {
  return map('Who the contract is.', {
    name: {
      ...form('The edge’s id: lower-case letters, digits, dashes. The file is named after it.', FORMS.slug),
      pattern: `^_default$|${FORMS.slug.source}`,
    },
    owner: form('The team that answers for it.', FORMS.line),
    description: text('What the edge is for.'),
    runbook: form('What to do when it blocks: a URL.', FORMS.url),
  });
}

function edge(): Schema {
  const end = (description: string): Schema => ({
    description,
    anyOf: [{ $ref: '#/$defs/agent' }, { const: '*', description: 'Any agent; in `_default.yaml` only.' }],
  });
  return map('The two agents that it joins.', { from: end('Who hands over.'), to: end('Who receives.') });
}

function payload(): Schema {
  const schemas = (description: string, taken: readonly string[]): Schema => ({
    description,
    type: 'object',
    propertyNames: {
      ...form('A name.', FORMS.line),
      ...(taken.length === 0 ? {} : { not: { enum: taken } }),
    },
    additionalProperties: { $ref: DRAFT },
  });
  return map('The payload: `handoff/v1`, and what this edge adds.', {
    base: words('What it adds to.', ['handoff/v1'], 'handoff/v1'),
    established: schemas('Facts that this edge must carry, each with the JSON Schema of its value.', []),
    properties: schemas('Further fields of the payload, each with its JSON Schema.', PAYLOAD_FIELDS),
  });
}

const kind = form(
  'Dotted lower-case segments; `*` stands for any text within one: `message.*`.',
  FORMS.effectKind,
);
const target = form('On whom or what; `*` stands for any text within one segment between dots.', FORMS.line);

function effect(): Schema {
  const by = words('Who: the sender before this handoff, or the receiver after it.', SIDES);
  const reversible = { description: 'Can it be undone?', type: 'boolean', default: true };
  const isChange: Schema = { properties: { kind: { const: CONFIG_CHANGE } }, required: ['kind'] };
  const change = {
    kind: words('A change of live config.', [CONFIG_CHANGE]),
    ...{ by, source: form('The source, of `provenance.config`.', FORMS.slug), path: pathPattern, reversible },
    operations: {
      ...unique('Which operations.', words('An operation.', CONFIG_OPERATIONS)),
      default: CONFIG_OPERATIONS,
    },
    value: bounds(),
  };
  return {
    description: 'One side effect.',
    type: 'object',
    if: isChange,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: map('A change of live config.', change, ['by', 'kind', 'source', 'path']),
    else: map('Any other effect.', { by, kind, target, reversible }, ['by', 'kind', 'target']),
  };
}

const pathPattern = form(
  'Where: a JSON Pointer; `*` is any one segment, a last `**` any rest.',
  FORMS.pathPattern,
);

function bounds(): Schema {
  const number = (description: string): Schema => ({ description, type: 'number' });
  const count = (description: string): Schema => ({ description, type: 'integer', minimum: 0 });
  return map('Bounds on the new value. A bound implies its type. Not written: any value.', {
    type: {
      description: 'Its type, or several.',
      anyOf: [
        { enum: BOUND_TYPES },
        { type: 'array', minItems: 1, uniqueItems: true, items: { enum: BOUND_TYPES } },
      ],
    },
    const: { description: 'This value alone.' },
    enum: { description: 'One of these.', type: 'array', minItems: 1 },
    minimum: number('Not below.'),
    maximum: number('Not above.'),
    exclusiveMinimum: number('Above.'),
    exclusiveMaximum: number('Below.'),
    minLength: count('Not shorter, in characters.'),
    maxLength: count('Not longer, in characters.'),
    pattern: {
      description: 'A regular expression of RE2 that matches somewhere in the text.',
      type: 'string',
    },
    format: words('A date and time of RFC 3339, or a date.', BOUND_FORMATS),
  });
}

function pattern(): Schema {
  return map('A pattern of side effects.', { kind, target }, ['kind', 'target']);
}

function provenance(): Schema {
  return map('Where what is handed over may come from.', {
    established: map('Facts. Not written: sources and ages are not checked.', {
      sources: unique('Accepted sources, such as `tool_result`.', form('A source.', FORMS.line)),
      max_age: form('The most age of a fact: ISO 8601, weeks to seconds, such as `PT15M`.', DURATION_FORM),
    }),
    constraints: map('Constraints.', {
      stated_by: unique('Who may state one. Not written: all.', words('A speaker.', SPEAKERS)),
      policies: {
        ...unique('Policies that may supersede one.', form('A policy’s id.', FORMS.line)),
        default: [],
      },
      standing: {
        ...list('Held on every transfer of this edge.', { $ref: '#/$defs/standing' }),
        default: [],
      },
    }),
    config: list('Where live config is read, and against what. Not written: not checked.', configSource()),
  });
}

function configSource(): Schema {
  const properties = {
    source: form('Its name, in `config.change` and in claims.', FORMS.slug),
    adapter: words('How it is read.', CONFIG_ADAPTERS),
    location: form('Where: a file inside the project, a URL, and so on.', FORMS.line),
    baseline: { ...form('What it is compared with.', BASELINE_FORM), default: 'previous' },
    identity: {
      description:
        'By the pointer of an array, the member that identifies its items; their order then has no meaning.',
      type: 'object',
      propertyNames: form('A JSON Pointer; `*` is any one segment.', FORMS.pointerPattern),
      additionalProperties: form('The member.', FORMS.line),
      default: {},
    },
    secrets: {
      ...unique('Where secrets are: their values never leave the adapter.', pathPattern),
      default: [],
    },
    query: text('For `postgres`: the statement that shows the config.'),
    headers: {
      description: 'For `http`: by header, the environment variable that holds its value.',
      type: 'object',
      propertyNames: form('A header.', /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/),
      additionalProperties: form('A variable.', FORMS.line),
    },
  };
  return {
    ...map('One source.', properties, ['source', 'adapter', 'location']),
    allOf: CONFIG_ADAPTERS.map(adapterForm),
  };
}

function adapterForm(adapter: ConfigAdapterName): Schema {
  const { location, means, git } = SOURCE_FORMS[adapter];
  return {
    if: { properties: { adapter: { const: adapter } }, required: ['adapter'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      properties: {
        location: form(means, location),
        ...(git ? {} : { baseline: { not: { pattern: '^git:' } } }),
        ...(adapter === 'postgres' ? {} : { query: false }),
        ...(adapter === 'http' ? {} : { headers: false }),
      },
      ...(adapter === 'postgres' ? { required: ['query'] } : {}),
    },
  };
}

/** ISO 8601 without years and months, and not zero. */
const DURATION_FORM =
  /^(?=.*[1-9])P(?:[0-9]+W|(?=[0-9T])(?:[0-9]+D)?(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?)$/;

function standing(): Schema {
  const properties = {
    id: form('Known by this along the whole run.', FORMS.slug),
    text: text('What it says.'),
    modality: words('How it binds.', MODALITIES),
    scope: words('How long it binds.', SCOPES, 'run'),
    forbids: { $ref: '#/$defs/patterns' },
    requires: { $ref: '#/$defs/patterns' },
  };
  return map('A constraint that policy states.', properties, ['id', 'text', 'modality']);
}

function edgeCheck(): Schema {
  const groups = [...CHECK_GROUPS].map(([group, names]): [string, Schema] => [
    group,
    checkGroup(group, names),
  ]);
  return map('What is checked, and what is done about it.', {
    mode: words('What is done about the decision.', MODES, 'enforce'),
    ...Object.fromEntries(groups),
    discharge: discharge(),
    monitor: monitor(),
    rules: list('Rules of your own in Rego; they can only add a block.', rule()),
    exceptions: list('Ways through that are on record and end by themselves.', exception()),
  });
}

function checkGroup(group: string, names: readonly string[]): Schema {
  const settable = names.filter((name) => checkRow(`${group}.${name}`)?.missing === undefined);
  const entries = settable.map((name): [string, Schema] => {
    const standard = checkRow(`${group}.${name}`)?.default ?? 'block';
    return [name, { $ref: '#/$defs/severity', default: standard, description: `Not written: ${standard}.` }];
  });
  return map(`Checks of the group ${group}.`, Object.fromEntries(entries));
}

function discharge(): Schema {
  const agents = (description: string): Schema => ({
    ...unique(description, { $ref: '#/$defs/agent' }),
    default: [],
  });
  return map('Which agents may close a constraint, by how; nobody where it is not written.', {
    satisfied: agents('May say that a requirement is satisfied.'),
    withdrawn: agents('May say that the customer took it back.'),
    superseded: agents('May say that a policy supersedes it.'),
  });
}

function monitor(): Schema {
  const count = { type: 'integer', minimum: 1 };
  return map('The window that the edge’s carry rate is watched over.', {
    class: words('What is counted.', SCORE_CLASSES),
    below: { description: 'Alert below this rate.', type: 'number', minimum: 0, maximum: 1 },
    window: { description: 'How many transfers.', ...count },
    min_observations: { description: 'Fewer are `too_few`.', ...count, default: DEFAULT_MIN_OBSERVATIONS },
  });
}

function rule(): Schema {
  const properties = {
    name: form('Its package is `rules.<name>`, with dashes as underscores.', FORMS.slug),
    file: file('Relative to the folder of contracts.', 'rego'),
    severity: { $ref: '#/$defs/severity', default: 'block' },
  };
  return map('A rule.', properties, ['name', 'file']);
}

function exception(): Schema {
  const codes = CHECKS.filter((row) => row.missing === undefined).map((row) => row.code);
  const properties = {
    code: words('The check.', codes),
    reason: text('Why.'),
    owner: form('Who answers for it.', FORMS.line),
    expires: { ...form('YYYY-MM-DD: to the end of that day, UTC.', FORMS.date), format: 'date' },
  };
  return map('An exception.', properties, ['code', 'reason', 'owner', 'expires']);
}

/** The JSON Schema of files of waivers (`schemas/waivers.schema.json`). */
export function waiversSchema(): JsonObject {
  const waiver: Record<(typeof WAIVER_KEYS)[number], Schema> = {
    fingerprint: form('Of the finding, as `diff` says it.', FORMS.fingerprint),
    rule: form('For readers. Another one than the finding’s, and the waiver does nothing.', FORMS.line),
    edge: form('For readers, likewise.', FORMS.line),
    reason: text('Why.'),
    owner: form('Who answers for it.', FORMS.line),
    expires: { ...form('YYYY-MM-DD: to the end of that day, UTC.', FORMS.date), format: 'date' },
  };
  const required = ['fingerprint', 'reason', 'owner', 'expires'];
  const waivers = list('Findings that somebody answers for.', map('A waiver.', waiver, required));
  return {
    $schema: DRAFT,
    $id: `${ID}/waivers.schema.json`,
    title: 'Waivers of edge-contracts',
    ...map('Findings of `diff` that are let through until a day.', { waivers }, ['waivers']),
  };
}

const FOLDER = '^(?!.*(?:^|/)\\.{0,2}(?:/|$))(?![A-Za-z]:)(?=.*\\S)[^\\\\]+$';

/** The JSON Schema of tools files (`schemas/tools.schema.json`). */
export function toolsSchema(): JsonObject {
  const yes = (description: string): Schema => ({ description, type: 'boolean' });
  const ceiling: Record<(typeof CEILING_KEYS)[number], Schema> = {
    read_only: yes('It changes nothing.'),
    destructive: yes('It may delete or overwrite.'),
    idempotent: yes('Called again, it changes nothing more.'),
    open_world: yes('It reaches what is outside.'),
  };
  const tool: Record<(typeof TOOL_KEYS)[number], Schema> = {
    server: form('The server that offers it.', FORMS.line),
    ceiling: map('The most that it may do, as its server says: untrusted.', ceiling, CEILING_KEYS),
    effects: unique(
      'What it can do at most, narrowed by hand. Not written: nothing where it only reads, else anything.',
      pattern(),
    ),
    confirmed: { ...yes('`effects` hold, although its server says that it only reads.'), default: false },
  };
  return {
    $schema: DRAFT,
    $id: `${ID}/tools.schema.json`,
    title: 'Tools file of edge-contracts',
    ...map('What tools may do at most: `tools.yaml`.', { tools: toolMap(tool) }, ['tools']),
  };
}

function toolMap(tool: Schema): Schema {
  const one = map('One tool.', tool, ['ceiling']);
  const contradicted: Schema = {
    properties: {
      ceiling: { properties: { read_only: { const: true } } },
      effects: { minItems: 1 },
    },
    required: ['effects'],
  };
  return {
    description: 'By name.',
    type: 'object',
    propertyNames: { description: 'The name of a tool.', type: 'string', pattern: TOOL_NAME.source },
    additionalProperties: {
      ...one,
      if: contradicted,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { confirmed: { const: true } }, required: ['confirmed'] },
    },
  };
}

/** The JSON Schema of the project file (`schemas/project.schema.json`). */
export function projectSchema(): JsonObject {
  const folder = (description: string, standard: string): Schema => ({
    description,
    type: 'string',
    pattern: FOLDER,
    default: standard,
  });
  return {
    $schema: DRAFT,
    $id: `${ID}/project.schema.json`,
    title: 'Project file of edge-contracts',
    ...map('`edge-contracts.yaml`.', {
      contracts: folder('The folder of contracts.', DEFAULT_PROJECT.contracts),
      policies: folder('The folder of outputs.', DEFAULT_PROJECT.policies),
      uncovered: words(
        'What is done with a transfer that no contract covers.',
        UNCOVERED_MODES,
        DEFAULT_PROJECT.uncovered,
      ),
      effects: vocabulary(),
      ledger: ledger(),
      redaction: redaction(),
      monitor: monitorSettings(),
      tools: file('The tools file. Not written: `tools.yaml`, where there is one.', 'ya?ml'),
      adapters: map('What reading live config may touch.', {
        roots: unique('Folders that files may be read from. Not written: the whole project.', {
          description: 'A folder inside the project.',
          type: 'string',
          pattern: FOLDER,
        }),
        hosts: unique(
          'Hosts that may be reached, with or without a port; plain http reaches these alone. Not written: any, by https.',
          form('A host.', FORMS.host),
        ),
        private_addresses: {
          description: 'May a host have a private, loopback or link-local address.',
          type: 'boolean',
          default: DEFAULT_PROJECT.adapters.privateAddresses,
        },
        secrets_key: form(
          'The environment variable that holds the key of secrets’ digests. Not written: another key for each process.',
          FORMS.variable,
        ),
      }),
    }),
  };
}

function ledger(): Schema {
  const key = (description: string): Schema => form(description, FORMS.key);
  const checkpoint: Record<(typeof CHECKPOINT_KEYS)[number], Schema> = {
    key: key('The private key, Ed25519 in PEM: a file, or `env:NAME`.'),
    every: { description: 'After so many entries.', type: 'integer', minimum: 1, default: DEFAULT_EVERY },
    daily: {
      description: 'A day after the last one, where anything was appended.',
      type: 'boolean',
      default: DEFAULT_DAILY,
    },
  };
  const properties: Record<(typeof LEDGER_KEYS)[number], Schema> = {
    path: {
      description: 'The file of the embedded ledger.',
      type: 'string',
      pattern: FOLDER,
      default: DEFAULT_LEDGER.path,
    },
    url: form('`env:NAME`: the variable that holds the URL of a PostgreSQL database.', FORMS.fromVariable),
    checkpoint: map('When a checkpoint is signed without being asked for.', checkpoint, ['key']),
    keys: unique('Public keys that checkpoints are verified with.', key('A file, or `env:NAME`.')),
  };
  return {
    ...map('Where the ledger is, and who vouches for it.', properties),
    not: { required: ['path', 'url'] },
  };
}

function monitorSettings(): Schema {
  const webhook: Record<(typeof WEBHOOK_KEYS)[number], Schema> = {
    name: form('Stands in messages and in the outbox.', FORMS.slug),
    url: form('Where it is, or `env:NAME` for a variable that holds that.', FORMS.webhook),
    secret: form('`env:NAME`: the variable that holds what alerts are signed with.', FORMS.fromVariable),
  };
  const metrics: Record<(typeof METRICS_KEYS)[number], Schema> = {
    host: { ...form('The address that is listened on.', FORMS.host), default: DEFAULT_METRICS_HOST },
    port: { description: 'The port.', type: 'integer', minimum: 1, maximum: 65_535 },
  };
  const properties: Record<(typeof MONITOR_KEYS)[number], Schema> = {
    webhooks: unique('Where alerts are sent to.', map('One of them.', webhook, ['name', 'url', 'secret'])),
    metrics: map('Where Prometheus finds its numbers.', metrics, ['port']),
  };
  return map('Where alerts and numbers of `monitor` go.', properties);
}

function redaction(): Schema {
  const some = (schema: Schema): Schema => ({ ...schema, minItems: 1 });
  const fields = REDACTABLE_KINDS.map((kind): [string, Schema] => {
    const pattern = form(
      'A path, with `*` for a segment and a last `**` for any rest.',
      redactableForm(kind),
    );
    return [kind, some(unique(`In a ${kind}.`, pattern))];
  });
  const own: Record<(typeof OWN_TEXT_KEYS)[number], Schema> = {
    name: {
      ...form('Stands in its tokens.', REDACTED_TEXT_NAME),
      not: { enum: KNOWN_TEXTS },
    },
    pattern: text('A regular expression of RE2.'),
  };
  const properties: Record<(typeof REDACTION_KEYS)[number], Schema> = {
    key: form('`env:NAME`: the variable that holds the key of the tokens.', FORMS.fromVariable),
    fields: map('What is replaced whole, by kind of record.', Object.fromEntries(fields)),
    texts: some(
      unique('What is replaced wherever it stands in a text.', {
        description: 'A known kind of text, or one of your own.',
        anyOf: [
          words('A known kind of text.', KNOWN_TEXTS),
          map('A text of your own.', own, ['name', 'pattern']),
        ],
      }),
    ),
  };
  return {
    ...map('What is replaced by keyed tokens before a ledger stores it.', properties, ['key']),
    anyOf: [{ required: ['fields'] }, { required: ['texts'] }],
  };
}

function vocabulary(): Schema {
  const properties = {
    description: form('What it is.', FORMS.line),
    details: { description: 'The JSON Schema of its details.', $ref: DRAFT },
    reversible: { description: 'Can it be undone, where a contract does not say it.', type: 'boolean' },
  };
  return {
    description:
      'The kinds of side effects that contracts may speak of. Not written: any. `config.change` is always among them.',
    type: 'object',
    propertyNames: { ...kind, not: { const: CONFIG_CHANGE } },
    additionalProperties: map('One kind.', properties, ['description']),
  };
}
