import { closeSync, openSync, writeSync } from 'node:fs';
import { SEED_ARTICLE } from '../src/simulation/seed-article.js';
import { simulate } from '../src/simulation/simulate.js';

/** How many bytes are written at once. */
const AT_ONCE = 1 << 20;

export interface CarryFile {
  readonly runs: number;
  readonly transfers: number;
  readonly records: number;
  readonly bytes: number;
}

/** Writes whole simulated runs, one after another, until there are so many transfers. */
export function writeCarryFile(path: string, transfers: number): CarryFile {
  const file = openSync(path, 'w');
  const made = { runs: 0, transfers: 0, records: 0, bytes: 0 };
  let text = '';
  const flush = (): void => {
    made.bytes += writeSync(file, text);
    text = '';
  };
  try {
    for (const records of simulate(SEED_ARTICLE, { seed: 7, runs: transfers })) {
      made.runs += 1;
      for (const record of records) {
        made.records += 1;
        if (record.kind === 'transfer') made.transfers += 1;
        text += `${JSON.stringify(record)}\n`;
      }
      if (text.length > AT_ONCE) flush();
      if (made.transfers >= transfers) break;
    }
    flush();
  } finally {
    closeSync(file);
  }
  return made;
}
