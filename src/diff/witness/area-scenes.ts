import type { Contract, ContractSet } from '../../contract/contract.js';
import type { Change } from '../../model/policy-diff.js';
import type { CompiledSide } from '../compiled-side.js';
import { type Pairing, pairContracts } from '../detect/pair-contracts.js';
import type { AreaScene, WitnessPorts } from './area.js';
import type { EdgeSide, EdgeView } from './edge-view.js';
import { satisfyRules } from './satisfy-rules.js';
import { quietTime, sideOf, viewOf } from './view-of.js';

type Sides = AreaScene['sides'];

/** So many edges are looked at for a change of the whole project. */
const MOST_EDGES = 8;

/** What a change is to be shown on: its edge, or edges of the project. */
export function areaScenes(change: Change, sides: Sides, ports: WitnessPorts): readonly AreaScene[] {
  const pairs = change.edge === null ? projectPairs(sides) : edgePairs(change.edge, sides);
  if (change.kind === 'uncoveredChanged')
    return [{ change, base: null, head: null, views: [UNCOVERED], sides, ports }];
  return pairs.map(({ base, head }) => {
    const [was, is] = [edgeSide(sides.base, base), edgeSide(sides.head, head)];
    return { change, base: was, head: is, views: viewsOf(was, is, change, sides, ports), sides, ports };
  });
}

const UNCOVERED: EdgeView = {
  ...{ sides: [], from: 'some sender', to: 'some receiver', edge: 'an edge without a contract' },
  at: quietTime([]),
};

interface Pair {
  readonly base: Contract | null;
  readonly head: Contract | null;
}

const pairings = new WeakMap<ContractSet, readonly [ContractSet, Pairing]>();

function pairingOf({ base, head }: Sides): Pairing {
  const known = pairings.get(base.set);
  if (known?.[0] === head.set) return known[1];
  const pairing = pairContracts(base.set.contracts, head.set.contracts);
  pairings.set(base.set, [head.set, pairing]);
  return pairing;
}

function edgePairs(edge: string, sides: Sides): readonly Pair[] {
  const { pairs, added, removed } = pairingOf(sides);
  const pair = pairs.find(({ head }) => head.metadata.name === edge);
  if (pair !== undefined) return [pair];
  const named = ({ metadata }: Contract): boolean => metadata.name === edge;
  return [{ base: removed.find(named) ?? null, head: added.find(named) ?? null }];
}

/** Edges that both bundles have. */
function projectPairs(sides: Sides): readonly Pair[] {
  const has = ({ manifest }: CompiledSide, { metadata }: Contract): boolean =>
    manifest.edges.some(({ name }) => name === metadata.name);
  return pairingOf(sides)
    .pairs.filter(({ base, head }) => has(sides.base, base) && has(sides.head, head))
    .slice(0, MOST_EDGES);
}

function edgeSide(side: CompiledSide, contract: Contract | null): EdgeSide | null {
  return contract === null ? null : sideOf(side, contract);
}

/** Good under both versions first; where no run can be, under one of them. */
function viewsOf(
  base: EdgeSide | null,
  head: EdgeSide | null,
  change: Change,
  sides: Sides,
  ports: WitnessPorts,
): readonly EdgeView[] {
  const known = [base, head].filter((side) => side !== null);
  const versions = [sides.base, sides.head];
  const alone = (side: EdgeSide | null, which: Which): readonly EdgeView[] =>
    side === null ? [] : [satisfied(viewOf([side], versions, known), [which], sides, ports)];
  const both =
    known.length === 2 && change.kind !== 'agentsChanged'
      ? [satisfied(viewOf(known, versions, known), ['base', 'head'], sides, ports)]
      : [];
  return [...both, ...alone(base, 'base'), ...alone(head, 'head'), ...besideDefault(base, head, sides)];
}

type Which = keyof Sides;

/** Each finding of an edge asks for the same: found once for the ports of one diff. */
const satisfying = new WeakMap<WitnessPorts, Map<string, EdgeView>>();

function satisfied(view: EdgeView, which: readonly Which[], sides: Sides, ports: WitnessPorts): EdgeView {
  if (view.sides.every(({ contract }) => contract.edgeCheck.rules.length === 0)) return view;
  const known = satisfying.get(ports) ?? new Map<string, EdgeView>();
  satisfying.set(ports, known);
  const key = JSON.stringify([which, view.sides.map(({ manifest }) => manifest.name), view.from, view.to]);
  const gates = which.map((side) => sides[side].gate);
  const seeds = (ports.seeds ?? []).filter(({ from, to }) => from === view.from && to === view.to);
  const found = known.get(key) ?? satisfyRules(view, gates, seeds);
  known.set(key, found);
  return found;
}

/** A contract that came or went stands in the place of the default one: runs that are good under that. */
function besideDefault(base: EdgeSide | null, head: EdgeSide | null, sides: Sides): readonly EdgeView[] {
  if ((base === null) === (head === null)) return [];
  const other = base === null ? sides.base : sides.head;
  const own = base ?? head;
  const contract = other.set.contracts.find((candidate) => candidate.default);
  const side = contract === undefined ? null : sideOf(other, contract);
  if (side === null || own === null) return [];
  const { from, to } = own.manifest;
  return [{ ...viewOf([side], [sides.base, sides.head], [side, own]), from, to }];
}
