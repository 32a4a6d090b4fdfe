import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LedgerKind } from '../../model/ledger.js';
import type { LedgerAppendFlags } from '../commands/ledger-append.js';
import type { LedgerCheckpointFlags } from '../commands/ledger-checkpoint.js';
import type { LedgerEraseFlags, LedgerPruneFlags } from '../commands/ledger-erase.js';
import type { LedgerExportFlags } from '../commands/ledger-export.js';
import type { LedgerListFlags } from '../commands/ledger-list.js';
import type { LedgerShowFlags } from '../commands/ledger-show.js';
import type { LedgerVerifyFlags } from '../commands/ledger-verify.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';

type End = (code: ExitCode) => void;

export const LEDGER_FLAG = [
  '--ledger <file>',
  'the ledger: a file, or env:NAME for a variable that holds a file or a PostgreSQL URL (default: the project file’s, else .edge-contracts/ledger.db)',
] as const;
const JSON_FLAG = ['--json', 'print one JSON document instead of text'] as const;

const KINDS: Readonly<Record<LedgerKind, true>> = {
  message: true,
  statement: true,
  tool_call: true,
  effect: true,
  config: true,
  transfer: true,
  closed: true,
  verdict: true,
  override: true,
  alert: true,
  judgement: true,
  checkpoint: true,
  erasure: true,
};

