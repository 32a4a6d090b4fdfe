import type { JsonValue } from '../../canonical/json-value.js';
import { faultAt, type Place } from '../source-fault.js';
import type { Format } from './format.js';
import { linesOf } from './lines.js';
import { Members } from './members.js';

/**
 * Files of environment variables: `NAME=` and all that stands after it, as it stands: quotes, blanks, `#` and `$` too.
 * Shells, containers and libraries differ on what of it is a comment, what is expanded and where a value ends; what a
 * reader here would leave out, one of them would run. So no library reads it, and every line is a variable, a comment,
 * or refused.
 */
export const DOTENV: Format = { title: 'dotenv', endings: ['.env'], parse: parseDotenv };

const VARIABLE = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(.*)$/s;

function parseDotenv(text: string): JsonValue {
  const members = new Members();
  for (const [index, line] of linesOf(text).entries()) {
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    const place = (): Place => ({ line: index + 1 });
    const [, name, value] = VARIABLE.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw faultAt('config_source.syntax', 'this line sets no variable', place());
    if (isOpen(value))
      throw faultAt(
        'config_source.syntax',
        'this value has no end on its line: write `\\n` within it',
        place(),
      );
    members.add(name, value, place);
  }
  return members.object();
}

/** A quote that is not closed on the line: to some the value goes on, to others the next line is a variable. */
function isOpen(value: string): boolean {
  const [quote = ''] = /^[ \t]*(["'`])/.exec(value)?.slice(1) ?? [];
  if (quote === '') return /\\$/.test(value);
  const within = value
    .trimStart()
    .slice(1)
    .replace(quote === "'" ? /$^/ : /\\./gs, '');
  return !within.includes(quote) || /\\$/.test(value);
}
