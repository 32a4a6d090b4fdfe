import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { quote } from '../../checks/quote.js';
import { setMember } from '../../config/own-members.js';
import { normaliseText } from '../../constraint/normalise-text.js';
import type { LedgerNote } from '../../model/ledger.js';
import type { Count, Redaction } from './redactor.js';
import { isFieldToken } from './token.js';

/** What of the records' fields is redacted, and so of what quotes them. */
interface Quoted {
  readonly any: boolean;
  readonly rules: boolean;
  readonly targets: boolean;
  /** Free values: of facts, results, details. */
  readonly values: boolean;
}

export interface NoteRedactor {
  readonly note: (note: LedgerNote, count: Count) => LedgerNote;
  readonly document: (json: string, count: Count) => string;
}

/**
 * Verdicts, alerts and the like quote the texts of records, in members of their own and within sentences. What is a
 * constraint, an effect or a fact is known by its members; a quotation in a sentence by what was replaced elsewhere, and
 * one that is not known there is replaced as well.
 */
export function noteRedactor(how: Redaction): NoteRedactor {
  const quoted = quotedOf(Object.values(how.fields).flat());
  const redacted = (value: JsonValue, count: Count): JsonValue => {
    const walk = new NoteWalk(quoted, how, count);
    walk.learn(value, '');
    return walk.sentences(walk.members(value, ''), '');
  };
  return {
    note: (note, count) => redacted(note as unknown as JsonValue, count) as unknown as LedgerNote,
    document: (json, count) => {
      const value = parsed(json);
      return value === undefined ? how.redactText(json, count.text) : JSON.stringify(redacted(value, count));
    },
  };
}

function parsed(json: string): JsonValue | undefined {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    return undefined;
  }
}

const RULE = /\/constraints?\/(?:[^/]+\/)?text$|\/stop_conditions\/[^/]+$/;
const PLAIN = /\/(?:text|target|objective|reason|(?:remaining|stop_conditions)\/[^/]+)$/;

function quotedOf(patterns: readonly string[]): Quoted {
  return {
    any: patterns.length > 0,
    rules: patterns.some((pattern) => RULE.test(pattern)),
    targets: patterns.some((pattern) => pattern.endsWith('/target')),
    values: patterns.some((pattern) => !PLAIN.test(pattern)),
  };
}

/** Members that hold names, words of closed lists, times and digests: what a run is made of. */
const NAMES: ReadonlySet<string> = new Set(
  `schema id at kind run runs edge by from to to_agent agent hop code check checks constraint evidence key source stated_in
  stated_to stated_by modality scope decision mode action history severity data file digest bundle name owner expires
  opa decided_at gate instance version as keyword found standing origins held_by how op path field date until what
  label contract_source class state runbook ends_by location adapter ref etag operation fault secrets_key keyid
  signature chain alert override next tool tool_call effect set scores measured contract window rescue
  changed_in_window baseline`.split(/\s+/),
);
/** Members that hold whatever a fact, a result or a payload held. */
const FREE: ReadonlySet<string> = new Set(['values', 'details', 'fields']);
const SENTENCES: ReadonlySet<string> = new Set(['message', 'say', 'why']);

class NoteWalk {
  readonly #quoted: Quoted;
  readonly #how: Redaction;
  readonly #count: Count;
  /** Texts that stay: a sentence may quote them. */
  readonly #names = new Set<string>();
  /** What stands in a sentence for a text that was replaced, by how it was quoted. */
  readonly #quotes = new Map<string, string>();

  constructor(quoted: Quoted, how: Redaction, count: Count) {
    this.#quoted = quoted;
    this.#how = how;
    this.#count = count;
  }

