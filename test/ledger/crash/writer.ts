import { setTimeout as delay } from 'node:timers/promises';
import { DiagnosticError } from '../../../src/diagnostics/diagnostic.js';
import type { Ledger } from '../../../src/ledger/ledger.js';
import { openLedger } from '../../../src/ledger/open-ledger.js';
import { batchAt, type LedgerPlace, openPlace } from './batches.js';

/** What a writer is started with; `from`: the first record that was not acknowledged. */
export interface WriterTask {
  readonly writer: string;
  readonly from: number;
  readonly place: LedgerPlace;
}

/**
 * Run as a process of its own, to be killed: appends one batch after the other, and says what was acknowledged as soon as
 * it was. A batch that is rejected is appended again, to the same ledger.
 */
const { writer, from, place } = JSON.parse(process.argv[2] ?? '{}') as WriterTask;
const ledger: Ledger = await openLedger({ store: await openPlace(place) });
// A pipe is written to before this returns.
process.stdout.write('ready\n');

for (let next = from; ; ) {
  const batch = batchAt(writer, next);
  try {
    const outcomes = await ledger.append(batch);
    if (outcomes.some(({ outcome }) => outcome === 'refused')) throw new Error('refused');
    next += batch.length;
    process.stdout.write(`acknowledged ${next}\n`);
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError)) throw thrown;
    process.stdout.write(`rejected ${thrown.code}\n`);
    await delay(20);
  }
}
