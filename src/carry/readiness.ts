import type { JudgementNote } from '../model/ledger.js';
import {
  type CodeReadiness,
  type EdgeReadiness,
  type FindingRef,
  READINESS_SCHEMA,
  type ReadinessCriterion,
  type ReadinessReport,
} from '../model/readiness.js';
import type { Reason, Verdict } from '../model/verdict.js';
import { wilson } from './wilson.js';

export interface ReadinessOptions {
  /** The share of handoffs that may be stopped for nothing; 0.02 unless given. */
  readonly mostWrong?: number;
}

export interface ReadinessRun {
  /** Of each attempt; the decision is the policy's, whatever the mode was. */
  readonly verdicts: readonly Verdict[];
  /** In the order in which they were made. */
  readonly judgements: readonly JudgementNote[];
  readonly simulated: boolean;
  /** Records of it are missing, refused or erased, so that no history in it is sure. */
  readonly incomplete: boolean;
}

const MOST_WRONG = 0.02;
const MOST_REFS = 20;

/**
 * What enforcing would have blocked, edge by edge, and whether an edge is ready for it: its handoffs were all judged
 * with a whole history, somebody looked at each that would have been blocked, and so few of them were right handoffs
 * that at most `mostWrong` of all would be stopped for nothing, by the upper end of a 95 % interval (Wilson). That
 * end is high where little was seen, so a quiet edge becomes ready by being watched for longer, not by a rule of its
 * own.
 */
export class ReadinessTally {
  readonly #mostWrong: number;
  readonly #edges = new Map<string, EdgeTally>();
  #runs = 0;
  #simulated = 0;
  #uncovered = 0;
  #elsewhere = 0;

  constructor({ mostWrong = MOST_WRONG }: ReadinessOptions = {}) {
    if (!(mostWrong > 0 && mostWrong < 1)) throw new RangeError('mostWrong is a share between 0 and 1');
    this.#mostWrong = mostWrong;
  }

  add({ verdicts, judgements, simulated, incomplete }: ReadinessRun): void {
    this.#runs += 1;
    if (simulated) this.#simulated += 1;
    const labels = labelsOf(judgements);
    for (const verdict of lastOfEach(verdicts)) {
      if (verdict.contract === null) this.#uncovered += 1;
      else this.#tallyOf(verdict.contract.name, verdict.contract.owner).add(verdict, labels, incomplete);
    }
    this.#elsewhere += [...labels.values()].filter(({ used }) => !used).length;
  }

  /** @param told RFC 3339 */
  report({ generatedAt, since, until, skipped = 0 }: ReadinessTold): ReadinessReport {
    const criterion = criterionOf(this.#mostWrong);
    return {
      schema: READINESS_SCHEMA,
      generated_at: generatedAt,
      since: since ?? null,
      until: until ?? null,
      simulated: this.#simulated === 0 ? 'none' : this.#simulated === this.#runs ? 'all' : 'some',
      criterion,
      edges: [...this.#edges.values()].map((edge) => edge.report(criterion)).sort(readyFirst),
      labels_elsewhere: this.#elsewhere,
      uncovered: this.#uncovered,
      skipped,
    };
  }

  #tallyOf(name: string, owner: string): EdgeTally {
    const known = this.#edges.get(name) ?? new EdgeTally(name, owner);
    this.#edges.set(name, known);
    return known;
  }
}

export interface ReadinessTold {
  readonly generatedAt: string;
  readonly since?: string;
  readonly until?: string;
  readonly skipped?: number;
}

interface Label {
  readonly label: 'right' | 'wrong';
  used: boolean;
}

/** The last one of each finding counts. */
function labelsOf(judgements: readonly JudgementNote[]): Map<string, Label> {
  return new Map(judgements.map((note) => [findingKey(note, note), { label: note.label, used: false }]));
}

/** An attempt that was decided twice counts once, by the last decision. */
function lastOfEach(verdicts: readonly Verdict[]): Iterable<Verdict> {
  return new Map(verdicts.map((one) => [`${one.transfer.hop}/${one.transfer.attempt}`, one])).values();
}

function findingKey(
  { hop, attempt }: { readonly hop: number; readonly attempt: number },
  { code, constraint }: { readonly code: string; readonly constraint: string | null },
): string {
  return JSON.stringify([hop, attempt, code, constraint]);
}

/** The findings for which enforcing blocks, each once. */
export function blockingFindings({ reasons }: Pick<Verdict, 'reasons'>): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const reason of reasons) {
    if (reason.severity !== 'block' || reason.exception !== undefined) continue;
    const finding = findingOf(reason);
    const key = JSON.stringify([finding.code, finding.constraint]);
    if (!findings.has(key)) findings.set(key, finding);
  }
  return [...findings.values()];
}

