import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';

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

const UNIT = `(?<![\\p{L}\\p{N}_])[A-Z]{3}(?![\\p{L}_])|[${Object.keys(SIGNS).join('')}]`;
/**
 * Commas count as grouping only where they can be read in no other way: `1,068` may be a decimal comma. No leading
 * nought: `0041` is an id.
 */
const NUMBER = '-?(?:[1-9]\\d{0,2}(?:,\\d{3}){1,8}\\.\\d{1,9}|(?:0|[1-9]\\d{0,29})(?:\\.\\d{1,9})?)';
const AMOUNT = `(${UNIT}) ?(${NUMBER})|(${NUMBER})(?: ?(${UNIT}))?`;
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

/** A number in an object that names a currency beside it. */
export function withCurrency(amount: Amount | null, currencies: readonly string[] | null): Amount | null {
  if (amount === null || amount.currencies !== null || currencies === null) return amount;
  return { ...amount, currencies, exact: true };
}

function ofNumber(value: number): Amount | null {
  const text = String(value);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? { decimal: plain(text), currencies: null, exact: true } : null;
}

function ofMatch([, before, after, bare, unit]: RegExpExecArray | RegExpMatchArray): Amount {
  const said = before ?? unit;
  return {
    decimal: plain(after ?? bare ?? ''),
    currencies: said === undefined ? null : currenciesOf(said),
    exact: said !== undefined,
  };
}

function currenciesOf(said: string): readonly string[] {
  return Object.hasOwn(SIGNS, said) ? (SIGNS[said] ?? []) : [said];
}

function plain(number: string): string {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const rest = fraction.replace(/0+$/, '');
  const text = rest === '' ? whole : `${whole}.${rest}`;
  return text === '-0' ? '0' : text;
}

const CURRENCY_MEMBERS: readonly string[] = ['currency', 'currency_code', 'currencyCode'];

/** The currency that an object names for the numbers in it. */
export function currencyIn(object: JsonObject): readonly string[] | null {
  for (const member of CURRENCY_MEMBERS) {
    const said = Object.hasOwn(object, member) ? object[member] : undefined;
    if (typeof said !== 'string') continue;
    const text = said.trim().toUpperCase();
    if (/^[A-Z]{3}$/.test(text) || Object.hasOwn(SIGNS, text)) return currenciesOf(text);
  }
  return null;
}

function ofObject(object: JsonObject): Amount | null {
  const members = Object.keys(object);
  const currencies = members.length === 2 ? currencyIn(object) : null;
  const number = members.find((member) => !CURRENCY_MEMBERS.includes(member));
  const value = number === undefined ? undefined : object[number];
  if (currencies === null || (typeof value !== 'number' && typeof value !== 'string')) return null;
  return withCurrency(readAmount(value), currencies);
}

/** The same number, in what may be the same currency. */
export function sameAmount(a: Amount, b: Amount): boolean {
  if (a.decimal !== b.decimal || !(a.exact || b.exact)) return false;
  const [ours, theirs] = [a.currencies, b.currencies];
  return ours === null || theirs === null || ours.some((currency) => theirs.includes(currency));
}

/** Amounts in a text, each with its place. */
export function* amountsIn(text: string): Generator<{ amount: Amount; from: number; to: number }> {
  for (const match of text.matchAll(new RegExp(AMOUNT, 'gu')))
    yield { amount: ofMatch(match), from: match.index, to: match.index + match[0].length };
}
