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
];
