import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Tool } from '../model/tool.js';
import { checkHandedOn } from './check-handed-on.js';
import { checkSet } from './check-set.js';
import type { Contract, ContractSet, Project } from './contract.js';
import { Findings } from './findings.js';
import { Fragments, isFragment } from './fragment.js';
import { quote } from './quote.js';
import { readDocument } from './read-document.js';
import { PROJECT_FILE, readProjectFile } from './read-project-file.js';
import { readToolsFile, TOOLS_FILE } from './read-tools.js';
import { readYaml } from './read-yaml.js';
import { resolveExtends } from './resolve-extends.js';
import { speakVocabulary } from './speak-vocabulary.js';

/** The file of waivers for `diff`, in the folder of contracts: no contract. */
export const WAIVERS_FILE = 'waivers.yaml';

/**
 * A project in memory: path relative to the root, with `/`, to text. The project file (or none) and all files of
 * the contracts folder; what is neither is not looked at.
 */
export type ProjectFiles = ReadonlyMap<string, string>;

export interface ReadProjectOptions {
  /** YYYY-MM-DD, UTC; exceptions that ended before are warned of. Not given: nothing is said of them. */
  readonly today?: string;
  /** The folder of contracts, whatever the project file says: a flag is over the file. */
  readonly contracts?: string;
}

export interface ReadProject {
  /** The contracts without errors. */
  readonly set: ContractSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a project: its settings, contracts, fragments and rules, and what must hold between them. */
export function readProject(files: ProjectFiles, options: ReadProjectOptions = {}): ReadProject {
  const findings = new Findings();
  const { project: settings, diagnostics } = readProjectFile(files.get(PROJECT_FILE));
  const project = { ...settings, contracts: options.contracts ?? settings.contracts };
  findings.add(...diagnostics);
  const shared = { folder: project.contracts, files, today: options.today ?? null };
  const fragments = new Fragments(shared);
  const contracts = contractFiles(files, project).map((path) => readOne(path, shared, fragments, findings));
  const read = contracts
    .filter((contract) => contract !== undefined)
    .map((contract) => speakVocabulary(contract, project.effects, findings));
  const whole = checkSet(read, findings);
  checkHandedOn(whole, findings);
  const tools = toolsOf(files, project, findings);
  const set = { project, contracts: whole, tools, files: filesRead(files, project, read) };
  return { set, diagnostics: findings.diagnostics };
}

function toolsOf(files: ProjectFiles, project: Project, findings: Findings): readonly Tool[] | null {
  const path = project.tools ?? TOOLS_FILE;
  const text = files.get(path);
  if (text !== undefined) {
    const { tools, diagnostics } = readToolsFile(text, path, project.effects);
    findings.add(...diagnostics);
    return [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
  if (project.tools === null) return null;
  const message = `the tools file ${quote(path)} is not there`;
  const help = 'write it with `edge-contracts tools`, from the answer of `tools/list`';
  findings.error('project.missing_file', { file: PROJECT_FILE, line: 1, column: 1 }, message, help);
  return null;
}

type Shared = ConstructorParameters<typeof Fragments>[0];

function readOne(path: string, shared: Shared, fragments: Fragments, all: Findings): Contract | undefined {
  const findings = new Findings();
  const root = readYaml(shared.files.get(path) ?? '', path, findings);
  const contract =
    root === null ? undefined : readRoot(root, path, { ...shared, findings, partial: false }, fragments);
  all.addAll(findings);
  return contract;
}

function readRoot(...[root, path, scope, fragments]: RootArguments): Contract | undefined {
  if (!isFragment(root)) return readDocument(resolveExtends(root, scope, fragments), path, scope);
  const fragment = fragments.get(path);
  if (fragment) scope.findings.addAll(fragment.findings);
  return undefined;
}

type RootArguments = [
  root: NonNullable<ReturnType<typeof readYaml>>,
  path: string,
  scope: Shared & { readonly findings: Findings; readonly partial: boolean },
  fragments: Fragments,
];

/**
 * `*.yaml` and `*.yml` of the folder of contracts, at any depth, sorted; `*.test.yaml` are tests, and `waivers.yaml`
 * right in the folder is what `diff` reads.
 */
function contractFiles(files: ProjectFiles, { contracts }: Project): readonly string[] {
  const folder = `${contracts}/`;
  return [...files.keys()]
    .filter((path) => path.startsWith(folder) && isContractFile(path) && path !== folder + WAIVERS_FILE)
    .sort();
}

function isContractFile(path: string): boolean {
  return /\.ya?ml$/.test(path) && !/\.test\.ya?ml$/.test(path);
}

function filesRead(
  files: ProjectFiles,
  project: Project,
  contracts: readonly Contract[],
): ContractSet['files'] {
  const rules = contracts.flatMap((contract) => contract.edgeCheck.rules.map((rule) => rule.file));
  const paths = new Set([
    PROJECT_FILE,
    project.tools ?? TOOLS_FILE,
    ...contractFiles(files, project),
    ...rules,
  ]);
  return [...paths].sort().flatMap((path) => {
    const text = files.get(path);
    return text === undefined ? [] : [{ path, text }];
  });
}
