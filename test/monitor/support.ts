import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Ledger } from '../../src/ledger/ledger.js';
import type { JsonValue } from '../../src/canonical/json-value.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { openSqliteStore } from '../../src/ledger/sqlite/sqlite-store.js';
import type { EdgeManifest } from '../../src/model/bundle.js';
import type { KnownConstraint } from '../../src/model/constraint.js';
import { LEDGER_NOTE_SCHEMA, type OverrideNote, type OverrideSetting } from '../../src/model/ledger.js';
import { RECORD_SCHEMA, type RunRecord } from '../../src/model/record.js';
import type { FollowOptions } from '../../src/monitor/follow-ledger.js';
import type { WatchTerms } from '../../src/monitor/edge-watch.js';
import { bundle } from '../model/samples.js';

export const START: number = Date.parse('2026-11-30T00:00:00.000Z');
export const EDGE = 'refunds--notifications';

/** A clock that stands until it is moved. */
export class Clock {
  ms = START;
  readonly now = (): Date => new Date(this.ms);
  pass(ms: number): void {
    this.ms += ms;
  }
}

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function ledgerFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-monitor-'));
  folders.push(folder);
  return join(folder, 'ledger.db');
}

export async function openAt(file: string, clock: Clock): Promise<Ledger> {
  return openLedger({ store: await openSqliteStore(file), clock: clock.now });
}

const [sample] = bundle.manifest.edges as unknown as readonly EdgeManifest[];

/** The terms of one edge that is watched over ten handoffs. */
export function terms(monitor: Partial<EdgeManifest> = {}): WatchTerms {
  if (sample === undefined) throw new TypeError('the sample bundle has no edge');
  const edge: EdgeManifest = {
    ...sample,
    ...{ name: EDGE, from: 'refunds', to: 'notifications', default: false, owner: 'payments-platform' },
    ...{ standing: [], stated_by: null, policies: [], runbook: 'https://example.com/runbook' },
    discharge: { satisfied: ['refunds'], withdrawn: ['refunds'], superseded: [] },
    monitor: { class: 'constraints', below: 0.98, window: 10, min_observations: 4 },
    ...monitor,
  };
  return {
    manifest: { edges: [edge] },
    terms: { edgeOf: ({ from, to }) => (from === edge.from && to === edge.to ? edge : null) },
  };
}

export interface RunParts {
  readonly carried?: boolean;
  /** The receiver does what is forbidden. */
  readonly violated?: boolean;
  readonly closed?: boolean;
  readonly held?: boolean;
  readonly text?: string;
  readonly from?: string;
  readonly revision?: string;
  readonly simulated?: true;
}

/** One message to `refunds`, one handoff to `notifications`, and what it does. */
export function runRecords(run: string, ms: number, parts: RunParts = {}): RunRecord[] {
  const { carried = true, violated = false, closed = true, held = true, text = 'do not email me' } = parts;
  const { simulated } = parts;
  const base = { schema: RECORD_SCHEMA, run, ...(simulated === true ? { simulated } : {}) } as const;
  const at = (after: number): string => new Date(ms + after).toISOString();
  const from = parts.from ?? 'refunds';
  const constraint: KnownConstraint = {
    ...{
      id: `${run}-c1`,
      text,
      modality: 'prohibition',
      scope: 'run',
      stated_by: 'customer',
      stated_in: 'm1',
    },
    forbids: [{ kind: 'message.email', target: 'customer' }],
  };
  const lists = held ? [constraint] : [];
  const records: RunRecord[] = [
    { ...base, kind: 'message', id: 'm1', at: at(0), to: from, text, constraints: lists },
    {
      ...base,
      ...{
        kind: 'transfer',
        hop: 1,
        attempt: 1,
        after: [],
        from,
        to: 'notifications',
        at: at(1),
        delivered: true,
      },
      sender: { revision: parts.revision ?? 'refunds@1', constraints: lists },
      payload: {
        ...{ objective: 'Confirm.', remaining: [], discharged: [], established: [], confidence: null },
        ...{ stop_conditions: [], side_effects: [], constraints: carried ? lists : [] },
      } as unknown as JsonValue,
    },
  ];
  if (violated) {
    records.push({
      ...base,
      kind: 'tool_call',
      id: 't1',
      at: at(2),
      by: 'notifications',
      tool: 'email.send',
      succeeded: true,
    });
    const effect = { kind: 'message.email', target: 'customer' };
    records.push({
      ...base,
      kind: 'effect',
      id: 'e1',
      at: at(3),
      by: 'notifications',
      effect,
      evidence: 't1',
    });
  }
  if (closed) records.push({ ...base, kind: 'closed', at: at(4) });
  return records;
}

/** Appends runs, one a minute. */
export async function appendRuns(
  ledger: Ledger,
  clock: Clock,
  name: string,
  count: number,
  parts: RunParts = {},
): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    clock.pass(60_000);
    await ledger.append(runRecords(`${name}-${i}`, clock.ms, parts));
  }
}

export function override(id: string, at: number, set: OverrideSetting, until: number | null): OverrideNote {
  return {
    ...{ schema: LEDGER_NOTE_SCHEMA, kind: 'override', id, edge: EDGE, set, by: 'ops', reason: 'incident' },
    at: new Date(at).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
}

export function follow(clock: Clock, more: Partial<FollowOptions> = {}): FollowOptions {
  return { ...terms(), clock: clock.now, targets: ['chat'], ...more };
}
