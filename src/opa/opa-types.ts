import type { OpaProblem } from './opa-error.js';

/** A Rego file in memory. The path is logical: it appears in positions and in the WASM, so it must not depend on the machine. */
export interface RegoFile {
  readonly path: string;
  readonly text: string;
}

/** OPA's capabilities document, see `capabilities.json`. Without one, everything that OPA can do is allowed. */
export type OpaCapabilities = Readonly<Record<string, unknown>>;

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface OpaPlace {
  readonly file: string;
  readonly row: number;
  readonly col: number;
}

export interface OpaVersion {
  readonly opa: string;
  readonly go: string;
}

export interface BuildRequest {
  readonly modules: readonly RegoFile[];
  /** Slash paths, e.g. `edges/x/verdict`. */
  readonly entrypoints: readonly string[];
  readonly capabilities?: OpaCapabilities;
}

export interface BuildResult {
  readonly wasm: Uint8Array;
  /** In the order of their numbers in the WASM. Rules that depend on a given entrypoint are entrypoints, too. */
  readonly entrypoints: readonly string[];
}

export interface CheckRequest {
  readonly modules: readonly RegoFile[];
  /** JSON Schemas by name; METADATA annotations refer to them as `schema.<name>`. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** The name of the schema that `input` has in every module. */
  readonly inputSchema?: string;
  readonly capabilities?: OpaCapabilities;
  /** OPA's strict mode; on unless false. */
  readonly strict?: boolean;
}

export interface ParsedModule {
  /** The path of the package, without `data`. */
  readonly package: readonly string[];
  readonly location: OpaPlace;
  readonly imports: readonly {
    readonly path: string;
    readonly alias?: string;
    readonly location: OpaPlace;
  }[];
  readonly rules: readonly ParsedRule[];
  /** Every reference as written (imports not resolved), each once with its first place. */
  readonly refs: readonly OpaMention[];
  /** Every operator and function called, by OPA's name (`equal`, `plus`, `glob.match`, `data.lib.f`). */
  readonly calls: readonly OpaMention[];
}

export interface ParsedRule {
  /** The first element of the head. */
  readonly name: string;
  /** The whole head, e.g. `reasons[code]`. */
  readonly ref: string;
  readonly default: boolean;
  readonly function: boolean;
  readonly location: OpaPlace;
}

export interface OpaMention {
  readonly name: string;
  readonly location: OpaPlace;
}

/** Where there are errors, the text is the one given. */
export interface FormattedFile extends RegoFile {
  readonly errors?: readonly OpaProblem[];
}

export interface TestRequest {
  readonly modules: readonly RegoFile[];
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the test runner needs itself, and `print`, are added to these. */
  readonly capabilities?: OpaCapabilities;
  /** For one test; 5 s unless given. The deadline of the compiler holds for the whole request besides. */
  readonly timeoutMs?: number;
}

export interface RegoTestResult {
  readonly package: string;
  readonly name: string;
  readonly pass: boolean;
  readonly fail: boolean;
  readonly skip: boolean;
  readonly error?: OpaProblem;
  readonly duration_us: number;
  readonly location: OpaPlace;
  /** What `print` wrote. */
  readonly output?: string;
  /** Named cases of one test, where it has some. */
  readonly cases?: Readonly<Record<string, unknown>>;
}

export interface EvalProgram {
  readonly modules: readonly RegoFile[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly capabilities?: OpaCapabilities;
  /** A builtin that fails ends the evaluation instead of being undefined. */
  readonly strictBuiltinErrors?: boolean;
}

export interface EvalRequest extends EvalProgram {
  /** e.g. `data.edges.x.verdict` */
  readonly query: string;
  /** Absent: no input at all, which is not the input `null`. */
  readonly input?: unknown;
  /** In place of the compiler's own. */
  readonly deadlineMs?: number;
}

export interface EvalManyRequest extends EvalProgram {
  /** For the entries that name none. */
  readonly query?: string;
  readonly inputs: readonly { readonly query?: string; readonly input?: unknown }[];
}

export interface EvalResult {
  readonly defined: boolean;
  /** Present only when defined. Read from `json`, so a number is a double here. */
  readonly value?: JsonValue;
  /** The value as OPA wrote it, keys sorted: integers above 2^53 and long decimals are whole only here. */
  readonly json?: string;
  /** What ended the evaluation (then nothing is defined), or the builtin errors it went on after. */
  readonly errors: readonly OpaProblem[];
}
