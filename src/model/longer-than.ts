/**
 * Has a text more than `limit` code points, as `maxLength` counts them. A text of no more UTF-16 units than
 * that has not: only a longer one is walked, so long texts within their limit cost nothing.
 */
export function longerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let points = text.length;
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) {
      points--;
      i++;
    }
  }
  return points > limit;
}
