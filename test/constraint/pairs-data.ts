import { readFileSync } from 'node:fs';

/** One line of `data/constraint-pairs.jsonl`. */
export interface LabelledPair {
  readonly id: string;
  readonly cat: string;
  readonly a: string;
  readonly b: string;
  readonly label: 'same' | 'weakened' | 'narrowed' | 'different' | 'opposite';
}

export const PAIRS: readonly LabelledPair[] = readFileSync(
  'test/constraint/data/constraint-pairs.jsonl',
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as LabelledPair);
