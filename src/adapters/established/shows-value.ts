import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { Evidence } from '../../model/transfer-context.js';
import { type Amount, amountsIn, readAmount, sameAmount } from './amount.js';
import type { Effort } from './effort.js';
import {
  oneName,
  oneSpelling,
  type RecordedValue,
  sortOf,
  valueOfText,
  valuesIn,
} from './recorded-values.js';
import { sameValue } from './same-value.js';
import { holdsWords, standsAlone } from './whole-words.js';

/** What one record holds, to be asked for the values of facts. */
export interface Shown {
  shows(fact: Pick<EstablishedFact, 'key' | 'value'>): boolean | null;
}

/**
 * What evidence shows. A tool call's result shows a value that is in it, however deep: equal JSON, the same amount, or
 * words of a text that stand alone there. Where a member is named like the fact and holds the same sort of value, such
 * members decide alone: `fee` does not show an `amount`. A message shows words, whatever their case.
 *
 * Null where nothing was recorded, or the record is of a kind that holds no values.
 */
export function shownBy(evidence: Evidence, effort: Effort): Shown {
  if (evidence.text !== undefined) return new Text(evidence.text, effort);
  if (evidence.result !== undefined) return new Result(valuesIn(evidence.result, effort), effort);
  return NOTHING;
}

const NOTHING: Shown = { shows: () => null };

class Text implements Shown {
  readonly #text: RecordedValue;
  readonly #effort: Effort;

  constructor(text: string, effort: Effort) {
    effort.spend(text.length);
    this.#text = valueOfText(text);
    this.#effort = effort;
  }

  /** A list or object is shown where each of its words and numbers is; `true` is nothing that a text can show. */
  shows({ value }: Pick<EstablishedFact, 'value'>): boolean | null {
    const whole = readAmount(value);
    const leaves = whole === null ? leavesOf(value) : [value];
    if (leaves === null) return false;
    const told = leaves.map((leaf) => soughtOf(leaf, true)).filter(isTold);
    if (told.length === 0) return null;
    return told.every((sought) => holds(this.#text, sought, this.#effort));
  }
}

class Result implements Shown {
  readonly #values: readonly RecordedValue[];
  readonly #effort: Effort;
  /** Some of it is a sentence, which may say of `true` what no one can look up. */
  readonly #isProse: boolean;

  constructor(values: readonly RecordedValue[], effort: Effort) {
    this.#values = values;
    this.#effort = effort;
    this.#isProse = values.some(({ words }) => words?.includes(' ') === true);
  }

  shows({ key, value }: Pick<EstablishedFact, 'key' | 'value'>): boolean | null {
    const name = oneName(key);
    const sought = soughtOf(value, false);
    if (!this.#effort.spend(this.#values.length)) return false;
    const named = this.#values.filter((found) => found.name === name && found.sort === sought.sort);
    const among = named.length > 0 ? named : this.#values;
    if (among.some((found) => holds(found, sought, this.#effort))) return true;
    const isMute = value === null || typeof value === 'boolean';
    return isMute && named.length === 0 && this.#isProse ? null : false;
  }
}

/** A value that is looked for. */
interface Sought {
  readonly value: JsonValue;
  readonly amount: Amount | null;
  readonly sort: string;
  /** Of a text or number; empty: no words can tell it. */
  readonly words: string;
  /** How much a comparison costs. */
  readonly size: number;
}

function soughtOf(value: JsonValue, anyCase: boolean): Sought {
  const amount = readAmount(value);
  const words = typeof value === 'string' || typeof value === 'number' ? oneSpelling(String(value)) : '';
  const size = isComposite(value) ? (leavesOf(value)?.length ?? Infinity) : words.length;
  return { value, amount, sort: sortOf(value, amount), words: anyCase ? words.toLowerCase() : words, size };
}

function isComposite(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** Can words tell it. */
function isTold({ words, amount }: Sought): boolean {
  return words !== '' || amount !== null;
}

function holds(found: RecordedValue, sought: Sought, effort: Effort): boolean {
  const { value, amount } = sought;
  if (found.value === value) return true;
  if (amount !== null && found.amount !== null && sameAmount(amount, found.amount)) return true;
  if (isComposite(value) && isComposite(found.value) && effort.spend(sought.size))
    if (holdsAll(found.value, value)) return true;
  return found.words !== null && tells(found, sought, effort);
}

/** Does a text tell it: its words, or the same amount. */
function tells(
  { words, sought: text }: RecordedValue,
  { amount, words: wanted }: Sought,
  effort: Effort,
): boolean {
  if (words === null || text === null || !effort.spend(words.length)) return false;
  if (holdsWords(text, wanted)) return true;
  if (amount === null || !amount.exact) return false;
  for (const { amount: told, from, to } of amountsIn(words))
    if (sameAmount(amount, told) && standsAlone(words, from, to)) return true;
  return false;
}

/** A part of what an object holds is in it; a list is held whole. */
function holdsAll(found: JsonValue | undefined, value: JsonValue | undefined, depth = 0): boolean {
  if (found === undefined || value === undefined || depth > DEEPEST) return false;
  if (isJsonArray(value)) return isJsonArray(found) && holdsItems(found, value, depth + 1);
  if (isJsonObject(value)) return isJsonObject(found) && holdsMembers(found, value, depth + 1);
  return sameReading(found, value);
}

const DEEPEST = 200;

function holdsItems(found: readonly JsonValue[], value: readonly JsonValue[], depth: number): boolean {
  return found.length === value.length && value.every((item, index) => holdsAll(found[index], item, depth));
}

function holdsMembers(found: JsonObject, value: JsonObject, depth: number): boolean {
  const keys = Object.keys(value);
  if (keys.length === 0) return Object.keys(found).length === 0;
  return keys.every((key) => Object.hasOwn(found, key) && holdsAll(found[key], value[key], depth));
}

/** Equal, or the same amount written otherwise. */
export function sameReading(a: JsonValue, b: JsonValue): boolean {
  if (sameValue(a, b)) return true;
  const [one, other] = [readAmount(a), readAmount(b)];
  return one !== null && other !== null && sameAmount(one, other);
}

const MOST_LEAVES = 10_000;

/** The values in a value that hold no others; null where there are too many. */
function leavesOf(value: JsonValue): JsonValue[] | null {
  const leaves: JsonValue[] = [];
  const open: JsonValue[] = [value];
  for (let seen = 0; seen < MOST_LEAVES; seen++) {
    const next = open.pop();
    if (next === undefined) return leaves;
    if (isJsonArray(next)) for (const item of next) open.push(item);
    else if (isJsonObject(next)) {
      for (const item of Object.values(next)) if (item !== undefined) open.push(item);
    } else leaves.push(next);
  }
  return null;
}
