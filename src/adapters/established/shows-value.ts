import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { Evidence } from '../../model/transfer-context.js';
import { type Amount, amountsIn, currencyIn, readAmount, sameAmount, withCurrency } from './amount.js';
import { isMeasured } from './changed-number.js';
import type { Effort } from './effort.js';
import { oneName, oneSpelling } from './one-spelling.js';
import { type RecordedValue, type RecordedValues, valueOfText, valuesIn } from './recorded-values.js';
import { sameValue } from './same-value.js';
import { COST, holdsWords, standsAlone } from './whole-words.js';

/** What one record holds, to be asked for the values of facts. */
export interface Shown {
  shows(fact: Pick<EstablishedFact, 'key' | 'value'>): boolean | null;
}

/**
 * What evidence shows. A tool call's result shows a value that is in it, however deep: equal JSON, the same amount, or
 * words of a text that stand alone there. Where a member is named like the fact, such members and what is in them decide
 * alone, whether they can be read or not: `fee` does not show an `amount`. A message shows words, whatever their case.
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
  readonly #recorded: RecordedValues;
  readonly #effort: Effort;
  /** Some of it is a sentence, which may say of `true` what no one can look up. */
  readonly #isProse: boolean;

  constructor(recorded: RecordedValues, effort: Effort) {
    this.#recorded = recorded;
    this.#effort = effort;
    this.#isProse = recorded.values.some(({ words }) => words?.includes(' ') === true);
  }

  /** Where not all was looked at, what was not may be named like the fact. */
  shows({ key, value }: Pick<EstablishedFact, 'key' | 'value'>): boolean | null {
    const { values, isComplete } = this.#recorded;
    const sought = soughtOf(value, false);
    if (!this.#effort.spend(values.length)) return false;
    const named = within(values, oneName(key));
    if (named.length === 0 && !isComplete) return false;
    const among = named.length > 0 ? named : values;
    if (among.some((found) => holds(found, sought, this.#effort))) return true;
    const isMute = value === null || typeof value === 'boolean';
    return isMute && named.length === 0 && this.#isProse ? null : false;
  }
}

/** The values of a name, and what is in them. */
function within(values: readonly RecordedValue[], name: string): readonly RecordedValue[] {
  let outermost = Infinity;
  return values.filter((found) => {
    if (found.depth <= outermost) outermost = found.name === name ? found.depth : Infinity;
    return found.depth >= outermost;
  });
}

/** A value that is looked for. */
interface Sought {
  readonly value: JsonValue;
  readonly amount: Amount | null;
  /** Of a text or number; empty: no words can tell it. */
  readonly words: string;
  /** How much a comparison costs. */
  readonly size: number;
}

function soughtOf(value: JsonValue, anyCase: boolean): Sought {
  const amount = readAmount(value);
  const words = typeof value === 'string' || typeof value === 'number' ? oneSpelling(String(value)) : '';
  const size = isComposite(value) ? (leavesOf(value)?.length ?? Infinity) : words.length;
  return { value, amount, words: anyCase ? words.toLowerCase() : words, size };
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
    if (holdsAll(found.value, value, [found.currencies, null])) return true;
  return found.words !== null && tells(found, sought, effort);
}

/** Does a text tell it: its words, or the same amount. An amount in a currency is looked for as such alone. */
function tells(found: RecordedValue, { amount, words: wanted }: Sought, effort: Effort): boolean {
  const { words, sought: text, currencies } = found;
  if (words === null || text === null || !effort.spend(words.length)) return false;
  const isMoney = amount !== null && amount.currencies !== null;
  if (!isMoney && holdsWords(text, wanted, effort)) return true;
  if (amount === null || !amount.exact) return false;
  for (const { amount: bare, from, to } of amountsIn(words)) {
    const told = withCurrency(bare, currencies, false) ?? bare;
    if (!sameAmount(amount, told)) continue;
    if (!effort.spend(COST)) return false;
    if (standsAlone(words, from, to) && !(isMoney && isMeasured(words, to))) return true;
  }
  return false;
}

type Currencies = readonly string[] | null;

/** A part of what an object holds is in it; a list is held whole. Each with the currencies around it. */
function holdsAll(
  found: JsonValue | undefined,
  value: JsonValue | undefined,
  around: readonly [Currencies, Currencies],
  depth = 0,
): boolean {
  if (found === undefined || value === undefined || depth > DEEPEST) return false;
  if (isJsonArray(value)) {
    if (!isJsonArray(found) || found.length !== value.length) return false;
    return value.every((item, index) => holdsAll(found[index], item, around, depth + 1));
  }
  if (isJsonObject(value)) return isJsonObject(found) && holdsMembers(found, value, around, depth + 1);
  return sameReading(found, value, around);
}

const DEEPEST = 200;

function holdsMembers(
  found: JsonObject,
  value: JsonObject,
  [ours, theirs]: readonly [Currencies, Currencies],
  depth: number,
): boolean {
  const keys = Object.keys(value);
  if (keys.length === 0) return Object.keys(found).length === 0;
  if (!keys.every((key) => Object.hasOwn(found, key))) return false;
  const around = [currencyIn(found) ?? ours, currencyIn(value) ?? theirs] as const;
  return keys.every((key) => holdsAll(found[key], value[key], around, depth));
}

/** Equal, or the same amount written otherwise, in the currencies around them. */
export function sameReading(
  a: JsonValue,
  b: JsonValue,
  [ours, theirs]: readonly [Currencies, Currencies] = [null, null],
): boolean {
  if (sameValue(a, b)) return true;
  const [one, other] = [withCurrency(readAmount(a), ours, false), withCurrency(readAmount(b), theirs, false)];
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
