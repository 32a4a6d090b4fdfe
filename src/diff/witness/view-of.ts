import type { Contract } from '../../contract/contract.js';
import type { CompiledSide } from '../compiled-side.js';
import type { EdgeSide, EdgeView } from './edge-view.js';

/** A day whose exceptions are over: the contracts' own may end later. */
const NOON = 'T12:00:00Z';
const EARLIEST = '2026-01-05';
const LATEST = '9999-12-30';
const DAY_MS = 86_400_000;

/** One version of an edge; null where its bundle does not have it. */
export function sideOf({ manifest, set }: CompiledSide, contract: Contract): EdgeSide | null {
  const edge = manifest.edges.find(({ name }) => name === contract.metadata.name);
  return edge === undefined ? null : { contract, manifest: edge, kinds: set.project.effects ?? [] };
}

/** Agents for a contract that is for any. */
const ANYBODY = { from: 'some sender', to: 'some receiver' } as const;

/**
 * How runs on an edge have to be, under these versions of its contract.
 *
 * @param versions All contracts of both: where several join the same agents, records name theirs. A bundle may lack edges
 *   that did not change.
 */
export function viewOf(
  sides: readonly EdgeSide[],
  versions: readonly Pick<CompiledSide, 'set'>[],
  known: readonly EdgeSide[] = sides,
): EdgeView {
  const { from, to } = agentsOf(sides);
  const names = new Set(sides.map(({ manifest }) => manifest.name));
  const joined = versions.some(
    ({ set }) => set.contracts.filter(({ edge }) => edge.from === from && edge.to === to).length > 1,
  );
  const [name] = names;
  return { sides, from, to, edge: joined && names.size === 1 ? name : undefined, at: quietTime(known) };
}

function agentsOf(sides: readonly EdgeSide[]): { readonly from: string; readonly to: string } {
  const [side] = sides;
  if (side === undefined || side.manifest.default) return ANYBODY;
  return { from: side.manifest.from, to: side.manifest.to };
}

/** The day after the last exception, so that none hides what fails. */
export function quietTime(sides: readonly EdgeSide[]): number {
  const days = sides.flatMap(({ manifest }) => manifest.exceptions.map(({ expires }) => expires));
  const last = [EARLIEST, ...days].reduce((a, b) => (a > b ? a : b));
  return timeOn(last > LATEST ? LATEST : last) + DAY_MS;
}

/** Noon of a day. */
export function timeOn(day: string): number {
  return Date.parse(`${day}${NOON}`);
}
