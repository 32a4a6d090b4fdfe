import type { EstablishedEntry } from '../../model/facts.js';
import type { Check, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const establishedUnsupported: Check = {
  code: 'established.unsupported',
  title: 'every fact has an accepted source, and evidence in the run',
  why: 'A fact without evidence is a guess that the receiver takes for knowledge.',
  fix: 'Establish the fact by a tool call, a message or a policy, and name that record as its evidence.',
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
    return {
      data: `/payload/established/${entry.index}`,
      message: `the fact ${quote(entry.key)} is not supported: ${cause(scene, entry)}`,
      values: { source: entry.source, evidence: entry.evidence, found: entry.found },
      fix: { say: `Establish ${quote(entry.key)} anew and name the record that shows it, or leave it out.` },
    };
  },
};

function cause(scene: Scene, entry: EstablishedEntry): string {
  const sources = scene.edge.sources ?? [];
  if (!sources.includes(entry.source))
    return `the contract does not accept the source ${quote(entry.source)}`;
  if (entry.found === null) return `its evidence ${quote(entry.evidence)} names no record of this run`;
  if (!entry.succeeded) return `the tool call ${quote(entry.evidence)} did not succeed`;
  return `its evidence ${quote(entry.evidence)} is a ${entry.found}, which does not show a ${quote(entry.source)}`;
}
