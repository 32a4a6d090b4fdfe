import { CONFIG_CHANGE } from '../../model/config.js';
import type { ClaimedEffectFact, SideEffectFacts } from '../../model/facts.js';
import type { ClaimedEffect } from '../../model/payload.js';
import type { EffectRecord } from '../../model/record.js';
import { splitTarget } from '../config/config-claims.js';
import type { TransferScene } from '../scene.js';
import { forbidMatches } from './forbid-matches.js';

/**
 * The sender's observed effects against those that the payload claims. A claim may speak of any effect that the
 * run has seen; the sender answers only for its own since its last delivered transfer.
 */
export function sideEffectFacts(scene: TransferScene): SideEffectFacts {
  const claims = scene.payload.side_effects ?? [];
  const observed = scene.context.senderEffects.map((record) => ({
    id: record.id,
    kind: record.effect.kind,
    target: record.effect.target,
    claimed: claims.some((claim) => isClaimOf(claim, record)),
    faults: scene.detailsOf(record.effect),
  }));
  return { observed, claimed: claims.length === 0 ? NO_CLAIMS : claimedFacts(scene, claims) };
}

const NO_CLAIMS: readonly ClaimedEffectFact[] = [];

function claimedFacts(scene: TransferScene, claims: readonly ClaimedEffect[]): ClaimedEffectFact[] {
  const seen = effectsByKind(scene.context.effects);
  const read = new Set(scene.edge.config.map(({ source }) => source));
  return claims.flatMap((claim, index) => {
    // The source itself is asked about these: `config.claims`.
    if (claim.kind === CONFIG_CHANGE && read.has(splitTarget(claim.target).source)) return [];
    const observed = seen.get(claim.kind)?.some((record) => isClaimOf(claim, record)) ?? false;
    const { kind, target } = claim;
    return [{ index, kind, target, observed, matches: forbidMatches(scene.live, claim) }];
  });
}

function effectsByKind(effects: readonly EffectRecord[]): Map<string, EffectRecord[]> {
  const byKind = new Map<string, EffectRecord[]>();
  for (const record of effects) {
    const same = byKind.get(record.effect.kind);
    if (same === undefined) byKind.set(record.effect.kind, [record]);
    else same.push(record);
  }
  return byKind;
}

/** The same kind and target, shown by the effect's own record or by the tool call that it came from. */
function isClaimOf(claim: ClaimedEffect, record: EffectRecord): boolean {
  return (
    claim.kind === record.effect.kind &&
    claim.target === record.effect.target &&
    (claim.evidence === record.evidence || claim.evidence === record.id)
  );
}
