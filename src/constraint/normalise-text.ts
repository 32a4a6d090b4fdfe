/**
 * A text in the form in which two texts that differ only in how they are typed are equal: "Don’t e-mail the
 * customer!" and "do not email the customer".
 *
 * It must never make two different rules equal. So what could change the meaning stays: commas, question marks,
 * leading zeros, every word, and every number that can be read in two ways. Two texts that stay unequal cost a
 * question to somebody; two that become equal without saying the same cost the rule.
 *
 * Time grows linearly with the text's length, whatever is in it.
 */
export function normaliseText(text: string): string {
  if (text.length > LONGEST_KEPT) return form(text);
  let known = young.get(text);
  if (known !== undefined) return known;
  known = old.get(text) ?? form(text);
  keep(text, known);
  return known;
}

/** Do two texts differ only in how they are typed. */
export function sameText(a: string, b: string): boolean {
  return a === b || normaliseText(a) === normaliseText(b);
}

// Two generations instead of a list in order of use: when the young one is full it becomes the old one. What was
// asked for lately survives, and keeping costs one insertion.
const GENERATION = 1024;
const LONGEST_KEPT = 1000;
let young = new Map<string, string>();
let old = new Map<string, string>();

function keep(text: string, known: string): void {
  if (young.size >= GENERATION) {
    old = young;
    young = new Map();
  }
  young.set(text, known);
}

const ASCII = /^[\t\n\r -~]*$/;
const DIGIT = /[0-9]/;

function form(text: string): string {
  let words = ASCII.test(text) ? text : plainCharacters(text);
  words = words.replace(CAPITALS, '$&^').toLowerCase().replace(/\s+/g, ' ').trim();
  if (words.includes("'")) words = wholeWords(words);
  if (words.includes('e-mail')) words = words.replace(/\be-mail/g, 'email');
  words = words.replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.indexOf(word) + FIRST_NUMBER_WORD));
  if (DIGIT.test(words)) words = numbers(words);
  return withoutEnd(words);
}

// In lower case these could be taken for other words: "do not ship to the US" is not "… to us".
const CAPITALS = /\b(?:US(?!\$)|IT|WHO)\b/g;

// What NFKC would glue to the number before it: "10²" must not become "102", nor "1½" "11/2".
const RAISED_OR_FRACTION = /\p{No}/gu;

// To sort a row of combining marks takes time that is quadratic in its length, so a long row is cut, as Unicode's
// stream-safe text format does (UAX 15); what cuts it is invisible, and goes again.
const MARKS = /\p{M}{30}/gu;

