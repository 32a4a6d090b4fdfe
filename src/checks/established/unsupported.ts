import { isJsonObject } from '../../canonical/json-value.js';
import type { EstablishedEntry } from '../../model/facts.js';
import type { EstablishedFact } from '../../model/payload.js';
import type { Evidence } from '../../model/transfer-context.js';
import type { Fix } from '../../model/verdict.js';
import type { Check, Scene } from '../check.js';
import { handoffOf, itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const establishedUnsupported: Check = {
  code: 'established.unsupported',
  title: 'every fact has an accepted source, and evidence in the run that does not show another value',
  why: 'A fact without evidence is a guess that the receiver takes for knowledge; one whose evidence shows another value is wrong; one that lost its evidence on the way can be checked by nobody after.',
  fix: 'Establish the fact by a tool call, a message or a policy, and name that record as its evidence. Hand a fact that was received on with the source and evidence that it came with.',
  default: 'block',
  part: 'provenance.established',
  needs: ['established'],
  proofs: {
    transfer: {
      each: 'input.established.entries',
      holds: 'established.supported',
      with: ['accepted_sources', 'policy_ids'],
    },
  },
  reason(scene, item) {
    const entry = itemAt(scene.facts.established.entries, item);
    const received = receivedAs(scene, entry);
    return {
      data: `/payload/established/${entry.index}`,
      message: `the fact ${quote(entry.key)} is not supported: ${cause(scene, entry, received)}`,
      values: {
        source: entry.source,
        evidence: entry.evidence,
        found: entry.found,
        shows: entry.shows,
        relayed_from_hop: entry.relayed?.hop ?? null,
      },
      fix: received === null ? anew(entry) : restored(scene, entry, received),
    };
  },
};

function cause(scene: Scene, entry: EstablishedEntry, received: EstablishedFact | null): string {
  const { relayed, source, evidence } = entry;
  if (relayed !== null && received !== null)
    return `it came over hop ${relayed.hop} as ${origin(received)}, and is handed on as ${origin(entry)}`;
  const sources = scene.edge.sources ?? [];
  if (!sources.includes(source)) return `the contract does not accept the source ${quote(source)}`;
  if (entry.found === null) return `its evidence ${quote(evidence)} names no record of this run`;
  if (!entry.succeeded) return `the tool call ${quote(evidence)} did not succeed`;
  if (entry.shows === false)
    return `its value is not in the ${entry.found} ${quote(evidence)}${instead(scene, entry)}`;
  return `its evidence ${quote(evidence)} is a ${entry.found}, which does not show a ${quote(source)}`;
}

function origin({ source, evidence }: Pick<EstablishedFact, 'source' | 'evidence'>): string {
  return `${quote(source)} by ${quote(evidence)}`;
}

/** What the result has under the fact's own name, where that is short. */
function instead(scene: Scene, { key, evidence }: EstablishedEntry): string {
  const result = handoffOf(scene).context.evidence(evidence)?.result;
  const value = isJsonObject(result) && Object.hasOwn(result, key) ? result[key] : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return `, which has ${value} there`;
  return typeof value === 'string' && value.length <= 60 ? `, which has ${quote(value)} there` : '';
}

/** The fact as it came, where it is handed on with another source or evidence. */
function receivedAs(scene: Scene, { relayed, index, key }: EstablishedEntry): EstablishedFact | null {
  if (relayed === null || (relayed.same_source && relayed.same_evidence)) return null;
  const { payload, context } = handoffOf(scene);
  const sent = payload.established?.[index];
  const found = context
    .receivedFacts(key)
    .find(
      ({ hop, fact }) =>
        hop === relayed.hop &&
        (fact.source === sent?.source) === relayed.same_source &&
        (fact.evidence === sent?.evidence) === relayed.same_evidence,
    );
  return found?.fact ?? null;
}

function anew({ key }: EstablishedEntry): Fix {
  return { say: `Establish ${quote(key)} anew and name the record that shows it, or leave it out.` };
}

/** The patch that hands it on as it came; none where this contract would not take it so either. */
function restored(
  scene: Scene,
  entry: EstablishedEntry,
  { key, value, source, evidence }: EstablishedFact,
): Fix {
  const say = `Hand ${quote(entry.key)} on as you received it: ${origin({ source, evidence })}.`;
  if (!isTaken(scene, { source, evidence })) return { say: `${say} Or look it up anew.` };
  const fact = { key, value, source, evidence };
  return { patch: [{ op: 'replace', path: `/established/${entry.index}`, value: fact }], say };
}

/** Would the contract take this source and evidence. */
function isTaken(scene: Scene, { source, evidence }: Pick<EstablishedFact, 'source' | 'evidence'>): boolean {
  const { edge } = scene;
  if (edge.sources?.includes(source) !== true) return false;
  const { context, transfer } = handoffOf(scene);
  const record = context.evidence(evidence);
  if (record === null) return source === 'policy' && edge.policies.includes(evidence);
  const age = (Date.parse(transfer.at) - Date.parse(record.at)) / 1000;
  const isFresh = age >= 0 && (edge.max_age_seconds === null || age <= edge.max_age_seconds);
  return isFresh && leaves(source, record);
}

function leaves(source: string, { kind, succeeded }: Evidence): boolean {
  if (source === 'customer') return kind === 'message';
  if (source === 'policy') return kind === 'statement';
  return succeeded && (source !== 'tool_result' || kind === 'tool_call');
}
