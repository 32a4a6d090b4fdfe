import { findArtifactDir } from './opa-artifact.js';
import { OpaChild } from './opa-child.js';
import { OpaError, type OpaProblem } from './opa-error.js';
import type {
  BuildRequest,
  BuildResult,
  CheckRequest,
  EvalManyRequest,
  EvalRequest,
  EvalResult,
  FormattedFile,
  JsonValue,
  OpaCapabilities,
  OpaVersion,
  ParsedModule,
  RegoFile,
  RegoTestResult,
  TestRequest,
} from './opa-types.js';

export interface OpaCompilerOptions {
  /** The longest that one request may take, the start of the child included; 60 s unless given. */
  readonly deadlineMs?: number;
  /** Lowers the cap on the compiler's memory (1024 MiB, built in). */
  readonly memoryMiB?: number;
  /** The folder with opa.wasm.br; found next to the package's code unless given. */
  readonly artifactDir?: string;
}

type RawEvalResult = Omit<EvalResult, 'value'>;
type RequestBody = Readonly<Record<string, unknown>>;

const DEFAULT_DEADLINE_MS = 60_000;

/**
 * The embedded OPA. It needs no `opa` on the machine, reads no file but its own artifact and opens no connection.
 *
 * The process behind it starts with the first request, stays for the next ones and does not keep the program alive.
 * Requests are answered one after the other. One that fails never affects the next.
 */
export class OpaCompiler {
  readonly #options: OpaCompilerOptions;
  #child: OpaChild | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(options: OpaCompilerOptions) {
    this.#options = options;
  }

  static start(options: OpaCompilerOptions = {}): OpaCompiler {
    return new OpaCompiler(options);
  }

  /** The process id of the child, while there is one. */
  get pid(): number | undefined {
    return this.#child?.dead === false ? this.#child.pid : undefined;
  }

  async version(): Promise<OpaVersion> {
    return (await this.#ask('version', {})) as OpaVersion;
  }

  /** Compiles to WASM. Fails with code `rego` and all problems when the modules do not compile. */
  async build(request: BuildRequest): Promise<BuildResult> {
    const { wasm, entrypoints } = (await this.#ask('build', { ...request })) as {
      wasm: string;
      entrypoints: string[];
    };
    return { wasm: new Uint8Array(Buffer.from(wasm, 'base64')), entrypoints };
  }

  /** All problems of all modules, sorted by place; an empty list means that they compile. */
  async check(request: CheckRequest): Promise<readonly OpaProblem[]> {
    return ((await this.#ask('check', { ...request })) as { errors: OpaProblem[] }).errors;
  }

  /** What one module holds, as written. Fails with code `rego` when it does not parse. */
  async parse(module: RegoFile, capabilities?: OpaCapabilities): Promise<ParsedModule> {
    return ((await this.#ask('parse', { module, capabilities })) as { ast: ParsedModule }).ast;
  }

  /** `opa fmt`, sorted by path. */
  async format(modules: readonly RegoFile[]): Promise<readonly FormattedFile[]> {
    return ((await this.#ask('format', { modules })) as { modules: FormattedFile[] }).modules;
  }

  /** Runs the Rego tests among the modules; that there are none is for the caller to judge. */
  async test({ timeoutMs, ...request }: TestRequest): Promise<readonly RegoTestResult[]> {
    const body = { ...request, timeout_ms: timeoutMs };
    return ((await this.#ask('test', body)) as { results: RegoTestResult[] }).results;
  }

  /** Evaluates with OPA's interpreter, independently of the WASM. */
  async eval({ deadlineMs, ...request }: EvalRequest): Promise<EvalResult> {
    return withValue((await this.#ask('eval', request, deadlineMs)) as RawEvalResult);
  }

  /** One answer for each input, in order; the modules are compiled once. */
  async evalMany(request: EvalManyRequest): Promise<readonly EvalResult[]> {
    const { results } = (await this.#ask('evalMany', { ...request })) as { results: RawEvalResult[] };
    return results.map(withValue);
  }

  /** All that this OPA can do; what the project allows is in capabilities.json. */
  async capabilities(): Promise<OpaCapabilities> {
    return ((await this.#ask('capabilities', {})) as { capabilities: OpaCapabilities }).capabilities;
  }

  /** Ends the child. What still waits is rejected with `compiler.closed`. */
  close(): void {
    this.#closed = true;
    this.#child?.kill();
    this.#child = undefined;
  }

  #ask(op: string, body: RequestBody, deadlineMs?: number): Promise<unknown> {
    const request = JSON.stringify({ ...body, op });
    const answer = this.#tail.then(() => this.#send(request, deadlineMs));
    this.#tail = answer.catch(() => undefined);
    return answer.then(unwrap);
  }

  async #send(request: string, deadlineMs?: number): Promise<string> {
    if (this.#closed) {
      throw new OpaError('compiler.closed', 'the compiler was closed');
    }
    if (this.#child === undefined || this.#child.dead) {
      this.#child = this.#startChild();
    }
    return this.#child.request(request, deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS);
  }

  #startChild(): OpaChild {
    return new OpaChild({
      artifactDir: this.#options.artifactDir ?? findArtifactDir(),
      memoryMiB: this.#options.memoryMiB ?? null,
    });
  }
}

function withValue(result: RawEvalResult): EvalResult {
  return result.json === undefined ? result : { ...result, value: JSON.parse(result.json) as JsonValue };
}

function unwrap(response: string): unknown {
  const value = JSON.parse(response) as { error?: { code: string; message: string; errors?: OpaProblem[] } };
  if (value.error !== undefined) {
    throw new OpaError(value.error.code, value.error.message, value.error.errors ?? []);
  }
  return value;
}
