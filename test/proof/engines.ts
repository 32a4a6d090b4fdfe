import { type Compilation, compileContracts, type Toolchain } from '../../src/compile/compile-contracts.js';
import { COMMON_POLICY } from '../../src/compile/emit-common-policy.js';
import type { Contract, ContractSet } from '../../src/contract/contract.js';
import { DEFAULT_PROJECT } from '../../src/contract/read-project-file.js';
import type { Policy, PolicyAnswer } from '../../src/evaluate/policy.js';
import { WasmPolicy } from '../../src/evaluate/wasm-policy.js';
import type { Facts } from '../../src/model/facts.js';
import type { OpaCompiler } from '../../src/opa/opa-compiler.js';
import type { RegoFile } from '../../src/opa/opa-types.js';

/** What an engine says, in an order of its own taken away. */
export interface Answer {
  readonly decision: string;
  readonly unproven: readonly string[];
  readonly excepted: readonly string[];
  readonly findings: readonly string[];
}

/** One bundle, ready to be asked in both engines. */
export interface Engines {
  readonly compilation: Compilation;
  readonly modules: readonly RegoFile[];
  readonly policy: Policy;
}

/** Contracts as a set, as `readProject` gives it. */
export function setOfContracts(contracts: readonly Contract[]): ContractSet {
  return {
    project: DEFAULT_PROJECT,
    contracts: [...contracts].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)),
    tools: null,
    files: [],
  };
}

/** Compiles as the command does, and loads the WASM that comes out. */
export async function compileEngines(contracts: readonly Contract[], tools: Toolchain): Promise<Engines> {
  const compilation = await compileContracts(setOfContracts(contracts), 'sha256:0', tools);
  const modules = [...compilation.plainBundle]
    .filter(([path]) => path.endsWith('.rego'))
    .map(([path, text]) => ({ path, text }));
  if (!modules.some(({ path }) => path === COMMON_POLICY)) throw new Error('the common policy is not there');
  const policy = new WasmPolicy(Buffer.from(compilation.bundle.wasm, 'base64'));
  return { compilation, modules, policy };
}

/** The compiled policy's answer. */
export function askWasm({ policy }: Engines, edge: string, facts: Facts): Answer {
  return inOrder(policy.evaluate(`edges/${edge}/verdict`, facts));
}

/** The query for an edge's verdict. */
export function queryOf(edge: string): string {
  return `data.edges[${JSON.stringify(edge)}].verdict`;
}

/** The interpreter's answers, one for each question; null where the verdict is undefined. */
export async function askInterpreter(
  opa: OpaCompiler,
  modules: readonly RegoFile[],
  questions: readonly { readonly edge: string; readonly facts: unknown }[],
  builtinErrors: 'none' | 'some' = 'none',
): Promise<readonly (Answer | null)[]> {
  const inputs = questions.map(({ edge, facts }) => ({ query: queryOf(edge), input: facts }));
  const results = await opa.evalMany({ modules, inputs });
  return results.map(({ value, errors }) => {
    if (builtinErrors === 'none' && errors.length > 0)
      throw new Error(`the interpreter failed: ${JSON.stringify(errors[0])}`);
    return value === undefined ? null : inOrder(value as unknown as PolicyAnswer);
  });
}

function inOrder({ decision, unproven, excepted, findings }: PolicyAnswer): Answer {
  return {
    decision,
    unproven: [...unproven].sort(),
    excepted: [...excepted].sort(),
    findings: findings.map(({ check, item }) => `${check} ${item}`).sort(),
  };
}