function plainCharacters(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\uff07`]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g, '"')
    .replace(/[\u2014\u2015]/g, ' - ')
    .replace(RAISED_OR_FRACTION, ' ^$& ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(MARKS, '$&\u034f')
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\u2010-\u2013\u2212]/g, '-');
}

const NOT_ALTERED =
  /\b(do|does|did|is|are|was|were|has|have|had|must|need|should|would|could|might|ought)n't\b/g;
const NOT_ALSO = /\b(?:can't|won't|shan't)\b/g;
const NOT_ALSO_WORDS: Readonly<Record<string, string>> = {
  "can't": 'cannot',
  "won't": 'will not',
  "shan't": 'shall not',
};

// Not "'d": it stands for "would" and for "had". Not "the customer's": mostly a possessive.
const OTHERS =
  /\b(?:(i)'m|(you|we|they)'re|(i|you|we|they)'ve|(i|you|he|she|it|we|they)'ll|(it|that|there)'s)\b/g;

/** Contractions written out. */
function wholeWords(words: string): string {
  return words
    .replace(NOT_ALTERED, '$1 not')
    .replace(NOT_ALSO, (word) => NOT_ALSO_WORDS[word] ?? word)
    .replace(OTHERS, writtenOut);
}

function writtenOut(
  whole: string,
  am?: string,
  are?: string,
  have?: string,
  will?: string,
  is?: string,
): string {
  if (am !== undefined) return `${am} am`;
  if (are !== undefined) return `${are} are`;
  if (have !== undefined) return `${have} have`;
  if (will !== undefined) return `${will} will`;
  return is === undefined ? whole : `${is} is`;
}

// Not "one", which is a pronoun too ("no one"), and not beside a dash ("twenty-two").
const NUMBER_WORDS = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const FIRST_NUMBER_WORD = 2;
const NUMBER_WORD = new RegExp(`(?<![\\w-])(?:${NUMBER_WORDS.join('|')})(?![\\w-])`, 'g');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NO_MORE_DIGITS = '(?![.,:/-]?[0-9])';
const DAY_FIRST = new RegExp(
  `(?<![0-9.,:/-])([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\.?,? ([0-9]{4})${NO_MORE_DIGITS}`,
  'g',
);
const MONTH_FIRST = new RegExp(
  `\\b(${MONTH})\\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})${NO_MORE_DIGITS}`,
  'g',
);

const CLOCK_12 = /(?<![0-9.,:])([0-9]{1,2})(?:[:.]([0-5][0-9]))? ?(?:([ap])m\b|([ap])\.m\.)/g;
// Two digits for the hour: "9:00" can be an evening, "09:00" cannot.
const CLOCK_24 = /(?<![0-9.,:@-])([01][0-9]|2[0-3]):([0-5][0-9])(?![:.,]?[0-9])/g;

// A fraction of three digits can be a group of thousands ("€1.250"): such an amount stays as it is written.
const AMOUNT = '([1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(\\.[0-9]{1,2})?';
// Codes that are no English words; not the word "pounds", which is a weight too, nor "dollars", of which there are many.
const CODES = 'gbp|eur|usd|aud|cad|nzd|chf|jpy|cny|sek|nok|dkk|pln|czk|huf|inr|brl|mxn|zar|sgd|hkd|krw';
const CURRENCY_FIRST = new RegExp(
  `(?<![a-z0-9$£€])(us\\$|\\$|£|€|(?:${CODES})(?![a-z])) ?${AMOUNT}(?![.,]?[0-9])`,
  'g',
);
const CURRENCY_LAST = new RegExp(
  `(?<![0-9.,:a-z$£€-])${AMOUNT} ?(£|€|euros?|${CODES})(?![a-z0-9]| ?[0-9])`,
  'g',
);
const CODE_OF: Readonly<Record<string, string>> = {
  us$: 'usd',
  $: 'usd',
  '£': 'gbp',
  '€': 'eur',
  euro: 'eur',
  euros: 'eur',
};

const GROUPED = /(?<![0-9.,:a-z/-])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?![.,]?[0-9])/g;

/** Dates, times, amounts and numbers in one form each. */
function numbers(words: string): string {
  return words
    .replace(DAY_FIRST, (whole, day: string, month: string, year: string) => isoDate(whole, year, month, day))
    .replace(MONTH_FIRST, (whole, month: string, day: string, year: string) =>
      isoDate(whole, year, month, day),
    )
    .replace(CLOCK_12, clock)
    .replace(CLOCK_24, '@$1:$2')
    .replace(CURRENCY_FIRST, (_whole, code: string, units: string, part?: string) =>
      amount(code, units, part),
    )
    .replace(CURRENCY_LAST, (_whole, units: string, part: string | undefined, code: string) =>
      amount(code, units, part),
    )
    .replace(GROUPED, (whole) => whole.replaceAll(',', ''))
    .replace(/([0-9]) ?(?:%|percent\b|per cent\b)/g, '$1%');
}

function isoDate(whole: string, year: string, month: string, day: string): string {
  if (Number(day) < 1 || Number(day) > 31) return whole;
  const number = MONTHS.indexOf(month.slice(0, 3)) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function clock(whole: string, hour: string, minute?: string, half?: string, dottedHalf?: string): string {
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return whole;
  const since = (half ?? dottedHalf) === 'p' ? 12 : 0;
  return `@${String((hours % 12) + since).padStart(2, '0')}:${minute ?? '00'}`;
}

function amount(sign: string, units: string, part: string | undefined): string {
  const fraction = part?.replace(/0{1,2}$/, '') ?? '';
  return `¤${CODE_OF[sign] ?? sign}:${units.replaceAll(',', '')}${fraction === '.' ? '' : fraction}`;
}

/** Without the punctuation at its end. Not a question mark: a question is no rule. */
function withoutEnd(words: string): string {
  let end = words.length;
  // By hand: `[.! ]+$` tries again from every dot of a long row of dots.
  while (end > 0 && '.!; '.includes(words.charAt(end - 1))) end -= 1;
  return end === 0 || end === words.length ? words : words.slice(0, end);
}
