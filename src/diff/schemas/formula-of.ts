import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { evaluatedRest } from './evaluated-rest.js';
import {
  all,
  any,
  FALSE,
  type Formula,
  fact,
  literal,
  negate,
  TRUE,
  typeOf,
  type ValueType,
} from './formula.js';
import type { SchemaNode, Universe } from './universe.js';

const END: number = Number.POSITIVE_INFINITY;

/** What a schema asks of a value of one type. */
export function formulaOf(universe: Universe, node: SchemaNode, type: ValueType): Formula {
  const { schema } = node;
  if (!isJsonObject(schema)) return schema ? TRUE : FALSE;
  const read = new KeywordReader(universe, node, schema);
  const parts = [
    ...typeParts(schema, type),
    ...valueParts(schema, type),
    ...read.combined(),
    ...read.of(type),
  ];
  return parts.includes(FALSE) ? FALSE : all(parts);
}

function typeParts(schema: JsonObject, type: ValueType): readonly Formula[] {
  const given = schema['type'];
  if (given === undefined) return [];
  const types = isJsonArray(given) ? given : [given];
  if (types.includes(type)) return [];
  return type === 'number' && types.includes('integer') ? [fact({ about: 'integer' })] : [FALSE];
}

function valueParts(schema: JsonObject, type: ValueType): readonly Formula[] {
  const lists: (readonly JsonValue[])[] = [];
  if (isJsonArray(schema['enum'])) lists.push(schema['enum']);
  if (schema['const'] !== undefined) lists.push([schema['const']]);
  return lists.map((list) => {
    const values = list.filter((value) => typeOf(value) === type);
    return values.length === 0 ? FALSE : fact({ about: 'values', values });
  });
}

class KeywordReader {
  readonly #universe: Universe;
  readonly #node: SchemaNode;
  readonly #schema: JsonObject;

  constructor(universe: Universe, node: SchemaNode, schema: JsonObject) {
    this.#universe = universe;
    this.#node = node;
    this.#schema = schema;
  }

