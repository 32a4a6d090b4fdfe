import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { type Amount, currencyIn, readAmount, withCurrency } from './amount.js';
import type { Effort } from './effort.js';
import { oneName, oneSpelling } from './one-spelling.js';

/** A value somewhere in what a record holds. */
export interface RecordedValue {
  /** The member that it is, or whose list it is in, in one spelling; null: it stands by itself. */
  readonly name: string | null;
  readonly value: JsonValue;
  readonly amount: Amount | null;
  /** What an object around it says that numbers in it are in; null: none is said. */
  readonly currencies: readonly string[] | null;
  /** How many values it lies in. */
  readonly depth: number;
  /** Of a text: with one spelling of letters and of white space. */
  readonly words: string | null;
  /** The same, as words are looked for in it: a message in lower case. */
  readonly sought: string | null;
}

/** More than a result of 1 MB has; what lies beyond is not looked at. */
const MOST_VALUES = 400_000;
/** Texts of JSON in texts of JSON: tools wrap what they give once or twice. */
const DEEPEST_TEXT = 2;

type Place = Pick<RecordedValue, 'name' | 'value' | 'currencies' | 'depth'> & {
  /** Is it a member of the object that says the currency. */
  readonly isBeside: boolean;
  readonly texts: number;
};

export interface RecordedValues {
  /** What lies in a value follows it. */
  readonly values: readonly RecordedValue[];
  /** All was looked at. */
  readonly isComplete: boolean;
}

/**
 * Every value in a tool's result, however deep; a text that is JSON is looked into. The walk keeps a list of its own,
 * so that no depth overflows.
 */
export function valuesIn(result: JsonValue, effort: Effort): RecordedValues {
  const values: RecordedValue[] = [];
  const open: Place[] = [placeOf(result)];
  while (values.length < MOST_VALUES) {
    const place = open.pop();
    if (place === undefined) return { values, isComplete: true };
    if (!effort.spend(sizeOf(place.value))) break;
    const inner = jsonIn(place.value);
    if (inner === undefined) {
      values.push(recorded(place));
      pushInner(open, place);
    } else {
      values.push({ ...recorded(place), words: null, sought: null });
      const { texts, depth } = place;
      if (texts < DEEPEST_TEXT) open.push({ ...place, value: inner, texts: texts + 1, depth: depth + 1 });
    }
  }
  return { values, isComplete: false };
}

function placeOf(value: JsonValue): Place {
  return { name: null, value, currencies: null, isBeside: false, depth: 0, texts: 0 };
}

/** The values of a text alone, such as a message. */
export function valueOfText(text: string): RecordedValue {
  const value = recorded(placeOf(text));
  return { ...value, sought: value.words?.toLowerCase() ?? null };
}

function recorded({ name, value, currencies, isBeside, depth }: Place): RecordedValue {
  const words = typeof value === 'string' ? oneSpelling(value) : null;
  const amount = withCurrency(readAmount(value), currencies, isBeside);
  return { name, value, amount, currencies, depth, words, sought: words };
}

function pushInner(open: Place[], place: Place): void {
  const { value, currencies } = place;
  const depth = place.depth + 1;
  if (isJsonArray(value)) for (const item of value) open.push({ ...place, value: item, depth });
  else if (isJsonObject(value)) {
    const own = currencyIn(value);
    const inner = { currencies: own ?? currencies, isBeside: own !== null, texts: place.texts, depth };
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) open.push({ ...inner, name: oneName(key), value: member });
  }
}

function sizeOf(value: JsonValue): number {
  return typeof value === 'string' ? value.length + 1 : 1;
}

/** What a text holds that is JSON of an object or a list. */
function jsonIn(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return undefined;
  }
}
