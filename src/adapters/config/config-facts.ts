import { SECRET_PREFIX } from '../../model/config.js';
import type { ConfigChangeFact, ConfigFacts } from '../../model/facts.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';
import type { TransferScene } from '../scene.js';
import { claimsOf, type ReadClaim } from './config-claims.js';
import { compareSource, type Comparison } from './compare-source.js';
import { otherAgent } from './other-agent.js';

/** The facts of an edge that reads no config, and of a side effect. */
export const NO_CONFIG: ConfigFacts = { sources: [], changes: [], omitted: 0, claims: [] };

/**
 * Live config against its baseline, source by source, and the payload's claims against both. Words such as undeclared
 * are the policy's.
 */
export function configFacts(scene: TransferScene): ConfigFacts {
  const comparisons = scene.edge.config.map((plan) => compareSource(scene, plan));
  const claims = claimsOf(scene, comparisons);
  if (comparisons.length === 0 && claims.length === 0) return NO_CONFIG;
  const budget = { left: MOST_CHARACTERS };
  const listed = comparisons.flatMap((comparison) =>
    comparison.changes.map((change) => changeFact(scene, comparison, change, claims, budget)),
  );
  const omitted = comparisons.reduce((sum, each) => sum + each.omitted, 0);
  return {
    sources: comparisons.map(({ fact }) => fact),
    changes: listed.slice(0, MOST_CHANGES),
    omitted: omitted + Math.max(0, listed.length - MOST_CHANGES),
    claims: claims.map(({ fact }) => fact),
  };
}

/** Could every source be read, and is every change among those that are listed. */
export function isCompared({ sources, omitted }: ConfigFacts): boolean {
  return omitted === 0 && sources.every(({ read, baseline }) => read && baseline.read);
}

const MOST_CHANGES = 1000;

/** Of one value, and of all values together, in characters of JSON: what is longer is told as `large`. */
const MOST_OF_ONE = 4000;
const MOST_CHARACTERS = 256_000;

function changeFact(
  scene: TransferScene,
  { plan, since }: Comparison,
  { op, path, from, before, after }: Comparison['changes'][number],
  claims: readonly ReadClaim[],
  budget: { left: number },
): ConfigChangeFact {
  const { source } = plan;
  const texts = [before, after].map((value) => (value === undefined ? '' : JSON.stringify(value)));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const large = texts.some((text) => text.length > MOST_OF_ONE) || length > budget.left;
  if (!large) budget.left -= length;
  const targets = [path, ...(from === undefined ? [] : [from])].map((at) => `${source}${at}`);
  return {
    ...{ source, path, operation: op, from: from ?? null },
    ...(before === undefined || large ? {} : { before }),
    ...(after === undefined || large ? {} : { after }),
    large,
    secret: texts.some((text) => text.includes(SECRET_PREFIX)),
    claimed: claims.some((claim) => claim.tells(source, path)),
    other: otherAgent(scene, { source, path, after }, since),
    matches: targets.flatMap((target) =>
      forbidMatches(scene.context.binding, { kind: 'config.change', target }),
    ),
  };
}
