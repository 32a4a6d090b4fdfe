import type { CarryReport } from '../../model/carry.js';
import { type Behind, behindNumbers } from './behind-numbers.js';
import { Places } from './places.js';

/** A report, and what all parts of its page need to know. */
export interface Scene {
  readonly report: CarryReport;
  readonly places: Places;
  /** By the sheet's id: the transfers that a number is made of. */
  readonly behind: ReadonlyMap<string, Behind>;
  /** Numbers for the filters: names of edges and codes, in the order in which they are offered. */
  readonly edges: readonly string[];
  readonly codes: readonly string[];
}

/** Names offered by one filter. */
const MOST_OFFERED = 500;

export function sceneOf(report: CarryReport): Scene {
  const transfers = report.runs.flatMap((run) => run.transfers);
  const edges = [...report.edges.map(({ edge }) => edge), ...transfers.map(({ edge }) => edge)];
  const codes = [
    ...report.faults.map(({ code }) => code),
    ...transfers.flatMap(({ faults }) => faults.map(({ code }) => code)),
  ];
  return {
    report,
    places: new Places(report),
    behind: behindNumbers(report),
    edges: offered(edges),
    codes: offered(codes),
  };
}

function offered(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort().slice(0, MOST_OFFERED);
}
