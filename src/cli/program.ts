import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ENGINE_VERSION } from '../model/engine-version.js';
import { MODES } from '../model/severity.js';
import type { CheckFlags } from './commands/check.js';
import type { CompileFlags } from './commands/compile.js';
import type { EvaluateFlags } from './commands/evaluate.js';
import type { ExplainFlags } from './commands/explain.js';
import type { InitFlags } from './commands/init.js';
import type { ReadConfigFlags } from './commands/read-config.js';
import type { ShowFlags } from './commands/show.js';
import type { SnapshotFlags } from './commands/snapshot.js';
import type { ToolsFlags } from './commands/tools.js';
import type { VerifyFlags } from './commands/verify.js';
import { addComment } from './define/comment.js';
import { addCompare } from './define/compare.js';
import { addCost } from './define/cost.js';
import { addDiff } from './define/diff.js';
import { addFormatFlags } from './define/format.js';
import { addJudge } from './define/judge.js';
import { addLedger } from './define/ledger.js';
import { addAudit, addEdges, addMonitor } from './define/monitor.js';
import { addNew } from './define/new.js';
import { addOverride } from './define/override.js';
import { positive } from './define/positive.js';
import { addReport } from './define/report.js';
import { addRuns } from './define/runs.js';
import { addSimulate } from './define/simulate.js';
import { addTest } from './define/test.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type Io, processIo } from './io.js';
import { type UsageError, usageError } from './usage-error.js';

/**
 * Reads the command line and does what it says. Each command is loaded when it is asked for: to judge a run must not
 * wait for a compiler to load.
 */
export async function run(argv: readonly string[], io: Io = processIo()): Promise<ExitCode> {
  const ended: { code: ExitCode; usage: UsageError | null } = { code: EXIT.ok, usage: null };
  const program = programOf(io, (code) => {
    ended.code = code;
  });
  noteUsage(program, (command, text) => {
    ended.usage = usageError(command, text, argv.slice(2));
  });
  try {
    await program.parseAsync(argv);
    return ended.code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (ended.usage !== null) return await tellUsage(ended.usage, io);
    // Help and version that were asked for end with 0; everything else that commander ends is wrong usage.
    return error.exitCode === 0 ? EXIT.ok : EXIT.invalid;
  }
}

type End = (code: ExitCode) => void;

