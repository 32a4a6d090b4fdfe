import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';

/** The repository's root: the tests run compiled, and from anywhere below it. */
export const ROOT: string = rootFrom(process.cwd());

function rootFrom(folder: string): string {
  if (existsSync(join(folder, 'schemas')) && existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('run the tests from within the repository');
  return rootFrom(above);
}

/** The files of `test/contract/<folder>` by name without extension. */
export function casesIn(folder: string): Map<string, string> {
  const path = join(ROOT, 'test/contract', folder);
  const names = readdirSync(path).filter((name) => name.endsWith('.yaml'));
  return new Map(
    names.map((name) => [name.slice(0, -'.yaml'.length), readFileSync(join(path, name), 'utf8')]),
  );
}

/** `5:3 contract.tab`, in order. */
export function places(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, span }) => `${span?.line ?? 0}:${span?.column ?? 0} ${code}`);
}

/** `contracts/a.yaml:5:3 contract.tab`, in order. */
export function filePlaces(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((d) => `${d.span?.file ?? ''}:${places([d])[0] ?? ''}`);
}

/** The four lines that a contract needs, and more below them. */
export function contractText(name: string, more: string = '', edge: string = '{ from: a, to: b }'): string {
  const head = `apiVersion: edge-contracts/v1\nkind: EdgeContract\nmetadata: { name: ${name}, owner: team }\nedge: ${edge}\n`;
  return head + more;
}

/** A fragment of these lines. */
export function fragmentText(more: string): string {
  return `apiVersion: edge-contracts/v1\nkind: EdgeContractFragment\n${more}`;
}
