import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Project } from '../contract/contract.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { plainSettings } from './plain-settings.js';
import { readProjectText } from './read-project-folder.js';

/** Where a project is, and which of its folders hold what. */
export interface ProjectPlace {
  /** Absolute. */
  readonly root: string;
  /** The text of `edge-contracts.yaml`; undefined where there is none. */
  readonly projectFile: string | undefined;
  readonly project: Project;
}

export interface FoundProject {
  readonly place: ProjectPlace;
  /** What is wrong with the project file. */
  readonly diagnostics: readonly Diagnostic[];
}

const FILE = 'edge-contracts.yaml';
const DEFAULTS: Project = {
  contracts: 'contracts',
  policies: 'policies',
  uncovered: 'block',
  adapters: { roots: ['.'], hosts: null, privateAddresses: false, secretsKey: null },
  effects: null,
  tools: null,
  ledger: { path: '.edge-contracts/ledger.db', url: null, checkpoint: null, keys: [] },
  redaction: null,
  monitor: { webhooks: [], metrics: null },
};

/**
 * The project of a working directory, or that of a folder of contracts (or of a whole project) that was named:
 * the nearest folder upwards whose project file says that these are its contracts, else the folder above them.
 */
export async function findProject(cwd: string, named?: string): Promise<FoundProject> {
  if (named === undefined) return readPlace(cwd);
  const folder = resolve(cwd, named);
  if (existsSync(join(folder, FILE))) return readPlace(folder);
  for (let root = dirname(folder); dirname(root) !== root; root = dirname(root)) {
    if (!existsSync(join(root, FILE))) continue;
    const found = await readPlace(root);
    if (found.place.project.contracts === slashed(relative(root, folder))) return found;
    break;
  }
  return folderAlone(folder);
}

/** A folder of contracts that no project file names: what is written goes beside it. */
async function folderAlone(folder: string): Promise<FoundProject> {
  const { place, diagnostics } = await readPlace(dirname(folder));
  return { place: { ...place, project: { ...place.project, contracts: basename(folder) } }, diagnostics };
}

async function readPlace(root: string): Promise<FoundProject> {
  const none = { root, projectFile: undefined, project: DEFAULTS };
  const text = readProjectText(root, FILE);
  if (text === null) return { place: none, diagnostics: [] };
  if (typeof text !== 'string') return { place: none, diagnostics: [text] };
  const plain = plainSettings(text, DEFAULTS);
  if (plain !== null) return { place: { root, projectFile: text, project: plain }, diagnostics: [] };
  const { readProjectFile } = await import('../contract/read-project-file.js');
  const { project, diagnostics } = readProjectFile(text);
  return { place: { root, projectFile: text, project }, diagnostics };
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
