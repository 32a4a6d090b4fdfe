import type { Command } from 'commander';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** What commander found wrong, as every other error is told: with its code, and where the command says what it takes. */
export interface UsageError {
  readonly diagnostic: Diagnostic;
  /** `--json` was given, to a command that has it. */
  readonly json: boolean;
}

/** @param args the command line, from its first word on */
export function usageError(command: Command, text: string, args: readonly string[]): UsageError {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  const help = `see \`${commandPath(command)} --help\``;
  return {
    diagnostic: { code: 'input.usage', severity: 'error', message, help },
    json: hasJson(command) && asksForJson(args),
  };
}

/** As it is typed: `edge-contracts ledger prune`. */
function commandPath(command: Command): string {
  const { parent } = command;
  return parent === null ? command.name() : `${commandPath(parent)} ${command.name()}`;
}

/** Of a command that is not known there is no knowing; its siblings have it. */
function hasJson(command: Command): boolean {
  return command.options.some(({ long }) => long === '--json') || command.commands.some(hasJson);
}

/** By the words themselves: what comes behind the one that is wrong was not read. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  return words.some(
    (word, i) =>
      word === '--json' || word === '--format=json' || (word === '--format' && words[i + 1] === 'json'),
  );
}
