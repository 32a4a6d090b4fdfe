import type { Command } from 'commander';
import { diagnosticsText } from '../report/diagnostics-text.js';
import type { Io } from './io.js';

/** What commander found wrong, told as every other error is: with its code, and where the command says what it takes. */
export function usageText(command: string, text: string, { errPaint }: Pick<Io, 'errPaint'>): string {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const help = `see \`${command} --help\``;
  return diagnosticsText([{ code: 'input.usage', severity: 'error', message, help }], { paint: errPaint });
}

/** As it is typed: `edge-contracts ledger prune`. */
export function commandPath(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${commandPath(parent)} ${command.name()}`;
}
