import { isJsonArray, isJsonObject } from '../../canonical/json-value.js';
import { all, any, type Formula, fact, literal, type NameSet, TRUE } from './formula.js';
import type { SchemaNode, Universe } from './universe.js';

/** One way in which a value can go through a schema, and what has been looked at on it. */
interface Way {
  readonly when: readonly Formula[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  /** Items up to before this one. */
  readonly items: number;
  /** All of it has been looked at. */
  readonly all: boolean;
}

const START: Way = { when: [], names: [], patterns: [], items: 0, all: false };
const MOST_WAYS = 64;

class TooManyWays extends Error {}

/**
 * `unevaluatedProperties` and `unevaluatedItems`: what no other keyword has looked at. Which that is depends on the
 * branches that a value is valid under, so each combination of branches is a case of its own.
 */
export function evaluatedRest(universe: Universe, node: SchemaNode, type: 'array' | 'object'): Formula {
  const keyword = type === 'array' ? 'unevaluatedItems' : 'unevaluatedProperties';
  try {
    const ways = new WayFinder(universe, type).own(node, keyword);
    const rest = universe.inner(node, keyword);
    return any(ways.map((way) => all([...way.when, restOf(way, type, rest)])));
  } catch (error) {
    if (!(error instanceof TooManyWays)) throw error;
    return fact({
      about: 'unclear',
      reason: `\`${keyword}\` beside these keywords is not taken apart`,
      node,
    });
  }
}

function restOf(way: Way, type: 'array' | 'object', node: SchemaNode): Formula {
  if (way.all) return TRUE;
  if (type === 'array') return fact({ about: 'items', from: way.items, to: Number.POSITIVE_INFINITY, node });
  const names: NameSet = { names: [...way.names].sort(), patterns: [...way.patterns].sort(), others: true };
  return fact({ about: 'members', names, node });
}

class WayFinder {
  readonly #universe: Universe;
  readonly #type: 'array' | 'object';

  constructor(universe: Universe, type: 'array' | 'object') {
    this.#universe = universe;
    this.#type = type;
  }

  /** @param asking The keyword that asks, which is left out of what it asks about. */
  own(node: SchemaNode, asking: string | null): readonly Way[] {
    if (!isJsonObject(node.schema)) return [START];
    const schema = node.schema;
    const inner = (...segments: (string | number)[]): SchemaNode => this.#universe.inner(node, ...segments);
    let ways: readonly Way[] = [this.#looksAt(node, asking)];
    const add = (more: readonly Way[]): void => {
      ways = product(ways, more);
    };
    const list = (keyword: string): readonly SchemaNode[] => {
      const given = schema[keyword];
      return isJsonArray(given) ? given.map((_, index) => inner(keyword, index)) : [];
    };
    if (typeof schema['$ref'] === 'string') add(this.own(this.#universe.target(node, schema['$ref']), null));
    for (const one of list('allOf')) add(this.own(one, null));
    if (schema['anyOf'] !== undefined) add(this.#subsets(list('anyOf')));
    if (schema['oneOf'] !== undefined) add(this.#single(list('oneOf')));
    if (schema['if'] !== undefined) add(this.#conditional(node));
    const dependents = schema['dependentSchemas'];
    for (const name of isJsonObject(dependents) ? Object.keys(dependents) : [])
      add(this.#dependent(name, inner('dependentSchemas', name)));
    return ways;
  }

  #looksAt({ schema }: SchemaNode, asking: string | null): Way {
    if (!isJsonObject(schema)) return START;
    const has = (keyword: string): boolean => keyword !== asking && schema[keyword] !== undefined;
    if (this.#type === 'array') {
      // Whether an item that `contains` found counts as looked at is where validators differ.
      if (has('contains')) throw new TooManyWays();
      const prefix = schema['prefixItems'];
      const items = isJsonArray(prefix) ? prefix.length : 0;
      return { ...START, items, all: has('items') || has('unevaluatedItems') };
    }
    const keys = (keyword: string): readonly string[] => {
      return isJsonObject(schema[keyword]) ? Object.keys(schema[keyword]) : [];
    };
    const rest = has('additionalProperties') || has('unevaluatedProperties');
    return { ...START, names: keys('properties'), patterns: keys('patternProperties'), all: rest };
  }

  /** Every set of branches that a value can be valid under. */
  #subsets(nodes: readonly SchemaNode[]): readonly Way[] {
    let ways: readonly Way[] = [START];
    for (const node of nodes) {
      const taken = this.own(node, null).map((way) => ({ ...way, when: [literal(node), ...way.when] }));
      ways = product(ways, [...taken, { ...START, when: [literal(node, false)] }]);
    }
    return ways;
  }

  #single(nodes: readonly SchemaNode[]): readonly Way[] {
    const others = (index: number): readonly Formula[] =>
      nodes.map((node, at) => literal(node, at === index));
    return capped(
      nodes.flatMap((node, index) =>
        this.own(node, null).map((way) => ({ ...way, when: [...others(index), ...way.when] })),
      ),
    );
  }

  #conditional(node: SchemaNode): readonly Way[] {
    const { schema } = node;
    const has = (keyword: string): boolean => isJsonObject(schema) && schema[keyword] !== undefined;
    if (!has('then') && !has('else')) throw new TooManyWays();
    const condition = this.#universe.inner(node, 'if');
    const branch = (keyword: string): readonly Way[] =>
      has(keyword) ? this.own(this.#universe.inner(node, keyword), null) : [START];
    const met = product(this.own(condition, null), branch('then'));
    return capped([
      ...met.map((way) => ({ ...way, when: [literal(condition), ...way.when] })),
      ...branch('else').map((way) => ({ ...way, when: [literal(condition, false), ...way.when] })),
    ]);
  }

  #dependent(name: string, node: SchemaNode): readonly Way[] {
    const there = fact({ about: 'has', name });
    const absent = fact({ about: 'has', name }, false);
    const taken = this.own(node, null).map((way) => ({ ...way, when: [there, ...way.when] }));
    return [...taken, { ...START, when: [absent] }];
  }
}

function product(ways: readonly Way[], more: readonly Way[]): readonly Way[] {
  return capped(ways.flatMap((way) => more.map((other) => joined(way, other))));
}

function joined(a: Way, b: Way): Way {
  return {
    when: [...a.when, ...b.when],
    names: [...new Set([...a.names, ...b.names])],
    patterns: [...new Set([...a.patterns, ...b.patterns])],
    items: Math.max(a.items, b.items),
    all: a.all || b.all,
  };
}

function capped(ways: readonly Way[]): readonly Way[] {
  if (ways.length > MOST_WAYS) throw new TooManyWays();
  return ways;
}
