import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolchain } from '../compile/compile-contracts.js';
import { emitCommonPolicy, COMMON_POLICY } from '../compile/emit-common-policy.js';
import { rulePackage } from '../compile/emit-policy.js';
import type { ContractSet, CustomRule } from '../contract/contract.js';
import { quote } from '../contract/quote.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { packageRoot } from '../model/package-root.js';
import type { RegoTestReport } from '../model/test-report.js';
import { OpaError, type OpaProblem } from '../opa/opa-error.js';
import type { RegoFile, RegoTestResult } from '../opa/opa-types.js';
import { ENDLESS, unendingTests } from './unending-tests.js';

export interface RegoTests {
  readonly tests: readonly RegoTestReport[];
  readonly diagnostics: readonly Diagnostic[];
}

/** For one test, in milliseconds. A rule that takes this long times out in a gate long before. */
const DEADLINE_MS = 5_000;

/**
 * Runs the Rego tests of custom rules by the embedded OPA: every rule `test_…` of these files, which may import
 * `data.edge_contracts.testing`. They see the rules that contracts name, and the library that the rules may use.
 *
 * @throws OpaError where the compiler itself fails (`compiler.*`), and no test is the cause.
 */
export async function runRegoTests(
  files: readonly RegoFile[],
  { contracts }: ContractSet,
  tools: Toolchain,
): Promise<RegoTests> {
  if (files.length === 0) return { tests: [], diagnostics: [] };
  const rules = contracts.flatMap(({ edgeCheck }) => edgeCheck.rules);
  const refused = await wrongPackages(files, rules, tools);
  if (refused.length > 0) return { tests: [], diagnostics: refused };
  const byFile = new Map(rules.map(({ file, text }) => [file, { path: file, text }]));
  const common = { path: COMMON_POLICY, text: emitCommonPolicy().text };
  const modules = [...tools.library, common, testingLibrary(), ...byFile.values(), ...files];
  try {
    const results = await tools.opa.test({
      modules,
      capabilities: tools.capabilities,
      timeoutMs: DEADLINE_MS,
    });
    return { tests: results.map(reported), diagnostics: withoutTests(files, results) };
  } catch (error) {
    if (!(error instanceof OpaError)) throw error;
    if (ENDLESS.has(error.code))
      return { tests: [], diagnostics: await unendingTests(files, modules, tools, error) };
    if (error.code !== 'rego') throw error;
    return { tests: [], diagnostics: error.problems.map(problemOf) };
  }
}

/** The Rego library that tests may import, and that no bundle holds. */
export function testingLibrary(): RegoFile {
  const path = 'edge_contracts_testing/testing.rego';
  return { path, text: readFileSync(join(packageRoot(), 'policies', path), 'utf8') };
}

/**
 * In another package a test could put something in the place of what the rules use, and test that; in a rule's own, or
 * one below it, add to the rule: `proven if true` holds whatever the rule says.
 */
async function wrongPackages(
  files: readonly RegoFile[],
  rules: readonly CustomRule[],
  { opa }: Toolchain,
): Promise<readonly Diagnostic[]> {
  const taken = new Map(rules.map((rule) => [rulePackage(rule)[1], rule]));
  const found: Diagnostic[] = [];
  for (const file of files) {
    try {
      const { package: path, location } = await opa.parse(file);
      const why = packageFault(path, taken);
      if (why === null) continue;
      const message = `the tests are in package ${quote(path.join('.'))}${why}`;
      found.push({ ...problemOf({ code: '', message, ...location }), code: 'test.rego_package', help: HELP });
    } catch (error) {
      if (!(error instanceof OpaError) || error.code !== 'rego') throw error;
      found.push(...error.problems.map(problemOf));
    }
  }
  return found;
}

const HELP = 'write `package rules.NAME_test`, which no rule has: tests stand beside the rules';

/** Null where tests may be in this package. */
function packageFault(
  [root, name]: readonly string[],
  taken: ReadonlyMap<string | undefined, CustomRule>,
): string | null {
  if (root !== 'rules' || name === undefined) return '';
  const rule = taken.get(name);
  return rule === undefined
    ? null
    : `, that of the rule ${quote(rule.name)} (${quote(rule.file)}): they could add to what it proves`;
}

function problemOf({ file, row, col, message }: Omit<OpaProblem, 'details'>): Diagnostic {
  const span = { file, line: Math.max(1, row), column: Math.max(1, col) };
  return { code: 'test.rego', severity: 'error', message, span };
}

function withoutTests(files: readonly RegoFile[], results: readonly RegoTestResult[]): readonly Diagnostic[] {
  return files
    .filter(({ path }) => !results.some(({ location, skip }) => location.file === path && !skip))
    .map(({ path }) => ({
      code: 'test.no_rego_tests',
      severity: 'error',
      message: 'this file holds no rule `test_…` that is run',
      span: { file: path, line: 1, column: 1 },
    }));
}

function reported({ package: path, name, pass, skip, error, location }: RegoTestResult): RegoTestReport {
  const message = pass ? null : (error?.message ?? (skip ? 'it is skipped' : 'it is not true'));
  return { name: `${path}.${name}`, file: location.file, line: location.row, passed: pass, message };
}
