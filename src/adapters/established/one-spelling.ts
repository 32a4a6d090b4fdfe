/** `refund_id`, `refundId` and `Refund-ID` are one name. */
export function oneName(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}

/** Composed letters, and one space for any white space. */
export function oneSpelling(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
