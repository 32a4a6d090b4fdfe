import { readFileSync } from 'node:fs';
import type { RunRecord } from '../../src/model/record.js';
import type { RunTerms } from '../../src/model/transfer-context.js';

/** No contract covers any edge. */
export const NO_TERMS: RunTerms = { edgeOf: () => null };

/** Contracts that state nothing of their own; every edge has a name. */
export const NAMED_EDGES: RunTerms = {
  edgeOf: ({ from, to }) => ({ name: `${from}--${to}`, standing: [], policies: [] }),
};

/** One of the two runs of the worked example. */
export function exampleRun(name: 'run' | 'run.discharged'): RunRecord[] {
  const text = readFileSync(`test/run/fixtures/${name}.jsonl`, 'utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as RunRecord);
}

/** A JSON document of the worked example. */
export function exampleJson(name: string): unknown {
  return JSON.parse(readFileSync(`test/run/fixtures/${name}`, 'utf8'));
}
