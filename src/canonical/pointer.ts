/** A JSON Pointer (RFC 6901), such as `/payload/constraints/0`; the empty text is the whole document. */
export type JsonPointer = string;

/** The pointer made of these segments, each escaped (`~` as `~0`, `/` as `~1`). */
export function pointer(...segments: readonly (string | number)[]): JsonPointer {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The segments of a pointer, unescaped. */
export function pointerSegments(at: JsonPointer): string[] {
  if (at === '') return [];
  return at
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
