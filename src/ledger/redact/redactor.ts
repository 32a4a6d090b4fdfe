import { normaliseText } from '../../constraint/normalise-text.js';
import type { LedgerRecord } from '../../model/ledger.js';
import { RECORD_SCHEMA } from '../../model/record.js';
import type { RedactionFields, RedactionSettings } from '../../model/redaction.js';
import { noteRedactor } from './redact-note.js';
import { recordRedactor } from './redact-record.js';
import { type RedactText, textRedactor } from './redact-text.js';
import { type Tokens, tokensOf } from './token.js';

/** How much was replaced: `fields` as a whole, and by name what was found in texts. */
export interface RedactionCounts {
  /** Records in which something was. */
  readonly records: number;
  readonly fields: number;
  readonly texts: Readonly<Record<string, number>>;
}

export interface Redacted<T> {
  readonly value: T;
  readonly counts: RedactionCounts;
}

export interface Redactor {
  /**
   * The record without what is to be redacted; the very same where there is nothing. It is valid where the record was,
   * and has the same key. Equal values have equal tokens, in whatever record they stand.
   */
  readonly redact: (record: LedgerRecord) => Redacted<LedgerRecord>;
  /** The same for a document that quotes records, as JSON: what waits in the outbox. */
  readonly redactDocument: (json: string) => Redacted<string>;
}

export interface RedactorOptions {
  /**
   * At least 16 bytes. Tokens of two keys cannot be compared.
   */
  readonly key: Uint8Array;
  /**
   * Texts of constraints that everybody may read, and that stay: those of the contracts' standing ones. A payload that
   * carries them is compared with the contract, in which they stand as they are.
   */
  readonly standing?: Iterable<string>;
}

/**
 * What `redaction` of the project file asks for.
 *
 * @throws DiagnosticError `redaction.key`
 */
export function createRedactor(settings: RedactionSettings, options: RedactorOptions): Redactor {
  const tokens = tokensOf(options.key);
  const redactText = textRedactor(settings.texts, tokens);
  const standing = new Set([...(options.standing ?? [])].map(normaliseText));
  const how: Redaction = {
    fields: settings.fields,
    redactText,
    tokens,
    stays: (text) => standing.size > 0 && standing.has(normaliseText(text)),
  };
  const records = recordRedactor(how);
  const notes = noteRedactor(how);
  return {
    redact: (record) =>
      counting((count) =>
        record.schema === RECORD_SCHEMA ? records(record, count) : notes.note(record, count),
      ),
    redactDocument: (json) => counting((count) => notes.document(json, count)),
  };
}

function counting<T>(redact: (count: Count) => T): Redacted<T> {
  const texts: Record<string, number> = {};
  let fields = 0;
  const value = redact({
    field: () => {
      fields += 1;
    },
    text: (name) => {
      texts[name] = (texts[name] ?? 0) + 1;
    },
  });
  const records = fields > 0 || Object.keys(texts).length > 0 ? 1 : 0;
  return { value, counts: { records, fields, texts } };
}

/** What a walk goes by. */
export interface Redaction {
  readonly fields: RedactionFields;
  readonly redactText: RedactText;
  readonly tokens: Tokens;
  /** Is the text of a constraint one that everybody may read. */
  readonly stays: (text: string) => boolean;
}

/** Is told of each replacement. */
export interface Count {
  readonly field: () => void;
  readonly text: (name: string) => void;
}

/** Of several records. */
export function addCounts(a: RedactionCounts, b: RedactionCounts): RedactionCounts {
  const texts: Record<string, number> = { ...a.texts };
  for (const [name, count] of Object.entries(b.texts)) texts[name] = (texts[name] ?? 0) + count;
  return { records: a.records + b.records, fields: a.fields + b.fields, texts };
}

export const NOTHING_REDACTED: RedactionCounts = { records: 0, fields: 0, texts: {} };
