import type { JsonObject } from '../../src/canonical/json-value.js';

/** The parts of a contract that an example writes; name, owner and agents are the test's. */
export type Parts = JsonObject;

/** A change in one contract, and the rule that is for it. Swapped, it is an example of the rule's mirror. */
export interface RuleExample {
  readonly rule: string;
  readonly base: Parts;
  readonly head: Parts;
  /** Texts of custom rules by file, where they differ. */
  readonly texts?: { readonly base: string; readonly head: string };
  /** Why its claim is neither proven nor decided; not given: it is. */
  readonly waiver?: string;
  /** Statuses that its claim may have; not given: `proven` or `decided`. */
  readonly neutral?: true;
}

const severity = (value: string): Parts => ({ edge_check: { constraint: { weakened: value } } });
const exception = (expires: string): Parts => ({
  edge_check: {
    exceptions: [{ code: 'stop_condition.missing', reason: 'a migration', owner: 'ops', expires }],
  },
});
const effects = (...list: readonly JsonObject[]): Parts => ({ declared_side_effects: list });
const MAIL = { by: 'receiver', kind: 'message.*', target: 'customer' };
const PAY = { by: 'sender', kind: 'payment.refund', target: 'customer' };
const FLAGS = { source: 'flags', adapter: 'yaml', location: 'config/flags.yaml' };
const watching = (...list: readonly JsonObject[]): Parts => ({ provenance: { config: list } });
const rollout = (more: JsonObject): Parts => ({
  ...watching(FLAGS),
  declared_side_effects: [
    { by: 'sender', kind: 'config.change', source: 'flags', path: '/flags/*/rollout', ...more },
  ],
});
const ABSENT = { config: { declared_but_absent: 'block' } };
const CHANGE = { by: 'receiver', kind: 'config.change', source: 'flags', path: '/flags/*/rollout' };
const facts = (established: JsonObject): Parts => ({ schema: { established } });
const fields = (properties: JsonObject): Parts => ({ schema: { properties } });
const sources = (list: readonly string[], max_age?: string): Parts => ({
  provenance: { established: { sources: list, ...(max_age === undefined ? {} : { max_age }) } },
});
const constraints = (value: JsonObject): Parts => ({ provenance: { constraints: value } });
const standing = (...list: readonly JsonObject[]): Parts => constraints({ standing: list });
const NO_CARDS = { id: 'no-cards', text: 'never repeat a card number', modality: 'prohibition' };
const CARD = { forbids: [{ kind: 'message.card', target: 'anybody' }] };
const REFUSING: Parts = { edge_check: { constraint: { invented: 'block' } } };
const monitor = (more: JsonObject): Parts => ({
  edge_check: { monitor: { class: 'constraints', below: 0.9, window: 50, min_observations: 5, ...more } },
});
const rule = (severity?: string): Parts => ({
  edge_check: {
    rules: [{ name: 'NAME', file: 'NAME.rego', ...(severity === undefined ? {} : { severity }) }],
  },
});
const LIMIT = 'proven if count(input.side_effects.claimed) < 3\n';
const RULE = { base: LIMIT, head: LIMIT };