/** `ledger`, and what is done with one. */
export function addLedger(program: Command, io: Io, end: End): void {
  const ledger = program
    .command('ledger')
    .summary('keep runs where nothing is lost, and nothing changed unseen')
    .description(
      'The ledger of transfers: append-only, durable, chained.\nIt is one SQLite file, or tables of a PostgreSQL database.',
    )
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts ledger append runs/*.jsonl
  edge-contracts ledger list --run refund-41182
  edge-contracts ledger verify --checkpoint kept.json --key ledger.pub.pem`,
    );
  for (const add of [addAppend, addList, addShow, addVerify, addExport, addCheckpoint, addPrune, addErase])
    add(ledger, io, end);
}

function addAppend(ledger: Command, io: Io, end: End): void {
  ledger
    .command('append')
    .summary('append records of runs')
    .description(
      'Appends the records of files to the ledger; what is there already is counted once.\nA line that is no record is told, and the rest is appended.',
    )
    .argument('<file...>', 'files of records, JSON Lines, of any size; - for standard input')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Exit codes: 0 appended, or there already; 2 a record was refused; 3 a line is no record.

Examples:
  edge-contracts ledger append run.jsonl
  tail -f run.jsonl | edge-contracts ledger append -`,
    )
    .action(async (files: string[], flags: LedgerAppendFlags) => {
      const { ledgerAppend } = await import('../commands/ledger-append.js');
      end(await ledgerAppend(files, flags, io));
    });
}

function addList(ledger: Command, io: Io, end: End): void {
  ledger
    .command('list')
    .summary('list entries, the newest last')
    .option('--run <id>', 'only of this run')
    .addOption(new Option('--kind <kind...>', 'only of these kinds').choices(Object.keys(KINDS)))
    .option('--edge <name>', 'only of this edge')
    .option('--since <time>', 'written from this time on: a day, or RFC 3339')
    .option('--until <time>', 'written before this time')
    .option('--refused', 'list what was refused instead')
    .option('--limit <n>', 'how many at most (default: 50)', positive)
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: LedgerListFlags) => {
      const { ledgerList } = await import('../commands/ledger-list.js');
      end(await ledgerList(flags, io));
    });
}

function addShow(ledger: Command, io: Io, end: End): void {
  ledger
    .command('show')
    .summary('show an entry, or a run, whole')
    .argument('[seq|run]', 'the number of an entry, or the id of a run')
    .option('--run <id>', 'the run, where its id is a number')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(
      async (
        given: string | undefined,
        flags: LedgerShowFlags & { readonly run?: string },
        command: Command,
      ) => {
        const named = given ?? flags.run;
        if (named === undefined || (given !== undefined && flags.run !== undefined))
          command.error('name one entry, or one run');
        const isSeq = flags.run === undefined && /^[1-9][0-9]{0,14}$/.test(named);
        const { ledgerShow } = await import('../commands/ledger-show.js');
        end(await ledgerShow(isSeq ? { seq: Number(named) } : { run: named }, flags, io));
      },
    );
}

function addVerify(ledger: Command, io: Io, end: End): void {
  ledger
    .command('verify')
    .summary('verify that everything in it is as it was written')
    .description(
      'Recomputes every digest and every chain. Against a checkpoint that was kept elsewhere, also a rewritten history,\na cut tail or a vanished run shows. Says what was not proven.',
    )
    .option('--checkpoint <file>', 'what `ledger checkpoint --out` wrote')
    .option('--key <file>', 'a public key to trust, Ed25519 in PEM, or env:NAME; may be repeated', collect)
    .option('--run <id>', 'only this run')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Exit codes: 0 sound; 2 something is not as it was written; 3 nothing was verified.`,
    )
    .action(async (flags: LedgerVerifyFlags) => {
      const { ledgerVerify } = await import('../commands/ledger-verify.js');
      end(await ledgerVerify(flags, io));
    });
}

function addExport(ledger: Command, io: Io, end: End): void {
  ledger
    .command('export')
    .summary('print entries as JSON Lines, or runs as `evaluate` reads them')
    .option('--run <id>', 'only this run')
    .option('--since <time>', 'entries written, or runs with an entry, from this time on')
    .option('--records', 'the records of runs alone, run by run')
    .option(...LEDGER_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts ledger export > copy.jsonl
  edge-contracts ledger export --records --run refund-41182 | edge-contracts evaluate -`,
    )
    .action(async (flags: LedgerExportFlags) => {
      const { ledgerExport } = await import('../commands/ledger-export.js');
      end(await ledgerExport(flags, io));
    });
}

function addCheckpoint(ledger: Command, io: Io, end: End): void {
  ledger
    .command('checkpoint')
    .summary('sign the state of the whole ledger')
    .option(
      '--key <file>',
      'the private key that signs, Ed25519 in PEM, or env:NAME (default: the project file’s)',
    )
    .option('--out <file>', 'write the checkpoint there too, to be kept elsewhere')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: LedgerCheckpointFlags) => {
      const { ledgerCheckpoint } = await import('../commands/ledger-checkpoint.js');
      end(await ledgerCheckpoint(flags, io));
    });
}

function addPrune(ledger: Command, io: Io, end: End): void {
  ledger
    .command('prune')
    .summary('take out old entries; the chain stays')
    .requiredOption('--before <time>', 'what the ledger got before this time: a day, or RFC 3339')
    .requiredOption('--by <who>', 'a person or a team')
    .requiredOption('--reason <why>', 'stands in the ledger')
    .option('--yes', 'it is meant: nobody can undo it')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: LedgerPruneFlags) => {
      const { ledgerPrune } = await import('../commands/ledger-erase.js');
      end(await ledgerPrune(flags, io));
    });
}

function addErase(ledger: Command, io: Io, end: End): void {
  ledger
    .command('erase')
    .summary('take out the personal fields of a run; the chain stays')
    .argument('<run>', 'the id of the run')
    .requiredOption('--by <who>', 'a person or a team')
    .requiredOption('--reason <why>', 'stands in the ledger')
    .option('--yes', 'it is meant: nobody can undo it')
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (run: string, flags: LedgerEraseFlags) => {
      const { ledgerErase } = await import('../commands/ledger-erase.js');
      end(await ledgerErase(run, flags, io));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]{1,7}$/.test(text) || value < 1)
    throw new InvalidArgumentError('Give a whole number from 1 to 9999999.');
  return value;
}
