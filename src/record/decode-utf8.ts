const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that these bytes are in UTF-8, a byte order mark included; else the offset of the first wrong byte. */
export function decodeUtf8(bytes: Uint8Array): string | number {
  try {
    return STRICT.decode(bytes);
  } catch {
    return firstWrongByte(bytes);
  }
}

/** The lowest and highest second byte after each lead byte (Unicode, table 3-7). */
function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f]; // no surrogates
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/** Offset of the first sequence that is not UTF-8: of its lead byte. */
function firstWrongByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    const [low, high] = secondByteRange(lead);
    for (let i = 1; i < length; i++) {
      const byte = bytes[at + i] ?? -1;
      const [least, most] = i === 1 ? [low, high] : [0x80, 0xbf];
      if (byte < least || byte > most) return at;
    }
    if (length === 0) return at;
    at += length;
  }
  return at;
}
