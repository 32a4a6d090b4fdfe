import type { Digest } from '../canonical/digest.js';
import type { EdgeManifest, MonitorSetting } from '../model/bundle.js';
import type { Mode } from '../model/severity.js';
import { DEFAULT_MONITOR } from './alert-rules.js';

/** An edge as alerts know it: from its contract, or from its name alone. */
export interface WatchedEdge {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly owner: string | null;
  readonly runbook: string | null;
  readonly mode: Mode;
  readonly digest: Digest | null;
  readonly setting: MonitorSetting;
  /** The contract that covers it; null: none does. */
  readonly contract: string | null;
  /** Its contract has a `monitor`. */
  readonly watched: boolean;
}

/**
 * The edge of this name. One without a contract of its own goes by the default contract, which watches each pair of
 * agents by itself; without that it is only watched for what is violated.
 */
export function watchedEdge(name: string, edges: readonly EdgeManifest[]): WatchedEdge {
  const own = edges.find((edge) => edge.name === name && !edge.default);
  const contract = own ?? edges.find((edge) => edge.default);
  const { owner = null, runbook = null, mode = 'observe', digest = null, monitor = null } = contract ?? {};
  return {
    name,
    from: own?.from ?? null,
    to: own?.to ?? null,
    owner,
    runbook,
    mode,
    digest,
    contract: contract?.name ?? null,
    setting: monitor ?? DEFAULT_MONITOR,
    watched: monitor !== null,
  };
}
