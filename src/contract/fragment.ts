import type { JsonPointer } from '../canonical/pointer.js';
import { Findings } from './findings.js';
import { type LocatedMap, locate } from './located.js';
import { without } from './merge.js';
import { readParts } from './read-document.js';
import { readTexts } from './read-list.js';
import { MapReader } from './read-map.js';
import { readForm } from './read-scalar.js';
import { readYaml } from './read-yaml.js';
import type { Read, Scope } from './scope.js';

export const FRAGMENT_KIND = 'EdgeContractFragment';

/** Parts that contracts share. */
export interface Fragment {
  readonly file: string;
  /** What is merged: without `apiVersion`, `kind`, `overridable`. */
  readonly parts: LocatedMap;
  /** Below these pointers a contract may loosen; `true`: everywhere. */
  readonly overridable: true | readonly JsonPointer[];
  readonly findings: Findings;
}

/** True where the file says that it is a fragment. */
export function isFragment(root: LocatedMap): boolean {
  const kind = locate(root, 'kind');
  return kind?.kind === 'scalar' && kind.value === FRAGMENT_KIND;
}

/** Reads a fragment by itself: what is written is checked, what is not written may come from elsewhere. */
export function readFragment(
  root: LocatedMap,
  file: string,
  scope: Omit<Scope, 'partial' | 'findings'>,
): Fragment {
  const findings = new Findings();
  const partial: Scope = { ...scope, findings, partial: true };
  reportExtends(root, findings);
  readParts(without(root, 'extends'), partial, FRAGMENT_KIND, ['overridable']);
  const overridable = new MapReader(root, partial, '').optional('overridable', readOverridable, []) ?? [];
  return {
    file,
    parts: without(root, 'apiVersion', 'kind', 'overridable', 'extends'),
    overridable,
    findings,
  };
}

function reportExtends(root: LocatedMap, findings: Findings): void {
  const entry = root.entries.get('extends');
  if (entry === undefined) return;
  const help = 'list both fragments in the contract';
  findings.error('contract.fragment_extends', entry.keySpan, 'a fragment cannot extend another', help);
}

const readOverridable: Read<true | readonly JsonPointer[]> = (node, scope, name) => {
  if (node.kind === 'scalar' && node.value === true) return true;
  return readTexts(readForm(/^(?:\/(?:[^~/]|~[01])+)+$/, 'a JSON Pointer such as `/edge_check/mode`'))(
    node,
    scope,
    name,
  );
};

/** The fragments of a folder, each read once. */
export class Fragments {
  readonly #read = new Map<string, Fragment | null>();
  readonly #scope: Omit<Scope, 'partial' | 'findings'>;

  constructor(scope: Omit<Scope, 'partial' | 'findings'>) {
    this.#scope = scope;
  }

  /** Null where the file is there and is not a fragment; undefined where there is no such file. */
  get(file: string): Fragment | null | undefined {
    const text = this.#scope.files.get(file);
    if (text === undefined) return undefined;
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const findings = new Findings();
    const root = readYaml(text, file, findings);
    const fragment = this.#made(root, file, findings);
    this.#read.set(file, fragment);
    return fragment;
  }

  #made(root: LocatedMap | null, file: string, findings: Findings): Fragment | null {
    if (root === null || !isFragment(root)) return null;
    const fragment = readFragment(root, file, this.#scope);
    fragment.findings.addAll(findings);
    return fragment;
  }
}
