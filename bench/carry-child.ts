/**
 * A process that does nothing but score a file of runs: `node --expose-gc carry-child.js FILE BYTES`. Prints how long it
 * took, what it counted, and its resident memory after a quarter of the bytes, at the end, and at its peak.
 */
import { createReadStream } from 'node:fs';
import { CarryAggregate } from '../src/carry/carry-aggregate.js';
import { runScorer } from '../src/carry/score-run.js';
import { streamRuns } from '../src/record/stream-records.js';

const [, , file = '', bytes = '0'] = process.argv;
const MIB = 1024 * 1024;
const rss = (): number => process.memoryUsage.rss() / MIB;

const aggregate = new CarryAggregate();
const score = runScorer();
let read = 0;
let quarterMiB = 0;
const onProgress = (progress: { readonly bytes: number }): void => {
  read = progress.bytes;
  if (quarterMiB === 0 && read >= Number(bytes) / 4) quarterMiB = rss();
};
const started = process.cpuUsage();
const clock = performance.now();
const chunks = createReadStream(file, { highWaterMark: MIB / 4 }) as AsyncIterable<Uint8Array>;
for await (const run of streamRuns(chunks, { file, onProgress })) aggregate.add(score(run));
const ms = performance.now() - clock;
const { user, system } = process.cpuUsage(started);
const report = aggregate.report({ generatedAt: '2026-11-30T00:00:00Z' });
console.log(
  JSON.stringify({
    ms,
    cpuMs: (user + system) / 1000,
    quarterMiB,
    endMiB: rss(),
    peakMiB: process.resourceUsage().maxRSS / 1024,
    counts: report.counts,
    rates: report.rates.attempt_1,
  }),
);
