/** Appends records one batch after the other and prints each outcome when it is told: `node append-child.js FILE NAME BATCHES SIZE`. */
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { records } from '../model/samples.js';

const [path = '', name = '', batches = '1', size = '1'] = process.argv.slice(2);

try {
  const ledger = await openSqliteLedger(path, { timeoutMs: 60_000 });
  for (let batch = 0; batch < Number(batches); batch += 1) {
    const given = Array.from({ length: Number(size) }, (_, index) => ({
      ...records.tool_call,
      run: 'shared',
      id: `${name}-${batch}-${index}`,
      result: name.repeat(500),
    }));
    const outcomes = await ledger.append(given);
    process.stdout.write(`${outcomes.map(({ seq }, index) => `${given[index]?.id} ${seq}`).join('\n')}\n`);
  }
  await ledger.close();
} catch (error) {
  process.stdout.write(`error ${(error as { code?: string }).code}\n`);
  process.exitCode = 3;
}
