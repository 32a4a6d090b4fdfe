import type { Check } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const payloadInvalid: Check = {
  code: 'payload.invalid',
  title: 'the payload has the shape that its edge asks for',
  why: 'All fields of `handoff/v1` are there, since absent is not empty, and so is what this edge adds to them.',
  fix: "Send the payload in the shape of the edge's `payload.schema.json`.",
  default: 'block',
  needs: [],
  proofs: { transfer: { empty: 'input.payload.errors' } },
  reason(scene, item) {
    const { at, keyword, message } = itemAt(scene.facts.payload.errors, item);
    return { data: at, message, values: { keyword }, fix: { say: sayOf(at, message) } };
  },
};

/** The message alone does not say where, and a sender reads no more than this. */
function sayOf(at: string, message: string): string {
  const place = at === '/payload' ? 'the payload' : `${quote(at.replace(/^\/payload/, ''))} of the payload`;
  return `Correct ${place}: ${message}.`;
}
