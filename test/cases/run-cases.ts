import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Gate } from '../../src/evaluate/gate.js';
import type { Case } from '../../src/model/case.js';
import type { RunRecord } from '../../src/model/record.js';
import { readRecords } from '../../src/record/read-records.js';
import { type CaseResult, runCase } from '../../src/testing/run-case.js';

/** Every case file of the examples, and those beside this one, sorted. */
export function caseFiles(): string[] {
  const examples = readdirSync('examples', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('examples', name, 'cases'));
  const folders = [...examples, join('test', 'cases')].filter((folder) => existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name)),
  );
}

/** The folder of the project whose contracts a case is put to: its example's own, where that has some. */
export function projectOf(file: string): string {
  const folder = dirname(dirname(file));
  return existsSync(join(folder, 'contracts')) ? folder : '.';
}

export function readCase(file: string): Case {
  return JSON.parse(readFileSync(file, 'utf8')) as Case;
}

/** Judges one case file, or another case in its place; files of records stand beside it. */
export function runCaseFile(gate: Gate, file: string, example: Case = readCase(file)): CaseResult {
  return runCase(gate, example, (path) => recordsIn(join(dirname(file), path)));
}

function recordsIn(file: string): readonly RunRecord[] {
  const { records, diagnostics } = readRecords(readFileSync(file), { file });
  if (diagnostics.length > 0) throw new Error(`${file}: ${JSON.stringify(diagnostics[0])}`);
  return records.map(({ record }) => record);
}
