import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { Ledger } from '../src/ledger/ledger.js';
import { openSqliteLedger } from '../src/ledger/open-sqlite-ledger.js';
import type { RunRecord } from '../src/model/record.js';
import { quantile } from './samples.js';

/** What it costs to keep records durably. */
export interface LedgerFigures {
  readonly rows: readonly LedgerRow[];
  /** Of one record, in bytes of JSON. */
  readonly bytes: number;
}

export interface LedgerRow {
  readonly name: LedgerRowName;
  readonly what: string;
  /** Records a second; the median of the rounds. */
  readonly perSecond: number;
}

type LedgerRowName = 'ledger-batched' | 'libsql-batched' | 'ledger-single' | 'libsql-single';

interface Step {
  readonly name: LedgerRowName;
  readonly what: string;
  readonly records: number;
  readonly run: (run: number) => Promise<void> | void;
}

const BATCH = 500;
const SINGLE = 50;

/** Side by side in each round, and the first round not counted. */
export async function measureLedger(
  root: string,
  rounds: number,
  told: (text: string) => void,
): Promise<LedgerFigures> {
  const example = exampleRecords(root);
  const folder = mkdtempSync(join(tmpdir(), 'bench-ledger-'));
  const ledger = await openSqliteLedger(join(folder, 'ledger.db'));
  const floor = new Floor(join(folder, 'floor.db'));
  const steps = stepsFor(ledger, floor, example);
  const taken = new Map(steps.map(({ name }) => [name, [] as number[]]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, records, run } of steps) {
        const start = performance.now();
        await run(round);
        if (round > 0) taken.get(name)?.push((records / (performance.now() - start)) * 1000);
      }
      told(`ledger ${round}/${rounds}`);
    }
  } finally {
    floor.close();
    await ledger.close();
    rmSync(folder, { recursive: true });
  }
  const bytes = example.reduce((sum, record) => sum + JSON.stringify(record).length, 0) / example.length;
  const rows = steps.map(({ name, what }) => ({
    name,
    what,
    perSecond: quantile(taken.get(name) ?? [], 0.5),
  }));
  return { rows, bytes };
}

/** The incident's run: messages, calls, effects and three handoffs. */
function exampleRecords(root: string): readonly RunRecord[] {
  const text = readFileSync(join(root, 'examples', 'refund-41182', 'run.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunRecord);
}

function stepsFor(ledger: Ledger, floor: Floor, example: readonly RunRecord[]): Step[] {
  const batched = (name: string, round: number): RunRecord[] =>
    Array.from({ length: BATCH }, (_, index) => ({
      ...(example[index % example.length] as RunRecord),
      run: `${name}-${round}-${Math.floor(index / example.length)}`,
    }));
  const single = (name: string, round: number): RunRecord[] => batched(name, round).slice(0, SINGLE);
  return [
    {
      name: 'ledger-batched',
      what: `\`append\` of ${BATCH} records: schema, sealing, chains, four indexes, one commit`,
      records: BATCH,
      run: async (round) => void (await ledger.append(batched('batched', round))),
    },
    {
      name: 'libsql-batched',
      what: 'the same records as JSON into a table without index, one commit',
      records: BATCH,
      run: (round) => floor.together(batched('batched', round)),
    },
    {
      name: 'ledger-single',
      what: '`append` of one record at a time, each durable before the next',
      records: SINGLE,
      run: async (round) => {
        for (const record of single('single', round)) await ledger.append([record]);
      },
    },
    {
      name: 'libsql-single',
      what: 'the same into the table without index, a commit each',
      records: SINGLE,
      run: (round) => floor.alone(single('single', round)),
    },
  ];
}

/** The least that could be called keeping them: the same driver, as durable, and nothing else. */
class Floor {
  readonly #database: Database.Database;
  readonly #insert: Database.Statement;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#database.exec('CREATE TABLE records (seq INTEGER PRIMARY KEY, record TEXT NOT NULL)');
    this.#insert = this.#database.prepare('INSERT INTO records (record) VALUES (?)');
  }

  together(records: readonly RunRecord[]): void {
    this.#database.exec('BEGIN IMMEDIATE');
    this.alone(records);
    this.#database.exec('COMMIT');
  }

  alone(records: readonly RunRecord[]): void {
    for (const record of records) this.#insert.run([JSON.stringify(record)]);
  }

  close(): void {
    this.#database.close();
  }
}

export function ledgerTable({ bytes, rows }: LedgerFigures): string[] {
  return [
    `| records of ${(bytes / 1000).toFixed(1)} kB | a second | what |`,
    '| --- | ---: | --- |',
    ...rows.map(({ name, perSecond, what }) => `| \`${name}\` | ${perSecond.toFixed(0)} | ${what} |`),
  ];
}
