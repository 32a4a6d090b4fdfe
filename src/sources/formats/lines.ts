import { faultAt, placeOf } from '../source-fault.js';
import { STRAY_BREAK, strayBreak } from './stray-break.js';

/** The lines of a format of lines, if every reader finds the same ones. */
export function linesOf(text: string): readonly string[] {
  const stray = strayBreak(text);
  if (stray >= 0) throw faultAt('config_source.syntax', STRAY_BREAK, { line: placeOf(text, stray).line });
  return text.split(/\r?\n/);
}
