import { isLossyNumber } from '../../record/scan-json.js';

/**
 * A number as it is written in a text; as the text of its digits where a double would hold another number. Two
 * different ids of 19 digits must not look the same.
 */
export function exactNumber(digits: string): number | string {
  const plain = digits
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|[eE])/, '');
  return isLossyNumber(plain) ? digits : Number(digits);
}
