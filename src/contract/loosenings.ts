import { canonicalJson } from '../canonical/canonical-json.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import type { JsonPointer } from '../canonical/pointer.js';
import { CONFIG_CHANGE, CONFIG_OPERATIONS } from '../model/config.js';
import { MODES, SEVERITIES } from '../model/severity.js';
import { CHECK_GROUPS } from './check-codes.js';
import { durationSeconds } from './duration.js';
import { schemaLooser } from './schema-looser.js';

/** What is looser: prose, and where below the path. */
export interface Looser {
  readonly message: string;
  readonly at?: JsonPointer;
}

/** What a comparison may look at besides its two values. */
export interface LooseningScene {
  /** The fragment's parts and the resolved contract. */
  readonly held: JsonObject;
  readonly now: JsonObject;
  /** The last key of the path. */
  readonly key: string;
  /** The one before. */
  readonly group: string;
}

/** One way in which a contract can be looser than its fragment, at one path; `*` stands for any key. */
export interface Loosening {
  readonly path: string;
  readonly means: string;
  /** Called for what the fragment writes; what it does not write it does not hold. */
  looser(held: JsonValue, now: JsonValue, scene: LooseningScene): Looser | null;
}

/**
 * The table. Not in it, and so always free: `metadata` and `edge` (identity, not strictness), `schema.base` (one
 * value), `monitor.window` (a longer window is steadier and a shorter one quicker: neither is looser).
 */
export const LOOSENINGS: readonly Loosening[] = [
  { path: '/edge_check/mode', means: 'a weaker mode', looser: (held, now) => weaker(MODES, held, now) },
  ...[...CHECK_GROUPS.keys()].map((group): Loosening => {
    return {
      path: `/edge_check/${group}/*`,
      means: 'a lower severity, or an exception',
      looser: severityLooser,
    };
  }),
  { path: '/edge_check/discharge/*', means: 'an agent that may discharge added', looser: added('agent') },
  { path: '/edge_check/monitor/class', means: 'another class watched', looser: changed },
  {
    path: '/edge_check/monitor/below',
    means: 'an alert at a lower rate',
    looser: (held, now) => less(held, now),
  },
  {
    path: '/edge_check/monitor/min_observations',
    means: 'more observations needed',
    looser: (held, now) => less(now, held),
  },
  {
    path: '/edge_check/rules',
    means: 'a rule removed, replaced, or of a lower severity',
    looser: rulesLooser,
  },
  {
    path: '/edge_check/exceptions',
    means: 'an exception added, or one that ends later',
    looser: exceptionsLooser,
  },
  { path: '/declared_side_effects', means: 'an effect added, or called reversible', looser: effectsLooser },
  { path: '/provenance/established/sources', means: 'a source added', looser: added('source') },
  { path: '/provenance/established/max_age', means: 'a longer age', looser: ageLooser },
  { path: '/provenance/constraints/stated_by', means: 'a speaker added', looser: added('speaker') },
  {
    path: '/provenance/constraints/policies',
    means: 'a policy that may supersede added',
    looser: added('policy'),
  },
  {
    path: '/provenance/constraints/standing',
    means: 'a standing constraint removed or changed',
    looser: standingLooser,
  },
  {
    path: '/provenance/config',
    means: 'a source removed or read otherwise, or a secret no longer hidden',
    looser: sourcesLooser,
  },
  { path: '/schema/established/*', means: 'a requirement on a fact removed', looser: factLooser },
  { path: '/schema/properties/*', means: 'a requirement on a property removed', looser: factLooser },
];

function weaker(order: readonly string[], held: JsonValue, now: JsonValue): Looser | null {
  const [before, after] = [order.indexOf(String(held)), order.indexOf(String(now))];
  if (before < 0 || after <= before) return null; // a word that is not known is reported by its reader
  return { message: `\`${String(now)}\` is weaker than \`${String(held)}\`` };
}

function severityLooser(held: JsonValue, now: JsonValue, scene: LooseningScene): Looser | null {
  const lower = weaker(SEVERITIES, held, now);
  if (lower !== null || held === 'ignore') return lower;
  const code = `${scene.group}.${scene.key}`;
  const has = (side: JsonObject): boolean => exceptionsOf(side).some((entry) => entry['code'] === code);
  if (!has(scene.now) || has(scene.held)) return null;
  return { message: `an exception suspends \`${code}\`, which is held at \`${String(held)}\`` };
}

function exceptionsOf(side: JsonObject): readonly JsonObject[] {
  const check = side['edge_check'];
  return isJsonObject(check) ? objects(check['exceptions']) : [];
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}

function added(what: string): Loosening['looser'] {
  return (held, now) => {
    if (!isJsonArray(held) || !isJsonArray(now)) return null;
    const at = now.findIndex((item) => !held.includes(item));
    return at < 0 ? null : { message: `the ${what} \`${String(now[at])}\` is added`, at: `/${at}` };
  };
}

function changed(held: JsonValue, now: JsonValue): Looser | null {
  return held === now ? null : { message: `\`${String(now)}\` is in the place of \`${String(held)}\`` };
}

function less(held: JsonValue, now: JsonValue): Looser | null {
  const lower = typeof held === 'number' && typeof now === 'number' && now < held;
  return lower ? { message: `\`${now}\` and \`${held}\`: it alerts later` } : null;
}

