/**
 * A text in the form in which two texts that differ only in how they are typed are equal: "Don’t e-mail the
 * customer!" and "do not email the customer".
 *
 * It must never make two different rules equal. So what could change the meaning stays: commas, question marks,
 * leading zeros, capitals, every word, every number that can be read in two ways, and whatever cannot be seen. Two
 * texts that stay unequal cost a question to somebody; two that become equal without saying the same cost the rule.
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
  words = words.replace(/\s+/g, ' ').trim();
  if (words.includes('-mail')) words = words.replace(E_MAIL, '$1mail');
  words = words.replace(FIRST_WORD, (word) => word.toLowerCase());
  if (words.includes("'")) words = wholeWords(words);
  words = words.replace(NUMBER_WORD, (word) => String(NUMBER_WORDS.indexOf(word) + FIRST_NUMBER_WORD));
  if (DIGIT.test(words)) words = numbers(words);
  return withoutEnd(words);
}

// A whole word of a sentence, not a piece of a path, of an address, of a key or of a quotation: those say what they
// say by every character.
const WORD_START = '(?<![^ (])';
const WORD_END = '(?=[.,;:!?)]{0,4}(?: |$))';

const E_MAIL = new RegExp(`${WORD_START}([Ee])-(?=mail(?:s|ed|ing)?${WORD_END})mail`, 'g');

// The one capital that says nothing is that of a text's first word. Any other tells "OR" from "or", "5 MW" from
// "5 mW", "Polish" from "polish", and one key from another.
const FIRST_WORD = new RegExp(
  `^(?:\\p{Lu}\\p{Ll}+|[AI])(?:(?='(?:t|s|re|ve|ll|m|d)${WORD_END})|${WORD_END})`,
  'u',
);

// What NFKC would glue to the number before it: "10²" must not become "102", nor "1½" "11/2", nor "2㋀" "21月".
const NUMBER_SIGN = /[\p{No}\u3358-\u3370\u32c0-\u32cb\u33e0-\u33fe]/gu;

// What word processors and web pages leave in a text, and what spells nothing. Every other invisible character
// stays, and keeps the text from being taken for another: a row of tag characters is a sentence that a model reads
// and a person does not see.
const LEFT_OVER = /\u200b|\u200c|\u200d|\u2060|\ufeff/g;

// To sort a row of combining marks takes time that is quadratic in its length. No language has such rows (UAX 15
// allows 30), so a text that has one stays as it is typed.
const MARKS = /[\p{M}\uff9e\uff9f]{31}/u;

function plainCharacters(text: string): string {
  const plain = text
    .replace(LEFT_OVER, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\uff07`]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb\uff02]/g, '"')
    .replace(/[\u2014\u2015]/g, ' - ')
    .replace(NUMBER_SIGN, ' ^$& ');
  return (MARKS.test(plain) ? plain : plain.normalize('NFKC')).replace(/[\u2010-\u2013\u2212]/g, '-');
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
  /\b(?:([iI])'m|(you|we|they)'re|([iI]|you|we|they)'ve|([iI]|you|he|she|it|we|they)'ll|(it|that|there)'s)\b/g;

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
const NUMBER_WORD = new RegExp(`${WORD_START}(?:${NUMBER_WORDS.join('|')})${WORD_END}`, 'g');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const NO_MORE_DIGITS = '(?![.,:/-]?[0-9])';
const DAY_FIRST = new RegExp(
  `(?<![0-9.,:/-])([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\.?,? ([0-9]{4})${NO_MORE_DIGITS}`,
  'gi',
);
const MONTH_FIRST = new RegExp(
  `\\b(${MONTH})\\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4})${NO_MORE_DIGITS}`,
  'gi',
);

// A fraction of three digits can be a group of thousands ("€1.250"): such an amount stays as it is written.
const FRACTION = '(\\.[0-9]{1,2})?';
// Commas group only what is surely one amount: "orders 41,182" are two orders.
const GROUPED_AMOUNT = `([1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)${FRACTION}`;
// Codes that are no English words; not the word "pounds", which is a weight too, nor "dollars", of which there are
// many: "$" is no one's code.
const CODES = 'GBP|EUR|USD|AUD|CAD|NZD|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|ZAR|SGD|HKD|KRW';
const CURRENCY_FIRST = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}$£€_/.-])(US\\$|\\$|£|€|${CODES}) ?${GROUPED_AMOUNT}(?![\\p{L}\\p{M}/_-]|[.,]?[0-9])`,
  'gu',
);
const CURRENCY_LAST = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}.,:$£€_/-])([0-9]+)${FRACTION} ?(£|€|euros?|${CODES})(?![\\p{L}\\p{M}\\p{N}/_-]| ?[0-9])`,
  'gu',
);
const CODE_OF: Readonly<Record<string, string>> = {
  US$: 'USD',
  '£': 'GBP',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
};

/**
 * Dates, amounts and percentages in one form each. No times: whether "10 pm" is an hour or a length, and "9:00" the
 * morning, the text around it says, or nobody does.
 */
function numbers(words: string): string {
  return words
    .replace(DAY_FIRST, (whole, day: string, month: string, year: string) => isoDate(whole, year, month, day))
    .replace(MONTH_FIRST, (whole, month: string, day: string, year: string) =>
      isoDate(whole, year, month, day),
    )
    .replace(CURRENCY_FIRST, (_whole, code: string, units: string, part?: string) =>
      amount(code, units, part),
    )
    .replace(CURRENCY_LAST, (_whole, units: string, part: string | undefined, code: string) =>
      amount(code, units, part),
    )
    .replace(/([0-9]) ?(?:%|percent\b|per cent\b)/g, '$1%');
}

function isoDate(whole: string, year: string, month: string, day: string): string {
  if (Number(day) < 1 || Number(day) > 31) return whole;
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function amount(sign: string, units: string, part: string | undefined): string {
  const fraction = part?.replace(/0{1,2}$/, '') ?? '';
  return `¤${CODE_OF[sign] ?? sign}:${units.replaceAll(',', '')}${fraction === '.' ? '' : fraction}`;
}

/**
 * Without the punctuation at its end. Not a question mark: a question is no rule. Nor what may be a name: "delete ."
 * and "/data/.." say what to delete, and "!" after anything but a word may be a part of it.
 */
function withoutEnd(words: string): string {
  let end = words.length;
  // By hand: `[.! ]+$` tries again from every dot of a long row of dots.
  while (end > 0 && '.!; '.includes(words.charAt(end - 1))) end -= 1;
  if (end === 0 || end === words.length) return words;
  const marks = words.slice(end);
  const before = words.charAt(end - 1);
  const isName = /^ [^.]*\.{1,2}(?!\.)/.test(marks) || '/\\'.includes(before);
  if (isName || (marks.includes('!') && !endsInWord(words, end))) return words;
  return words.slice(0, end);
}

function endsInWord(words: string, end: number): boolean {
  const last = words.slice(words.lastIndexOf(' ', end - 1) + 1, end);
  return /^["'(]?[\p{L}\p{M}'-]+["')]?$/u.test(last);
}
