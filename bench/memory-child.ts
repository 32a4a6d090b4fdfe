/**
 * A process that does nothing but hold a gate: `node --expose-gc memory-child.js POLICIES DECISIONS`. Prints the
 * resident memory of bare Node, what the gate with all its edges adds, and the slope of what it keeps over the
 * decisions.
 *
 * What is kept is the heap and what lies outside of it (the memory of the WASM, buffers), after a collection. The
 * resident memory does not say: V8 gives pages of its young generation back or not as it likes, so that over 120,000
 * decisions it went from 136 to 114 to 154 MB while 9.6 MB of heap were in use throughout.
 */
const gc = (globalThis as { gc?: () => void }).gc ?? ((): void => {});
const [, , policies = '', decisions = '0'] = process.argv;

function resident(): number {
  gc();
  return process.memoryUsage().rss / 1024 / 1024;
}

function kept(): number {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

const bareMiB = resident();
const { loadGate } = await import('../src/evaluate/load-gate.js');
const { decideBytes } = await import('../src/evaluate/decide-bytes.js');
const { workload } = await import('./workload.js');
const gate = loadGate({ dir: policies });
// Every edge is prepared, as in a process that has met them all.
for (const { from, to } of gate.manifest.edges) gate.terms.edgeOf({ from, to });
const { run, attempts } = workload(10, gate.terms);
const now = new Date('2026-11-30T09:14:11.000Z');

const total = Number(decisions);
const samples: { readonly at: number; readonly mib: number }[] = [];
const step = Math.max(1, Math.floor(total / 40));
let aboveBareMiB = 0;
for (let done = 0; done < total; done += 1) {
  const attempt = attempts[done % 2 === 0 ? 0 : 1];
  const result = decideBytes(gate, run, attempt.bytes, { now });
  if (!('verdict' in result) || result.verdict.decision !== attempt.expected)
    throw new Error('another decision');
  if (done === 1000) aboveBareMiB = resident() - bareMiB;
  if (done % step === 0) samples.push({ at: done, mib: kept() });
}
if (gate.evaluations !== total)
  throw new Error(`${total} decisions asked the policy ${gate.evaluations} times`);
console.log(JSON.stringify({ bareMiB, aboveBareMiB, slopeMiB: slope(samples.slice(4)) * 1_000_000 }));

/** By least squares, in MiB a decision. */
function slope(points: readonly { readonly at: number; readonly mib: number }[]): number {
  const mean = (pick: (one: (typeof points)[number]) => number): number =>
    points.reduce((sum, one) => sum + pick(one), 0) / points.length;
  const at = mean((one) => one.at);
  const mib = mean((one) => one.mib);
  const over = points.reduce((sum, one) => sum + (one.at - at) * (one.mib - mib), 0);
  const under = points.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return over / under;
}

export {};
