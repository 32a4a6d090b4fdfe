import { type Digest, digestBytes, digestValue } from '../canonical/digest.js';
import type { JsonObject } from '../canonical/json-value.js';
import type { Contract, ContractSet, CustomRule } from '../contract/contract.js';
import { semanticDigest } from '../contract/semantic-digest.js';
import { wholeVocabulary } from '../contract/speak-vocabulary.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { InternalError } from '../diagnostics/failures.js';
import { BUNDLE_SCHEMA, type Bundle, type Manifest } from '../model/bundle.js';
import type { OpaCompiler } from '../opa/opa-compiler.js';
import { OpaError, type OpaProblem } from '../opa/opa-error.js';
import type { OpaCapabilities, RegoFile } from '../opa/opa-types.js';
import { checkRule } from './check-rule.js';
import { COMMON_POLICY, emitCommonPolicy } from './emit-common-policy.js';
import { emitDraftSchema } from './emit-draft-schema.js';
import { emitManifest } from './emit-manifest.js';
import { emitPayloadSchema } from './emit-payload-schema.js';
import { emitPolicy, entrypointOf, rulePackage } from './emit-policy.js';
import { emitSenderGuide } from './emit-sender-guide.js';
import { printLock } from './lock.js';
import { QUICK_TYPES } from './quick-types.js';
import { libraryDigest } from './read-library.js';

/** What every compilation uses, whatever the contracts say. */
export interface Toolchain {
  readonly opa: OpaCompiler;
  /** The version of this package. */
  readonly engine: string;
  /** `policies/edge_contracts/*.rego`, paths from `edge_contracts/`. */
  readonly library: readonly RegoFile[];
  readonly capabilities: OpaCapabilities;
  /** Published schemas: of the payload, of a draft, of the facts. */
  readonly schemas: { readonly payload: JsonObject; readonly draft: JsonObject; readonly facts: JsonObject };
}

/** What a set of contracts compiles to, in memory; `writeCompilation` puts it on disk. */
export interface Compilation {
  /** Committed and reviewed: path below the outputs' folder, and text. Sorted by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The same policies as a plain Rego bundle, for a stock OPA server (which cannot load the WASM). */
  readonly plainBundle: ReadonlyMap<string, string>;
  readonly bundle: Bundle;
}

/**
 * Contracts to policies, schemas, guides, lock and one bundle with an entrypoint an edge.
 *
 * @param sources Digest of the files that the set was read from; the bundle keeps it.
 * @throws DiagnosticError for a custom rule that is wrong, with its file and line.
 * @throws OpaError where the compiler itself fails (`compiler.*`).
 */
export async function compileContracts(
  set: ContractSet,
  sources: Digest,
  tools: Toolchain,
): Promise<Compilation> {
  const { contracts } = set;
  const rules = uniqueRules(contracts);
  await refuseBadRules(rules, contracts, tools.opa);
  const common = { path: COMMON_POLICY, text: emitCommonPolicy().text };
  const policies = await formatted([common, ...contracts.map(policyFile)], tools.opa);
  const modules = [...tools.library, ...policies, ...rules.map(({ file, text }) => ({ path: file, text }))];
  await refuseProblems(contracts, modules, tools);
  const wasm = await build(contracts, modules, tools);
  const { opa } = await tools.opa.version();
  const payloads = new Map(contracts.map((c) => [c, emitPayloadSchema(c, tools.schemas.payload)]));
  const files = outputs(contracts, policies, payloads, tools, opa);
  const manifest = manifestOf(set, sources, payloads, tools, { opa, wasm: digestBytes(wasm) });
  return {
    files,
    plainBundle: plainBundle(modules),
    bundle: {
      schema: BUNDLE_SCHEMA,
      digest: digestValue(manifest as unknown as JsonObject),
      manifest,
      wasm: Buffer.from(wasm).toString('base64'),
    },
  };
}

