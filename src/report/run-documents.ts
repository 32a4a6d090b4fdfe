import { type ConservationLine, canBeSaved, conservationOf } from '../carry/conservation.js';
import { LOWER_BOUND, type RunScore, type Skipped } from '../model/carry.js';
import { type RunStateWord, runStateWord } from './run-state-words.js';
import { shellWord } from './shell-word.js';

export const RUN_VIEW_SCHEMA = 'edge-contracts/run-view/v1';
export const RUN_LIST_SCHEMA = 'edge-contracts/run-list/v1';

/** `runs show --json`: `schemas/run-view.schema.json`. */
export interface RunView {
  readonly schema: typeof RUN_VIEW_SCHEMA;
  /** `LOWER_BOUND`. */
  readonly note: string;
  readonly state: RunStateWord;
  /** Lives and transfers. */
  readonly run: RunScore;
  /** Each constraint of run scope: was it conserved, where was it first lost, what followed. */
  readonly conservation: readonly ConservationLine[];
  /** Commands, ready to be typed. */
  readonly next: readonly string[];
}

export function runViewOf(run: RunScore): RunView {
  return {
    schema: RUN_VIEW_SCHEMA,
    note: LOWER_BOUND,
    state: runStateWord(run),
    run,
    conservation: conservationOf(run),
    next: nextCommands(run),
  };
}

/** Edges that lost something, at most so many of them. */
const MOST_COMMANDS = 4;

/** What to do next: where something was lost, look at the edge; where it can be saved, have it put back. */
function nextCommands(run: RunScore): readonly string[] {
  const lost = conservationOf(run).flatMap(({ lost, violated }) => {
    const edge = (violated ?? lost)?.edge ?? lost?.edge ?? null;
    return edge === null ? [] : [edge];
  });
  const edges = [...new Set(lost)].flatMap((edge) => shellWord(edge) ?? []).slice(0, MOST_COMMANDS);
  const forced = edges.map(
    (edge) => `edge-contracts override ${edge} --compose force --until <time> --by <who> --reason <why>`,
  );
  return [...edges.map((edge) => `edge-contracts edges show ${edge}`), ...(canBeSaved(run) ? forced : [])];
}

/** `runs list --json`: `schemas/run-list.schema.json`. */
export interface RunList {
  readonly schema: typeof RUN_LIST_SCHEMA;
  readonly note: string;
  /** Worst first, then the newest; at most as many as were asked for. */
  readonly runs: readonly RunLine[];
  /** How many were looked at, how many of them are what was asked for, and how many of those are not listed. */
  readonly counts: { readonly seen: number; readonly found: number; readonly omitted: number };
  /** What was left out, and why. */
  readonly skipped: readonly Skipped[];
}

/** One run of the list. */
export interface RunLine {
  readonly run: string;
  readonly state: RunStateWord;
  readonly from: string;
  readonly to: string;
  readonly closed: boolean;
  readonly simulated: boolean;
  readonly history: RunScore['history'];
  readonly transfers: number;
  readonly constraints: number;
  /** Constraints that are lost now, or violated: at most ten. */
  readonly lost: readonly LostConstraint[];
  readonly can_be_saved: boolean;
}

export interface LostConstraint {
  readonly constraint: string;
  readonly text: string;
  /** Of the first loss; null where it arrived whole. */
  readonly hop: number | null;
  readonly edge: string | null;
  readonly violated: boolean;
}

const MOST_LOST = 10;

export function runLineOf(run: RunScore): RunLine {
  const { lives, transfers } = run;
  return {
    run: run.run,
    state: runStateWord(run),
    ...{ from: run.from, to: run.to, closed: run.closed, simulated: run.simulated, history: run.history },
    transfers: transfers.length,
    constraints: lives.length,
    lost: lives
      .filter(({ state }) => state === 'dropped' || state === 'violated')
      .slice(0, MOST_LOST)
      .map(({ constraint, transitions, state }) => {
        const first = transitions.find(({ to }) => to === 'dropped' || to === 'weakened');
        return {
          constraint: constraint.id,
          text: constraint.text,
          hop: first?.hop ?? null,
          edge: first?.edge ?? null,
          violated: state === 'violated',
        };
      }),
    can_be_saved: canBeSaved(run),
  };
}
