import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CarryFile, writeCarryFile } from './carry-file.js';

/** What `carry-child.js` prints. */
interface Ours {
  readonly ms: number;
  readonly cpuMs: number;
  readonly quarterMiB: number;
  readonly endMiB: number;
  readonly peakMiB: number;
  readonly counts: { readonly transfers: number; readonly runs: number };
}

/** What `rivals/carry.py` prints. */
interface Python {
  readonly ms: number;
  readonly cpuMs: number;
  readonly transfers: number;
}

export interface CarryFigures {
  readonly file: CarryFile;
  readonly ours: Ours;
  /** Null where there is no Python. */
  readonly python: Python | null;
}

/**
 * A file of simulated runs, read and scored by a process of its own, and after it by the article's algorithm in Python.
 * Rates are by processor time, of which a process of one thread has its own, whatever else the machine does.
 */
export function measureCarry(root: string, transfers: number, told: (text: string) => void): CarryFigures {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-carry-'));
  const path = join(folder, 'runs.jsonl');
  try {
    told(`writing ${transfers} simulated transfers`);
    const file = writeCarryFile(path, transfers);
    told('scoring them');
    const child = join(root, '.build', 'bench', 'carry-child.js');
    const ours = run<Ours>(process.execPath, [child, path, String(file.bytes)]);
    if (ours.counts.transfers !== file.transfers) throw new Error('other transfers were scored than written');
    const there = spawnSync('python3', ['--version']).status === 0;
    if (there) told('the same in Python');
    const python = there ? run<Python>('python3', [join(root, 'bench', 'rivals', 'carry.py'), path]) : null;
    if (python !== null && python.transfers !== file.transfers) throw new Error('Python counted others');
    return { file, ours, python };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run<Found>(command: string, args: readonly string[]): Found {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr.slice(-300)}`);
  return JSON.parse(stdout) as Found;
}

/** Transfers a second of processor time. */
export function perSecond(transfers: number, { cpuMs }: { readonly cpuMs: number }): number {
  return (transfers * 1000) / cpuMs;
}

export function carryTable({ file, ours, python }: CarryFigures): string[] {
  const rate = perSecond(file.transfers, ours);
  const size = `${(file.bytes / 1e6).toFixed(0)} MB`;
  const line = (name: string, one: { readonly ms: number; readonly cpuMs: number }): string =>
    `| ${name} | ${perSecond(file.transfers, one).toFixed(0)} | ${(one.ms / 1000).toFixed(1)} s |`;
  return [
    `| ${file.transfers} transfers of ${file.runs} simulated runs, ${size} | transfers a second of one core | by the clock |`,
    '| --- | ---: | ---: |',
    line('strict reading, conservation, five classes, faults, lives, report', ours),
    ...(python === null ? [] : [line("the article's two functions in plain Python", python)]),
    '',
    `Resident memory: ${ours.quarterMiB.toFixed(0)} MB after a quarter, ${ours.endMiB.toFixed(0)} MB at the end, ${ours.peakMiB.toFixed(0)} MB at its peak.${python === null ? '' : ` ${(rate / perSecond(file.transfers, python)).toFixed(2)} × the rate of Python.`}`,
  ];
}
