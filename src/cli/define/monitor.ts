import { type Command, InvalidArgumentError, Option } from 'commander';
import { AUDITED } from '../../model/audit.js';
import type { AuditFlags } from '../commands/audit.js';
import type { EdgesFlags } from '../commands/edges.js';
import type { MonitorFlags } from '../commands/monitor.js';
import type { ExitCode } from '../exit-code.js';
import type { Io } from '../io.js';
import { LEDGER_FLAG } from './ledger.js';

type End = (code: ExitCode) => void;

const CONTRACTS = [
  '--contracts <dir>',
  'the folder of contracts (default: the project file’s, else contracts)',
] as const;
const JSON_FLAG = ['--json', 'print one JSON document instead of text'] as const;

/** `monitor`. */
export function addMonitor(program: Command, io: Io, end: End): void {
  program
    .command('monitor')
    .summary('follow the ledger, and tell when an edge loses what it is to carry')
    .description(
      'Follows the ledger and tells when an edge carries less than its contract’s `monitor` asks for, when a constraint\nwas violated, when an edge has no records any more, or its senders hold far less than before.\nAlerts are records of the ledger, and go to the webhooks of the project file.',
    )
    .option('--once', 'look at the ledger as it is; exit with 4 where something fires')
    .option(
      '--since <time>',
      'look for violations that nobody was told of from then on (default: the last day)',
    )
    .option('--every <seconds>', 'how often the ledger is read (default: 2)', positive)
    .option('--metrics <port>', 'serve numbers for Prometheus at this port, /metrics', port)
    .option(...CONTRACTS)
    .option(...LEDGER_FLAG)
    .option('--json', 'print alerts as JSON Lines')
    .addHelpText(
      'after',
      `
Exit codes: 0 ended, or nothing fires; 4 with --once: something fires.

Examples:
  edge-contracts monitor --metrics 9464
  edge-contracts monitor --once --json`,
    )
    .action(async (flags: MonitorFlags) => {
      const { monitor } = await import('../commands/monitor.js');
      end(await monitor(flags, io));
    });
}

/** `edges`. */
export function addEdges(program: Command, io: Io, end: End): void {
  const edges = program
    .command('edges')
    .summary('show how edges stand: what they carry, what was lost, what to do')
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts edges list
  edge-contracts edges show refunds--notifications`,
    );
  edges
    .command('show')
    .summary('all that is known of one edge, on one screen')
    .argument('<edge>', 'its name')
    .option('--since <time>', 'of the handoffs that are kept, those from then on (default: the last window)')
    .option(...CONTRACTS)
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (edge: string, flags: EdgesFlags) => {
      const { edgesShow } = await import('../commands/edges.js');
      end(await edgesShow(edge, flags, io));
    });
  edges
    .command('list')
    .summary('every edge, what fires first')
    .option(...CONTRACTS)
    .option(...LEDGER_FLAG)
    .option(...JSON_FLAG)
    .action(async (flags: EdgesFlags) => {
      const { edgesList } = await import('../commands/edges.js');
      end(await edgesList(flags, io));
    });
}

/** `audit`. */
export function addAudit(program: Command, io: Io, end: End): void {
  const audit = program
    .command('audit')
    .summary('list who closed, excepted, overrode or violated what')
    .description(
      'What an auditor asks for, from the ledger: each line says who, when, where, on what evidence,\nwas it enforced or only observed, and under which contract.',
    )
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts audit discharges --since 2026-06-01 --modality prohibition
  edge-contracts audit violations --csv > violations.csv
  edge-contracts audit contract sha256:…`,
    );
  for (const audited of AUDITED) {
    audit
      .command(audited)
      .summary(`list ${audited}`)
      .option('--since <time>', 'from then on, by the records’ own times')
      .option('--until <time>', 'before then')
      .option('--agent <name>', 'only this agent, owner or person')
      .addOption(
        new Option('--modality <modality>', 'only constraints of this modality').choices([
          'prohibition',
          'requirement',
          'preference',
        ]),
      )
      .option(...CONTRACTS)
      .option(...LEDGER_FLAG)
      .option(...JSON_FLAG)
      .addOption(new Option('--csv', 'print CSV instead of text').conflicts('json'))
      .action(async (flags: AuditFlags) => {
        const command = await import('../commands/audit.js');
        end(await command.audit(audited, flags, io));
      });
  }
  audit
    .command('contract')
    .summary('show a contract whole, by its digest')
    .argument('<digest>', 'as a verdict or a line of an audit names it', digest)
    .option(...LEDGER_FLAG)
    .action(async (given: string, flags: AuditFlags) => {
      const { auditContract } = await import('../commands/audit.js');
      end(await auditContract(given, flags, io));
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < 1 || value > 86_400)
    throw new InvalidArgumentError('Give a whole number of seconds, from 1 to 86400.');
  return value;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value > 65_535)
    throw new InvalidArgumentError('Give a port, from 0 to 65535.');
  return value;
}

/** A digest, or its beginning as screens print it; `sha256:` may be left out. */
function digest(text: string): string {
  const digits = text.replace(/^sha256:/, '');
  if (!/^[0-9a-f]{8,64}$/.test(digits))
    throw new InvalidArgumentError('Give sha256: and 64 hexadecimal digits, or the first 8 of them or more.');
  return `sha256:${digits}`;
}
