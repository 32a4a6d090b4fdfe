/** A table whose rows are numbered from 1 on, and the column that readers page by. */
export interface Numbered {
  readonly table: 'entries' | 'runs' | 'refusals';
  readonly column: string;
}

/** Readers begin at 1: what somebody put before it would be found by its key, and shown by none of them. */
export function hiddenIn(refusal: string): readonly Numbered[] {
  return [
    { table: 'entries', column: 'seq' },
    { table: 'runs', column: 'first_seq' },
    { table: 'refusals', column: refusal },
  ];
}

export function hiddenText({ table, column }: Numbered): string {
  return `the table ${table} has a row with a \`${column}\` below 1, where no reader looks`;
}

export const BACKWARDS = 'the table runs has a row that ends before it begins';
