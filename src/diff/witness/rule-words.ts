import type { JsonValue } from '../../canonical/json-value.js';
import { textOfPattern } from './text-of-pattern.js';

/** What a custom rule's text speaks of. */
export interface RuleWords {
  /** Texts and names of members: perhaps keys of facts or fields. */
  readonly names: readonly string[];
  /** Its texts and numbers, what lies beside them, and what can be put together of them. */
  readonly values: readonly JsonValue[];
}

const MOST_WORDS = 24;
const MOST_VALUES = 120;
const MOST_PARTS = 8;

/** Texts and numbers of rules, and what lies beside them; they are to be tried, not trusted. */
export function ruleWords(text: string): RuleWords {
  const code = text.replaceAll(/^\s*#.*$/gm, '');
  const quoted = [...code.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  const members = [...code.matchAll(/\b(?:established|fields)\.([A-Za-z_]\w*)/g)].map(
    ([, name]) => name ?? '',
  );
  const numbers = unique([...code.matchAll(/(?<![\w"])-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number)));
  const beside = unique(numbers.flatMap((number) => [number, number + 1, number - 1]));
  const plain: JsonValue[] = [
    ...beside,
    ...quoted,
    ...amountsOf(numbers),
    'x',
    '',
    true,
    false,
    null,
    0,
    1e9,
  ];
  return {
    names: unique([...members, ...quoted]).slice(0, MOST_WORDS),
    values: unique([...plain.slice(0, 2 * MOST_WORDS), ...matching(quoted), ...joined(quoted, beside)]).slice(
      0,
      MOST_VALUES,
    ),
  };
}

function amountsOf(numbers: readonly number[]): readonly string[] {
  return numbers.flatMap((number) => [`GBP ${number}.00`, `GBP ${number + 1}.00`]);
}

/** A text may be a pattern. */
function matching(quoted: readonly string[]): readonly string[] {
  return quoted.slice(0, MOST_WORDS).flatMap((text) => textOfPattern(text.replaceAll('\\\\', '\\')) ?? []);
}

/** Texts that begin or end with one of the rule's, and have one of its numbers in them. */
function joined(quoted: readonly string[], numbers: readonly number[]): readonly string[] {
  const parts = unique(quoted.filter((text) => text !== '')).slice(0, MOST_PARTS);
  return parts.flatMap((part) => [
    ...numbers.slice(0, MOST_PARTS).map((number) => `${part}${number}`),
    `${part}x`,
    ...numbers.slice(0, 2).map((number) => `${number}${part}`),
  ]);
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