  /** Keywords that ask further schemas of the same value. */
  combined(): readonly Formula[] {
    const ref = this.#schema['$ref'];
    const parts: Formula[] = this.#list('allOf');
    if (typeof ref === 'string') parts.push(literal(this.#universe.target(this.#node, ref)));
    if (this.#has('anyOf')) parts.push(any(this.#list('anyOf')));
    if (this.#has('oneOf')) parts.push(exactlyOne(this.#list('oneOf')));
    if (this.#has('not')) parts.push(literal(this.#inner('not'), false));
    if (this.#has('if')) parts.push(...this.#conditional());
    return parts;
  }

  of(type: ValueType): readonly Formula[] {
    if (type === 'number') return this.#ofNumbers();
    if (type === 'string') return this.#ofTexts();
    if (type === 'array') return this.#ofLists();
    return type === 'object' ? this.#ofObjects() : [];
  }

  #conditional(): readonly Formula[] {
    const condition = literal(this.#inner('if'));
    const then = this.#has('then') ? literal(this.#inner('then')) : TRUE;
    const otherwise = this.#has('else') ? literal(this.#inner('else')) : TRUE;
    return [any([all([condition, then]), all([negate(condition), otherwise])])];
  }

  #ofNumbers(): readonly Formula[] {
    const parts: Formula[] = [];
    const bound = (keyword: string, about: 'least' | 'most', strict: boolean): void => {
      const given = this.#number(keyword);
      if (given !== null) parts.push(fact({ about, bound: given, strict }));
    };
    bound('minimum', 'least', false);
    bound('exclusiveMinimum', 'least', true);
    bound('maximum', 'most', false);
    bound('exclusiveMaximum', 'most', true);
    const of = this.#number('multipleOf');
    return of === null ? parts : [...parts, fact({ about: 'multiple', of })];
  }

  #ofTexts(): readonly Formula[] {
    const { pattern, format } = this.#schema;
    const parts = this.#sizes('minLength', 'maxLength');
    if (typeof pattern === 'string') parts.push(fact({ about: 'pattern', pattern }));
    if (typeof format === 'string') parts.push(fact({ about: 'format', format }));
    return parts;
  }

  #ofLists(): readonly Formula[] {
    const parts = this.#sizes('minItems', 'maxItems');
    const prefix = isJsonArray(this.#schema['prefixItems']) ? this.#schema['prefixItems'].length : 0;
    for (let from = 0; from < prefix; from += 1) {
      parts.push(fact({ about: 'items', from, to: from + 1, node: this.#inner('prefixItems', from) }));
    }
    if (this.#has('items')) {
      parts.push(fact({ about: 'items', from: prefix, to: END, node: this.#inner('items') }));
    }
    if (this.#schema['uniqueItems'] === true) parts.push(fact({ about: 'unique' }));
    if (this.#has('contains')) parts.push(...this.#contains(this.#inner('contains')));
    if (this.#has('unevaluatedItems')) parts.push(evaluatedRest(this.#universe, this.#node, 'array'));
    return parts;
  }

  #contains(node: SchemaNode): readonly Formula[] {
    const least = this.#number('minContains') ?? 1;
    const most = this.#number('maxContains');
    const parts = least > 0 ? [fact({ about: 'contains', least: Math.ceil(least), node })] : [];
    return most === null
      ? parts
      : [...parts, fact({ about: 'contains', least: Math.floor(most) + 1, node }, false)];
  }

  #ofObjects(): readonly Formula[] {
    const parts = this.#sizes('minProperties', 'maxProperties');
    const required = this.#schema['required'];
    for (const name of isJsonArray(required) ? required : [])
      if (typeof name === 'string') parts.push(fact({ about: 'has', name }));
    parts.push(...this.#members(), ...this.#dependents());
    if (this.#has('propertyNames')) parts.push(fact({ about: 'names', node: this.#inner('propertyNames') }));
    if (this.#has('unevaluatedProperties')) {
      parts.push(evaluatedRest(this.#universe, this.#node, 'object'));
    }
    return parts;
  }

  #members(): readonly Formula[] {
    const [names, patterns] = [this.#keys('properties'), this.#keys('patternProperties')];
    const own = names.map((name) => {
      return fact({
        about: 'members',
        names: { names: [name], patterns: [], others: false },
        node: this.#inner('properties', name),
      });
    });
    const matching = patterns.map((pattern) => {
      return fact({
        about: 'members',
        names: { names: [], patterns: [pattern], others: false },
        node: this.#inner('patternProperties', pattern),
      });
    });
    if (!this.#has('additionalProperties')) return [...own, ...matching];
    const rest = { names, patterns, others: true };
    const additional = fact({ about: 'members', names: rest, node: this.#inner('additionalProperties') });
    return [...own, ...matching, additional];
  }

  #dependents(): readonly Formula[] {
    const required = this.#schema['dependentRequired'];
    const lists = isJsonObject(required) ? Object.entries(required) : [];
    const fields = lists.map(([name, list]) => {
      const asked = (isJsonArray(list) ? list : []).map((other) =>
        fact({ about: 'has', name: String(other) }),
      );
      return any([fact({ about: 'has', name }, false), all(asked)]);
    });
    const schemas = this.#keys('dependentSchemas').map((name) => {
      return any([fact({ about: 'has', name }, false), literal(this.#inner('dependentSchemas', name))]);
    });
    return [...fields, ...schemas];
  }

  #sizes(least: string, most: string): Formula[] {
    const [from, to] = [this.#number(least), this.#number(most)];
    const parts: Formula[] = [];
    if (from !== null && from > 0) parts.push(fact({ about: 'size', least: Math.ceil(from) }));
    if (to !== null) parts.push(fact({ about: 'size', least: Math.floor(to) + 1 }, false));
    return parts;
  }

  #list(keyword: string): Formula[] {
    const list = this.#schema[keyword];
    return isJsonArray(list) ? list.map((_, index) => literal(this.#inner(keyword, index))) : [];
  }

  #keys(keyword: string): readonly string[] {
    const map = this.#schema[keyword];
    return isJsonObject(map) ? Object.keys(map).sort() : [];
  }

  #has(keyword: string): boolean {
    return this.#schema[keyword] !== undefined;
  }

  #number(keyword: string): number | null {
    const value = this.#schema[keyword];
    return typeof value === 'number' ? value : null;
  }

  #inner(...segments: readonly (string | number)[]): SchemaNode {
    return this.#universe.inner(this.#node, ...segments);
  }
}

function exactlyOne(of: readonly Formula[]): Formula {
  const only = (index: number): Formula => all(of.map((one, at) => (at === index ? one : negate(one))));
  return any(of.map((_, index) => only(index)));
}
