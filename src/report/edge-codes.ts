import type { EdgeReport, TransferRef } from '../model/carry.js';

/** Faults of one kind on one edge, of all modalities. */
export interface EdgeCode {
  readonly code: string;
  readonly count: number;
  readonly where: readonly TransferRef[];
}

/** What is told of an edge: constraints' faults first, whatever the others' counts are, then by count. */
export function edgeCodes({ faults }: EdgeReport): readonly EdgeCode[] {
  const codes = new Map<string, EdgeCode>();
  for (const { code, count, where } of faults) {
    const before = codes.get(code);
    codes.set(code, {
      code,
      count: count + (before?.count ?? 0),
      where: [...(before?.where ?? []), ...where].slice(0, 20),
    });
  }
  const rank = ({ code }: EdgeCode): number => (code.startsWith('constraint.') ? 0 : 1);
  return [...codes.values()].sort(
    (a, b) => rank(a) - rank(b) || b.count - a.count || (a.code < b.code ? -1 : 1),
  );
}
