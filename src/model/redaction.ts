import { PAYLOAD_FIELDS } from './payload.js';

/** The kinds of text that are known by their form; each is found wherever it stands. */
export const KNOWN_TEXTS = ['email', 'phone', 'card', 'iban'] as const;
export type KnownText = (typeof KNOWN_TEXTS)[number];

/** What is replaced before a ledger stores it: `redaction` of the project file. */
export interface RedactionSettings {
  /** The environment variable that holds the key of the tokens. */
  readonly key: string;
  /** By kind of record, patterns of paths whose values are replaced whole. */
  readonly fields: RedactionFields;
  /** What is replaced wherever it stands in a text. */
  readonly texts: readonly RedactedText[];
}

export type RedactionFields = Readonly<Partial<Record<RedactableKind, readonly string[]>>>;

/** `pattern` is null for a known one. */
export type RedactedText =
  | { readonly name: KnownText; readonly pattern: null }
  | { readonly name: string; readonly pattern: string };

/** What a name of an own text looks like: it stands in its tokens. */
export const REDACTED_TEXT_NAME: RegExp = /^(?=.{1,32}$)[a-z]+(?:-[a-z]+)*$/;

export const REDACTABLE_KINDS = ['message', 'statement', 'tool_call', 'effect', 'transfer'] as const;
export type RedactableKind = (typeof REDACTABLE_KINDS)[number];

const SEGMENT = '(?:[^/*~\\n\\r]|~[01])+';
const ANY = `(?:\\*|${SEGMENT})`;
const INDEX = '(?:\\*|0|[1-9][0-9]*)';
/** Somewhere below. */
const BELOW = `(?:(?:/${ANY})+(?:/\\*\\*)?|/\\*\\*)`;
/** A free value, as one or in parts. */
const FREE = `(?:${BELOW})?`;
const CONSTRAINT = `(?:text|(?:forbids|requires)/${INDEX}/target)`;

/**
 * Where a record holds a text or a free value, by its kind: patterns of patterns. Everything else is what a run is made
 * of: ids, agents, hops, kinds, keys, sources, times, words of a closed list, numbers that scores come from. Without
 * them nothing could be paired, ordered or counted.
 */
const PLACES: Readonly<Record<RedactableKind, readonly string[]>> = {
  message: ['/text', `/constraints/${INDEX}/${CONSTRAINT}`],
  statement: [`/constraint/${CONSTRAINT}`],
  tool_call: [`/result${FREE}`],
  effect: ['/effect/target', `/effect/details${BELOW}`],
  transfer: [
    `/sender/facts/${INDEX}/value${FREE}`,
    `/sender/constraints/${INDEX}/${CONSTRAINT}`,
    `/sender/stop_conditions/${INDEX}`,
    '/payload/objective',
    `/payload/(?:remaining|stop_conditions)/${INDEX}`,
    `/payload/constraints/${INDEX}/${CONSTRAINT}`,
    `/payload/discharged/${INDEX}/reason`,
    `/payload/established/${INDEX}/value${FREE}`,
    `/payload/side_effects/${INDEX}/(?:target|details${BELOW})`,
    // What a contract adds to a payload.
    `/payload/(?!(?:${PAYLOAD_FIELDS.join('|')})(?:/|$))${SEGMENT}${FREE}`,
  ],
};

/** The same for a message, in words. */
export const REDACTABLE_WORDS: Readonly<Record<RedactableKind, readonly string[]>> = {
  message: ['/text', '/constraints/*/text', '/constraints/*/forbids/*/target'],
  statement: ['/constraint/text', '/constraint/forbids/*/target'],
  tool_call: ['/result', '/result/**'],
  effect: ['/effect/target', '/effect/details/**'],
  transfer: [
    '/payload/objective',
    '/payload/constraints/*/text',
    '/payload/established/*/value',
    '/payload/remaining/*',
    '/payload/stop_conditions/*',
    '/payload/discharged/*/reason',
    '/payload/side_effects/*/target',
    '/sender/constraints/*/text',
    '/sender/facts/*/value',
    '/sender/stop_conditions/*',
  ],
};

const forms = new Map<RedactableKind, RegExp>();

/** What a pattern of paths has to look like to name nothing but what may be redacted in a record of this kind. */
export function redactableForm(kind: RedactableKind): RegExp {
  const form = forms.get(kind) ?? new RegExp(`^(?=.{1,500}$)(?:${PLACES[kind].join('|')})$`);
  forms.set(kind, form);
  return form;
}
