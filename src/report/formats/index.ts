import { annotations } from './annotations.js';
import type { FormatName } from './format-names.js';
import type { FormatOptions } from './format-options.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { markdown } from './markdown.js';
import type { Reported } from './reported.js';
import { sarif } from './sarif.js';
import { text } from './text.js';

/** The table of formats: a new one is a file, a row here, and its name in `format-names.ts`. */
const FORMATS: Readonly<Record<FormatName, (reported: Reported, options: FormatOptions) => string>> = {
  text,
  json,
  markdown,
  sarif,
  junit,
  annotations,
};

/** What a command has to tell, in a format. Pure: the same document gives the same text. */
export function formatted(reported: Reported, format: FormatName, options: FormatOptions): string {
  return FORMATS[format](reported, options);
}