function ageLooser(held: JsonValue, now: JsonValue): Looser | null {
  const [before, after] = [durationSeconds(String(held)), durationSeconds(String(now))];
  const longer = before !== null && after !== null && after > before;
  return longer ? { message: `\`${String(now)}\` is longer than \`${String(held)}\`` } : null;
}

function rulesLooser(held: JsonValue, now: JsonValue): Looser | null {
  for (const rule of objects(held)) {
    const name = String(rule['name']);
    const same = objects(now).find((other) => other['name'] === name && other['file'] === rule['file']);
    if (same === undefined) return { message: `the rule \`${name}\` is removed or replaced` };
    const lower = weaker(SEVERITIES, rule['severity'] ?? 'block', same['severity'] ?? 'block');
    if (lower !== null) return { message: `the rule \`${name}\`: ${lower.message}` };
  }
  return null;
}

function exceptionsLooser(held: JsonValue, now: JsonValue): Looser | null {
  const entries = isJsonArray(now) ? now : [];
  const at = entries.findIndex((entry) => isJsonObject(entry) && !exceptionHeld(objects(held), entry));
  const entry = entries[at];
  if (!isJsonObject(entry)) return null;
  return { message: `the exception for \`${String(entry['code'])}\` is added, or ends later`, at: `/${at}` };
}

function exceptionHeld(held: readonly JsonObject[], { code, expires }: JsonObject): boolean {
  return held.some((other) => other['code'] === code && String(expires) <= String(other['expires']));
}

function effectsLooser(held: JsonValue, now: JsonValue): Looser | null {
  const entries = isJsonArray(now) ? now : [];
  const at = entries.findIndex((entry) => isJsonObject(entry) && !effectHeld(objects(held), entry));
  const entry = entries[at];
  if (!isJsonObject(entry)) return null;
  const { by, kind } = entry;
  const target = entry['target'] ?? `${String(entry['source'])}${String(entry['path'])}`;
  const message = `the effect \`${String(kind)}\` on \`${String(target)}\` by the ${String(by)} is added, or called reversible`;
  return { message, at: `/${at}` };
}

function effectHeld(held: readonly JsonObject[], entry: JsonObject): boolean {
  const covering = held.filter((other) => other['by'] === entry['by'] && coversEffect(other, entry));
  if (entry['reversible'] === false) return covering.length > 0;
  return covering.length > 0 && covering.every((other) => other['reversible'] !== false);
}

function coversEffect(pattern: JsonObject, entry: JsonObject): boolean {
  if (entry['kind'] === CONFIG_CHANGE) return coversChange(pattern, entry);
  return (
    covers(String(pattern['kind']), String(entry['kind'])) &&
    covers(String(pattern['target']), String(entry['target']))
  );
}

/** Only sure cases are: the same source, path and bounds, or no bounds before; and no operation more. */
function coversChange(held: JsonObject, entry: JsonObject): boolean {
  const same = ['kind', 'source', 'path'].every((key) => held[key] === entry[key]);
  const operations = (side: JsonObject): readonly JsonValue[] =>
    isJsonArray(side['operations']) ? side['operations'] : CONFIG_OPERATIONS;
  const bounded = held['value'] === undefined || sameJson(held['value'], entry['value']);
  return same && bounded && operations(entry).every((one) => operations(held).includes(one));
}

function sameJson(a: JsonValue, b: JsonValue | undefined): boolean {
  return b !== undefined && canonicalJson(a) === canonicalJson(b);
}

function sourcesLooser(held: JsonValue, now: JsonValue): Looser | null {
  const kept = objects(now);
  const lost = objects(held).find((source) => !kept.some((other) => sourceHeld(source, other)));
  return lost === undefined
    ? null
    : { message: `the source \`${String(lost['source'])}\` is removed, or read otherwise` };
}

function withSourceDefaults(source: JsonObject): JsonObject {
  return { baseline: 'previous', identity: {}, ...source };
}

/** Read alike, and nothing less is hidden. */
function sourceHeld(held: JsonObject, now: JsonObject): boolean {
  const { secrets: hidden, ...before } = withSourceDefaults(held);
  const { secrets, ...after } = withSourceDefaults(now);
  const list = isJsonArray(secrets) ? secrets : [];
  return sameJson(before, after) && (isJsonArray(hidden) ? hidden : []).every((path) => list.includes(path));
}

/** Is every name that the second pattern matches matched by the first? Only sure cases are: equal, or no `*` in it. */
function covers(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  const segments = pattern.split('.').map((s) => s.split('*').map(escaped).join('[^.]*'));
  return !name.includes('*') && new RegExp(`^${segments.join('\\.')}$`).test(name);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function standingLooser(held: JsonValue, now: JsonValue): Looser | null {
  const kept = new Set(objects(now).map(standingContent));
  const lost = objects(held).find((constraint) => !kept.has(standingContent(constraint)));
  return lost === undefined
    ? null
    : { message: `the standing constraint \`${String(lost['id'])}\` is removed or changed` };
}

function standingContent(constraint: JsonObject): string {
  return canonicalJson({ scope: 'run', ...constraint });
}

function factLooser(held: JsonValue, now: JsonValue): Looser | null {
  const at = schemaLooser(held, now);
  return at === null ? null : { message: 'the schema may let through what it held off', at };
}
