import type { EngineError, Reason, Verdict } from '../model/verdict.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export interface VerdictTextOptions {
  readonly paint: Paint;
  /** A contract's path as the reader can open it from where they are. */
  readonly place?: (file: string) => string;
  /** How wide the column of agents is, so that the lines of one run stand below each other. */
  readonly agentsWidth?: number;
}

/** One line for the handoff, then each reason with who stated what, which line of which contract, and the repair. */
export function verdictText(verdict: Verdict, options: VerdictTextOptions): string {
  const reasons = verdict.reasons.map((reason) => reasonText(reason, options));
  const omitted = verdict.omitted_reasons ?? 0;
  const more = omitted > 0 ? `  and ${counted(omitted, 'more reason')}\n` : '';
  return `${headLine(verdict, options)}\n${reasons.join('')}${more}${errorsText(verdict.errors, options.paint)}`;
}

/** `refunds -> notifications`. */
export function agentsText({ from, to }: Verdict['transfer']): string {
  return `${safeName(from)} -> ${safeName(to)}`;
}

function headLine(verdict: Verdict, { paint, agentsWidth = 0 }: VerdictTextOptions): string {
  const { hop, attempt } = verdict.transfer;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  const agents = agentsText(verdict.transfer).padEnd(agentsWidth);
  const head = `hop ${hop}${again}  ${paint('strong', agents)}  ${actionWord(verdict, paint)}`;
  return [head, ...codesOf(verdict), ...notes(verdict, paint)].join('  ').trimEnd();
}

/** `BLOCK`, `allow`, or that it was let through by the mode. */
export function actionWord({ action, decision, mode }: ActedOn, paint: Paint): string {
  if (action === 'block') return paint('bad', 'BLOCK');
  return decision === 'block'
    ? paint('warning', `allow (${safeName(mode)}; would block)`)
    : paint('good', 'allow');
}

type ActedOn = Pick<Verdict, 'action' | 'decision' | 'mode'>;

function codesOf({ reasons, errors }: Pick<Verdict, 'reasons' | 'errors'>): string[] {
  const codes = [...new Set([...errors, ...reasons].map(({ code }) => code))];
  return codes.length === 0 ? [] : [safe(codes.join(', '))];
}

function notes({ contract, as }: Verdict, paint: Paint): string[] {
  const told = [
    ...(contract === null ? ['no contract covers this edge'] : []),
    ...(contract?.default === true ? ['by the default contract'] : []),
    ...(as === undefined ? [] : [`as ${safeName(as)}`]),
  ];
  return told.map((note) => paint('dim', `[${note}]`));
}

/** One reason: its sentence, and below it what a reader asks next. */
export function reasonText(
  reason: Reason,
  { paint, place = (file) => file }: VerdictTextOptions,
  more: readonly (readonly [string, string])[] = [],
): string {
  const facts: (readonly [string, string])[] = [
    ...statedText(reason),
    ...more,
    ['data', safe(reason.at.data === '' ? 'the whole record' : reason.at.data, 200)],
    ...contractText(reason, place),
    ...exceptionText(reason),
    ...fixText(reason),
  ];
  const head = `  ${severityPaint(reason, paint)} ${safe(reason.message)}`;
  const lines = facts.map(([name, text]) => `    ${paint('dim', name.padEnd(10))} ${text}`);
  return `${[head, ...lines].join('\n')}\n`;
}

function severityPaint({ code, severity, exception }: Reason, paint: Paint): string {
  const name = safeName(code);
  if (exception !== undefined) return paint('dim', `${name} (excepted):`);
  return severity === 'block'
    ? paint('bad', `${name}:`)
    : paint('warning', `${name} (${safeName(severity)}):`);
}

function statedText({ constraint, held }: Reason): (readonly [string, string])[] {
  const stated = constraint ?? held;
  if (stated === undefined || stated === null) return [];
  const to = constraint?.stated_to === undefined ? '' : `, to ${safeName(constraint.stated_to)}`;
  return [['stated by', `${safeName(stated.stated_by)} in ${safeName(stated.stated_in)}${to}`]];
}

function contractText(
  { at, severity }: Reason,
  place: (file: string) => string,
): (readonly [string, string])[] {
  if (at.file === null) return [];
  return [['contract', safe(`${place(at.file)}:${at.line ?? 1} (${severity})`, 300)]];
}

function exceptionText({ exception }: Reason): (readonly [string, string])[] {
  if (exception === undefined) return [];
  const { reason, owner, expires } = exception;
  return [['let through', safe(`to the end of ${expires}, by ${owner}: ${reason}`)]];
}

function fixText({ fix }: Reason): (readonly [string, string])[] {
  return fix === undefined ? [] : [['fix', safe(fix.say)]];
}

/** What kept the gate from deciding. */
export function errorsText(errors: readonly EngineError[], paint: Paint): string {
  return errors
    .map(({ code, message }) => `  ${paint('bad', `${safeName(code)}:`)} ${safe(message)}\n`)
    .join('');
}
