import type { Check } from '../check.js';
import { handoffOf, itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const establishedMissing: Check = {
  code: 'established.missing',
  title: 'every fact of the sender is sent',
  why: 'A receiver that lacks a fact looks it up again, or guesses. Many facts are of no use to it, so by default this is counted and does not block; a fact that an edge needs stands in its schema.',
  fix: 'Send the fact, with its source and evidence.',
  default: 'ignore',
  needs: ['established', 'sender_facts'],
  proofs: { transfer: { empty: 'input.established.missing' } },
  reason(scene, item) {
    const { key } = itemAt(scene.facts.established.missing, item);
    const fact = handoffOf(scene).transfer.sender.facts?.find((candidate) => candidate.key === key);
    const say = `Send the fact ${quote(key)} that you established.`;
    const draft = { data: '/payload/established', message: `the sender's fact ${quote(key)} is not sent` };
    if (fact === undefined) return draft;
    const value = { key, value: fact.value, source: fact.source, evidence: fact.evidence };
    return { ...draft, fix: { patch: [{ op: 'add', path: '/established/-', value }], say } };
  },
};
