import { type OutputFile, openOutput, unwritable } from './open-output.js';

/**
 * Writes a file so that nobody ever sees half of it.
 *
 * @param file The name that a diagnostic gives.
 * @throws DiagnosticError `input.unwritable`; what was there before is there still
 */
export function writeWhole(path: string, text: string, file: string): void {
  let output: OutputFile | undefined;
  try {
    output = openOutput(path);
    output.put(text);
    output.end();
  } catch (error) {
    output?.abandon();
    throw unwritable(error, file);
  }
}