export const RULE_EXAMPLES: readonly RuleExample[] = [
  { rule: 'contract.added', base: { gone: true }, head: {} },
  { rule: 'contract.renamed', base: { renamed: true }, head: {} },
  { rule: 'contract.other_agents', base: { other_agents: true }, head: {} },
  { rule: 'metadata.owner', base: { owner: 'a' }, head: { owner: 'b' }, neutral: true },
  { rule: 'metadata.description', base: { description: 'a' }, head: { description: 'b' }, neutral: true },
  {
    rule: 'metadata.runbook',
    base: { runbook: 'https://example.org/a' },
    head: { runbook: 'https://example.org/b' },
    neutral: true,
  },
  {
    rule: 'mode.weakened',
    base: { edge_check: { mode: 'enforce' } },
    head: { edge_check: { mode: 'warn' } },
  },
  {
    rule: 'mode.weakened',
    base: { edge_check: { mode: 'warn' } },
    head: { edge_check: { mode: 'observe' } },
  },
  { rule: 'severity.idle', base: {}, head: { part_severity: true }, neutral: true },
  { rule: 'severity.lowered', base: severity('block'), head: severity('warn') },
  { rule: 'severity.silenced', base: severity('warn'), head: severity('ignore'), neutral: true },
  { rule: 'rule.added', base: {}, head: rule(), texts: RULE },
  {
    rule: 'rule.rewritten',
    base: rule(),
    head: rule(),
    texts: { base: LIMIT, head: LIMIT.replace('<', '==') },
  },
  { rule: 'rule.lowered', base: rule('block'), head: rule('warn'), texts: RULE },
  { rule: 'rule.retold', base: rule('ignore'), head: rule('warn'), texts: RULE, neutral: true },
  { rule: 'exception.added', base: {}, head: exception('2027-03-31') },
  { rule: 'exception.extended', base: exception('2026-03-31'), head: exception('2027-03-31') },
  { rule: 'discharger.added', base: {}, head: { edge_check: { discharge: { withdrawn: ['FROM'] } } } },
  {
    rule: 'discharger.idle_added',
    base: {},
    head: { edge_check: { discharge: { withdrawn: ['x'] } } },
    neutral: true,
  },
  { rule: 'monitor.removed', base: monitor({}), head: {}, neutral: true },
  { rule: 'monitor.alerts_later', base: monitor({}), head: monitor({ below: 0.8 }), neutral: true },
  { rule: 'monitor.needs_more', base: monitor({}), head: monitor({ min_observations: 9 }), neutral: true },
  { rule: 'monitor.other_window', base: monitor({}), head: monitor({ window: 99 }), neutral: true },
  { rule: 'monitor.other_class', base: monitor({}), head: monitor({ class: 'established' }), neutral: true },
  { rule: 'side_effects.declared', base: {}, head: effects(MAIL, { ...PAY, reversible: false }) },
  { rule: 'effect.added', base: effects(MAIL), head: effects(MAIL, PAY) },
  {
    rule: 'effect.irreversible_added',
    base: effects(MAIL),
    head: effects(MAIL, { ...PAY, reversible: false }),
  },
  { rule: 'effect.called_reversible', base: effects({ ...MAIL, reversible: false }), head: effects(MAIL) },
  {
    rule: 'effect.operations_added',
    base: rollout({ operations: ['replace'] }),
    head: rollout({ operations: ['replace', 'add'] }),
  },
  {
    rule: 'effect.operations_replaced',
    base: rollout({ operations: ['add'] }),
    head: rollout({ operations: ['replace'] }),
  },
  {
    rule: 'effect.bounds_raised',
    base: rollout({ value: { maximum: 25 } }),
    head: rollout({ value: { maximum: 50 } }),
  },
  {
    rule: 'effect.bounds_moved',
    base: rollout({ value: { minimum: 0, maximum: 25 } }),
    head: rollout({ value: { minimum: 20, maximum: 50 } }),
  },
  {
    rule: 'effect.bounds_rephrased',
    base: rollout({ value: { type: ['number', 'null'] } }),
    head: rollout({ value: { type: ['null', 'number'] } }),
    neutral: true,
  },
  {
    rule: 'effect.change_added',
    base: { ...rollout({}), declared_side_effects: [], edge_check: ABSENT },
    head: { ...rollout({}), edge_check: ABSENT },
  },
  {
    rule: 'effect.receiver_operations',
    base: effects({ ...CHANGE, operations: ['add'] }),
    head: effects({ ...CHANGE, operations: ['remove'] }),
    neutral: true,
  },
  {
    rule: 'effect.receiver_bounds',
    base: effects({ ...CHANGE, value: { maximum: 1 } }),
    head: effects({ ...CHANGE, value: { maximum: 2 } }),
    neutral: true,
  },
  { rule: 'sources.restricted', base: {}, head: sources(['tool_result']) },
  { rule: 'source.added', base: sources(['tool_result']), head: sources(['tool_result', 'crm']) },
  { rule: 'age.longer', base: sources(['tool_result'], 'PT15M'), head: sources(['tool_result'], 'PT1H') },
  { rule: 'speakers.restricted', base: {}, head: constraints({ stated_by: ['customer'] }) },
  {
    rule: 'speaker.added',
    base: constraints({ stated_by: ['customer'] }),
    head: constraints({ stated_by: ['customer', 'policy'] }),
  },
  {
    rule: 'policy.added',
    base: { edge_check: { discharge: { superseded: ['FROM'] } } },
    head: { edge_check: { discharge: { superseded: ['FROM'] } }, ...constraints({ policies: ['POL-7'] }) },
  },
  { rule: 'standing.added', base: {}, head: standing({ ...NO_CARDS, ...CARD }) },
  {
    rule: 'standing.may_and_has_to_be_carried',
    base: REFUSING,
    head: { ...REFUSING, ...standing({ ...NO_CARDS, ...CARD }) },
  },
  {
    rule: 'standing.changed',
    base: standing({ ...NO_CARDS, ...CARD }),
    head: standing({ ...NO_CARDS, ...CARD, text: 'never tell an address' }),
  },
  { rule: 'config.watched', base: {}, head: watching(FLAGS) },
  {
    rule: 'config_source.added',
    base: watching(FLAGS),
    head: watching(FLAGS, { source: 'prices', adapter: 'json', location: 'config/prices.json' }),
  },
  {
    rule: 'config_source.changed',
    base: watching(FLAGS),
    head: watching({ ...FLAGS, location: 'config/other.yaml' }),
  },
  { rule: 'fact.added', base: {}, head: facts({ order: { type: 'string' } }) },
  {
    rule: 'fact.narrowed',
    base: facts({ order: { type: 'string' } }),
    head: facts({ order: { type: 'string', minLength: 3 } }),
  },
  {
    rule: 'fact.replaced',
    base: facts({ order: { type: 'string' } }),
    head: facts({ order: { type: 'number' } }),
  },
  {
    rule: 'fact.rephrased',
    base: facts({ order: { type: 'string' } }),
    head: facts({ order: { type: 'string', description: 'an id' } }),
    neutral: true,
  },
  { rule: 'property.added', base: {}, head: fields({ amount: { type: 'number' } }) },
  {
    rule: 'property.narrowed',
    base: fields({ amount: { type: 'number' } }),
    head: fields({ amount: { type: 'number', minimum: 5 } }),
  },
  {
    rule: 'property.replaced',
    base: fields({ amount: { type: 'number' } }),
    head: fields({ amount: { type: 'string' } }),
  },
  {
    rule: 'property.rephrased',
    base: fields({ amount: { type: 'number' } }),
    head: fields({ amount: { type: 'number', title: 'in all' } }),
    neutral: true,
  },
];

