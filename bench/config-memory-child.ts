/**
 * A process that does nothing but compare two documents, of which it gets the texts in a JSON array on its standard
 * input. Prints how far its memory went up, by the kernel's peaks, which only rise.
 */
import { readFileSync } from 'node:fs';
import type { JsonValue } from '../src/canonical/json-value.js';
import { diffConfig } from '../src/config/diff-config.js';

function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}

const bareMiB = peakMiB();
const [one, other] = JSON.parse(readFileSync(0, 'utf8')) as readonly JsonValue[];
const parsedMiB = peakMiB();
const { changes, omitted } = diffConfig(one ?? null, other ?? null);
console.log(
  JSON.stringify({
    changes: changes.length + omitted,
    documentsMiB: parsedMiB - bareMiB,
    diffMiB: peakMiB() - parsedMiB,
  }),
);
