import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { isJsonObject } from '../canonical/json-value.js';
import { pointer } from '../canonical/pointer.js';
import { Findings } from '../contract/findings.js';
import { collectSpans, type LocatedMap, locate, toJsonObject } from '../contract/located.js';
import { quote } from '../contract/quote.js';
import { readYaml } from '../contract/read-yaml.js';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import { CASE_SCHEMA, type Case } from '../model/case.js';
import { formats } from '../model/formats.js';
import { packageRoot } from '../model/package-root.js';
import { validateParsedRecord } from '../model/validate-record.js';

/** A case, and where it is written. */
export interface FoundCase {
  readonly case: Case;
  /** Relative to the project's root, with `/`. */
  readonly file: string;
  readonly line: number;
  /** The place of each of its values, by pointer into the case. */
  readonly spanAt: (at: string) => Span;
}

export interface CaseFile {
  readonly cases: readonly FoundCase[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a file of cases: one case (as the examples have them), or `cases`, a list of them. By the strict YAML of the
 * contracts, of which JSON is a part. Every mistake is told, each with its line; a case with one is not there.
 */
export function readCaseFile(text: string, file: string): CaseFile {
  const findings = new Findings('case');
  const root = readYaml(text, file, findings);
  if (root === null) return { cases: [], diagnostics: findings.diagnostics };
  const reading = new CaseReading(root, file, findings);
  const cases = reading.cases();
  return { cases, diagnostics: findings.diagnostics };
}

class CaseReading {
  readonly #root: LocatedMap;
  readonly #file: string;
  readonly #findings: Findings;
  readonly #spans: ReadonlyMap<string, Span>;

  constructor(root: LocatedMap, file: string, findings: Findings) {
    this.#root = root;
    this.#file = file;
    this.#findings = findings;
    this.#spans = collectSpans(root);
  }

  cases(): readonly FoundCase[] {
    if (!this.#root.entries.has('cases')) return this.#case(toJsonObject(this.#root), '');
    const list = this.#list();
    const cases = list.flatMap((value, index) => this.#case(value, pointer('cases', index)));
    this.#refuseTwice(cases);
    return cases;
  }

  #list(): readonly JsonValue[] {
    const list = locate(this.#root, 'cases');
    for (const { key, keySpan } of this.#root.entries.values())
      if (key !== 'cases')
        this.#findings.common(
          'unknown_key',
          keySpan,
          `the file has no key ${quote(key)}`,
          'known here: cases',
        );
    if (list?.kind !== 'list') {
      if (list !== undefined) this.#findings.common('wrong_type', list.span, '`cases`: expected a list');
      return [];
    }
    if (list.items.length === 0) this.#findings.common('empty', list.span, '`cases` holds no case');
    return (toJsonObject(this.#root)['cases'] as readonly JsonValue[]) ?? [];
  }

  /** None where something is wrong with it. */
  #case(value: JsonValue, at: string): readonly FoundCase[] {
    const spanAt = (below: string): Span => this.#spanOf(at + below);
    if (!isJsonObject(value)) {
      this.#findings.common('wrong_type', spanAt(''), 'a case is a map');
      return [];
    }
    const whole = { schema: CASE_SCHEMA, ...value };
    const problems = [...shapeProblems(whole), ...ownProblems(whole)];
    for (const { below, message, help } of problems)
      this.#findings.add({
        code: 'case.invalid',
        severity: 'error',
        message,
        span: spanAt(below),
        ...(help === undefined ? {} : { help }),
      });
    if (problems.length > 0) return [];
    return [{ case: whole as unknown as Case, file: this.#file, line: spanAt('').line, spanAt }];
  }

  #refuseTwice(cases: readonly FoundCase[]): void {
    const lines = new Map<string, number>();
    for (const { case: example, line, spanAt } of cases) {
      const before = lines.get(example.name);
      if (before !== undefined)
        this.#findings.add({
          code: 'case.name_taken',
          severity: 'error',
          message: `the case of line ${before} has the name ${quote(example.name)}, too`,
          span: spanAt('/name'),
        });
      lines.set(example.name, line);
    }
  }

  #spanOf(at: string): Span {
    for (let near = at; ; near = near.slice(0, near.lastIndexOf('/'))) {
      const span = this.#spans.get(near);
      if (span !== undefined) return span;
      if (!near.includes('/')) return { file: this.#file, line: 1, column: 1 };
    }
  }
}

interface Problem {
  /** Into the case. */
  readonly below: string;
  readonly message: string;
  readonly help?: string;
}

const MOST_PROBLEMS = 20;

/** What the published schema of a case says of it. Records have a reader of their own, whose messages are shorter. */
function shapeProblems(example: JsonObject): readonly Problem[] {
  const { records, ...rest } = example;
  const validate = caseValidator();
  const shape = validate({ ...rest, ...(records === undefined ? {} : { records: [] }) })
    ? []
    : withoutDoubles((validate.errors ?? []).filter(isNotOfRecords))
        .slice(0, MOST_PROBLEMS)
        .map(problemOf);
  return [...shape, ...recordProblems(records)];
}

/** A mistyped key is told once, with the one that is meant: not as that one being missing, too. */
function withoutDoubles(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(
    ({ keyword, instancePath, params }) =>
      keyword !== 'required' ||
      !errors.some(
        (other) =>
          other.keyword === 'additionalProperties' &&
          other.instancePath === instancePath &&
          meantBy(other) === (params as { missingProperty?: unknown }).missingProperty,
      ),
  );
}

function meantBy({ params, parentSchema }: ErrorObject): string | undefined {
  const key = String((params as { additionalProperty?: unknown }).additionalProperty);
  return nearest(key, Object.keys((parentSchema?.['properties'] as object | undefined) ?? {}));
}

/** They were left out. */
function isNotOfRecords({ instancePath }: ErrorObject): boolean {
  return instancePath !== '/records';
}

function recordProblems(records: JsonValue | undefined): readonly Problem[] {
  if (records === undefined) return [];
  if (!Array.isArray(records)) return [{ below: '/records', message: '`records`: expected a list' }];
  if (records.length === 0) return [{ below: '/records', message: '`records` holds no record' }];
  return records.flatMap((record, index) => {
    const result = validateParsedRecord(record);
    if ('record' in result) return [];
    const [fault] = result.faults;
    const below = `/records/${index}${fault?.at ?? ''}`;
    return [{ below, message: `record ${index}: ${fault?.message ?? 'it is no record'}` }];
  });
}

/** What no schema says. */
function ownProblems(example: JsonObject): readonly Problem[] {
  const problems: Problem[] = [];
  const { records, from } = example;
  if ((records === undefined) === (from === undefined))
    problems.push({ below: '', message: 'a case has `records` or `from`, one of the two' });
  return problems;
}

const EXPECTS_NOTHING: ReadonlySet<string> = new Set(['/expect', '/expect/transfers', '/expect/guard']);
const EXPECT_HELP = 'write what is expected of a hop, of the run, or of the guard; or leave the key out';

function problemOf({ instancePath, keyword, params, message, parentSchema }: ErrorObject): Problem {
  const name = instancePath.slice(1).replaceAll('/', '.');
  const where = name === '' ? 'the case' : `\`${name}\``;
  if (EXPECTS_NOTHING.has(instancePath) && (keyword === 'minItems' || keyword === 'minProperties'))
    return { below: instancePath, message: `the case expects nothing: ${where} is empty`, help: EXPECT_HELP };
  if (keyword === 'enum') {
    const values = (params as { allowedValues?: readonly JsonValue[] }).allowedValues ?? [];
    return { below: instancePath, message: `${where} has to be ${values.map(String).join(' or ')}` };
  }
  if (keyword === 'required') {
    const missing = String((params as { missingProperty?: unknown }).missingProperty);
    return { below: instancePath, message: `${where} lacks \`${missing}\`` };
  }
  if (keyword !== 'additionalProperties')
    return { below: instancePath, message: `${where} ${message ?? 'is wrong'}` };
  const key = String((params as { additionalProperty?: unknown }).additionalProperty);
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const meant = nearest(key, known);
  const help = meant === undefined ? `known here: ${known.join(', ')}` : `did you mean \`${meant}\`?`;
  return { below: instancePath + pointer(key), message: `${where} has no key ${quote(key)}`, help };
}

let validator: ValidateFunction | undefined;

function caseValidator(): ValidateFunction {
  if (validator !== undefined) return validator;
  const path = join(packageRoot(), 'schemas', 'case.schema.json');
  const ajv = new Ajv2020({
    ...{ strict: true, allowUnionTypes: true, ownProperties: true, allErrors: true, verbose: true },
    formats,
  });
  validator = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);
  return validator;
}
