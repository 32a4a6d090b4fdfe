import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { pointer } from '../canonical/pointer.js';
import { failure } from '../diagnostics/diagnostic.js';
import { type Rate, type Rates, REPORT_SCHEMA, type Skipped } from '../model/carry.js';
import { SCORE_CLASSES } from '../model/score.js';
import type { ComparedReport } from './compare-reports.js';
import { rateOf } from './rate.js';

/**
 * What is compared of a report, from JSON of any origin. Only counts are read: rates and intervals follow from them.
 *
 * @throws DiagnosticError `comparison.report`
 */
export function readReport(value: JsonValue): ComparedReport {
  const report = objectAt(value, '');
  if (report['schema'] !== REPORT_SCHEMA) throw wrong('/schema', `expected \`${REPORT_SCHEMA}\``);
  const counts = objectAt(report['counts'], '/counts');
  const count = (name: string): number => countAt(counts[name], `/counts/${name}`);
  return {
    simulated: simulatedAt(report['simulated']),
    counts: {
      runs: count('runs'),
      transfers: count('transfers'),
      first_attempts: count('first_attempts'),
      incomplete_runs: count('incomplete_runs'),
    },
    rates: ratesAt(report['rates'], '/rates'),
    edges: edgesAt(report['edges']),
    skipped: listAt(report['skipped'], '/skipped').map((one, index) => skippedAt(one, index)),
  };
}

function simulatedAt(value: JsonValue | undefined): ComparedReport['simulated'] {
  if (value === 'all' || value === 'some' || value === 'none') return value;
  throw wrong('/simulated', 'expected `all`, `some` or `none`');
}

function edgesAt(value: JsonValue | undefined): ComparedReport['edges'] {
  const seen = new Set<string>();
  return listAt(value, '/edges').map((one, index) => {
    const at = pointer('edges', index);
    const { edge, transfers, rates } = objectAt(one, at);
    if (typeof edge !== 'string' || seen.has(edge)) throw wrong(`${at}/edge`, 'expected a name, each once');
    seen.add(edge);
    return { edge, transfers: countAt(transfers, `${at}/transfers`), rates: ratesAt(rates, `${at}/rates`) };
  });
}

function skippedAt(value: JsonValue, index: number): Skipped {
  const at = pointer('skipped', index);
  const { what, why, count } = objectAt(value, at);
  if (typeof what !== 'string' || typeof why !== 'string')
    throw wrong(at, 'expected what was left out, and why');
  return { what, why, count: countAt(count, `${at}/count`) };
}

function ratesAt(value: JsonValue | undefined, at: string): Rates {
  const rates = objectAt(value, at);
  const told = (which: string): Rates['attempt_1'] => {
    const classes = objectAt(rates[which], `${at}/${which}`);
    const entries = SCORE_CLASSES.map((name) => [name, rateAt(classes[name], `${at}/${which}/${name}`)]);
    return Object.fromEntries(entries) as Rates['attempt_1'];
  };
  return { attempt_1: told('attempt_1'), delivered: told('delivered') };
}

function rateAt(value: JsonValue | undefined, at: string): Rate {
  const { carried, held, unresolved, intact } = objectAt(value, at);
  const counts = {
    carried: countAt(carried, `${at}/carried`),
    held: countAt(held, `${at}/held`),
    unresolved: countAt(unresolved, `${at}/unresolved`),
    intact: countAt(intact, `${at}/intact`),
  };
  if (counts.carried + counts.unresolved > counts.held) throw wrong(at, 'more is carried than was held');
  if (counts.intact > counts.carried) throw wrong(at, 'more is intact than was carried');
  return rateOf(counts);
}

function objectAt(value: JsonValue | undefined, at: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw wrong(at, 'expected an object');
}

function listAt(value: JsonValue | undefined, at: string): readonly JsonValue[] {
  if (isJsonArray(value)) return value;
  throw wrong(at, 'expected a list');
}

function countAt(value: JsonValue | undefined, at: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(at, 'expected a whole number from 0');
}

function wrong(at: string, message: string): ReturnType<typeof failure> {
  return failure('comparison.report', `this is no report: ${message}`, { pointer: at });
}
