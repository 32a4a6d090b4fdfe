import type { JsonValue } from '../canonical/json-value.js';
import type { EffectPattern } from '../model/constraint.js';
import type { DischargeKind } from '../model/payload.js';
import { readPayload } from '../model/read-payload.js';
import type { RunRecord, TransferRecord } from '../model/record.js';
import { isAgentName, isName } from './contract-names.js';

/** What recorded runs show of one edge. */
export interface SeenEdge {
  readonly from: string;
  readonly to: string;
  /** The name that the records give it; undefined where they give none. */
  readonly name: string | undefined;
  transfers: number;
  readonly runs: Set<string>;
  /** Values by fact key, of the transfers that had it. */
  readonly established: Map<string, JsonValue[]>;
  readonly sources: Set<string>;
  readonly statedBy: Set<string>;
  readonly discharged: Map<DischargeKind, Set<string>>;
  readonly senderEffects: Map<string, EffectPattern>;
  readonly receiverEffects: Map<string, EffectPattern>;
}

/** What happened in one run so far, as far as the effects are concerned. */
interface Ongoing {
  /** By agent, since its last delivered handoff. */
  readonly pending: Map<string, EffectPattern[]>;
  /** By agent, the edge of the last handoff that was delivered to it. */
  readonly receivedBy: Map<string, SeenEdge>;
}

/**
 * The edges of recorded runs, in the order of their first handoff. Only what was delivered counts as seen, and only
 * what a contract can hold: an agent whose name it refuses has none.
 */
export function seenEdges(records: readonly RunRecord[]): readonly SeenEdge[] {
  const edges = new Map<string, SeenEdge>();
  const runs = new Map<string, Ongoing>();
  for (const record of records) {
    const ongoing = runs.get(record.run) ?? { pending: new Map(), receivedBy: new Map() };
    runs.set(record.run, ongoing);
    if (record.kind === 'effect') seeEffect(ongoing, record.by, record.effect);
    if (record.kind === 'transfer' && record.delivered) seeTransfer(edges, ongoing, record);
  }
  return [...edges.values()].filter(({ from, to }) => isAgentName(from) && isAgentName(to));
}

function seeEffect(ongoing: Ongoing, by: string, effect: EffectPattern): void {
  const pending = ongoing.pending.get(by);
  if (pending === undefined) ongoing.pending.set(by, [effect]);
  else pending.push(effect);
  const edge = ongoing.receivedBy.get(by);
  if (edge !== undefined) remember(edge.receiverEffects, effect);
}

function seeTransfer(edges: Map<string, SeenEdge>, ongoing: Ongoing, transfer: TransferRecord): void {
  const edge = edgeOf(edges, transfer);
  edge.transfers += 1;
  edge.runs.add(transfer.run);
  for (const effect of ongoing.pending.get(transfer.from) ?? []) remember(edge.senderEffects, effect);
  ongoing.pending.set(transfer.from, []);
  ongoing.receivedBy.set(transfer.to, edge);
  seePayload(edge, transfer);
}

function seePayload(edge: SeenEdge, { from, payload }: TransferRecord): void {
  const { established = [], constraints = [], discharged = [] } = readPayload(payload);
  const facts = new Map(established.map(({ key, value }) => [key, value]));
  for (const [key, value] of [...facts].filter(([key]) => isName(key)))
    edge.established.set(key, [...(edge.established.get(key) ?? []), value]);
  for (const { source } of established) if (isName(source)) edge.sources.add(source);
  for (const { stated_by } of constraints) edge.statedBy.add(stated_by);
  for (const { how, by } of discharged) {
    // A contract lists who may, and only the sender of the edge can.
    if (by.agent !== from) continue;
    edge.discharged.set(how, (edge.discharged.get(how) ?? new Set<string>()).add(by.agent));
  }
}

function edgeOf(edges: Map<string, SeenEdge>, { from, to, edge: name }: TransferRecord): SeenEdge {
  const key = JSON.stringify([from, to, name]);
  const known = edges.get(key);
  if (known !== undefined) return known;
  const seen: SeenEdge = {
    ...{ from, to, name, transfers: 0, runs: new Set(), established: new Map(), sources: new Set() },
    ...{ statedBy: new Set(), discharged: new Map(), senderEffects: new Map(), receiverEffects: new Map() },
  };
  edges.set(key, seen);
  return seen;
}

function remember(effects: Map<string, EffectPattern>, { kind, target }: EffectPattern): void {
  if (!isName(target)) return;
  effects.set(JSON.stringify([kind, target]), { kind, target });
}
