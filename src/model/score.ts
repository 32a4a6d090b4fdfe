/** The five classes of information that a transfer is scored by. */
export const SCORE_CLASSES = [
  'established',
  'tool_results',
  'constraints',
  'confidence',
  'stop_conditions',
] as const;

export type ScoreClass = (typeof SCORE_CLASSES)[number];

/**
 * Carried, held, unresolved: counts. 0 of 0 means that the sender held none, or never reported any. A carry
 * rate is a lower bound on what was available, not a statement that the run did the right thing.
 */
export type Score = readonly [carried: number, held: number, unresolved: number];

export type Scores = Readonly<Record<ScoreClass, Score>>;
