import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTempFolder, writeProject } from './many-contracts.js';
import { quantile } from './samples.js';

/** Whole commands, each in a process of its own, and the memory of a gate. */
export interface CommandFigures {
  readonly bareMs: number;
  readonly evaluateMs: number;
  readonly compileOneMs: number;
  readonly compileOneMiB: number;
  readonly compileManyMs: number;
  readonly unchangedMs: number;
  readonly unchangedStartsCompiler: boolean;
  readonly memory: MemoryFigures;
}

export interface MemoryFigures {
  readonly edges: number;
  readonly decisions: number;
  readonly bareMiB: number;
  readonly aboveBareMiB: number;
  /** By least squares over the samples after the first tenth, for a million decisions. */
  readonly slopeMiB: number;
}

const EDGES = 100;

export interface CommandOptions {
  readonly root: string;
  readonly times: number;
  readonly decisions: number;
  readonly told: (text: string) => void;
}

export async function measureCommands({
  root,
  times,
  decisions,
  told,
}: CommandOptions): Promise<CommandFigures> {
  const cli = join(root, '.build', 'src', 'cli', 'main.js');
  const { bareMs, evaluateMs } = bareAndEvaluate(root, cli, times);
  told('evaluate');
  const one = await compileOne(root, cli, Math.max(3, Math.ceil(times / 3)));
  told('compile one edge');
  const many = await compileMany(root, cli, decisions, told);
  return { ...{ bareMs, evaluateMs }, ...one, ...many };
}

function bareAndEvaluate(root: string, cli: string, times: number): { bareMs: number; evaluateMs: number } {
  const example = join(root, 'examples', 'refund-41182', 'run.jsonl');
  const evaluate = [cli, 'evaluate', example];
  timeOf(root, evaluate, [0, 2]);
  const bare: number[] = [];
  const judged: number[] = [];
  for (let time = 0; time < times; time += 1) {
    bare.push(timeOf(root, ['-e', '0'], [0]));
    judged.push(timeOf(root, evaluate, [2]));
  }
  return { bareMs: quantile(bare, 0.5), evaluateMs: quantile(judged, 0.5) };
}

/** Wall time of one Node process that must end with one of these codes. */
function timeOf(cwd: string, args: readonly string[], codes: readonly number[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  const time = performance.now() - start;
  if (!codes.includes(status ?? -1))
    throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return time;
}

async function compileOne(
  root: string,
  cli: string,
  times: number,
): Promise<Pick<CommandFigures, 'compileOneMs' | 'compileOneMiB'>> {
  const taken: Watched[] = [];
  for (let time = 0; time < times; time += 1) {
    taken.push(
      await inTempFolder((folder) => {
        writeProject(folder, root, 1);
        return watched(folder, [cli, 'compile']);
      }),
    );
  }
  return {
    compileOneMs: quantile(
      taken.map(({ ms }) => ms),
      0.5,
    ),
    compileOneMiB: Math.max(...taken.map(({ peakMiB }) => peakMiB)),
  };
}

type Many = Pick<CommandFigures, 'compileManyMs' | 'unchangedMs' | 'unchangedStartsCompiler' | 'memory'>;

function compileMany(
  root: string,
  cli: string,
  decisions: number,
  told: (text: string) => void,
): Promise<Many> {
  return inTempFolder(async (folder) => {
    writeProject(folder, root, EDGES);
    const first = await watched(folder, [cli, 'compile']);
    told('compile 100 edges');
    const second = await watched(folder, [cli, 'compile']);
    const memory = memoryOf(root, folder, decisions);
    told('memory');
    return {
      compileManyMs: first.ms,
      unchangedMs: second.ms,
      unchangedStartsCompiler: second.processes > 1,
      memory: { ...memory, edges: EDGES, decisions },
    };
  });
}

function memoryOf(
  root: string,
  folder: string,
  decisions: number,
): Omit<MemoryFigures, 'edges' | 'decisions'> {
  const script = join(root, '.build', 'bench', 'memory-child.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', script, join(folder, 'policies'), String(decisions)],
    { encoding: 'utf8', timeout: 1_800_000 },
  );
  if (status !== 0) throw new Error(`the memory measure failed: ${stderr}`);
  return JSON.parse(stdout) as Omit<MemoryFigures, 'edges' | 'decisions'>;
}

interface Watched {
  readonly ms: number;
  /** The highest sum over the process and its children, sampled. */
  readonly peakMiB: number;
  readonly processes: number;
}

/** Runs Node and samples the memory of its process tree (Linux; elsewhere the peak is not known). */
async function watched(cwd: string, args: readonly string[]): Promise<Watched> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let peak = 0;
  let processes = 1;
  const timer = setInterval(() => {
    const tree = treeOf(child.pid ?? 0);
    peak = Math.max(peak, tree.bytes);
    processes = Math.max(processes, tree.processes);
  }, 10);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${errors}`);
  return { ms: performance.now() - start, peakMiB: peak / 1024 / 1024, processes };
}

/** Resident memory of a process and its descendants; pages that they share count once for each. */
function treeOf(pid: number): { readonly bytes: number; readonly processes: number } {
  try {
    const resident = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children
      .map(treeOf)
      .reduce((sum, one) => ({ bytes: sum.bytes + one.bytes, processes: sum.processes + one.processes }), {
        bytes: resident,
        processes: 1,
      });
  } catch {
    return { bytes: 0, processes: 0 };
  }
}
