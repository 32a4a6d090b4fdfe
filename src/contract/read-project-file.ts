import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { UncoveredMode } from '../model/bundle.js';
import type { AdapterSettings, Project } from './contract.js';
import { Findings } from './findings.js';
import { readHost, readVariable } from './forms.js';
import type { LocatedMap } from './located.js';
import { quote } from './quote.js';
import { DEFAULT_LEDGER, readLedgerSettings } from './read-ledger-settings.js';
import { readTexts } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { DEFAULT_MONITOR_SETTINGS, readMonitorSettings } from './read-monitor-settings.js';
import { readRedaction } from './read-redaction.js';
import { readBoolean, readText, readWord } from './read-scalar.js';
import { readVocabulary } from './read-vocabulary.js';
import { readYaml } from './read-yaml.js';
import { isInside } from './relative-path.js';
import type { Read, Scope } from './scope.js';

export const PROJECT_FILE = 'edge-contracts.yaml';
export const UNCOVERED_MODES: readonly UncoveredMode[] = ['block', 'warn', 'observe'];
export const PROJECT_KEYS = [
  'contracts',
  'policies',
  'uncovered',
  'adapters',
  'effects',
  'tools',
  'ledger',
  'redaction',
  'monitor',
] as const;
/** Areas that later versions have. */
export const RESERVED_AREAS = ['matching', 'judge'] as const;

/** What holds where there is no project file. */
export const DEFAULT_PROJECT: Project = {
  contracts: 'contracts',
  policies: 'policies',
  uncovered: 'block',
  adapters: { roots: ['.'], hosts: null, privateAddresses: false, secretsKey: null },
  effects: null,
  tools: null,
  ledger: DEFAULT_LEDGER,
  redaction: null,
  monitor: DEFAULT_MONITOR_SETTINGS,
};

export interface ReadProjectFile {
  /** The defaults where there is an error among the diagnostics. */
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `edge-contracts.yaml`, or the defaults where there is none. It says which folder to read next. */
export function readProjectFile(text: string | undefined, file: string = PROJECT_FILE): ReadProjectFile {
  if (text === undefined) return { project: DEFAULT_PROJECT, diagnostics: [] };
  const findings = new Findings('project');
  const root = readYaml(text, file, findings);
  const project = root === null ? undefined : readKeys(root, findings);
  return { project: project ?? DEFAULT_PROJECT, diagnostics: findings.diagnostics };
}

function readKeys(root: LocatedMap, findings: Findings): Project | undefined {
  const scope: Scope = { findings, partial: false, folder: '', files: new Map(), today: null };
  const map = openMap(root, scope, '', [...PROJECT_KEYS, ...RESERVED_AREAS]);
  reportReserved(root, findings);
  const project =
    map &&
    complete({
      contracts: map.optional('contracts', readFolder, DEFAULT_PROJECT.contracts),
      policies: map.optional('policies', readFolder, DEFAULT_PROJECT.policies),
      uncovered: map.optional('uncovered', readWord(UNCOVERED_MODES), DEFAULT_PROJECT.uncovered),
      adapters: map.optional('adapters', readAdapters, DEFAULT_PROJECT.adapters),
      effects: map.optional('effects', readVocabulary, DEFAULT_PROJECT.effects),
      tools: map.optional('tools', readToolsPath, DEFAULT_PROJECT.tools),
      ledger: map.optional('ledger', readLedgerSettings, DEFAULT_PROJECT.ledger),
      redaction: map.optional('redaction', readRedaction, DEFAULT_PROJECT.redaction),
      monitor: map.optional('monitor', readMonitorSettings, DEFAULT_PROJECT.monitor),
    });
  if (project !== undefined) checkApart(project, root, findings);
  return findings.hasErrors ? undefined : project;
}

function reportReserved(root: LocatedMap, findings: Findings): void {
  for (const area of RESERVED_AREAS) {
    const entry = root.entries.get(area);
    if (entry === undefined) continue;
    findings.error(
      'project.not_in_this_version',
      entry.keySpan,
      `\`${area}\` is not in this version`,
      'delete it',
    );
  }
}

const readFolder: Read<string> = (node, scope, name) => {
  const folder = readText(node, scope, name);
  if (folder === undefined || isInside(folder)) return folder;
  const help = 'write a relative path with `/` and without `.` or `..`';
  scope.findings.common(
    'path',
    node.span,
    `\`${name}\`: ${quote(folder)} is not a folder inside the project`,
    help,
  );
  return undefined;
};

const readToolsPath: Read<string> = (node, scope, name) => {
  const path = readFolder(node, scope, name);
  if (path === undefined || (/\.ya?ml$/.test(path) && path !== PROJECT_FILE)) return path;
  scope.findings.common('path', node.span, `\`${name}\`: ${quote(path)} is no \`.yaml\` file of its own`);
  return undefined;
};

/** `adapters`. */
const readAdapters: Read<AdapterSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, ['roots', 'hosts', 'private_addresses', 'secrets_key']);
  const { roots, hosts, privateAddresses, secretsKey } = DEFAULT_PROJECT.adapters;
  return (
    map &&
    complete({
      roots: map.optional('roots', readTexts(readFolder), roots),
      hosts: map.optional('hosts', readTexts(readHost), hosts),
      privateAddresses: map.optional('private_addresses', readBoolean, privateAddresses),
      secretsKey: map.optional('secrets_key', readVariable, secretsKey),
    })
  );
};

/** Outputs among the contracts would be read as contracts. */
function checkApart({ contracts, policies, tools }: Project, root: LocatedMap, findings: Findings): void {
  const taken = [contracts, policies].find((folder) => tools?.startsWith(`${folder}/`));
  if (taken !== undefined) {
    const span = root.entries.get('tools')?.value.span ?? root.span;
    findings.error('project.wrong_value', span, `\`tools\` must lie outside of ${quote(taken)}`);
  }
  const inside = `${policies}/`.startsWith(`${contracts}/`) || `${contracts}/`.startsWith(`${policies}/`);
  if (!inside) return;
  const at = root.entries.get('policies') ?? root.entries.get('contracts');
  const message = '`contracts` and `policies` must be folders apart';
  findings.error('project.wrong_value', at?.value.span ?? root.span, message);
}
