import { canonicalJson } from '../../canonical/canonical-json.js';
import type { JsonValue } from '../../canonical/json-value.js';
import type { SchemaNode } from './universe.js';

/** What is asked of one value whose type is known. */
export type Formula = { readonly kind: 'all' | 'any'; readonly of: readonly Formula[] } | Literal | Fact;

/** The value is, or is not, valid under a schema. */
export interface Literal {
  readonly kind: 'literal';
  readonly node: SchemaNode;
  readonly is: boolean;
}

export interface Fact {
  readonly kind: 'fact';
  readonly atom: Atom;
  readonly is: boolean;
}

/** A claim of one keyword; of equal keys the same is true. */
export type Atom = { readonly key: string } & (
  | { readonly about: 'values'; readonly values: readonly JsonValue[] }
  | { readonly about: 'unclear'; readonly reason: string; readonly node: SchemaNode }
  | { readonly about: 'least' | 'most'; readonly bound: number; readonly strict: boolean }
  | { readonly about: 'integer' }
  | { readonly about: 'multiple'; readonly of: number }
  /** Length of a text or a list, number of members: at least so many. Its contrary says at most. */
  | { readonly about: 'size'; readonly least: number }
  | { readonly about: 'pattern'; readonly pattern: string }
  | { readonly about: 'format'; readonly format: string }
  | { readonly about: 'unique' }
  /** Every item from one index up to before another. */
  | { readonly about: 'items'; readonly from: number; readonly to: number; readonly node: SchemaNode }
  /** At least so many items are valid. */
  | { readonly about: 'contains'; readonly least: number; readonly node: SchemaNode }
  | { readonly about: 'has'; readonly name: string }
  /** Every member with one of these names. */
  | { readonly about: 'members'; readonly names: NameSet; readonly node: SchemaNode }
  /** Every member's name. */
  | { readonly about: 'names'; readonly node: SchemaNode }
);

type Plain<T> = T extends unknown ? Omit<T, 'key'> : never;

/** Names that are listed or match a pattern; `others`: those that do not. */
export interface NameSet {
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly others: boolean;
}

export const TRUE: Formula = { kind: 'all', of: [] };
export const FALSE: Formula = { kind: 'any', of: [] };

export function all(of: readonly Formula[]): Formula {
  return { kind: 'all', of };
}

export function any(of: readonly Formula[]): Formula {
  return { kind: 'any', of };
}

export function literal(node: SchemaNode, is = true): Literal {
  return { kind: 'literal', node, is };
}

export function fact(atom: Plain<Atom>, is = true): Fact {
  return { kind: 'fact', atom: { ...atom, key: keyOf(atom) } as Atom, is };
}

function keyOf(atom: Plain<Atom>): string {
  // By itself: a value may have a member `node`.
  if (atom.about === 'values') return `values ${canonicalJson(distinctValues(atom.values))}`;
  return JSON.stringify(atom, (name, value: unknown) => {
    if (name === 'node') return (value as SchemaNode).key;
    return value === Number.POSITIVE_INFINITY ? 'end' : value;
  });
}

/** Each value once, in an order of their own. */
function distinctValues(values: readonly JsonValue[]): readonly string[] {
  return [...new Set(values.map((value) => canonicalJson(value)))].sort();
}

export function negate(formula: Formula): Formula {
  if (formula.kind === 'literal' || formula.kind === 'fact') return { ...formula, is: !formula.is };
  return { kind: formula.kind === 'all' ? 'any' : 'all', of: formula.of.map(negate) };
}

export type ValueType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export const TYPES: readonly ValueType[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

export function typeOf(value: JsonValue): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as ValueType;
}
