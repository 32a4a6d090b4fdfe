/** What `explain CODE` says of what is compared or counted. */
export interface CarryCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

export const CARRY_CODES: readonly CarryCodePage[] = [
  {
    code: 'comparison.report',
    title: 'a file that should hold a report holds something else',
    why: 'A comparison with numbers that contradict each other would say anything.',
    fix: 'Give what `edge-contracts report --json` printed, as it printed it, or the records themselves.',
  },
  {
    code: 'cost.tokenizer',
    title: 'a tokenizer cannot be used',
    why: 'Numbers of another kind than the one that was asked for would be taken for it.',
    fix: 'Install the package in the working directory, or name a file by `./file.mjs`; it has to export `countTokens(text)`, which gives a whole number.',
  },
];
