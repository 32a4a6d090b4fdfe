import { MOST_CHANGES } from '../../config/diff-config.js';
import { SECRET_PREFIX } from '../../model/config.js';
import type { ConfigChangeFact, ConfigFacts } from '../../model/facts.js';
import type { TransferScene } from '../scene.js';
import { type Comparison, compareSource } from './compare-source.js';
import { ConfigClaims } from './config-claims.js';
import { ForbiddenChanges } from './forbidden-changes.js';
import { OtherAgents } from './other-agent.js';

/** The facts of an edge that reads no config, and of a side effect. */
export const NO_CONFIG: ConfigFacts = { sources: [], changes: [], omitted: 0, claims: [] };

/**
 * Live config against its baseline, source by source, and the payload's claims against both. Words such as undeclared
 * are the policy's.
 */
export function configFacts(scene: TransferScene): ConfigFacts {
  const comparisons = scene.edge.config.map((plan) => compareSource(scene, plan));
  const claims = new ConfigClaims(scene, comparisons);
  if (comparisons.length === 0 && claims.facts.length === 0) return NO_CONFIG;
  const all = comparisons.flatMap((comparison) =>
    comparison.changes.map((change) => ({ comparison, change })),
  );
  const listed = withinPaths(all.slice(0, MOST_CHANGES));
  const omitted = comparisons.reduce((sum, each) => sum + each.omitted, all.length - listed.length);
  return {
    sources: comparisons.map(({ fact }) => fact),
    changes: listed.length === 0 ? [] : changeFacts(scene, claims, listed),
    omitted,
    claims: claims.facts,
  };
}

/** Could every source be read, and is every change among those that are listed. */
export function isCompared({ sources, omitted }: ConfigFacts): boolean {
  return omitted === 0 && sources.every(({ read, baseline }) => read && baseline.read);
}

/** Of one value, and of all values together, in characters of JSON: what is longer is told as `large`. */
const MOST_OF_ONE = 4000;
const MOST_CHARACTERS = 256_000;

/** Of all paths together, in characters. The policy has to see a path whole, so that one too many is not listed at all. */
const MOST_OF_PATHS = 1_000_000;

function withinPaths(changes: readonly Listed[]): readonly Listed[] {
  let left = MOST_OF_PATHS;
  const end = changes.findIndex(({ change }) => {
    left -= change.path.length + (change.from?.length ?? 0);
    return left < 0;
  });
  return end < 0 ? changes : changes.slice(0, end);
}

interface Listed {
  readonly comparison: Comparison;
  readonly change: Comparison['changes'][number];
}

function changeFacts(
  scene: TransferScene,
  claims: ConfigClaims,
  listed: readonly Listed[],
): ConfigChangeFact[] {
  const others = new OtherAgents(scene);
  const forbidden = new ForbiddenChanges(scene.context.binding);
  let left = MOST_CHARACTERS;
  return listed.map(({ comparison, change }) => {
    const { source } = comparison.plan;
    const { op, path, from, before, after } = change;
    const texts = [before, after].map((value) => (value === undefined ? '' : JSON.stringify(value)));
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const large = texts.some((text) => text.length > MOST_OF_ONE) || length > left;
    if (!large) left -= length;
    return {
      ...{ source, path, operation: op, from: from ?? null },
      ...(before === undefined || large ? {} : { before }),
      ...(after === undefined || large ? {} : { after }),
      large,
      secret: texts.some((text) => text.includes(SECRET_PREFIX)),
      claimed: claims.tell(source, change),
      other: others.of(comparison, change),
      matches: forbidden.matching(source, change),
    };
  });
}
