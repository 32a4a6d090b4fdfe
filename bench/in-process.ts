import { join } from 'node:path';
import { collectTransferFacts } from '../src/adapters/collect-facts.js';
import { decideBytes } from '../src/evaluate/decide-bytes.js';
import type { Gate } from '../src/evaluate/gate.js';
import type { Policy } from '../src/evaluate/policy.js';
import type { JsonValue } from '../src/canonical/json-value.js';
import type { TransferRecord } from '../src/model/record.js';
import { contextOf } from '../src/run/context-of.js';
import { type FloorContext, floor, floorValidators } from './floor.js';
import { type Measured, type Row, type Sample, sampleOf, timed } from './samples.js';
import type { Attempt, Size, Workload } from './workload.js';

export type Workloads = Readonly<Record<Size, Workload>>;

/** The time of deciding: the facts are young enough. */
const NOW = new Date('2026-11-30T09:14:11.000Z');

/** Both attempts of a size, one after the other. */
export function both(
  workload: Workload,
  measure: (attempt: Attempt, workload: Workload) => Sample,
): Promise<Measured> {
  const [allow, block] = workload.attempts;
  return Promise.resolve({ allow: measure(allow, workload), block: measure(block, workload) });
}

/** From bytes to verdict, everything on. */
export function oursJson(gate: Gate, workloads: Workloads, seconds: number): Row {
  return {
    name: 'ours-json',
    what: 'bytes of one record to a verdict with reasons',
    skipped: null,
    measure: (size) =>
      both(workloads[size], (attempt, { run }) => {
        let decided = 0;
        const before = gate.evaluations;
        const sample = timed(() => {
          decided += 1;
          const result = decideBytes(gate, run, attempt.bytes, { now: NOW });
          if (!('verdict' in result) || result.verdict.decision !== attempt.expected)
            throw new Error('ours-json came to another decision');
        }, seconds);
        requireCalls(gate.evaluations - before, decided);
        return sample;
      }),
  };
}

/** The counter that proves that the policy was really asked. */
function requireCalls(asked: number, decided: number): void {
  if (asked !== decided) throw new Error(`${decided} decisions asked the policy ${asked} times`);
}

/** A record that the host has as an object: the digest is computed, the record is not read or validated. */
export function oursParsed(gate: Gate, workloads: Workloads, seconds: number): Row {
  return {
    name: 'ours-parsed',
    what: 'a parsed record to a verdict with reasons',
    skipped: null,
    measure: (size) =>
      both(workloads[size], ({ record, expected }, { run }) => {
        // A new object each time, made outside the clock: contexts are kept by record.
        const text = JSON.stringify(record);
        return timedFresh(
          () => JSON.parse(text) as TransferRecord,
          (fresh) => {
            const { decision } = gate.decideSync(run, fresh, { now: NOW });
            if (decision !== expected) throw new Error('ours-parsed came to another decision');
          },
          seconds,
        );
      }),
  };
}

function timedFresh<T>(make: () => T, run: (value: T) => void, seconds: number): Sample {
  const times: number[] = [];
  const warm = performance.now() + seconds * 300;
  const end = warm + seconds * 1000;
  for (let start = performance.now(); start < end; ) {
    const value = make();
    start = performance.now();
    run(value);
    if (start >= warm) times.push((performance.now() - start) * 1000);
  }
  return sampleOf(times);
}

/** Facts to the policy's answer: JSON in, WASM, JSON out. */
export function policyOnly(gate: Gate, policy: Policy, workloads: Workloads, seconds: number): Row {
  return {
    name: 'policy-only',
    what: 'facts to the answer of the WASM policy',
    skipped: null,
    measure: (size) =>
      both(workloads[size], ({ record, expected }, { run }) => {
        const edge = gate.manifest.edges.find(({ from, to }) => from === record.from && to === record.to);
        if (edge === undefined) throw new Error('the benchmark has no contract for its edge');
        const context = contextOf(run, record);
        const facts = collectTransferFacts({ context, transfer: record, edge, now: NOW, payloadErrors: [] });
        return timed(() => {
          if (policy.evaluate(edge.entrypoint, facts).decision !== expected)
            throw new Error('policy-only came to another decision');
        }, seconds);
      }),
  };
}

export function floorRow(root: string, workloads: Workloads, seconds: number): Row {
  const validators = floorValidators(join(root, 'schemas'));
  return {
    name: 'floor',
    what: 'JSON.parse, ajv, comparison of sets in plain TypeScript',
    skipped: null,
    measure: (size) =>
      both(workloads[size], (attempt, workload) => {
        const context = floorContext(workload);
        return timed(() => {
          if (floor(attempt.bytes, validators, context).decision !== attempt.expected)
            throw new Error('floor came to another decision');
        }, seconds);
      }),
  };
}

function floorContext({ held, stopConditions, evidence, observed }: Workload): FloorContext {
  return {
    ...{ held, stopConditions, evidence: new Set(evidence) },
    mayDischarge: new Set(['refunds']),
    declaredEffects: new Set(['payment.refund customer']),
    observedEffects: new Set(observed.map(({ kind, target }) => `${kind} ${target}`)),
    acceptedSources: new Set(['tool_result', 'customer', 'policy']),
    ...{ from: 'refunds', to: 'notifications' },
  };
}

/** The input of the engines that get the whole sets. */
export function wholeSets(
  { held, stopConditions, evidence, observed }: Workload,
  record: TransferRecord,
): JsonValue {
  return JSON.parse(
    JSON.stringify({
      ...{ held, stop_conditions: stopConditions, observed, transfer: record },
      evidence: Object.fromEntries(evidence.map((id) => [id, true])),
    }),
  ) as JsonValue;
}
