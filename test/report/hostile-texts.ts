import type { SampleRun } from './sample-runs.js';

/** Texts that would do something in a page that does not escape them; each would set `window.pwned`. */
export const HOSTILE: readonly string[] = [
  '<script>window.pwned=1</script>',
  '"><img src=x onerror=window.pwned=1>',
  "' autofocus onfocus='window.pwned=1",
  '</script></style></title></textarea><svg onload=window.pwned=1>',
  '<!--',
  ']]>',
  '{{constructor.constructor("window.pwned=1")()}}',
  'javascript:window.pwned=1',
  '\u202eevil\u202c\u2066',
  'line\nbreak\r\n\u2028\u2029x\u0000\u001b[31m',
  'a'.repeat(10_000),
  '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd',
  '日本語のエージェント',
  '&lt;b&gt;',
  '`+window.pwned=1+`',
  '__proto__',
  '#main',
];

/** Runs whose names, agents and constraints all are such texts. */
export function hostileRuns(texts: readonly string[] = HOSTILE): SampleRun[] {
  const at = (index: number): string => texts[index % texts.length] ?? '';
  return texts.map((text, index) => ({
    run: `${text}${index}`,
    path: [text, at(index + 1), at(index + 3)],
    constraints: [{ text, fates: ['drop' as const] }],
  }));
}