/** A change of the project file or of the tools file. */
export interface ProjectExample {
  readonly rule: string;
  readonly base: ProjectParts;
  readonly head: ProjectParts;
  readonly waiver?: string;
  readonly neutral?: true;
}

export interface ProjectParts {
  /** Its contract has another name. */
  readonly renamed?: true;
  readonly tools_file?: string;
  readonly contracts?: string;
  readonly policies?: string;
  readonly ledger?: JsonObject;
  readonly redaction?: JsonObject;
  readonly monitor?: JsonObject;
  readonly uncovered?: string;
  readonly adapters?: JsonObject;
  readonly effects?: JsonObject;
  readonly tools?: readonly JsonObject[];
}

const EMAIL = { description: 'An email.' };
const TO = { details: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } };
const FOR = { details: { type: 'object', properties: { to: { type: 'number' } }, required: ['to'] } };
const vocabulary = (more: JsonObject): ProjectParts => ({ effects: { 'message.email': EMAIL, ...more } });
const tool = (effects: readonly JsonObject[]): JsonObject => ({ name: 'send', effects });

const SIGNED = { key: 'env:KEY', every: 100 };
const signed = (more: JsonObject): ProjectParts => ({ ledger: { checkpoint: { ...SIGNED, ...more } } });
const keys = (...list: readonly string[]): ProjectParts => ({ ledger: { keys: list } });
const redacted = (more: JsonObject): ProjectParts => ({
  redaction: { key: 'env:KEY', fields: { message: ['/text'] }, texts: ['email'], ...more },
});
const hook = (name: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, url: 'https://example.org/alerts', secret: 'env:SECRET', ...more },
});
const told = (...webhooks: readonly JsonObject[]): ProjectParts => ({ monitor: { webhooks } });
const served = (port: number): ProjectParts => ({ monitor: { metrics: { port } } });
const AFTER = { neutral: true } as const;

