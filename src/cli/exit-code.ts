/** What a command ends with. */
export const EXIT = {
  ok: 0,
  /** The tool itself failed. */
  failed: 1,
  /** Judged negative: a block, a violation. */
  negative: 2,
  /** Invalid input, contract or usage; nothing evaluated. */
  invalid: 3,
  /** A gate: stale outputs. */
  gate: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Several at once: what was not decided comes before what was. */
const ORDER: readonly ExitCode[] = [EXIT.failed, EXIT.invalid, EXIT.negative, EXIT.gate];

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return ORDER.find((code) => codes.includes(code)) ?? EXIT.ok;
}