  /** Learns the names that stay. */
  learn(value: JsonValue, key: string): void {
    if (typeof value === 'string' && NAMES.has(key)) this.#names.add(value);
    if (isJsonArray(value)) for (const item of value) this.learn(item, key);
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) this.learn(member ?? null, name);
  }

  /** Everything but sentences. */
  members(value: JsonValue, key: string): JsonValue {
    if (typeof value === 'string') return this.#string(value, key);
    if (isJsonArray(value)) return value.map((item) => this.members(item, key));
    return isJsonObject(value) ? this.#object(value) : value;
  }

  #string(text: string, key: string): string {
    if (SENTENCES.has(key)) return text;
    if (NAMES.has(key)) return text;
    if (key === 'target' && this.#quoted.targets) return this.#field(text, text);
    if (key === 'stop_condition' && this.#quoted.rules) return this.#rule(text);
    return this.#part(text);
  }

  #object(object: JsonObject): JsonObject {
    return mapMembers(object, (key, member) => {
      // In facts, `differs.text` is a word.
      const isText = key === 'text' && typeof member === 'string' && !isWord(object);
      if (isText && this.#quoted.rules) return this.#rule(member);
      if (isDigestOfRecord(object, key) && typeof member === 'string') return this.#how.tokens.digest(member);
      if (isFree(object, key)) return this.#free(member, key);
      return this.members(member, key);
    });
  }

  /** Any JSON of a record: each scalar by itself. */
  #free(value: JsonValue, key: string): JsonValue {
    if (isJsonArray(value)) return value.map((item) => this.#free(item, key));
    if (isJsonObject(value)) {
      if (isConstraint(value)) return this.#object(value);
      return mapMembers(value, (name, member) =>
        NAMES.has(name) && typeof member === 'string' ? member : this.#free(member, name),
      );
    }
    if (typeof value === 'number' && this.#quoted.values) return this.#field(value, String(value));
    if (typeof value !== 'string') return value;
    if (key === 'target' || key === 'stop_condition') return this.#string(value, key);
    return this.#quoted.any && !this.#names.has(value) ? this.#field(value, value) : this.#part(value);
  }

  #rule(text: string): string {
    if (this.#how.stays(text)) return this.#learned(text, text);
    return this.#field(normaliseText(text), text);
  }

  /** What came from the ledger has its token already. */
  #field(value: JsonValue, text: string): string {
    if (isFieldToken(text)) return text;
    this.#count.field();
    return this.#learned(text, this.#how.tokens.field(value));
  }

  #part(text: string): string {
    const shown = this.#how.redactText(text, this.#count.text);
    if (shown === text) this.#names.add(text);
    return this.#learned(text, shown);
  }

  /** Also of what stays: where it is quoted in part, that part stays. */
  #learned(text: string, shown: string): string {
    this.#quotes.set(quote(text), quote(shown));
    return shown;
  }

  /** The sentences of what `members` gave. */
  sentences(value: JsonValue, key: string): JsonValue {
    if (typeof value === 'string') return SENTENCES.has(key) ? this.#sentence(value) : value;
    if (isJsonArray(value)) return value.map((item) => this.sentences(item, key));
    if (!isJsonObject(value)) return value;
    return mapMembers(value, (name, member) => this.sentences(member, name));
  }

  #sentence(text: string): string {
    const shown = text.replace(QUOTATION_OR_NUMBER, (passage) =>
      passage.startsWith('"') ? this.#quotation(passage) : this.#quoted.values ? '[number]' : passage,
    );
    return this.#how.redactText(shown, this.#count.text);
  }

  #quotation(passage: string): string {
    const known = this.#quotes.get(passage);
    if (known !== undefined) return known;
    const text = unquoted(passage);
    if (text !== null && (this.#names.has(text) || isFieldToken(text))) return passage;
    // Of what is cut a pattern may find no more than nothing: half an address is enough to know somebody by.
    if (!this.#quoted.any && !passage.endsWith('…"')) return passage;
    this.#count.field();
    return quote(this.#how.tokens.field(normaliseText(text ?? passage)));
  }
}

/** A quotation as `quote` writes it, or a number but that of a hop, of an attempt, or of seconds. */
const QUOTATION_OR_NUMBER =
  /"(?:[^"\\]|\\.)*"|(?<!hop |attempt |[\w.-])-?[0-9]+(?:[.,e+-]+[0-9]+)*(?![\w.]*[0-9]| s\b)/g;

function unquoted(passage: string): string | null {
  try {
    return JSON.parse(passage) as string;
  } catch {
    return null;
  }
}

function isConstraint(object: JsonObject): boolean {
  return typeof object['text'] === 'string' && typeof object['modality'] === 'string';
}

function isWord(object: JsonObject): boolean {
  return object['text'] === 'unresolved' && !isConstraint(object);
}

/** Of a transfer's name, and of the attempt that something was composed from. */
function isDigestOfRecord(object: JsonObject, key: string): boolean {
  return (key === 'digest' && 'attempt' in object) || (key === 'original' && 'patch' in object);
}

/** A patch's value, a fact's, a composed payload, a config change's before and after, and what is free by its name. */
function isFree(object: JsonObject, key: string): boolean {
  if (FREE.has(key)) return true;
  if (key === 'payload') return 'original' in object && 'patch' in object;
  if (key === 'value') return 'op' in object || 'evidence' in object;
  if (key === 'before' || key === 'after') return 'source' in object && 'path' in object;
  return key === 'established' && 'errors' in object;
}

function mapMembers(object: JsonObject, shown: (key: string, member: JsonValue) => JsonValue): JsonObject {
  const all: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(object))
    if (member !== undefined) setMember(all, key, shown(key, member));
  return all;
}
