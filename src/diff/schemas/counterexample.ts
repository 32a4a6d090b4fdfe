import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import { Budget, TooLarge } from './budget.js';
import { Reader } from './holds.js';
import { type Goal, Prover } from './prover.js';
import { type Refusal, refusalOf } from './refusal.js';
import type { SchemaCheck } from './schema-check.js';
import { FAR, NEAR, type Reach, Solver } from './solver.js';
import type { Universe } from './universe.js';

export interface Counterexample extends Refusal {
  readonly example: JsonValue;
}

const SEARCH_STEPS = 60_000;
const MOST_TRIED = 400;

/** A value that one validator accepts and the other refuses; null: none was found. */
export function counterexample(
  universe: Universe,
  goal: Goal,
  accepts: SchemaCheck,
  refuses: SchemaCheck,
): Counterexample | null {
  const tells = (value: JsonValue): boolean => accepts.says(value) === true && refuses.says(value) === false;
  const accepted: Goal = { literals: goal.literals.slice(0, 1) };
  const found =
    firstOf(universe, goal, NEAR, tells) ??
    firstOf(universe, goal, FAR, tells) ??
    firstOf(universe, accepted, FAR, tells);
  if (found === undefined) return null;
  const example = shrink(found, tells);
  refuses.says(example);
  return { ...refusalOf(refuses), example };
}

function firstOf(
  universe: Universe,
  goal: Goal,
  reach: Reach,
  tells: (value: JsonValue) => boolean,
): JsonValue | undefined {
  const budget = new Budget(SEARCH_STEPS);
  const solver = new Solver(new Prover(new Reader(universe, budget), budget), reach);
  try {
    return solver.values(goal, MOST_TRIED).find(tells);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

const MOST_SHRINKS = 300;

/** The same with members and items left out, as long as it still tells the two apart. */
function shrink(value: JsonValue, tells: (value: JsonValue) => boolean): JsonValue {
  let [smallest, left] = [value, MOST_SHRINKS];
  for (let found = true; found; ) {
    found = false;
    for (const smaller of smallerOnes(smallest)) {
      if (left === 0) return smallest;
      left -= 1;
      if (!tells(smaller)) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerOnes(value: JsonValue): Generator<JsonValue> {
  if (isJsonArray(value)) {
    for (const index of value.keys()) yield value.filter((_, at) => at !== index);
    for (const [index, item] of value.entries())
      for (const smaller of smallerOnes(item))
        yield value.map((other, at) => (at === index ? smaller : other));
  } else if (isJsonObject(value)) {
    const entries = Object.entries(value);
    for (const [name] of entries) yield Object.fromEntries(entries.filter(([other]) => other !== name));
    for (const [name, member] of entries)
      for (const smaller of smallerOnes(member ?? null)) yield { ...value, [name]: smaller };
  }
}