/**
 * The policies of contracts alone, as WASM: neither formatted nor checked for types. For contracts that differ in values
 * alone from others that compiled; a bundle is `compileContracts`'.
 *
 * @throws OpaError `rego` where one does not compile, `compiler.*` where the compiler itself fails.
 */
export async function buildPolicies(contracts: readonly Contract[], tools: Toolchain): Promise<Uint8Array> {
  const common = { path: COMMON_POLICY, text: emitCommonPolicy().text };
  const rules = uniqueRules(contracts).map(({ file, text }) => ({ path: file, text }));
  return build(contracts, [...tools.library, common, ...contracts.map(policyFile), ...rules], tools);
}

function uniqueRules(contracts: readonly Contract[]): CustomRule[] {
  const byFile = new Map(
    contracts.flatMap(({ edgeCheck }) => edgeCheck.rules.map((rule) => [rule.file, rule] as const)),
  );
  return [...byFile.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function refuseBadRules(
  rules: readonly CustomRule[],
  contracts: readonly Contract[],
  opa: OpaCompiler,
): Promise<void> {
  const found: Diagnostic[] = [];
  for (const rule of rules) found.push(...(await parsedOrProblems(rule, contracts, opa)));
  throwAny(found);
}

async function parsedOrProblems(
  rule: CustomRule,
  contracts: readonly Contract[],
  opa: OpaCompiler,
): Promise<readonly Diagnostic[]> {
  try {
    return await checkRule(rule, contracts, opa);
  } catch (error) {
    if (error instanceof OpaError && error.code === 'rego')
      return error.problems.map((problem) => ruleProblem(problem));
    throw error;
  }
}

function policyFile(contract: Contract): RegoFile {
  return { path: `edges/${contract.metadata.name}/policy.rego`, text: emitPolicy(contract).text };
}

async function formatted(files: readonly RegoFile[], opa: OpaCompiler): Promise<RegoFile[]> {
  const results = await opa.format(files);
  return results.map(({ path, text, errors }) => {
    if (errors !== undefined)
      throw new InternalError(`the emitted ${path} does not parse: ${errors[0]?.message}`);
    return { path, text };
  });
}

async function refuseProblems(
  contracts: readonly Contract[],
  modules: readonly RegoFile[],
  { opa, capabilities, schemas }: Toolchain,
): Promise<void> {
  const problems = await opa.check({
    modules: [...modules, QUICK_TYPES],
    capabilities,
    schemas: { facts: schemas.facts },
    inputSchema: 'facts',
    strict: true,
  });
  throwAny(
    problems.map((problem) => unprovable(problem, contracts, modules) ?? ruleProblem(problem, contracts)),
  );
}

/** Where an emitted policy asks whether a rule is proven, and the types do not fit, the rule's `proven` is no truth value. */
function unprovable(
  { file, row }: OpaProblem,
  contracts: readonly Contract[],
  modules: readonly RegoFile[],
): Diagnostic | null {
  const line =
    modules.find(({ path }) => path === file && path.startsWith('edges/'))?.text.split('\n')[row - 1] ?? '';
  const rule = contracts
    .flatMap(({ edgeCheck }) => edgeCheck.rules)
    .find((candidate) => line.includes(`data.${rulePackage(candidate).join('.')}.proven `));
  if (rule === undefined) return null;
  const message = `\`proven\` of the rule ${rule.name} is neither true nor false`;
  const help = 'write `proven if { … }`: what has to hold; undefined and false both count as not proven';
  return {
    code: 'compile.rule_proven',
    severity: 'error',
    message,
    help,
    span: { file: rule.file, line: 1, column: 1 },
  };
}

/** A problem in a rule is its author's; one in what we emitted is told at the contract that it came from. */
function ruleProblem(problem: OpaProblem, contracts: readonly Contract[] = []): Diagnostic {
  const { file, row, col, message } = problem;
  const contract = contracts.find(({ metadata }) => file === `edges/${metadata.name}/policy.rego`);
  if (contract === undefined) {
    const span = { file, line: row, column: col };
    return { code: 'compile.rego', severity: 'error', message, ...regoHelp(message), span };
  }
  const span = contract.spans.get('/edge_check') ?? { file: contract.file, line: 1, column: 1 };
  const help = 'this is a bug in edge-contracts: please report it with this contract';
  return { code: 'compile.emitted', severity: 'error', message: `${file}:${row}: ${message}`, help, span };
}

/** Help for what authors of rules run into most; everywhere else the compiler's own words have to do. */
function regoHelp(message: string): { readonly help?: string } {
  if (/undefined function/.test(message))
    return { help: 'a rule may use what OPA compiles to WASM natively, and functions of its own' };
  if (/undefined ref: input\b/.test(message))
    return { help: 'see `schemas/facts.schema.json` for the members that facts have' };
  return /^import .* unused/.test(message) ? { help: 'delete the import' } : {};
}

function throwAny(diagnostics: readonly Diagnostic[]): void {
  const [first, ...rest] = diagnostics;
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
}

async function build(
  contracts: readonly Contract[],
  modules: readonly RegoFile[],
  { opa, capabilities }: Toolchain,
): Promise<Uint8Array> {
  const entrypoints = contracts.map(entrypointOf).sort();
  const built = await opa.build({ modules: [...modules, QUICK_TYPES], entrypoints, capabilities });
  return built.wasm;
}

function outputs(
  contracts: readonly Contract[],
  policies: readonly RegoFile[],
  payloads: ReadonlyMap<Contract, JsonObject>,
  tools: Toolchain,
  opa: string,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>(
    [...tools.library, ...policies].map(({ path, text }) => [path, text]),
  );
  const edges = contracts.map((contract) => {
    const folder = `edges/${contract.metadata.name}`;
    const regoText = policies.find(({ path }) => path === `${folder}/policy.rego`)?.text ?? '';
    const payload = payloads.get(contract) ?? {};
    const draft = emitDraftSchema(contract, tools.schemas.draft);
    files.set(`${folder}/payload.schema.json`, jsonText(payload));
    files.set(`${folder}/draft.schema.json`, jsonText(draft));
    files.set(`${folder}/sender.md`, emitSenderGuide(contract));
    return {
      name: contract.metadata.name,
      contract: semanticDigest(contract),
      rego: digestBytes(regoText),
      schemas: digestValue([payload, draft]),
      rules: digestValue(contract.edgeCheck.rules.map(({ name, text }) => [name, text])),
    };
  });
  files.set('edge-contracts.lock', printLock({ tools: { ...lockedTools(tools), opa }, edges }));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function lockedTools(tools: Toolchain): {
  engine: string;
  opa: string;
  capabilities: Digest;
  library: Digest;
} {
  return {
    engine: tools.engine,
    opa: '',
    capabilities: digestValue(tools.capabilities as JsonObject),
    library: libraryDigest(tools.library),
  };
}

function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The manifest of a bundle whose WASM is given by its digest. */
export function manifestOf(
  set: ContractSet,
  sources: Digest,
  payloads: ReadonlyMap<Contract, JsonObject>,
  tools: Toolchain,
  built: { readonly opa: string; readonly wasm: Digest },
): Manifest {
  return {
    engine: tools.engine,
    opa: built.opa,
    wasm: built.wasm,
    capabilities: digestValue(tools.capabilities as JsonObject),
    sources,
    uncovered: set.project.uncovered,
    effects: set.project.effects === null ? null : wholeVocabulary(set.project.effects),
    tools: set.tools,
    edges: set.contracts.map((contract) => emitManifest(contract, payloads.get(contract) ?? {})),
  };
}

function plainBundle(modules: readonly RegoFile[]): ReadonlyMap<string, string> {
  const roots = ['edge_contracts', 'edges', 'rules'];
  const manifest = jsonText({ revision: '', roots, rego_version: 1 });
  const files = modules.map(({ path, text }): [string, string] => [path, text]);
  return new Map(
    [['.manifest', manifest] as [string, string], ...files].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