export interface Finding {
  readonly code: string;
  readonly constraint: string | null;
  readonly text: string;
}

function findingOf({ code, constraint, message }: Reason): Finding {
  return { code, constraint: constraint?.id ?? null, text: constraint?.text ?? message };
}

class EdgeTally {
  readonly #name: string;
  readonly #owner: string;
  #mode: Verdict['mode'] = 'observe';
  #decidedAt = '';
  #transfers = 0;
  #incomplete = 0;
  #undecided = 0;
  readonly #blocks = { transfers: 0, right: 0, wrong: 0, unlabelled: 0 };
  readonly #codes = new Map<string, CodeTally>();
  readonly #contracts = new Set<string>();

  constructor(name: string, owner: string) {
    this.#name = name;
    this.#owner = owner;
  }

  add(verdict: Verdict, labels: Map<string, Label>, incomplete: boolean): void {
    this.#transfers += 1;
    if (verdict.contract !== null) this.#contracts.add(verdict.contract.digest);
    if (incomplete || verdict.history !== 'complete') this.#incomplete += 1;
    if (verdict.errors.length > 0) this.#undecided += 1;
    // As it was chosen for one evaluation says nothing of what is in force.
    if (verdict.as === undefined && verdict.measured.decided_at >= this.#decidedAt) {
      this.#mode = verdict.mode;
      this.#decidedAt = verdict.measured.decided_at;
    }
    if (verdict.decision === 'block') this.#block(verdict, labels);
  }

