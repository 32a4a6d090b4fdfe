import type { PairDifference, PatternDifference } from '../../model/facts.js';
import type { Check } from '../check.js';
import { restate } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const constraintRetargeted: Check = {
  code: 'constraint.retargeted',
  title: 'a constraint forbids and requires the same effects as when it was stated',
  why: 'The guard matches effects against these, so a lost or changed one lets the effect through while the text still reads right.',
  fix: 'Carry `forbids` and `requires` as they were stated.',
  default: 'block',
  needs: ['constraints', 'discharged'],
  proofs: {
    transfer: { each: 'input.constraints.pairs', holds: 'constraint.same_target' },
  },
  reason: (scene, item) =>
    restate(
      scene,
      item,
      ({ pair, text }) => `${text} no longer names the same effects: ${targets(pair.differs)}`,
    ),
};

function targets(differs: PairDifference): string {
  return [...changes('forbids', differs.forbids), ...changes('requires', differs.requires)].join(', ');
}

function changes(field: string, difference: PatternDifference | undefined): string[] {
  const named = (word: string, patterns: PatternDifference['lost']): string[] =>
    patterns.map((pattern) => `\`${field}\` ${word} ${quote(`${pattern.kind} to ${pattern.target}`)}`);
  return difference === undefined
    ? []
    : [...named('lost', difference.lost), ...named('gained', difference.added)];
}
