import type { Span } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { Located, LocatedEntry, LocatedMap } from './located.js';
import { quote } from './quote.js';
import { describe } from './read-scalar.js';
import type { Read, Scope } from './scope.js';
import { spaceHelp } from './syntax-help.js';

/** A map of known keys, being read. */
export class MapReader {
  readonly map: LocatedMap;
  readonly #scope: Scope;
  readonly #name: string;

  constructor(map: LocatedMap, scope: Scope, name: string) {
    this.map = map;
    this.#scope = scope;
    this.#name = name;
  }

  /** A key without a default. In a fragment it may be absent. */
  required<T>(key: string, read: Read<T>): T | undefined {
    const entry = this.map.entries.get(key);
    if (entry !== undefined) return this.#read(entry, read);
    if (!this.#scope.partial && !this.map.refused?.has(key)) this.#missing(key);
    return undefined;
  }

  /** A key with a default. */
  optional<T, D>(key: string, read: Read<T>, otherwise: D): T | D | undefined {
    const entry = this.map.entries.get(key);
    return entry === undefined ? otherwise : this.#read(entry, read);
  }

  has(key: string): boolean {
    return this.map.entries.has(key);
  }

  #read<T>(entry: LocatedEntry, read: Read<T>): T | undefined {
    const name = childName(this.#name, entry.key);
    if (!isNull(entry.value)) return read(entry.value, this.#scope, name);
    const help = 'write a value, or leave the key out';
    this.#scope.findings.common('wrong_type', entry.keySpan, `\`${name}\` has no value`, help);
    return undefined;
  }

  #missing(key: string): void {
    const span: Span = { ...this.map.span };
    const message = `${this.#name === '' ? 'the file' : `\`${this.#name}\``} has no \`${key}\``;
    this.#scope.findings.common('missing_key', span, message, `add \`${key}\``);
  }
}

/** `metadata.name`. */
export function childName(name: string, key: string): string {
  return name === '' ? key : `${name}.${key}`;
}

const isNull = (node: Located): boolean => node.kind === 'scalar' && node.value === null;

/** The value as a map of any keys. */
export const readAnyMap: Read<LocatedMap> = (node, scope, name) => {
  if (node.kind === 'map') return node;
  scope.findings.common('wrong_type', node.span, `\`${name}\`: expected a map, not ${describe(node)}`);
  return undefined;
};

/** The value as a map of these keys; a key that is unknown is reported with the known word nearest to it. */
export function openMap(
  node: Located,
  scope: Scope,
  name: string,
  known: readonly string[],
  helpOf: (entry: LocatedEntry) => string = ({ key }) => keyHelp(key, known),
): MapReader | undefined {
  const map = readAnyMap(node, scope, name);
  if (map === undefined) return undefined;
  for (const entry of map.entries.values()) {
    if (!known.includes(entry.key)) reportUnknown(entry, scope, name, helpOf(entry));
  }
  return new MapReader(map, scope, name);
}

/** The key that was meant, else those that there are. */
export function keyHelp(key: string, known: readonly string[]): string {
  const spaced = spaceHelp(key);
  if (spaced !== undefined) return spaced;
  const meant = nearest(key, known);
  return meant === undefined ? `known here: ${known.join(', ')}` : `did you mean \`${meant}\`?`;
}

function reportUnknown(entry: LocatedEntry, scope: Scope, name: string, help: string): void {
  const where = name === '' ? 'the file' : `\`${name}\``;
  scope.findings.common('unknown_key', entry.keySpan, `${where} has no key ${quote(entry.key)}`, help);
}

type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The members together, or undefined where one of them could not be read. */
export function complete<T extends object>(members: T): Complete<T> | undefined {
  return Object.values(members).includes(undefined) ? undefined : (members as Complete<T>);
}
