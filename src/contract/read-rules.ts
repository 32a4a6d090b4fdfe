import { SEVERITIES } from '../model/severity.js';
import type { CustomRule } from './contract.js';
import { readSlug } from './forms.js';
import { quote } from './quote.js';
import { readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readForm, readWord } from './read-scalar.js';
import { inFolder } from './relative-path.js';
import type { Read } from './scope.js';

interface RuleFile {
  readonly file: string;
  readonly text: string;
}

/** A Rego file below the folder of contracts. */
const readRuleFile: Read<RuleFile> = (node, scope, name) => {
  const path = readForm(/\.rego$/, 'a file that ends in `.rego`')(node, scope, name);
  const file = path === undefined ? undefined : inFolder(scope.folder, path, node, scope, name);
  if (file === undefined) return undefined;
  const text = scope.files.get(file);
  if (text !== undefined) return { file, text };
  scope.findings.common('missing_file', node.span, `\`${name}\`: there is no file ${quote(file)}`);
  return undefined;
};

const readRule: Read<CustomRule> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['name', 'file', 'severity']);
  const read =
    map &&
    complete({
      name: map.required('name', readSlug),
      file: map.required('file', readRuleFile),
      severity: map.optional('severity', readWord(SEVERITIES), 'block' as const),
    });
  return read && { name: read.name, ...read.file, severity: read.severity };
};

/** `edge_check.rules`. */
export const readRules: Read<readonly CustomRule[]> = readUnique(readRule, (rule) => rule.name, 'name');
