import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { both, type Workloads } from './in-process.js';
import { type Row, sampleOf } from './samples.js';

/** A score and a comparison in Python, timed inside of Python. */
export function pythonRow(root: string, workloads: Workloads, seconds: number): Row {
  const there = spawnSync('python3', ['--version']).status === 0;
  return {
    name: 'python',
    what: 'python3: json.loads, carry score, modality and scope',
    skipped: there ? null : 'no python3 here',
    measure: (size) =>
      both(workloads[size], ({ expected, bytes }, { held, stopConditions }) => {
        const record = new TextDecoder().decode(bytes);
        const input = JSON.stringify({ held, record, expected, seconds, stops: stopConditions });
        const { status, stdout, stderr } = spawnSync('python3', [join(root, 'bench', 'rivals', 'score.py')], {
          ...{ input, encoding: 'utf8', timeout: 60_000, maxBuffer: 1 << 28 },
        });
        if (status !== 0) throw new Error(`python failed: ${stderr.slice(-300)}`);
        return sampleOf(JSON.parse(stdout) as number[]);
      }),
  };
}
