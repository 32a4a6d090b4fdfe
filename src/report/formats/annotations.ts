import { visible } from '../code-frame.js';
import { counted } from '../counted.js';
import { safe } from '../safe-text.js';
import type { FormatOptions } from './format-options.js';
import type { Issue, IssueLevel } from './issue.js';
import { commandOf, isWhole, issuesOf, type Reported } from './reported.js';

/** GitHub shows that many of a level a step, and drops the rest without a word. */
const MOST_OF_A_LEVEL = 10;

const COMMANDS: Readonly<Record<IssueLevel, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** Commands of a GitHub workflow: a line each, which shows the issue at its line in the pull request. */
export function annotations(reported: Reported, options: FormatOptions): string {
  const issues = issuesOf(reported);
  const lines = (['error', 'warning', 'note'] as const).flatMap((level) =>
    ofLevel(
      issues.filter((issue) => issue.level === level),
      level,
      options,
    ),
  );
  return `${lines.join('')}${closing(reported, issues)}`;
}

/** Where there are more than are shown, the last one says how many. */
function ofLevel(issues: readonly Issue[], level: IssueLevel, options: FormatOptions): string[] {
  if (issues.length <= MOST_OF_A_LEVEL) return issues.map((issue) => annotation(issue, options));
  const shown = issues.slice(0, MOST_OF_A_LEVEL - 1).map((issue) => annotation(issue, options));
  const left = counted(issues.length - shown.length, `more ${level}`);
  const message = `${left} not shown here; \`${options.whole}\` has all`;
  return [...shown, `::${COMMANDS[level]} title=edge-contracts::${data(message)}\n`];
}

function annotation(
  { rule, level, message, help, place, letThrough }: Issue,
  options: FormatOptions,
): string {
  const path = place === null ? null : options.artifact(place.file);
  const at = place === null || path === null ? [] : placeProperties(path, place);
  const title = letThrough === null ? rule : `${rule} (let through)`;
  const properties = [...at, ['title', safe(title, 200)] as const];
  const parts = [message, ...(help === null ? [] : [help]), ...(letThrough === null ? [] : [letThrough])];
  const told = properties.map(([name, value]) => `${name}=${property(value)}`).join(',');
  return `::${COMMANDS[level]} ${told}::${parts.map(data).join('%0A')}\n`;
}

function placeProperties(
  path: string,
  { line, column, endLine, endColumn }: NonNullable<Issue['place']>,
): (readonly [string, string])[] {
  const oneLine = endLine === undefined || endLine === line;
  return [
    ['file', path],
    ['line', String(line)],
    ...(endLine === undefined ? [] : [['endLine', String(endLine)] as const]),
    // GitHub takes columns only of one line.
    ...(column === undefined || !oneLine ? [] : [['col', String(column)] as const]),
    ...(endColumn === undefined || !oneLine ? [] : [['endColumn', String(endColumn)] as const]),
  ];
}

/** A line that is no command: a log that says nothing could be of a step that did nothing. */
function closing(reported: Reported, issues: readonly Issue[]): string {
  const count = (wanted: IssueLevel): number => issues.filter(({ level }) => level === wanted).length;
  const counts = [
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    counted(count('note'), 'note'),
  ];
  const whole = isWhole(reported) ? '' : '; it could not do its work';
  return `edge-contracts ${commandOf(reported)}: ${counts.join(', ')}${whole}\n`;
}

/** GitHub's rule for the message; before it, all that is invisible becomes a sign. */
function data(text: string): string {
  return escaped(safe(text));
}

/** GitHub's rule for a property, which commas and colons end. A path is not cut: it has to name the file. */
function property(text: string): string {
  return escaped(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
