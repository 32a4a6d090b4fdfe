import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RE2JS } from 're2js';
import { isJsonArray, isJsonObject, type JsonSchema, type JsonValue } from '../canonical/json-value.js';
import { pointerSegments } from '../canonical/pointer.js';
import type { Span } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { ContractCode } from './codes.js';
import { FORMATS, KEYWORDS, REFUSED_KEYWORDS, type SchemaShape } from './json-schema-words.js';
import { type Located, type LocatedEntry, locate, toJson } from './located.js';
import { quote } from './quote.js';
import { describe } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A JSON Schema of a contract. The walk here finds what has a place (unknown keywords, patterns, references); then
 * the draft's own schema is asked, and at last ajv compiles it, strictly, so that nothing is left to fail later.
 */
export const readJsonSchema: Read<JsonSchema> = (node, scope, name) => {
  const walk = new SchemaWalk(node, scope, name);
  walk.schema(node);
  if (walk.failed) return undefined;
  const schema = toJson(node) as JsonSchema;
  const text = JSON.stringify(schema);
  if (accepted.has(text)) return schema;
  if (!matchesDraft(node, scope, name) || !compiles(schema, node, scope, name)) return undefined;
  if (accepted.size >= MOST_ACCEPTED) accepted.clear();
  accepted.add(text);
  return schema;
};

/** Schemas that are right. Edges repeat each other's, and ajv takes milliseconds for every one. */
const accepted = new Set<string>();
const MOST_ACCEPTED = 1000;

class SchemaWalk {
  failed = false;
  readonly #root: Located;
  readonly #scope: Scope;
  readonly #name: string;

  constructor(root: Located, scope: Scope, name: string) {
    this.#root = root;
    this.#scope = scope;
    this.#name = name;
  }

  schema(node: Located): void {
    if (node.kind === 'scalar' && typeof node.value === 'boolean') return;
    if (node.kind !== 'map') {
      this.#error('contract.schema', node.span, `expected a JSON Schema, not ${describe(node)}`);
      return;
    }
    for (const entry of node.entries.values()) this.#keyword(entry);
  }

  #keyword(entry: LocatedEntry): void {
    const shape = KEYWORDS.get(entry.key);
    if (shape === undefined) {
      this.#unknown(entry);
      return;
    }
    this.#special(entry);
    for (const inner of innerSchemas(entry.value, shape)) this.schema(inner);
  }

  #unknown({ key, keySpan }: LocatedEntry): void {
    if (REFUSED_KEYWORDS.includes(key)) {
      const help = 'put the schema under `$defs`, and refer to it as `#/$defs/<name>`';
      this.#error('contract.schema', keySpan, `the keyword ${quote(key)} is not allowed in a contract`, help);
      return;
    }
    const meant = nearest(key, [...KEYWORDS.keys()]);
    const help = meant === undefined ? undefined : `did you mean \`${meant}\`?`;
    this.#error('contract.schema', keySpan, `JSON Schema 2020-12 has no keyword ${quote(key)}`, help);
  }

  #special({ key, keySpan, value }: LocatedEntry): void {
    const text = value.kind === 'scalar' && typeof value.value === 'string' ? value.value : null;
    if (key === 'pattern' && text !== null) this.#pattern(text, value.span);
    if (key === 'format' && text !== null) this.#format(text, value.span);
    if (key === '$ref' && text !== null) this.#ref(text, value.span);
    if (key === 'type') this.#types(value);
    if (key === '$schema' && text !== DRAFT) this.#error('contract.schema', keySpan, `expected \`${DRAFT}\``);
    if (key === 'patternProperties' && value.kind === 'map') {
      for (const entry of value.entries.values()) this.#pattern(entry.key, entry.keySpan);
    }
  }

  #types(value: Located): void {
    for (const type of value.kind === 'list' ? value.items : [value]) {
      if (type.kind !== 'scalar' || typeof type.value !== 'string') continue; // the draft's schema says so
      if (TYPES.includes(type.value)) continue;
      const meant = nearest(type.value, TYPES);
      const help = meant === undefined ? `known: ${TYPES.join(', ')}` : `did you mean \`${meant}\`?`;
      this.#error('contract.schema', type.span, `there is no type ${quote(type.value)}`, help);
    }
  }

  #pattern(pattern: string, span: Span): void {
    const problem = patternProblem(pattern);
    if (problem === null) return;
    const help = 'RE2 has no lookaround and no backreference';
    this.#error('contract.pattern', span, `the pattern ${quote(pattern)} is not supported: ${problem}`, help);
  }

  #format(format: string, span: Span): void {
    const known: readonly string[] = FORMATS;
    if (known.includes(format)) return;
    const meant = nearest(format, known);
    const help = meant === undefined ? `known: ${known.join(', ')}` : `did you mean \`${meant}\`?`;
    this.#error('contract.schema', span, `the format ${quote(format)} is not known`, help);
  }

  #ref(ref: string, span: Span): void {
    if (!ref.startsWith('#')) {
      this.#error('contract.ref', span, `${quote(ref)} leads outside this schema`);
      return;
    }
    if (ref !== '#' && !this.#resolves(ref.slice(1))) {
      this.#error('contract.ref', span, `${quote(ref)} leads nowhere in this schema`);
    }
  }

  #resolves(fragment: string): boolean {
    if (!fragment.startsWith('/')) return false;
    try {
      return locate(this.#root, ...pointerSegments(decodeURIComponent(fragment))) !== undefined;
    } catch {
      return false; // not a percent-encoding
    }
  }

  #error(code: ContractCode, span: Span, message: string, help?: string): void {
    this.failed = true;
    this.#scope.findings.error(code, span, `\`${this.#name}\`: ${message}`, help);
  }
}

