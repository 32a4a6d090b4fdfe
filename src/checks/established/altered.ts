import type { EstablishedFact } from '../../model/payload.js';
import type { Check, Scene } from '../check.js';
import { handoffOf, itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const establishedAltered: Check = {
  code: 'established.altered',
  title: 'a fact with the same key and evidence has the same value',
  why: 'The evidence shows one value, and the receiver acts on another.',
  fix: 'Send the value that the evidence shows.',
  default: 'block',
  needs: ['established'],
  proofs: { transfer: { empty: 'input.established.altered' } },
  reason(scene, item) {
    const { key, index, against } = itemAt(scene.facts.established.altered, item);
    const sent = handoffOf(scene).payload.established?.[index];
    const held = original(scene, sent, against);
    const whose = against === 'sender' ? "the sender's own state" : 'what the sender received';
    return {
      data: `/payload/established/${index}/value`,
      message: `the fact ${quote(key)} has another value in ${whose}`,
      values: { held: held?.value ?? null, sent: sent?.value ?? null },
      ...(held === undefined ? {} : { fix: repair(key, index, held) }),
    };
  },
};

function original(
  scene: Scene,
  sent: EstablishedFact | undefined,
  against: string,
): EstablishedFact | undefined {
  const { transfer, context } = handoffOf(scene);
  const facts =
    against === 'sender'
      ? (transfer.sender.facts ?? [])
      : context.received.flatMap(({ payload }) => payload.established ?? []);
  return facts.find(
    (fact) => fact.key === sent?.key && fact.evidence === sent.evidence && differs(fact, sent),
  );
}

function differs(a: EstablishedFact, b: EstablishedFact): boolean {
  return JSON.stringify(a.value) !== JSON.stringify(b.value);
}

function repair(
  key: string,
  index: number,
  held: EstablishedFact,
): NonNullable<ReturnType<Check['reason']>['fix']> {
  return {
    patch: [{ op: 'replace', path: `/established/${index}/value`, value: held.value }],
    say: `Send the fact ${quote(key)} with the value that its evidence shows.`,
  };
}
