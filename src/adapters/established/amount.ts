import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { oneName } from './one-spelling.js';

/** A number, with its currency where one is said. */
export interface Amount {
  /** In one spelling: `68.4` for `68.40`. */
  readonly decimal: string;
  /** The currencies that are meant; null: none is said, and it may be any. */
  readonly currencies: readonly string[] | null;
  /** A JSON number, or one with a currency: `1.10` alone can be a version, which `1.1` is not. */
  readonly exact: boolean;
}

/** What a sign stands for. A text with `$` does not say which dollar. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SHP', 'SSP', 'SYP'],
  '€': ['EUR'],
  $: [
    'USD',
    'AUD',
    'BBD',
    'BMD',
    'BND',
    'BSD',
    'BZD',
    'CAD',
    'CLP',
    'COP',
    'FJD',
    'GYD',
    'HKD',
    'JMD',
  ].concat(['KYD', 'LRD', 'MXN', 'NAD', 'NZD', 'SBD', 'SGD', 'SRD', 'TTD', 'TWD', 'XCD']),
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  '₫': ['VND'],
  '₪': ['ILS'],
};

/** Which currency a sign means behind these letters. Behind any other letters it cannot be read. */
const LETTERED: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  SG$: 'SGD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  'JP¥': 'JPY',
  'CN¥': 'CNY',
};

/** What the names of currencies stand for, as signs do. */
const NAMES: Readonly<Record<string, string>> = {
  pound: '£',
  euro: '€',
  dollar: '$',
  yen: '¥',
  yuan: '¥',
  rupee: '₹',
  rouble: '₽',
  ruble: '₽',
};

/** Any currency's: one that is not known is a currency that cannot be read. */
const SIGN = '\\p{Sc}';
const CODE = '(?<![\\p{L}\\p{N}_])[A-Z]{3}(?![\\p{L}_])';
const LETTERS = Object.keys(LETTERED).map((form) => form.slice(0, -1));
const LETTERED_SIGN = `(?:(?<![\\p{L}\\p{N}_])(?:${[...new Set(LETTERS)].join('|')}))?${SIGN}`;
const NAME = `(?:\\p{L}{2,20} )?(?:${Object.keys(NAMES).join('|')})s?(?![\\p{L}\\p{N}_])`;
/** What says the currency before a number: a code, a sign, or both, as in `AUD $5`. */
export const UNIT_BEFORE: string = `(?:${CODE} ?)?${LETTERED_SIGN}|${CODE}`;
/** What says it behind one. */
export const UNIT_BEHIND: string = `${SIGN}|${CODE}|${NAME}`;
/**
 * Commas count as grouping only where they can be read in no other way: `1,068` may be a decimal comma. No leading
 * nought: `0041` is an id.
 */
const NUMBER = '-?(?:[1-9]\\d{0,2}(?:,\\d{3}){1,8}\\.\\d{1,9}|(?:0|[1-9]\\d{0,29})(?:\\.\\d{1,9})?)';
const AMOUNT = `(?:(${UNIT_BEFORE}) ?)?(${NUMBER})(?: ?(${UNIT_BEHIND})(?=( ?\\p{N})?))?`;
const WHOLE = new RegExp(`^(?:${AMOUNT})$`, 'u');
const LONGEST = 60;

/** A number, a text that is an amount and nothing else, or an object such as `{ amount: 68.4, currency: "GBP" }`. */
export function readAmount(value: JsonValue): Amount | null {
  if (typeof value === 'number') return ofNumber(value);
  if (typeof value === 'string') {
    const text = value.length > LONGEST ? '' : value.trim();
    const match = WHOLE.exec(text);
    return match && ofMatch(match);
  }
  return isJsonObject(value) ? ofObject(value) : null;
}

/** A number in an object that names a currency beside it, or further out: that makes no number of a version. */
export function withCurrency(
  amount: Amount | null,
  currencies: readonly string[] | null,
  isBeside: boolean,
): Amount | null {
  if (amount === null || amount.currencies !== null || currencies === null) return amount;
  return { ...amount, currencies, exact: amount.exact || isBeside };
}

function ofNumber(value: number): Amount | null {
  const text = String(value);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? { decimal: plain(text), currencies: null, exact: true } : null;
}

