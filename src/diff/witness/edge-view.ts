import type { JsonValue } from '../../canonical/json-value.js';
import type { Contract } from '../../contract/contract.js';
import type { DeclaredEffect, EdgeManifest } from '../../model/bundle.js';
import type { StatedBy } from '../../model/constraint.js';
import type { EffectKind } from '../../model/effect-kind.js';
import type { Severity } from '../../model/severity.js';
import type { RunDraft } from './run-draft.js';

/** One version of an edge's contract, as it is written and as its bundle has it. */
export interface EdgeSide {
  readonly contract: Contract;
  readonly manifest: EdgeManifest;
  /** The project's vocabulary. */
  readonly kinds: readonly EffectKind[];
}

/** An edge as a run on it has to take it: what all of `sides` let through, between these agents, at this time. */
export interface EdgeView {
  readonly sides: readonly EdgeSide[];
  readonly from: string;
  readonly to: string;
  /** Where the agents do not say it. */
  readonly edge: string | undefined;
  /** Of the handoff, in milliseconds; no exception is in force then. */
  readonly at: number;
  /** What a good run has to have for the custom rules' sake. */
  readonly given?: Given;
}

/** Values in the place of the plainest that the schemas accept, and what else the run has. */
export interface Given {
  readonly facts: ReadonlyMap<string, JsonValue>;
  readonly fields: ReadonlyMap<string, JsonValue>;
  readonly shapes: readonly ((draft: RunDraft) => void)[];
}

/** The severity in force; null where a side does not judge the check. */
export function severityOf({ manifest }: EdgeSide, check: string): Severity | null {
  const setting = manifest.checks[check];
  return setting === undefined || setting.not_checked !== undefined ? null : setting.severity;
}

/** Does any side block on it. */
export function blocksSomewhere({ sides }: EdgeView, check: string): boolean {
  return sides.some((side) => severityOf(side, check) === 'block');
}

const SPEAKERS: readonly StatedBy[] = ['customer', 'policy', 'agent'];

/** Whose constraints all sides accept. */
export function speakersOf(view: EdgeView): readonly StatedBy[] {
  return common(
    view.sides.map(({ manifest }) => manifest.stated_by),
    SPEAKERS,
  );
}

/** Where facts may come from under all sides; null: from anywhere. */
export function sourcesOf(view: EdgeView): readonly string[] | null {
  const lists = view.sides.flatMap(({ manifest }) => (manifest.sources === null ? [] : [manifest.sources]));
  return lists.length === 0 ? null : common(lists, lists[0] ?? []);
}

/** Policies that all sides list. */
export function policiesOf(view: EdgeView): readonly string[] {
  const lists = view.sides.map(({ manifest }) => manifest.policies);
  return common(lists, lists[0] ?? []);
}

/** What all sides declare of an agent; null where none of them declares anything. */
export function declaredBy(view: EdgeView, by: DeclaredEffect['by']): readonly DeclaredEffect[] {
  return view.sides.flatMap(({ manifest }) =>
    (manifest.side_effects ?? []).filter((effect) => effect.by === by),
  );
}

function common<T>(lists: readonly (readonly T[] | null)[], all: readonly T[]): readonly T[] {
  return all.filter((item) => lists.every((list) => list === null || list.includes(item)));
}
