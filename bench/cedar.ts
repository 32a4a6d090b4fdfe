import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Constraint } from '../src/model/constraint.js';
import type { Payload } from '../src/model/payload.js';
import { both, type Workloads } from './in-process.js';
import { type Row, timed } from './samples.js';
import type { Attempt, Workload } from './workload.js';

type Cedar = typeof import('@cedar-policy/cedar-wasm/nodejs');
type Call = Parameters<Cedar['statefulIsAuthorized']>[0];
type Value = Call['context'][string];

const POLICIES = 'handoff';

/** Cedar's WASM in this process: policies parsed once, the sets in the context of every request. */
export function cedarRow(root: string, workloads: Workloads, seconds: number): Row {
  const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs') as Cedar;
  const text = readFileSync(join(root, 'bench', 'rivals', 'handoff.cedar'), 'utf8');
  const parsed = cedar.preparsePolicySet(POLICIES, { staticPolicies: text });
  if (parsed.type !== 'success')
    throw new Error(`Cedar does not take the policies: ${JSON.stringify(parsed)}`);
  return {
    name: 'cedar',
    what: 'Cedar WASM, preparsed policies, whole sets in the context',
    skipped: null,
    measure: (size) =>
      both(workloads[size], (attempt, workload) => {
        const call = callFor(workload, attempt);
        return timed(() => {
          const answer = cedar.statefulIsAuthorized(call);
          if (answer.type !== 'success' || answer.response.diagnostics.errors.length > 0)
            throw new Error(`Cedar failed: ${JSON.stringify(answer)}`);
          if ((answer.response.decision === 'allow') !== (attempt.expected === 'allow'))
            throw new Error('cedar came to another decision');
        }, seconds);
      }),
  };
}

/** The host's part, made outside the clock: what is rightfully discharged is put beside what is sent. */
function callFor(workload: Workload, { record }: Attempt): Call {
  const payload = record.payload as unknown as Payload;
  const { sender } = record;
  const ids = (list: readonly Constraint[]): string[] => list.map(({ id }) => id ?? '');
  const prohibitions = workload.held.filter(({ modality }) => modality === 'prohibition');
  const context: Record<string, Value> = {
    held: workload.held.map(asValue),
    accounted: payload.constraints.map(asValue),
    known: workload.held.map(asValue),
    sent: payload.constraints.map(asValue),
    sentOnce: new Set(ids(payload.constraints)).size === payload.constraints.length,
    sentIds: ids(payload.constraints),
    heldIds: ids(workload.held),
    ownIds: ids(sender.constraints ?? []),
    prohibitionIds: ids(prohibitions),
    boundIds: ids(prohibitions.filter(({ forbids }) => (forbids ?? []).length > 0)),
    discharged: payload.discharged.map(({ constraint }) => constraint),
    rightful: [],
    heldStops: [...workload.stopConditions, ...(sender.stop_conditions ?? [])],
    sentStops: [...payload.stop_conditions],
    evidence: [...workload.evidence],
    evidenceNamed: payload.established.map(({ evidence }) => evidence),
    calls: (sender.tool_calls ?? []).filter(({ succeeded }) => succeeded).map(({ id }) => id),
    sources: payload.established.map(({ source }) => source),
    ownFacts: (sender.facts ?? []).map(({ key, value }) => ({ key, value: String(value) })),
    sentFacts: payload.established.map(({ key, value }) => ({ key, value: String(value) })),
    sideEffects: payload.side_effects.map(({ kind, target }) => ({ kind, target })),
    observed: workload.observed.map(({ kind, target }) => ({ kind, target })),
    confidenceSent: percent(payload.confidence),
    confidenceHeld: percent(sender.confidence),
  };
  return {
    principal: { type: 'Agent', id: record.from },
    action: { type: 'Action', id: 'handOff' },
    resource: { type: 'Agent', id: record.to },
    preparsedPolicySetId: POLICIES,
    ...{ context, entities: [] },
  };
}

/** Cedar has no fractions. */
function percent(confidence: number | null | undefined): number {
  return Math.round((confidence ?? 0) * 100);
}

function asValue(constraint: Constraint): Value {
  return JSON.parse(JSON.stringify(constraint)) as Value;
}