function ofMatch([, before, number = '', behind, further]: RegExpExecArray | RegExpMatchArray): Amount {
  const said = [before, behind].filter((unit) => unit !== undefined);
  return {
    decimal: plain(number),
    currencies: said.length === 0 ? null : further === undefined ? common(said.map(currenciesOf)) : NONE,
    exact: said.length > 0,
  };
}

/** A currency is said, and cannot be read: it is no particular one, and not any. */
const NONE: readonly string[] = [];

/** What all of them may mean: `$5 AUD` is in one currency, `£5 AUD` in none. */
function common(readings: readonly (readonly string[])[]): readonly string[] {
  const [first = NONE, ...others] = readings;
  return first.filter((currency) => others.every((other) => other.includes(currency)));
}

function currenciesOf(said: string): readonly string[] {
  const sign = said.slice(-1);
  if (Object.hasOwn(LETTERED, said)) return [LETTERED[said] ?? ''];
  if (Object.hasOwn(SIGNS, said)) return SIGNS[said] ?? NONE;
  if (Object.hasOwn(SIGNS, sign)) return common([[said.slice(0, 3)], currenciesOf(said.slice(3).trim())]);
  const name = said.replace(/s$/, '');
  if (Object.hasOwn(NAMES, name)) return currenciesOf(NAMES[name] ?? '');
  return /^[A-Z]{3}$/.test(said) ? [said] : NONE;
}

function plain(number: string): string {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const rest = fraction.replace(/0+$/, '');
  const text = rest === '' ? whole : `${whole}.${rest}`;
  return text === '-0' ? '0' : text;
}

const CURRENCY_MEMBER = /^(?:iso)?currency(?:iso)?(?:code|symbol)?$|^ccy$/;
const ANY_CURRENCY_MEMBER = /currency(?:iso)?(?:code|symbol)?$/;

/** Looked for first: an object may have very many members. */
const MAY_BE_CURRENCY = /c(?:urrency|cy)/i;

/** The currency that an object names for the numbers in it; null: none is named. */
export function currencyIn(object: JsonObject): readonly string[] | null {
  const own: (readonly string[])[] = [];
  const others: (readonly string[])[] = [];
  for (const member of Object.keys(object)) {
    const said = MAY_BE_CURRENCY.test(member) ? object[member] : undefined;
    if (said === undefined) continue;
    const name = oneName(member);
    if (CURRENCY_MEMBER.test(name)) own.push(namedBy(said));
    else if (typeof said === 'string' && ANY_CURRENCY_MEMBER.test(name)) others.push(namedBy(said));
  }
  const readings = own.length > 0 ? own : others;
  return readings.length === 0 ? null : common(readings);
}

function namedBy(said: JsonValue): readonly string[] {
  if (isJsonObject(said)) return typeof said['code'] === 'string' ? namedBy(said['code']) : NONE;
  if (typeof said !== 'string' || said.length > LONGEST) return NONE;
  const text = said.trim();
  return /^[A-Za-z]{3}$/.test(text) ? [text.toUpperCase()] : currenciesOf(text);
}

function ofObject(object: JsonObject): Amount | null {
  const members = Object.keys(object);
  const currencies = members.length === 2 ? currencyIn(object) : null;
  const number = members.find((member) => !ANY_CURRENCY_MEMBER.test(oneName(member)));
  const value = number === undefined ? undefined : object[number];
  if (currencies === null || (typeof value !== 'number' && typeof value !== 'string')) return null;
  return withCurrency(readAmount(value), currencies, true);
}

/** The same number, in what may be the same currency. */
export function sameAmount(a: Amount, b: Amount): boolean {
  return a.decimal === b.decimal && (a.exact || b.exact) && mayAgree(a.currencies, b.currencies);
}

/** May both be meant. */
function mayAgree(ours: readonly string[] | null, theirs: readonly string[] | null): boolean {
  return ours === null || theirs === null || ours.some((currency) => theirs.includes(currency));
}

/** Amounts in a text, each with its place. */
export function* amountsIn(text: string): Generator<{ amount: Amount; from: number; to: number }> {
  for (const match of text.matchAll(new RegExp(AMOUNT, 'gu'))) {
    yield { amount: ofMatch(match), from: match.index, to: match.index + match[0].length };
  }
}