/** The commands, as they are defined; none is loaded. */
export function programOf(io: Io, end: End): Command {
  const program = new Command('edge-contracts')
    .description(
      'Checks what one AI agent hands to the next against the contract of that edge:\nwhat the sender held, what the receiver got, and what happened in between.',
    )
    .version(ENGINE_VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showSuggestionAfterError()
    .addHelpText('after', MAIN_EXAMPLES);
  const adders = [
    addEvaluate,
    addVerify,
    addCompile,
    addCheck,
    addShow,
    addExplain,
    addInit,
    addReadConfig,
    addSnapshot,
    addTools,
    addLedger,
    addReport,
    addRuns,
    addSimulate,
    addCompare,
    addCost,
    addMonitor,
    addEdges,
    addAudit,
    addOverride,
    addJudge,
    addDiff,
    addComment,
    addTest,
    addNew,
  ];
  for (const add of adders) add(program, io, end);
  return program;
}

/** What commander finds wrong ends the command, and is told once it has. */
function noteUsage(command: Command, note: (command: Command, text: string) => void): void {
  command.configureOutput({ outputError: (text) => note(command, text) });
  for (const sub of command.commands) noteUsage(sub, note);
}

/** As all else that is wrong is told, and where JSON was asked for, as JSON. */
async function tellUsage({ diagnostic, json }: UsageError, io: Io): Promise<ExitCode> {
  const { tellFailure } = await import('./failure-document.js');
  return tellFailure([diagnostic], json, io);
}

const MAIN_EXAMPLES = `
Exit codes: 0 ok; 1 the tool failed; 2 blocked or violated; 3 invalid input, contract or usage; 4 stale outputs, or an alert fires.

Examples:
  edge-contracts evaluate run.jsonl            judge a recorded run
  edge-contracts compile                       contracts/ to policies/
  edge-contracts report runs/*.jsonl           what crossed of what was held
  edge-contracts explain constraint.dropped    what a code means`;

const CONTRACTS = [
  '--contracts <dir>',
  'the folder of contracts (default: the project file’s, else contracts)',
] as const;
const JSON_FLAG = ['--json', 'print one JSON document instead of text'] as const;

function addEvaluate(program: Command, io: Io, end: End): void {
  addFormatFlags(program.command('evaluate'))
    .summary('judge the handoffs of recorded runs')
    .description(
      'Judges recorded runs: a verdict for each handoff, and one for what happened between and after them.\nCompiles the contracts first where that was not done since they changed.',
    )
    .argument('<file...>', 'files of records: JSON Lines, or a JSON array; - for standard input')
    .option('--edge <name>', 'only handoffs of this edge')
    .option('--hop <n>', 'only this hop', positive)
    .option(...CONTRACTS)
    .addOption(new Option('--as <mode>', 'act as in this mode, whatever the contracts say').choices(MODES))
    .option('--live', 'read live config now for the last handoff of each run, where no record holds it')
    .option('--max-bytes <n>', 'the largest file that is read (default: 8388608)', positive)
    .option('--digest <sha256:…>', 'use the bundle with exactly this digest, or fail', digest)
    .option('--attest <file>', 'write the verdicts there, signed: one attestation a line')
    .option(
      '--key <file>',
      'the private key that signs, Ed25519 in PEM; env:NAME for an environment variable',
    )
    .option('--record', 'keep the records and the verdicts in the ledger')
    .option(
      '--ledger <file>',
      'with --record: keep them in this ledger: a file, or env:NAME (default: the project file’s)',
    )
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts evaluate run.jsonl
  edge-contracts evaluate run.jsonl --format sarif --out run.sarif
  edge-contracts evaluate run.jsonl --hop 2 --json
  cat run.jsonl | edge-contracts evaluate - --as enforce
  edge-contracts evaluate run.jsonl --attest run.att.jsonl --key env:SIGNING_KEY`,
    )
    .action(async (files: string[], flags: EvaluateFlags, command: Command) => {
      // What would be signed is in no file, and so nobody could verify it.
      if (flags.live === true && flags.attest !== undefined)
        command.error('--attest needs the config recorded: add what `read-config` prints to the run');
      if (flags.ledger !== undefined && flags.record !== true)
        command.error(
          '--ledger goes with --record: to evaluate reads no ledger, and writes to one where that is asked for',
        );
      const { evaluate } = await import('./commands/evaluate.js');
      end(await evaluate(files, flags, io));
    });
}

function addVerify(program: Command, io: Io, end: End): void {
  program
    .command('verify')
    .summary('verify attestations of verdicts')
    .description(
      'Verifies what `evaluate --attest` wrote: that a known key signed it, and that it is about what is given.\nWhat is not given is not compared, and is listed as that.',
    )
    .argument('<attestations>', 'a file of attestations, one a line')
    .requiredOption(
      '--key <file…>',
      'a public key to trust, Ed25519 in PEM, or env:NAME; may be repeated',
      collect,
    )
    .option('--run <file…>', 'records that the verdicts have to be about; may be repeated', collect)
    .option('--edge <name>', 'the edge that every handoff has to be of')
    .option('--contracts <dir>', 'the contracts that have to have decided: each edge’s semantic digest')
    .option('--bundle <file>', 'the bundle that has to have decided: its file, or sha256:…')
    .option('--max-bytes <n>', 'the largest file of attestations that is read (default: 67108864)', positive)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts verify run.att.jsonl --key signer.pub.pem --run run.jsonl
  edge-contracts verify run.att.jsonl --key signer.pub.pem --run run.jsonl --contracts contracts`,
    )
    .action(async (file: string, flags: VerifyFlags) => {
      const { verify } = await import('./commands/verify.js');
      end(await verify(file, flags, io));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function addCompile(program: Command, io: Io, end: End): void {
  program
    .command('compile')
    .summary('compile contracts to policies, schemas and a bundle')
    .description(
      'Compiles the contracts to JSON Schemas, Rego, a guide for each sender, and one bundle for the gate.\nWhere nothing changed, nothing is compiled.',
    )
    .option(...CONTRACTS)
    .option('--check', 'write nothing; show what would change, and exit with 4 if anything would')
    .option('--force', 'compile also where nothing changed')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts compile
  edge-contracts compile --check               in CI, after a checkout`,
    )
    .action(async (flags: CompileFlags) => {
      const { compile } = await import('./commands/compile.js');
      end(await compile(flags, io));
    });
}

function addExplain(program: Command, io: Io, end: End): void {
  program
    .command('explain')
    .summary('tell what a code means, and how to fix what it says')
    .argument('[code]', 'a code of a verdict or a diagnostic, such as constraint.dropped')
    .option('--all', 'list every code')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts explain constraint.dropped
  edge-contracts explain --all`,
    )
    .action(async (code: string | undefined, flags: ExplainFlags, command: Command) => {
      if (code === undefined && flags.all !== true) command.error('name a code, or give --all');
      const { explain } = await import('./commands/explain.js');
      end(explain(code, flags, io));
    });
}

function addCheck(program: Command, io: Io, end: End): void {
  addFormatFlags(program.command('check'))
    .summary('find everything that is wrong with the contracts')
    .argument('[dir]', 'the folder of contracts, as --contracts names it')
    .option(...CONTRACTS)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts check
  edge-contracts check --format annotations    in a GitHub workflow
  edge-contracts check contracts`,
    )
    .action(async (folder: string | undefined, flags: CheckFlags, command: Command) => {
      if (folder !== undefined && flags.contracts !== undefined) command.error('name the folder once');
      const { check } = await import('./commands/check.js');
      end(await check(folder ?? flags.contracts, flags, io));
    });
}

function addShow(program: Command, io: Io, end: End): void {
  program
    .command('show')
    .summary('show a contract as resolved, and where each value came from')
    .argument('<edge>', 'the name of the contract')
    .option(...CONTRACTS)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts show refunds--notifications`,
    )
    .action(async (edge: string, flags: ShowFlags) => {
      const { show } = await import('./commands/show.js');
      end(await show(edge, flags, io));
    });
}

function addInit(program: Command, io: Io, end: End): void {
  program
    .command('init')
    .summary('write a first contract, or propose contracts from recorded runs')
    .description(
      'Writes a contract to fill in; with --from, one in mode observe for each edge that the runs show.\nNever overwrites a file.',
    )
    .option('--edge <agent...>', 'the sender and the receiver')
    .option('--from <run...>', 'files of recorded runs; - for standard input')
    .option('--dir <dir>', 'the folder that contracts are written to (default: contracts)')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts init --edge refunds notifications
  edge-contracts init --from runs/*.jsonl`,
    )
    .action(async (flags: InitFlags, command: Command) => {
      if (flags.edge !== undefined && flags.edge.length !== 2) {
        command.error('--edge takes two names: the sender and the receiver');
      }
      const { isAgentName } = await import('../authoring/contract-names.js');
      if (flags.edge?.every(isAgentName) === false) {
        command.error('a contract cannot name such an agent');
      }
      const { init } = await import('./commands/init.js');
      end(await init(flags, io));
    });
}

function addReadConfig(program: Command, io: Io, end: End): void {
  program
    .command('read-config')
    .summary('read live config, as records to be added to a run')
    .description(
      'Prints a record for each source of live config, for recorders that are no TypeScript program.\nWith --agent, when an agent has received its task: what it changes later is compared with this.\nWith --edge, when it hands on.',
    )
    .requiredOption('--run <id>', 'the run')
    .requiredOption(
      '--hop <n>',
      'the hop that brought the task (0: the run began), or that is handed on',
      whole,
    )
    .option('--agent <name>', 'the agent that has received its task')
    .option('--edge <name>', 'the edge that the agent hands on over')
    .option('--attempt <n>', 'with --edge: which attempt (default: 1)', positive)
    .option(...CONTRACTS)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts read-config --run r1 --hop 1 --agent deployer >> run.jsonl
  edge-contracts read-config --run r1 --hop 2 --edge deployer--verifier >> run.jsonl`,
    )
    .action(async (flags: ReadConfigFlags, command: Command) => {
      if ((flags.agent === undefined) === (flags.edge === undefined))
        command.error('give either --agent or --edge');
      if (flags.edge !== undefined && flags.hop === 0)
        command.error('hop 0 is the start of the run: with --edge give the hop that is handed on');
      const { readConfig } = await import('./commands/read-config.js');
      end(await readConfig(flags, io));
    });
}

function addSnapshot(program: Command, io: Io, end: End): void {
  program
    .command('snapshot')
    .summary('keep what live config holds now, as a baseline')
    .description(
      'Reads the sources of live config that contracts name and keeps them under .edge-contracts/snapshots,\nwithout their secrets. A contract compares with it by `baseline: snapshot:NAME`.',
    )
    .argument('<name>', 'lower-case letters, digits and dashes', snapshotName)
    .option('--edge <name>', 'only the sources of this edge')
    .option('--source <name...>', 'only these sources')
    .option(...CONTRACTS)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts snapshot before-release
  edge-contracts snapshot nightly --source feature-flags`,
    )
    .action(async (name: string, flags: SnapshotFlags) => {
      const { snapshot } = await import('./commands/snapshot.js');
      end(await snapshot(name, flags, io));
    });
}

function addTools(program: Command, io: Io, end: End): void {
  program
    .command('tools')
    .summary('import what the tools of an MCP server may do at most')
    .description(
      'Reads what an MCP server answers to `tools/list`, and writes each tool with its annotations into the tools file\n(`tools` of the project file, else tools.yaml). What was narrowed there by hand stays. The guard goes by that file.',
    )
    .argument('<file>', 'the answer of `tools/list`, JSON; - for standard input')
    .option(
      '--server <name>',
      'the server that was asked; tools of others in the file stay as they are',
      serverName,
    )
    .option(...CONTRACTS)
    .option('--check', 'write nothing; exit with 4 where the file is not what the server offers')
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  edge-contracts tools tools-list.json
  edge-contracts tools mail.json --server mail
  edge-contracts tools tools-list.json --check   in CI, on what the server offers today`,
    )
    .action(async (file: string, flags: ToolsFlags) => {
      const { tools } = await import('./commands/tools.js');
      end(await tools(file, flags, io));
    });
}

/** As the tools file can hold it. */
function serverName(text: string): string {
  if (!/^[A-Za-z0-9_./:-]{1,128}$/.test(text))
    throw new InvalidArgumentError('Give letters, digits and `_ . - / :`, at most 128.');
  return text;
}

/** What a contract can write behind `snapshot:`. */
function snapshotName(text: string): string {
  if (text.length > 100 || !/^[a-z0-9]+(?:-+[a-z0-9]+)*$/.test(text))
    throw new InvalidArgumentError('Give lower-case letters, digits and dashes.');
  return text;
}

function whole(text: string): number {
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('Give a whole number from 0.');
  return Number(text);
}

function digest(text: string): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(text)) {
    throw new InvalidArgumentError('Give sha256: and 64 hexadecimal digits.');
  }
  return text;
}
