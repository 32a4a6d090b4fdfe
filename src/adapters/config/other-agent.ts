import type { JsonValue } from '../../canonical/json-value.js';
import { sameMeaning } from '../../config/meaning.js';
import type { ConfigChangeFact } from '../../model/facts.js';
import type { ClaimedEffect } from '../../model/payload.js';
import type { TransferScene } from '../scene.js';
import { CONFIG_CHANGE } from './config-claims.js';

interface Change {
  readonly source: string;
  readonly path: string;
  readonly after: JsonValue | undefined;
}

/**
 * Another agent of the run that answers for a change: one that told of it in a handoff that crossed since the
 * baseline, or that was seen to make it. What it told was held against the source on its own edge.
 */
export function otherAgent(scene: TransferScene, change: Change, since: number): ConfigChangeFact['other'] {
  const { from } = scene.transfer;
  const target = `${change.source}${change.path}`;
  const told = scene.context.deliveries.find(
    (delivery) =>
      delivery.from !== from &&
      delivery.order > since &&
      (delivery.payload.side_effects ?? []).some((claim) => isOf(claim, target, change.after)),
  );
  if (told !== undefined) return { agent: told.from, hop: told.hop };
  const seen = scene.context.effects.find(
    ({ id, by, effect }) =>
      by !== from &&
      effect.kind === CONFIG_CHANGE &&
      effect.target === target &&
      (scene.context.evidence(id)?.order ?? -1) > since,
  );
  return seen === undefined ? null : { agent: seen.by, hop: null };
}

/** A claim of another value is not of this change: the value was changed once more. */
function isOf(
  { kind, target, details }: ClaimedEffect,
  wanted: string,
  after: JsonValue | undefined,
): boolean {
  if (kind !== CONFIG_CHANGE || target !== wanted) return false;
  const claimed = details?.['after'];
  if (claimed === undefined) return true;
  return after !== undefined && sameMeaning(claimed, after, 0);
}
