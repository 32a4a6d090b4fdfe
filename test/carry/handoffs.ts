import type { AlertKind } from '../../src/model/alert.js';
import { alertOf } from '../../src/carry/alert-of.js';
import { type Change, changesOf, type RuleInput, type Told } from '../../src/carry/alert-rules.js';
import type { EdgeView } from '../../src/carry/edge-now.js';
import { EdgeWindow, type RunOnEdge, type WindowHandoff } from '../../src/carry/edge-window.js';
import type { EdgeViolation } from '../../src/carry/violations-of.js';
import type { MonitorSetting } from '../../src/model/bundle.js';
import type { TransferFault, TransferScore } from '../../src/model/carry.js';
import type { Alert } from '../../src/model/alert.js';
import type { Scores } from '../../src/model/score.js';

export const SETTING: MonitorSetting = { class: 'constraints', below: 0.98, window: 50, min_observations: 4 };
export const START: number = Date.parse('2026-11-30T00:00:00.000Z');

export const isoAt = (ms: number): string => new Date(ms).toISOString();

export interface HandoffParts {
  readonly place: number;
  readonly carried?: number;
  readonly held?: number;
  readonly unresolved?: number;
  readonly whole?: boolean;
  readonly first?: Partial<TransferScore>;
  readonly run?: Partial<RunOnEdge>;
  readonly recordedAt?: number;
}

const NO_SCORES: Scores = {
  established: [0, 0, 0],
  tool_results: [0, 0, 0],
  constraints: [0, 0, 0],
  confidence: [0, 0, 0],
  stop_conditions: [0, 0, 0],
};

/** A handoff that has these counts, one a minute by its place. */
export function handoff(parts: HandoffParts): WindowHandoff {
  const { place, carried = 0, held = 0, unresolved = 0, whole = true } = parts;
  const run = parts.first?.run ?? `r-${place}`;
  const dropped: TransferFault = {
    code: 'constraint.dropped',
    constraint: 'c1',
    modality: 'prohibition',
    text: 'do not email the customer about this',
    upstream: false,
  };
  const first: TransferScore = {
    ...{ run, hop: 2, attempt: 1, edge: 'a--b', from: 'a', to: 'b', delivered: true, revision: null },
    at: isoAt(START + place * 60_000),
    history: whole ? 'complete' : 'partial',
    scores: { ...NO_SCORES, constraints: [carried, held, unresolved] },
    intact: carried,
    constraints: [],
    faults: Array.from({ length: held - carried - unresolved }, () => dropped),
    decided: null,
    ...parts.first,
  };
  return {
    place,
    recorded_at: isoAt(parts.recordedAt ?? START + place * 60_000),
    first,
    attempts: [first],
    run: { run, closed: true, simulated: false, lost: [], violations: [], ...parts.run },
  };
}

export function windowOf(handoffs: readonly WindowHandoff[], size: number = SETTING.window): EdgeWindow {
  const window = new EdgeWindow(size);
  for (const one of handoffs) window.put(one);
  return window;
}

export function input(window: EdgeWindow, more: Partial<RuleInput> = {}): RuleInput {
  const last = window.last.at(-1)?.recorded_at;
  return {
    window,
    setting: { ...SETTING, window: window.size },
    watched: true,
    told: new Map(),
    untold: [],
    silenced: false,
    now: new Date(last === undefined ? START : Date.parse(last) + 1000),
    ...more,
  };
}

export function view(window: EdgeWindow, more: Partial<EdgeView> = {}): EdgeView {
  const last = window.last.at(-1)?.recorded_at;
  return {
    edge: {
      ...{
        name: 'a--b',
        contract: 'a--b',
        from: 'a',
        to: 'b',
        owner: 'team',
        runbook: 'https://example.com/run',
        mode: 'observe',
      },
      digest: `sha256:${'0'.repeat(64)}`,
      setting: { ...SETTING, window: window.size },
      watched: true,
    },
    window,
    overrides: [],
    active: [],
    skipped: 0,
    now: new Date(last === undefined ? START : Date.parse(last) + 12_000),
    ...more,
  };
}

/** A monitor in a few lines: what it tells, and what it then knows that it told. */
export class Teller {
  readonly told = new Map<AlertKind, Told>();
  readonly alerts: Alert[] = [];

  tell(window: EdgeWindow, seq: number, more: Partial<RuleInput> = {}): readonly Change[] {
    const changes = changesOf(input(window, { told: this.told, ...more }));
    for (const change of changes) this.#record(change, window, seq, more);
    return changes;
  }

  #record(change: Change, window: EdgeWindow, seq: number, { silenced = false }: Partial<RuleInput>): void {
    const before = this.told.get(change.kind) ?? null;
    const alert = alertOf(view(window), change, before);
    this.alerts.push(alert);
    const goesOn = change.why === 'worse' || change.why === 'again' || change.why === 'over';
    this.told.set(change.kind, {
      id: alert.id,
      kind: change.kind,
      state: change.state,
      severity: change.severity,
      since: goesOn && before !== null && change.kind !== 'violated' ? before.since : seq,
      last: seq,
      at: before?.at ?? alert.data.last_record_age_s?.toString() ?? '',
      held_before: alert.data.held_per_transfer_before ?? 0,
      unsent: silenced,
      ...(alert.simulated === true ? { simulated: 'all' } : {}),
    });
  }
}

export function violation(parts: Partial<EdgeViolation> = {}): EdgeViolation {
  return {
    ...{ run: 'r-1', edge: 'a--b', constraint: 'c1', text: 'do not email', modality: 'prohibition' },
    ...{ cause: 'transmission', by: 'b', at: isoAt(START), hop: 2, simulated: false },
    ...parts,
  };
}
