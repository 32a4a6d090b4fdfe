import { compileSchema } from '../../adapters/payload/compile-schema.js';
import { type LinearPattern, linearPattern } from '../../adapters/payload/linear-pattern.js';
import { canonicalJson } from '../../canonical/canonical-json.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { Budget } from './budget.js';
import { type Atom, type Fact, type Formula, type NameSet, typeOf, type ValueType } from './formula.js';
import { formulaOf } from './formula-of.js';
import type { SchemaNode, Universe } from './universe.js';

/** Null: it cannot be said here. */
export type Truth = boolean | null;

/** Is something asked of a value true of it. */
export class Reader {
  readonly universe: Universe;
  readonly #budget: Budget;
  readonly #formulas: Map<string, Formula> = new Map();
  readonly #patterns: Map<string, LinearPattern> = new Map();
  /** Lists and objects are tried in many others. */
  readonly #truths: WeakMap<object, Map<string, Truth>> = new WeakMap();

  constructor(universe: Universe, budget: Budget) {
    this.universe = universe;
    this.#budget = budget;
  }

  formulaOf(node: SchemaNode, type: ValueType): Formula {
    const key = `${type} ${node.key}`;
    const known = this.#formulas.get(key);
    if (known !== undefined) return known;
    const formula = formulaOf(this.universe, node, type);
    this.#formulas.set(key, formula);
    return formula;
  }

  isValid(node: SchemaNode, value: JsonValue): Truth {
    if (typeof value !== 'object' || value === null) return this.#isValid(node, value);
    const truths = this.#truths.get(value) ?? new Map<string, Truth>();
    this.#truths.set(value, truths);
    let truth = truths.get(node.key);
    if (truth === undefined) {
      truth = this.#isValid(node, value);
      truths.set(node.key, truth);
    }
    return truth;
  }

  #isValid(node: SchemaNode, value: JsonValue): Truth {
    this.#budget.spend();
    return this.holds(this.formulaOf(node, typeOf(value)), value);
  }

  holds(formula: Formula, value: JsonValue): Truth {
    if (formula.kind === 'literal') return flipped(this.isValid(formula.node, value), formula.is);
    if (formula.kind === 'fact') return this.factHolds(formula, value);
    const stops = formula.kind === 'any';
    let unclear = false;
    for (const part of formula.of) {
      const truth = this.holds(part, value);
      if (truth === stops) return stops;
      if (truth === null) unclear = true;
    }
    return unclear ? null : !stops;
  }

  factHolds({ atom, is }: Fact, value: JsonValue): Truth {
    return flipped(this.#atomHolds(atom, value), is);
  }

  /** Is a name one of a set; by the same engine as the gate's. */
  isIn(names: NameSet, name: string): boolean {
    const listed =
      names.names.includes(name) || names.patterns.some((pattern) => this.matches(pattern, name));
    return listed !== names.others;
  }

  matches(pattern: string, text: string): boolean {
    const compiled = this.#patterns.get(pattern) ?? linearPattern(pattern);
    this.#patterns.set(pattern, compiled);
    return compiled.test(text);
  }

  #atomHolds(atom: Atom, value: JsonValue): Truth {
    if (atom.about === 'unclear') return null;
    if (atom.about === 'values') return atom.values.some((one) => isSame(one, value));
    if (atom.about === 'size') return sizeOf(value) >= atom.least;
    if (typeof value === 'number') return numberFits(atom, value);
    if (typeof value === 'string') return this.#textFits(atom, value);
    if (isJsonArray(value)) return this.#listFits(atom, value);
    return isJsonObject(value) ? this.#objectFits(atom, value) : null;
  }

  #textFits(atom: Atom, value: string): Truth {
    if (atom.about === 'pattern') return this.matches(atom.pattern, value);
    return atom.about === 'format' ? hasFormat(atom.format, value) : null;
  }

  #listFits(atom: Atom, value: readonly JsonValue[]): Truth {
    if (atom.about === 'unique')
      return new Set(value.map((item) => canonicalJson(item))).size === value.length;
    if (atom.about === 'items') {
      return every(value.slice(atom.from, atom.to).map((item) => this.isValid(atom.node, item)));
    }
    if (atom.about !== 'contains') return null;
    const truths = value.map((item) => this.isValid(atom.node, item));
    if (truths.filter((truth) => truth === true).length >= atom.least) return true;
    return truths.filter((truth) => truth !== false).length >= atom.least ? null : false;
  }

  #objectFits(atom: Atom, value: { readonly [name: string]: JsonValue | undefined }): Truth {
    if (atom.about === 'has') return Object.hasOwn(value, atom.name);
    if (atom.about === 'names') return every(Object.keys(value).map((name) => this.isValid(atom.node, name)));
    if (atom.about !== 'members') return null;
    const members = Object.entries(value).filter(([name]) => this.isIn(atom.names, name));
    return every(members.map(([, member]) => this.isValid(atom.node, member ?? null)));
  }
}

function numberFits(atom: Atom, value: number): Truth {
  if (atom.about === 'integer') return value % 1 === 0;
  if (atom.about === 'least') return atom.strict ? value > atom.bound : value >= atom.bound;
  if (atom.about === 'most') return atom.strict ? value < atom.bound : value <= atom.bound;
  return atom.about === 'multiple' ? isMultiple(value, atom.of) : null;
}

/** As the validator works it out, so that 0.07 is no multiple of 0.01, and 1e21 none of 1. */
export function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return quotient === Number.parseInt(String(quotient), 10);
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return [...value].length;
  return isJsonArray(value) ? value.length : Object.keys(value as object).length;
}

function flipped(truth: Truth, is: boolean): Truth {
  return truth === null ? null : truth === is;
}

function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

const formats = new Map<string, (text: string) => Truth>();

function hasFormat(format: string, text: string): Truth {
  const known = formats.get(format) ?? formatCheck(format);
  formats.set(format, known);
  return known(text);
}

function formatCheck(format: string): (text: string) => Truth {
  try {
    const validate = compileSchema({ type: 'string', format }, { messages: false });
    return (text) => validate(text) === true;
  } catch {
    return () => null; // not a format that a gate knows
  }
}
