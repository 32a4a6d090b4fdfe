import type { JsonValue } from '../../canonical/json-value.js';
import { InternalError } from '../../diagnostics/failures.js';

/**
 * A piece of Rego that is safe to print. There are three ways to one: the `rego` tag (whose fixed parts are ours,
 * and in which every plain value becomes a literal), a checked `reference`, and joining. So text from a contract
 * can only ever become a literal.
 */
export class Rego {
  readonly text: string;

  /** Only for this file; use `rego`, `literal`, `setOf`, `reference`. */
  constructor(text: string, made: typeof MADE_HERE) {
    if (made !== MADE_HERE) throw new InternalError('Rego can only be made by its own functions');
    this.text = text;
  }
}

const MADE_HERE: unique symbol = Symbol('made here');

type Printable = Rego | JsonValue;

/** Rego text; `${value}` prints a plain value as a literal, and a `Rego` as it is. */
export function rego(fixed: TemplateStringsArray, ...values: readonly Printable[]): Rego {
  const text = fixed.reduce((printed, part, index) => printed + print(values[index - 1] ?? null) + part);
  return new Rego(text, MADE_HERE);
}

function print(value: Printable): string {
  return value instanceof Rego ? value.text : literal(value).text;
}

/**
 * A JSON value as a Rego literal. Rego's strings are JSON's, but for a byte order mark; that is escaped, and so is
 * what a reviewer would not see.
 */
export function literal(value: JsonValue): Rego {
  return new Rego(oneLineJson(value), MADE_HERE);
}

/** A set of these values; the empty one has a spelling of its own. */
export function setOf(values: readonly JsonValue[]): Rego {
  const items = [...new Set(values.map((value) => literal(value).text))].sort();
  if (items.length === 0) return new Rego('set()', MADE_HERE);
  // One a line where there are many: a change of one is a diff of one line.
  const text = items.length > 3 ? `{\n\t${items.join(',\n\t')},\n}` : `{${items.join(', ')}}`;
  return new Rego(text, MADE_HERE);
}

/** A set of pieces of Rego. */
export function setOfRego(values: readonly Rego[]): Rego {
  const items = [...new Set(values.map(({ text }) => text))].sort();
  if (items.length === 0) return new Rego('set()', MADE_HERE);
  return new Rego(`{\n\t${items.join(',\n\t')},\n}`, MADE_HERE);
}

/** An object with keys that are literals. */
export function objectOf(members: readonly (readonly [key: string, value: Rego])[]): Rego {
  return new Rego(
    `{${members.map(([key, value]) => `${literal(key).text}: ${value.text}`).join(', ')}}`,
    MADE_HERE,
  );
}

const REFERENCE = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$/;

/**
 * A dotted name, such as `input.constraints.pairs`.
 *
 * @throws InternalError for anything else: names come from our own tables.
 */
export function reference(name: string): Rego {
  if (!REFERENCE.test(name)) throw new InternalError(`${JSON.stringify(name)} is not a Rego reference`);
  return new Rego(name, MADE_HERE);
}

/** Lines, one below the other; those that are null are left out. */
export function lines(...parts: readonly (Rego | null)[]): Rego {
  const present = parts.filter((part) => part !== null);
  return new Rego(present.map((part) => part.text).join('\n'), MADE_HERE);
}

/** Rules, with an empty line between. */
export function paragraphs(parts: readonly Rego[]): Rego {
  return new Rego(parts.map((part) => part.text).join('\n\n'), MADE_HERE);
}

/** A comment line. Whatever could end the line, or be read as anything but text, is escaped. */
export function comment(text: string): Rego {
  return new Rego(`# ${oneLine(text)}`, MADE_HERE);
}

/** A METADATA block; its values are JSON, which YAML reads. */
export function metadata(entries: Readonly<Record<string, JsonValue>>): Rego {
  const members = Object.entries(entries).map(
    ([key, value]) => `# ${reference(key).text}: ${oneLineJson(value)}`,
  );
  return new Rego(['# METADATA', ...members].join('\n'), MADE_HERE);
}

function oneLine(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replace(NOT_PLAIN, escapeCharacter);
}

function oneLineJson(value: JsonValue): string {
  return JSON.stringify(value).replace(NOT_PLAIN, escapeCharacter);
}

/** DEL, C1 controls (one of which YAML takes for a line break), line separators, bidirectional controls, BOM. */
const NOT_PLAIN = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
