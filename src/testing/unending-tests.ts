import type { Toolchain } from '../compile/compile-contracts.js';
import { quote } from '../contract/quote.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { OpaError } from '../opa/opa-error.js';
import type { OpaPlace, RegoFile } from '../opa/opa-types.js';

/** What the compiler fails with where a test neither ends nor lets itself be interrupted. */
export const ENDLESS: ReadonlySet<string> = new Set(['compiler.timeout', 'compiler.out_of_memory']);

/** For one test alone, in milliseconds: twice what a test has, for the compiler is started anew after each. */
const ALONE_MS = 10_000;

/** Each takes all its time before it is known. */
const MOST_TOLD = 3;

interface RegoTest {
  readonly query: string;
  readonly name: string;
  readonly location: OpaPlace;
}

/**
 * Which tests it was that did not end, with file and line: each test is evaluated alone.
 *
 * @throws OpaError `failure`, where each of them ends when it is alone.
 */
export async function unendingTests(
  files: readonly RegoFile[],
  modules: readonly RegoFile[],
  { opa, capabilities }: Toolchain,
  failure: OpaError,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const one of await testsIn(files, opa)) {
    if (found.length === MOST_TOLD) break;
    try {
      await opa.eval({ modules, capabilities, query: one.query, deadlineMs: ALONE_MS });
    } catch (error) {
      if (!(error instanceof OpaError)) throw error;
      if (ENDLESS.has(error.code)) found.push(unending(one, error));
    }
  }
  if (found.length === 0) throw failure;
  return found;
}

async function testsIn(files: readonly RegoFile[], opa: Toolchain['opa']): Promise<readonly RegoTest[]> {
  const tests: RegoTest[] = [];
  for (const file of files) {
    const { package: path, rules } = await opa.parse(file);
    for (const { name, location } of rules)
      if (name.startsWith('test_')) tests.push({ query: ['data', ...path, name].join('.'), name, location });
  }
  return tests;
}

function unending({ name, location: { file, row, col } }: RegoTest, { message }: OpaError): Diagnostic {
  return {
    code: 'test.rego_unending',
    severity: 'error',
    message: `the test ${quote(name)} does not end: ${message}`,
    span: { file, line: Math.max(1, row), column: Math.max(1, col) },
  };
}