function innerSchemas(value: Located, shape: SchemaShape): readonly Located[] {
  if (shape === 'schema') return [value];
  if (shape === 'list' && value.kind === 'list') return value.items;
  if (shape === 'map' && value.kind === 'map') return [...value.entries.values()].map((entry) => entry.value);
  return []; // of the wrong type: the draft's schema says so
}

/** Why RE2 does not support a pattern, or null. */
export function patternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    const { message } = error as Error;
    return message.replace('error parsing regexp: ', '').replaceAll('`', '');
  }
}

/** A pattern as ajv uses it: found anywhere in the text, in linear time. */
function linearPattern(pattern: string): { test(text: string): boolean } {
  const compiled = RE2JS.compile(pattern);
  return { test: (text) => compiled.matcher(text).find() };
}
linearPattern.code = 'linearPattern';

/** `meta`: with the draft's own schema, which takes long to compile and is asked before. */
function newAjv(meta: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    meta,
    validateSchema: false,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    addUsedSchema: false,
    logger: false,
    code: { regExp: linearPattern },
  });
  addFormats.default(ajv, { mode: 'full', formats: [...FORMATS] });
  return ajv;
}

// The draft's own schema takes long to compile and holds no state of a contract's, so that it is kept.
let draft: Ajv2020 | undefined;

function matchesDraft(node: Located, scope: Scope, name: string): boolean {
  draft ??= newAjv(true);
  const validate = draft.getSchema(DRAFT);
  if (validate === undefined || validate(toJson(node))) return true;
  for (const error of deepest(validate.errors ?? [])) {
    const at = locate(node, ...pointerSegments(error.instancePath)) ?? node;
    const place = error.instancePath === '' ? '' : ` at \`${error.instancePath}\``;
    scope.findings.error('contract.schema', at.span, `\`${name}\`${place}: ${error.message ?? 'is wrong'}`);
  }
  return false;
}

/** Every wrong value is also told by the choices around it: kept is one of a place, furthest in. */
function deepest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const isAround = (a: ErrorObject, b: ErrorObject): boolean =>
    b.instancePath.startsWith(`${a.instancePath}/`);
  const inner = errors.filter((error) => !errors.some((other) => isAround(error, other)));
  return [...new Map(inner.reverse().map((error) => [error.instancePath, error])).values()].reverse();
}

function compiles(schema: JsonSchema, node: Located, scope: Scope, name: string): boolean {
  const problem = compileProblem(schema);
  if (problem === null) return true;
  const [at, message] = innermost(node) ?? [node, problem];
  scope.findings.error('contract.schema', at.span, `\`${name}\`: ${message}`);
  return false;
}

// To make an instance costs more than to compile with it, and one that is kept for ever only grows.
const COMPILES = 100;
let compiler: { readonly ajv: Ajv2020; left: number } | undefined;

function compileProblem(schema: JsonSchema): string | null {
  if (compiler === undefined || compiler.left === 0) compiler = { ajv: newAjv(false), left: COMPILES };
  compiler.left--;
  try {
    compiler.ajv.compile(schema);
    return null;
  } catch (error) {
    compiler.left = 0; // whatever it was left with
    return (error as Error).message.replace('strict mode: ', '');
  }
}

/** Does a schema that `readJsonSchema` read take an object without any member. */
export function acceptsNothing(schema: JsonSchema): boolean {
  return newAjv(false).compile(schema)(Object.create(null)) as boolean;
}

/** ajv does not say where: the innermost schema that does not compile by itself, its references left out. */
function innermost(node: Located): [at: Located, message: string] | null {
  for (const inner of schemasIn(node)) {
    const found = innermost(inner);
    if (found !== null) return found;
  }
  const problem = compileProblem(withoutRefs(toJson(node)) as JsonSchema);
  return problem === null ? null : [node, problem];
}

function schemasIn(node: Located): readonly Located[] {
  if (node.kind !== 'map') return [];
  return [...node.entries.values()].flatMap((e) => innerSchemas(e.value, KEYWORDS.get(e.key) ?? 'none'));
}

function withoutRefs(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(withoutRefs);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(
    ([key, member]) => key !== '$ref' || typeof member !== 'string',
  );
  return Object.fromEntries(members.map(([key, member]) => [key, withoutRefs(member ?? null)]));
}
