/**
 * The bytes of a base64 text; null where it is not the one text for them. DSSE allows the standard and the URL-safe
 * alphabet, both padded. White space, a mix of the two, missing padding and bits behind the end are refused: each would
 * be a second text for the same bytes.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const standard = bytes.toString('base64');
  if (text === standard) return bytes;
  return text === standard.replaceAll('+', '-').replaceAll('/', '_') ? bytes : null;
}
