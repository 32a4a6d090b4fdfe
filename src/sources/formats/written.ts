import { isLossyNumber } from '../../record/scan-json.js';
import { faultAt, type Place } from '../source-fault.js';

/** What a value is that JSON cannot hold as it is written: a number, a date, or a word that versions of YAML take for other things. */
export type WrittenKind = 'number' | 'date' | 'plain';

const MARK = /^!(?:number|date|plain) /;

/**
 * A value as it is written, marked so that no text in quotes can equal it: `a: 9007199254740993` and
 * `a: "9007199254740993"` are two states. It stays one scalar, so that paths and identities hold.
 */
export function written(kind: WrittenKind, text: string): string {
  return `!${kind} ${text}`;
}

/** A text; one that begins like a mark would be taken for what it is not. */
export function unmarked(text: string, place: () => Place): string {
  if (MARK.test(text))
    throw faultAt(
      'config_source.value_refused',
      'this text begins like a value that is kept as it is written',
      place(),
    );
  return text;
}

/**
 * A number as it is written in a text; marked where a double would hold another number. Two different ids of 19 digits
 * must not look the same.
 */
export function exactNumber(digits: string): number | string {
  const plain = digits
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '');
  return isLossyNumber(plain) ? written('number', digits) : Number(digits);
}
