/**
 * What YAML 1.1, which many programs still read, takes for something else than YAML 1.2 does, and what readers of 1.1
 * disagree on. Each form is linear: https://yaml.org/type/. Addresses, versions and words are text to both.
 */
const OTHER: readonly RegExp[] = [
  // Booleans, a merge, and a default.
  /^(?:y|n|yes|no|on|off|<<|=)$/i,
  // Octal by a zero, which is decimal in 1.2; `0o`, which is text in 1.1; binary.
  /^[-+]?0(?:[\d_,]+(?:\.[\d_]*)?|o[0-7_]+|b[01_]+)$/i,
  // Digits in groups.
  /^[-+]?(?:0x[\da-f]*_[\da-f_]*|(?=[\d.]*[_,])(?=\.?\d)[\d_,]*(?:\.[\d_]*)?(?:e[-+]?\d+)?)$/i,
  // An exponent without a point or a sign, which is text in 1.1.
  /^[-+]?(?:\d+e[-+]?\d+|\d*\.\d*e\d+)$/i,
  // To the base of sixty.
  /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/,
  // Dates.
  /^\d{4}-\d\d?-\d\d?(?:(?:t|[ \t]+)\d\d?:\d\d?(?::\d\d?(?:\.\d*)?)?(?:[ \t]*(?:z|[-+]\d\d?(?::?\d\d)?))?)?$/i,
];

/** Is this plain scalar something else in YAML 1.1. */
export function isOtherInYaml11(source: string): boolean {
  return OTHER.some((form) => form.test(source));
}