export const PROJECT_EXAMPLES: readonly ProjectExample[] = [
  {
    rule: 'contract.renamed_open',
    base: { uncovered: 'observe' },
    head: { uncovered: 'observe', renamed: true },
  },
  { rule: 'contract.renamed_open', base: { uncovered: 'warn' }, head: { uncovered: 'warn', renamed: true } },
  { rule: 'project.contracts_moved', base: {}, head: { contracts: 'edges' }, ...AFTER },
  { rule: 'project.policies_moved', base: {}, head: { policies: 'compiled' }, ...AFTER },
  {
    rule: 'project.tools_file_moved',
    base: { tools: [] },
    head: { tools: [], tools_file: 'agents.yaml' },
    ...AFTER,
  },
  {
    rule: 'ledger.moved',
    base: {},
    head: { ledger: { path: 'other.db' } },
    waiver: 'overrides are in no run',
  },
  { rule: 'ledger.moved', base: {}, head: { ledger: { url: 'env:URL' } }, waiver: 'overrides are in no run' },
  { rule: 'ledger.checkpoint_removed', base: signed({}), head: {}, ...AFTER },
  { rule: 'ledger.checkpoint_rarer', base: signed({}), head: signed({ every: 5000 }), ...AFTER },
  { rule: 'ledger.checkpoint_rarer', base: signed({}), head: signed({ daily: false }), ...AFTER },
  {
    rule: 'ledger.checkpoint_otherwise',
    base: signed({}),
    head: signed({ daily: false, every: 10 }),
    ...AFTER,
  },
  { rule: 'ledger.checkpoint_otherwise', base: signed({}), head: signed({ key: 'env:OTHER' }), ...AFTER },
  { rule: 'ledger.unvouched', base: keys('env:A'), head: {}, ...AFTER },
  { rule: 'ledger.other_keys', base: keys('env:A', 'env:B'), head: keys('env:B'), ...AFTER },
  { rule: 'redaction.removed', base: redacted({}), head: {}, ...AFTER },
  { rule: 'redaction.other_key', base: redacted({}), head: redacted({ key: 'env:OTHER' }), ...AFTER },
  {
    rule: 'redaction.field_removed',
    base: redacted({ fields: { message: ['/text'], tool_call: ['/result'] } }),
    head: redacted({}),
    ...AFTER,
  },
  {
    rule: 'redaction.text_removed',
    base: redacted({ texts: ['email', 'iban'] }),
    head: redacted({}),
    ...AFTER,
  },
  {
    rule: 'redaction.text_rewritten',
    base: redacted({ texts: [{ name: 'order', pattern: 'A[0-9]+' }] }),
    head: redacted({ texts: [{ name: 'order', pattern: 'A[0-8]+' }] }),
    ...AFTER,
  },
  {
    rule: 'monitor.webhook_removed',
    base: told(hook('desk'), hook('pager')),
    head: told(hook('desk')),
    ...AFTER,
  },
  {
    rule: 'monitor.webhook_changed',
    base: told(hook('desk')),
    head: told(hook('desk', { url: 'https://example.net/nobody' })),
    ...AFTER,
  },
  { rule: 'monitor.metrics_removed', base: served(9464), head: {}, ...AFTER },
  { rule: 'monitor.metrics_moved', base: served(9464), head: served(9465), ...AFTER },
  { rule: 'uncovered.weakened', base: { uncovered: 'block' }, head: { uncovered: 'warn' } },
  { rule: 'uncovered.retold', base: { uncovered: 'warn' }, head: { uncovered: 'observe' }, neutral: true },
  {
    rule: 'adapters.changed',
    base: {},
    head: { adapters: { roots: ['config'] } },
    waiver: 'what may be read is decided before there is a record',
  },
  { rule: 'effect_kind.added', base: vocabulary({}), head: vocabulary({ 'log.*': { ...EMAIL, ...TO } }) },
  { rule: 'effect_kind.named', base: vocabulary({}), head: vocabulary({ 'log.*': EMAIL }), neutral: true },
  {
    rule: 'effect_kind.narrowed',
    base: vocabulary({}),
    head: vocabulary({ 'message.email': { ...EMAIL, ...TO } }),
  },
  {
    rule: 'effect_kind.replaced',
    base: vocabulary({ 'message.email': { ...EMAIL, ...TO } }),
    head: vocabulary({ 'message.email': { ...EMAIL, ...FOR } }),
  },
  {
    rule: 'effect_kind.rephrased',
    base: vocabulary({}),
    head: vocabulary({ 'message.email': { description: 'One email.' } }),
    neutral: true,
  },
  {
    rule: 'tool.added',
    base: { tools: [] },
    head: { tools: [tool([{ kind: 'message.email', target: 'customer' }])] },
  },
  {
    rule: 'tool.changed',
    base: { tools: [tool([{ kind: 'message.email', target: 'customer 1' }])] },
    head: { tools: [tool([{ kind: 'message.email', target: 'customer 2' }])] },
  },
];
