import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeSets, type Workloads } from './in-process.js';
import { type Measured, type Row, type Sample, sampleOf } from './samples.js';
import { type Attempt, SIZES, type Size } from './workload.js';

const OPA = 'github.com/open-policy-agent/opa@v1.22.4';
const QUERY = 'data.bench.verdict';

/** The native binary, built where Go is, kept outside the repository; or why there is none. */
export function findOpa(): { readonly path: string } | { readonly skipped: string } {
  const folder = join(tmpdir(), 'edge-contracts-bench-cache', 'bin');
  const path = join(folder, 'opa');
  if (existsSync(path)) return { path };
  if (spawnSync('go', ['version']).status !== 0) return { skipped: 'no Go here to build native OPA with' };
  mkdirSync(folder, { recursive: true });
  const built = spawnSync('go', ['install', OPA], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
    encoding: 'utf8',
  });
  return built.status === 0
    ? { path }
    : { skipped: `native OPA does not build: ${built.stderr.slice(-200)}` };
}

/** Inputs on disk, one for each size and attempt, and the policy; removed at the end. */
export class OpaInputs {
  readonly policy: string;
  readonly #dir = mkdtempSync(join(tmpdir(), 'edge-contracts-bench-'));

  constructor(root: string, workloads: Workloads) {
    this.policy = join(root, 'bench', 'rivals', 'handoff.rego');
    for (const size of SIZES) {
      for (const attempt of workloads[size].attempts) {
        const input = wholeSets(workloads[size], attempt.record);
        writeFileSync(this.path(size, attempt), JSON.stringify(input));
      }
    }
  }

  path(size: Size, { expected }: Attempt): string {
    return join(this.#dir, `${size}-${expected}.json`);
  }

  remove(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

async function bothOf(
  [allow, block]: readonly [Attempt, Attempt],
  measure: (attempt: Attempt) => Promise<Sample>,
): Promise<Measured> {
  return { allow: await measure(allow), block: await measure(block) };
}

function run(opa: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(opa, args, { encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw new Error(`opa ${args[0]} failed: ${stderr.slice(0, 300)}`);
  return stdout;
}

function requireDecision(answer: string, { expected }: Attempt): void {
  const { decision } = JSON.parse(answer) as { decision?: string };
  if (decision !== expected) throw new Error('opa came to another decision');
}

type OpaFound = ReturnType<typeof findOpa>;

/** `opa bench`: OPA's own measure of an evaluation in its own process, the input parsed beforehand. */
export function opaNative(found: OpaFound, inputs: OpaInputs, workloads: Workloads): Row {
  const opa = 'path' in found ? found.path : '';
  const args = (size: Size, attempt: Attempt): string[] => [
    ...['-d', inputs.policy, '-i', inputs.path(size, attempt), QUERY],
  ];
  return {
    name: 'opa-native',
    what: '`opa bench`: native OPA, input parsed beforehand',
    skipped: 'skipped' in found ? found.skipped : null,
    measure: (size) =>
      bothOf(workloads[size].attempts, (attempt) => {
        requireDecision(run(opa, ['eval', '--format', 'raw', ...args(size, attempt)]), attempt);
        const text = run(opa, ['bench', '--format', 'json', '--benchmem=false', ...args(size, attempt)]);
        const { Extra } = JSON.parse(text) as { Extra: Readonly<Record<string, number>> };
        const at = (name: string): number =>
          (Extra[`histogram_timer_rego_query_eval_ns_${name}`] ?? Number.NaN) / 1000;
        return Promise.resolve({ median: at('median'), p99: at('99%') });
      }),
  };
}

/** A new `opa eval` for every decision. */
export function opaProcess(found: OpaFound, inputs: OpaInputs, workloads: Workloads, times: number): Row {
  const opa = 'path' in found ? found.path : '';
  return {
    name: 'opa-process',
    what: 'a new `opa eval` process',
    skipped: 'skipped' in found ? found.skipped : null,
    measure: (size) =>
      bothOf(workloads[size].attempts, (attempt) => {
        const args = [
          'eval',
          '--format',
          'raw',
          '-d',
          inputs.policy,
          '-i',
          inputs.path(size, attempt),
          QUERY,
        ];
        const taken = Array.from({ length: times }, () => {
          const start = performance.now();
          const answer = run(opa, args);
          const time = (performance.now() - start) * 1000;
          requireDecision(answer, attempt);
          return time;
        });
        return Promise.resolve(sampleOf(taken));
      }),
  };
}

/** An OPA server on the loopback interface, one kept connection, one question after the other. */
export class OpaServer implements Row {
  readonly name = 'opa-server';
  readonly what = 'OPA server over HTTP on localhost, kept alive';
  readonly skipped: string | null;
  readonly #workloads: Workloads;
  readonly #seconds: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #child: ChildProcess | null;

  private constructor(
    skipped: string | null,
    child: ChildProcess | null,
    port: number,
    workloads: Workloads,
    seconds: number,
  ) {
    this.skipped = skipped;
    this.#child = child;
    this.#port = port;
    this.#workloads = workloads;
    this.#seconds = seconds;
  }

  static async start(
    found: OpaFound,
    inputs: OpaInputs,
    workloads: Workloads,
    seconds: number,
  ): Promise<OpaServer> {
    if ('skipped' in found) return new OpaServer(found.skipped, null, 0, workloads, seconds);
    const port = await freePort();
    const child = spawn(
      found.path,
      [
        'run',
        '--server',
        '--addr',
        `127.0.0.1:${port}`,
        '--log-level',
        'error',
        '--disable-telemetry',
        inputs.policy,
      ],
      { stdio: 'ignore' },
    );
    const server = new OpaServer(null, child, port, workloads, seconds);
    process.once('exit', () => child.kill());
    await server.#ready();
    return server;
  }

  async measure(size: Size): Promise<Measured> {
    const workload = this.#workloads[size];
    return bothOf(workload.attempts, async (attempt) => {
      const body = JSON.stringify({ input: wholeSets(workload, attempt.record) });
      const times: number[] = [];
      const warm = performance.now() + this.#seconds * 300;
      const end = warm + this.#seconds * 1000;
      for (let start = performance.now(); start < end; ) {
        start = performance.now();
        const answer = await this.#ask(body);
        const time = (performance.now() - start) * 1000;
        requireDecision(JSON.stringify((JSON.parse(answer) as { result: unknown }).result), attempt);
        if (start >= warm) times.push(time);
      }
      return sampleOf(times);
    });
  }

  close(): void {
    this.#agent.destroy();
    this.#child?.kill();
  }

  #ask(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          ...{ host: '127.0.0.1', port: this.#port, path: '/v1/data/bench/verdict', method: 'POST' },
          ...{ agent: this.#agent, timeout: 10_000 },
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve(text));
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('the OPA server does not answer')));
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async #ready(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        await this.#ask('{"input":{}}');
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error('the OPA server did not start');
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
