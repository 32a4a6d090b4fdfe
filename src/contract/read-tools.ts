import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { EffectKind } from '../model/effect-kind.js';
import { kindsMeet } from '../model/patterns-meet.js';
import { TOOL_NAME, type Tool, type ToolCeiling } from '../model/tool.js';
import { Findings } from './findings.js';
import { readLine } from './forms.js';
import { type LocatedEntry, type LocatedMap, locate } from './located.js';
import { quote } from './quote.js';
import { readPatterns } from './read-effects.js';
import { complete, openMap, readAnyMap } from './read-map.js';
import { readBoolean } from './read-scalar.js';
import { readYaml } from './read-yaml.js';
import type { Read, Scope } from './scope.js';
import { wholeVocabulary } from './speak-vocabulary.js';

/** What is read where the project file names no other. */
export const TOOLS_FILE = 'tools.yaml';
export const CEILING_KEYS = ['read_only', 'destructive', 'idempotent', 'open_world'] as const;
export const TOOL_KEYS = ['server', 'ceiling', 'effects', 'confirmed'] as const;

export interface ReadTools {
  /** Empty where there is an error among the diagnostics. */
  readonly tools: readonly Tool[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a tools file. With a vocabulary, its effects have to be of it. */
export function readToolsFile(
  text: string,
  file: string,
  vocabulary: readonly EffectKind[] | null,
): ReadTools {
  const findings = new Findings('tools');
  const root = readYaml(text, file, findings);
  const scope: Scope = { findings, partial: false, folder: '', files: new Map(), today: null };
  const tools = root === null ? undefined : openMap(root, scope, '', ['tools'])?.required('tools', readTools);
  const read = tools ?? [];
  if (vocabulary !== null && root !== null) {
    for (const tool of read) checkKinds(tool, vocabulary, root, findings);
  }
  return { tools: findings.hasErrors ? [] : read, diagnostics: findings.diagnostics };
}

const readTools: Read<readonly Tool[]> = (node, scope, name) => {
  const map = readAnyMap(node, scope, name);
  if (map === undefined) return undefined;
  const tools = [...map.entries.values()].map((entry) => readTool(entry, scope, name));
  return tools.includes(undefined) ? undefined : tools.filter((tool) => tool !== undefined);
};

function readTool({ key, keySpan, value }: LocatedEntry, scope: Scope, name: string): Tool | undefined {
  if (!TOOL_NAME.test(key)) {
    const help = 'letters, digits and `_ . - / :`, at most 128';
    scope.findings.common('wrong_value', keySpan, `\`${name}\`: ${quote(key)} is no name of a tool`, help);
    return undefined;
  }
  const at = `${name}.${key}`;
  const map = openMap(value, scope, at, TOOL_KEYS);
  const read =
    map &&
    complete({
      server: map.optional('server', readLine, null),
      ceiling: map.required('ceiling', readCeiling),
      effects: map.optional('effects', readPatterns, null),
      confirmed: map.optional('confirmed', readBoolean, false),
    });
  if (read === undefined) return undefined;
  const { confirmed, ...tool } = read;
  if (tool.ceiling.read_only && (tool.effects ?? []).length > 0 && !confirmed) {
    const message = `\`${at}\`: the server says that it only reads, and \`effects\` say what it does`;
    const help = 'delete `effects`, or write `confirmed: true`: then they hold, whatever the server says';
    scope.findings.error('tools.read_only_effects', keySpan, message, help);
  }
  return { name: key, ...tool };
}

const readCeiling: Read<ToolCeiling> = (node, scope, name) => {
  const map = openMap(node, scope, name, CEILING_KEYS);
  return (
    map &&
    complete({
      read_only: map.required('read_only', readBoolean),
      destructive: map.required('destructive', readBoolean),
      idempotent: map.required('idempotent', readBoolean),
      open_world: map.required('open_world', readBoolean),
    })
  );
};

function checkKinds(
  { name, effects }: Tool,
  vocabulary: readonly EffectKind[],
  root: LocatedMap,
  findings: Findings,
): void {
  const known = wholeVocabulary(vocabulary).map(({ kind }) => kind);
  const list = locate(root, 'tools', name, 'effects');
  for (const [index, { kind }] of (effects ?? []).entries()) {
    if (known.some((one) => kindsMeet(one, kind))) continue;
    const near = nearest(kind, known);
    const help = near === undefined ? 'add it to `effects` of the project file' : `did you mean \`${near}\`?`;
    const at = list?.kind === 'list' ? (list.items[index] ?? list) : root;
    const span = (locate(at, 'kind') ?? at).span;
    findings.error(
      'tools.unknown_effect',
      span,
      `the project's \`effects\` have no kind ${quote(kind)}`,
      help,
    );
  }
}
