import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Contract } from './contract.js';
import { Findings } from './findings.js';
import { Fragments } from './fragment.js';
import { readDocument } from './read-document.js';
import { readYaml } from './read-yaml.js';
import { folderOf } from './relative-path.js';
import { resolveExtends } from './resolve-extends.js';

/** What a contract may refer to, and when it is read. */
export interface ParseOptions {
  /** The folder that `extends` and `rules` are relative to. Not given: the contract's own. */
  readonly folder?: string;
  /** Fragments and rules, by path relative to the root. */
  readonly files?: ReadonlyMap<string, string>;
  /** YYYY-MM-DD, UTC; exceptions that ended before are warned of. Not given: nothing is said of them. */
  readonly today?: string;
}

export interface ParsedContract {
  /** Null where there is an error among the diagnostics. */
  readonly contract: Contract | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads one contract. Every error is told, not only the first; nothing is thrown for what the text holds. */
export function parseContract(text: string, file: string, options: ParseOptions = {}): ParsedContract {
  const { folder = folderOf(file), files = new Map<string, string>(), today = null } = options;
  const findings = new Findings();
  const shared = { folder, files, today };
  const root = readYaml(text, file, findings);
  if (root === null) return { contract: null, diagnostics: findings.diagnostics };
  const scope = { ...shared, findings, partial: false };
  const contract = readDocument(resolveExtends(root, scope, new Fragments(shared)), file, scope);
  return { contract: contract ?? null, diagnostics: findings.diagnostics };
}
