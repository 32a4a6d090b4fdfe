import type { FaultCount, TransferFault, TransferRef, TransferScore } from '../model/carry.js';

/** How many transfers are named behind a number. */
const MOST_REFS = 20;

interface Counted {
  readonly code: string;
  readonly modality: FaultCount['modality'];
  count: number;
  /** Sorted, so that which are named does not hang on the order in which runs came. */
  readonly where: TransferRef[];
}

/** Faults by code and modality, with the first transfers behind each. */
export class FaultCounts {
  /** By code, then by modality: no text is made for a key. */
  readonly #counts = new Map<string, Map<FaultCount['modality'], Counted>>();

  add({ code, modality }: TransferFault, { run, hop, attempt }: TransferScore): void {
    let ofCode = this.#counts.get(code);
    if (ofCode === undefined) {
      ofCode = new Map();
      this.#counts.set(code, ofCode);
    }
    let counted = ofCode.get(modality);
    if (counted === undefined) {
      counted = { code, modality, count: 0, where: [] };
      ofCode.set(modality, counted);
    }
    counted.count += 1;
    insertRef(counted.where, run, hop, attempt);
  }

  /** The most frequent first. */
  counts(): readonly FaultCount[] {
    return [...this.#counts.values()]
      .flatMap((ofCode) => [...ofCode.values()])
      .map(({ code, modality, count, where }) => ({ code, modality, count, where: [...where] }))
      .sort(
        (a, b) => b.count - a.count || compareText(a.code, b.code) || compareText(a.modality, b.modality),
      );
  }
}

function insertRef(refs: TransferRef[], run: string, hop: number, attempt: number): void {
  let at = refs.length;
  for (; at > 0; at -= 1) {
    const before = refs[at - 1];
    const order = before === undefined ? -1 : compareRef(before, run, hop, attempt);
    if (order === 0) return;
    if (order < 0) break;
  }
  if (at >= MOST_REFS) return;
  refs.splice(at, 0, { run, hop, attempt });
  if (refs.length > MOST_REFS) refs.pop();
}

function compareRef(ref: TransferRef, run: string, hop: number, attempt: number): number {
  if (ref.run !== run) return ref.run < run ? -1 : 1;
  return ref.hop - hop || ref.attempt - attempt;
}

/** By code points; null comes first. */
export function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