  #block(verdict: Verdict, labels: Map<string, Label>): void {
    const { run, hop, attempt } = verdict.transfer;
    const told = blockingFindings(verdict).map((finding) => {
      const label = labels.get(findingKey({ hop, attempt }, finding));
      if (label !== undefined) label.used = true;
      const ref = { run, hop, attempt, label: label?.label ?? null };
      this.#codeOf(finding.code).add({ ...ref, constraint: finding.constraint, text: finding.text });
      return label?.label ?? null;
    });
    this.#blocks.transfers += 1;
    if (told.includes('right')) this.#blocks.right += 1;
    // Findings that a verdict had no room for were never seen by whoever labelled the others.
    else if (told.length === 0 || told.includes(null) || verdict.omitted_reasons !== undefined)
      this.#blocks.unlabelled += 1;
    else this.#blocks.wrong += 1;
  }

  #codeOf(code: string): CodeTally {
    const known = this.#codes.get(code) ?? new CodeTally(code);
    this.#codes.set(code, known);
    return known;
  }

  report(criterion: ReadinessCriterion): EdgeReadiness {
    const { wrong, unlabelled } = this.#blocks;
    const interval = wilson(wrong, this.#transfers);
    const worst = wilson(wrong + unlabelled, this.#transfers);
    const missing = this.#missing(criterion);
    return {
      edge: this.#name,
      owner: this.#owner,
      mode: this.#mode,
      state: this.#mode === 'enforce' ? 'enforced' : missing.length === 0 ? 'ready' : 'not_ready',
      missing,
      contracts: this.#contracts.size,
      transfers: this.#transfers,
      incomplete: this.#incomplete,
      undecided: this.#undecided,
      would_block: { ...this.#blocks },
      wrong_share: {
        value: this.#transfers === 0 ? null : wrong / this.#transfers,
        interval,
        worst_interval: worst,
      },
      codes: [...this.#codes.values()].map((code) => code.report()).sort(mostFirst),
    };
  }

  #missing({ most_wrong: most }: ReadinessCriterion): string[] {
    const { wrong, unlabelled } = this.#blocks;
    const high = wilson(wrong, this.#transfers)?.[1] ?? 1;
    const needed = leastTransfers(wrong, most);
    const contracts = this.#contracts.size;
    return [
      ...(contracts > 1
        ? [
            `judged by ${contracts} versions of its contract: judge all again by the one that is to be enforced`,
          ]
        : []),
      ...(this.#incomplete > 0
        ? [`${handoffs(this.#incomplete)} without a whole history: see that all records are there`]
        : []),
      ...(this.#undecided > 0 ? [`${handoffs(this.#undecided)} that the engine could not decide`] : []),
      ...(unlabelled > 0 ? [`${unlabelled} that would have been blocked are not labelled`] : []),
      ...(high > most
        ? [
            `${needed - this.#transfers} more handoffs: ${wrong} stopped for nothing of ${this.#transfers} can be up to ${(high * 100).toFixed(1)} %, and ${(most * 100).toFixed(1)} % is the most`,
          ]
        : []),
    ];
  }
}

class CodeTally {
  readonly #code: string;
  readonly #counts = { findings: 0, right: 0, wrong: 0, unlabelled: 0 };
  readonly #open: FindingRef[] = [];
  readonly #labelled: FindingRef[] = [];

  constructor(code: string) {
    this.#code = code;
  }

  add(ref: FindingRef): void {
    this.#counts.findings += 1;
    this.#counts[ref.label ?? 'unlabelled'] += 1;
    const list = ref.label === null ? this.#open : this.#labelled;
    if (list.length < MOST_REFS) list.push(ref);
  }

  report(): CodeReadiness {
    const refs = [...this.#open, ...this.#labelled].slice(0, MOST_REFS);
    return { code: this.#code, ...this.#counts, refs };
  }
}

function criterionOf(mostWrong: number): ReadinessCriterion {
  const least = leastTransfers(0, mostWrong);
  return {
    most_wrong: mostWrong,
    least_transfers: least,
    rule: `An edge is ready when every handoff was judged with a whole history, each that would have been blocked is labelled, and those stopped for nothing are at most ${(mostWrong * 100).toFixed(1)} % of all handoffs by the upper end of a 95 % interval (Wilson), which takes at least ${least} handoffs.`,
  };
}

/** The fewest handoffs of which so many may be stopped for nothing. The interval's end falls as they grow. */
export function leastTransfers(wrong: number, most: number): number {
  const enough = (count: number): boolean => (wilson(wrong, count)?.[1] ?? 1) <= most;
  let high = Math.max(1, wrong);
  while (!enough(high)) high *= 2;
  let low = Math.max(0, Math.floor(high / 2));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle >= wrong && enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const STATES: readonly EdgeReadiness['state'][] = ['ready', 'not_ready', 'enforced'];

function readyFirst(a: EdgeReadiness, b: EdgeReadiness): number {
  const state = STATES.indexOf(a.state) - STATES.indexOf(b.state);
  return state || b.would_block.transfers - a.would_block.transfers || (a.edge < b.edge ? -1 : 1);
}

function mostFirst(a: CodeReadiness, b: CodeReadiness): number {
  return b.findings - a.findings || (a.code < b.code ? -1 : 1);
}

function handoffs(count: number): string {
  return count === 1 ? '1 handoff' : `${count} handoffs`;
}
