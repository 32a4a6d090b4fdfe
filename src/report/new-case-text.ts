import type { Case } from '../model/case.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

export interface NewCase {
  readonly case: Case;
  readonly leftOut: number;
}

/** What was written where, and what is expected: it is the contracts' word, not yet anyone's wish. */
export function newCaseText({ case: example, leftOut }: NewCase, file: string, paint: Paint): string {
  const { records = [], expect, name } = example;
  const left = leftOut === 0 ? '' : `, ${leftOut} left out that its verdict does not need`;
  const lines = (expect.transfers ?? []).map(({ hop, decision, codes }) => {
    const why = codes.length === 0 ? '' : `: ${codes.join(', ')}`;
    return `  hop ${hop}  ${paint(decision === 'allow' ? 'good' : 'bad', decision)}${safe(why)}\n`;
  });
  return [
    `added ${paint('strong', safe(name))} to ${safe(file)}: ${counted(records.length, 'record')}${left}\n`,
    ...lines,
    'This is what the contracts say now. Correct what you expect otherwise, and run `edge-contracts test`.\n',
  ].join('');
}
