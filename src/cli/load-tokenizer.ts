import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { Io } from './io.js';

/**
 * `countTokens` of a module that the user names: a file, by a path that begins with `.` or `/`, else a package of the
 * working directory. It is code of the user's choice, and it is run.
 *
 * @throws DiagnosticError `cost.tokenizer`
 */
export async function loadTokenizer(name: string, { cwd }: Io): Promise<(text: string) => number> {
  const loaded = await load(name, cwd);
  const own = loaded['countTokens'] ?? memberOf(loaded['default'], 'countTokens');
  if (typeof own !== 'function') throw wrong(name, 'it exports no function `countTokens`');
  const count = own as (text: string) => unknown;
  return (text) => {
    try {
      return count(text) as number;
    } catch (error) {
      throw wrong(name, `\`countTokens\` failed: ${messageOf(error)}`);
    }
  };
}

async function load(name: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(urlOf(name, cwd))) as Record<string, unknown>;
  } catch (error) {
    throw wrong(name, `it cannot be loaded: ${messageOf(error)}`);
  }
}

function urlOf(name: string, cwd: string): string {
  if (/^(?:\.{0,2}\/|[A-Za-z]:)/.test(name)) return pathToFileURL(resolve(cwd, name)).href;
  return pathToFileURL(createRequire(resolve(cwd, 'here.js')).resolve(name)).href;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.slice(0, 200);
}

function wrong(name: string, why: string): DiagnosticError {
  return failure('cost.tokenizer', `the tokenizer \`${name}\` cannot be used: ${why}`);
}
