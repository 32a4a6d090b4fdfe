import type { Budget } from '../budget.js';
import { after, isNullable, NONE, type Regex, representatives } from './regex.js';

/** Every state that a regex's texts lead through, and which texts are in it. */
export interface Language {
  /** Length of a shortest text in code points; null: there is none. */
  readonly shortest: number | null;
  readonly longest: number;
  /** False: certainly no text has this length. */
  readonly mayHaveLength: (length: number) => boolean;
  /** Up to so many texts of exactly this length. */
  readonly textsOf: (length: number, most: number) => readonly string[];
}

interface State {
  readonly regex: Regex;
  readonly next: { readonly char: number; readonly to: number }[];
  /** Length of a shortest way to a text's end; infinite: there is no way. */
  left: number;
}

const MOST_STATES = 1500;
/** Of what describes a state: counts within counts grow with each character. */
const LONGEST_KEY = 4000;

/** Null: it has too many states to say. */
export function languageOf(regex: Regex, budget: Budget): Language | null {
  const states = explore(regex, budget);
  if (states === null) return null;
  measure(states);
  const shortest = states[0]?.left ?? Number.POSITIVE_INFINITY;
  return {
    shortest: Number.isFinite(shortest) ? shortest : null,
    longest: longestWay(states),
    mayHaveLength: (length) => endsAfter(states, length)?.[length]?.has(0) ?? true,
    textsOf: (length, most) => texts(states, length, most),
  };
}

function explore(start: Regex, budget: Budget): State[] | null {
  const alphabet = representatives(start);
  const states: State[] = [];
  const known = new Map<string, number>();
  const stateOf = (regex: Regex): number => {
    const found = known.get(regex.key);
    if (found !== undefined) return found;
    known.set(regex.key, states.length);
    states.push({ regex, next: [], left: Number.POSITIVE_INFINITY });
    return states.length - 1;
  };
  stateOf(start);
  for (let index = 0; index < states.length; index += 1) {
    const state = states[index] as State;
    if (index >= MOST_STATES || state.regex.key.length > LONGEST_KEY) return null;
    budget.spend(1 + Math.floor((alphabet.length * state.regex.key.length) / 1000));
    if (state.regex === NONE) continue;
    for (const char of alphabet) state.next.push({ char, to: stateOf(after(state.regex, char)) });
  }
  return states;
}

function measure(states: readonly State[]): void {
  for (const state of states) if (isNullable(state.regex)) state.left = 0;
  const before: number[][] = states.map(() => []);
  for (const [index, { next }] of states.entries()) for (const { to } of next) before[to]?.push(index);
  let reached = [...states.keys()].filter((index) => states[index]?.left === 0);
  for (let length = 1; reached.length > 0; length += 1) {
    const further = reached.flatMap((index) => before[index] ?? []);
    reached = [...new Set(further)].filter((index) => states[index]?.left === Number.POSITIVE_INFINITY);
    for (const index of reached) (states[index] as State).left = length;
  }
}

/** Infinite where a way that can still end leads in a circle. */
function longestWay(states: readonly State[]): number {
  const longest = new Map<number, number>();
  const onWay = new Set<number>();
  const from = (index: number): number => {
    const state = states[index] as State;
    if (!Number.isFinite(state.left)) return Number.NEGATIVE_INFINITY;
    const known = longest.get(index);
    if (known !== undefined) return known;
    if (onWay.has(index)) return Number.POSITIVE_INFINITY;
    onWay.add(index);
    let most = isNullable(state.regex) ? 0 : Number.NEGATIVE_INFINITY;
    for (const { to } of state.next) most = Math.max(most, from(to) + 1);
    onWay.delete(index);
    longest.set(index, most);
    return most;
  };
  return from(0);
}

const MOST_TEXT_STEPS = 200_000;

function texts(states: readonly State[], length: number, most: number): readonly string[] {
  const can = endsAfter(states, length);
  if (can === null || !can[length]?.has(0)) return [];
  const found: string[] = [];
  for (let turn = 0; found.length < most && turn < 4 * most; turn += 1) {
    const text = walk(states, can, length, turn);
    if (!found.includes(text)) found.push(text);
  }
  return found;
}

/** For each length: the states from which a text of exactly that length ends well. */
function endsAfter(states: readonly State[], length: number): readonly ReadonlySet<number>[] | null {
  if (length * states.length > MOST_TEXT_STEPS) return null;
  const can: Set<number>[] = [new Set([...states.keys()].filter((i) => states[i]?.left === 0))];
  for (let left = 1; left <= length; left += 1) {
    const before = can[left - 1] as Set<number>;
    can.push(new Set([...states.keys()].filter((i) => states[i]?.next.some(({ to }) => before.has(to)))));
  }
  return can;
}

/** One text; another turn takes another way where there is a choice. */
function walk(
  states: readonly State[],
  can: readonly ReadonlySet<number>[],
  length: number,
  turn: number,
): string {
  let at = 0;
  let text = '';
  for (let left = length; left > 0; left -= 1) {
    const ways = (states[at] as State).next.filter(({ to }) => can[left - 1]?.has(to));
    const way = ways[length - left < 4 ? Math.floor(turn / (length - left + 1)) % ways.length : 0];
    if (way === undefined) return text;
    text += String.fromCodePoint(way.char);
    at = way.to;
  }
  return text;
}
