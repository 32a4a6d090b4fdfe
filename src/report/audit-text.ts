import type { AuditDocument, AuditLine } from '../model/audit.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

/** Two lines each: who, what, where; and on what evidence, under which contract, and what was done about it. */
export function auditText(document: AuditDocument, paint: Paint): string {
  const { lines, audited, skipped } = document;
  const told = lines.map((line) => lineText(line, paint)).join('');
  const left = skipped
    .map(
      ({ what, why, count }) =>
        `${count} ${safeName(count === 1 ? what.replace(/^entries/, 'entry') : what)}: ${safeName(why)}\n`,
    )
    .join('');
  const noun = safeName(audited.slice(0, -1));
  return `${told}${told === '' ? '' : '\n'}${counted(lines.length, noun)}\n${left}`;
}

function lineText(line: AuditLine, paint: Paint): string {
  const where =
    line.run === null ? '' : `  ${safeName(line.run)}${line.hop === null ? '' : ` hop ${line.hop}`}`;
  const edge = line.edge === null ? '' : `  ${safeName(line.edge)}`;
  const simulated = line.simulated ? `  ${paint('warning', 'SIMULATED')}` : '';
  const head = `${safeName(line.at)}  ${paint('strong', safeName(line.by))}  ${safeName(line.what)}  ${outcome(line, paint)}`;
  return `${head}${where}${edge}${simulated}\n${details(line)
    .map((text) => `  ${safe(text)}\n`)
    .join('')}`;
}

function outcome({ outcome: word }: AuditLine, paint: Paint): string {
  return paint(word === 'refused' || word === 'violated' ? 'bad' : 'good', safeName(word));
}

function details(line: AuditLine): string[] {
  const { constraint, text, modality, reason, evidence, found, overrides, until, contract } = line;
  return [
    ...(constraint === null
      ? []
      : [`${modality ?? 'unknown'} “${safe(text ?? '', 80)}” (${safeName(constraint)})`]),
    ...(reason === null ? [] : [`reason: ${safe(reason, 120)}`]),
    ...(evidence === null
      ? []
      : [
          line.run === null
            ? `override: ${safeName(evidence)}`
            : `evidence: ${safeName(evidence)}, ${found ?? 'not found'}`,
        ]),
    ...standingWords(line).map((words) => `${words}${overridden(overrides)}`),
    ...(until === null ? [] : [`${line.outcome === 'ended' ? 'ended' : 'until'}: ${safeName(until)}`]),
    ...(contract === null ? [] : [`contract: ${safe(contract, 80)}`]),
  ];
}

/** What was decided, and what the record says was done: never the one for the other. */
function standingWords({ standing, mode, action, delivered }: AuditLine): string[] {
  const decided = mode === null ? '' : `: mode ${mode}, ${action ?? 'allow'}`;
  switch (standing) {
    case null:
      return [];
    case 'enforced':
    case 'observed':
      return [`${standing}${decided}`];
    case 'not_kept':
      return [`not kept${decided}; the record says that it was delivered`];
    case 'judged_afterwards': {
      const word = action === 'block' ? 'blocked' : 'allowed';
      const done = delivered === null ? '' : `; it was ${delivered ? '' : 'not '}delivered`;
      return [`judged afterwards: would have been ${word}${mode === null ? '' : ` (mode ${mode})`}${done}`];
    }
    case 'not_decided':
      return ['no gate decided it'];
  }
}

function overridden(overrides: readonly string[]): string {
  return overrides.length === 0 ? '' : `, overridden by ${overrides.map(safeName).join(', ')}`;
}
