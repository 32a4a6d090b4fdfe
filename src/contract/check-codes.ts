import { CHECKS } from '../checks/index.js';

type CheckRow = (typeof CHECKS)[number];

const ROWS: ReadonlyMap<string, CheckRow> = new Map(CHECKS.map((row) => [row.code, row]));

/** The row of a check, or undefined where there is none of this code. */
export function checkRow(code: string): CheckRow | undefined {
  return ROWS.get(code);
}

/** Every code, for suggestions. */
export const CHECK_CODES: readonly string[] = CHECKS.map((row) => row.code);

/** The names of the checks of each group, in the table's order: `constraint` has `dropped`, … */
export const CHECK_GROUPS: ReadonlyMap<string, readonly string[]> = grouped();

function grouped(): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const { code } of CHECKS) {
    const [group, name] = splitCode(code);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return groups;
}

/** `constraint.invented` as its group and its name in it. */
export function splitCode(code: string): [group: string, name: string] {
  const at = code.indexOf('.');
  return [code.slice(0, at), code.slice(at + 1)];
}
