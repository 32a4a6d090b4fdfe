import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { type Amount, currencyIn, readAmount, withCurrency } from './amount.js';
import type { Effort } from './effort.js';

/** A value somewhere in what a record holds. */
export interface RecordedValue {
  /** The member that it is, or whose list it is in, in one spelling; null: it stands by itself. */
  readonly name: string | null;
  readonly value: JsonValue;
  readonly amount: Amount | null;
  readonly sort: string;
  /** Of a text: with one spelling of letters and of white space. */
  readonly words: string | null;
  /** The same, as words are looked for in it: a message in lower case. */
  readonly sought: string | null;
}

/** More than a result of 1 MB has; what lies beyond is not looked at. */
const MOST_VALUES = 400_000;
/** Texts of JSON in texts of JSON: tools wrap what they give once or twice. */
const DEEPEST_TEXT = 2;

type Place = Pick<RecordedValue, 'name' | 'value'> & {
  readonly currencies: readonly string[] | null;
  readonly texts: number;
};

/**
 * Every value in a tool's result, however deep; a text that is JSON is looked into. The walk keeps a list of its own,
 * so that no depth overflows.
 */
export function valuesIn(result: JsonValue, effort: Effort): readonly RecordedValue[] {
  const found: RecordedValue[] = [];
  const open: Place[] = [{ name: null, value: result, currencies: null, texts: 0 }];
  while (found.length < MOST_VALUES) {
    const place = open.pop();
    if (place === undefined || !effort.spend(sizeOf(place.value))) break;
    const inner = place.texts < DEEPEST_TEXT ? jsonIn(place.value) : undefined;
    if (inner === undefined) {
      found.push(recorded(place));
      pushInner(open, place);
    } else {
      found.push({ ...recorded(place), words: null, sought: null });
      open.push({ ...place, value: inner, texts: place.texts + 1 });
    }
  }
  return found;
}

/** The values of a text alone, such as a message. */
export function valueOfText(text: string): RecordedValue {
  const { name, value, amount, sort, words } = recorded({ name: null, value: text, currencies: null });
  return { name, value, amount, sort, words, sought: words?.toLowerCase() ?? null };
}

function recorded({ name, value, currencies }: Omit<Place, 'texts'>): RecordedValue {
  const words = typeof value === 'string' ? oneSpelling(value) : null;
  const amount = withCurrency(readAmount(value), currencies);
  return { name, value, amount, sort: sortOf(value, amount), words, sought: words };
}

/** Members of the same name and sort speak of the same thing. */
export function sortOf(value: JsonValue, amount: Amount | null): string {
  if (amount !== null) return 'number';
  if (isJsonArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}

function pushInner(open: Place[], { name, value, currencies, texts }: Place): void {
  if (isJsonArray(value)) for (const item of value) open.push({ name, value: item, currencies, texts });
  else if (isJsonObject(value)) {
    const own = currencyIn(value);
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) open.push({ name: oneName(key), value: member, currencies: own, texts });
    }
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

/** `refund_id`, `refundId` and `Refund-ID` are one name. */
export function oneName(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}

/** Composed letters, and one space for any white space. */
export function oneSpelling(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
