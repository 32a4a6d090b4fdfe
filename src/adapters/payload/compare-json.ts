import type { CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import type { JsonValue } from '../../canonical/json-value.js';
import { sameJson } from '../../canonical/same-json.js';

type Ajv = typeof import('ajv/dist/2020.js');

/**
 * Lets `const`, `enum` and `uniqueItems` compare by own members alone. What ajv brings calls `valueOf` and `toString` of
 * what it compares, and looks at `constructor`: members of a payload, which anyone may have named so.
 */
export function compareJson(ajv: InstanceType<Ajv['Ajv2020']>, { _ }: Pick<Ajv, '_'>): void {
  redefine(ajv, 'const', isComposed, (cxt) => {
    cxt.fail(_`!${used(cxt, sameJson)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  redefine(ajv, 'enum', someComposed, (cxt) => {
    cxt.fail(_`!${used(cxt, isOneOf)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  redefine(
    ajv,
    'uniqueItems',
    (schema) => schema === true,
    (cxt) => {
      const pair = cxt.gen.const('pair', _`${used(cxt, equalPair)}(${cxt.data})`);
      cxt.setParams({ i: _`${pair}?.[0]`, j: _`${pair}?.[1]` });
      cxt.fail(_`${pair} !== null`);
    },
  );
}

/** Of this instance alone, in its place among the keywords; where `matters` says no, as ajv has it. */
function redefine(
  ajv: InstanceType<Ajv['Ajv2020']>,
  keyword: string,
  matters: (schema: unknown) => boolean,
  code: (cxt: KeywordCxt) => void,
): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  const before = definition.code;
  definition.code = (cxt, ruleType) => (matters(cxt.schema) ? code(cxt) : before(cxt, ruleType));
}

function used({ gen }: KeywordCxt, ref: unknown): ReturnType<KeywordCxt['gen']['scopeValue']> {
  return gen.scopeValue('func', { ref });
}

function isComposed(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null;
}

function someComposed(schema: unknown): boolean {
  return Array.isArray(schema) && schema.some(isComposed);
}

function isOneOf(value: JsonValue, allowed: readonly JsonValue[]): boolean {
  return allowed.some((one) => sameJson(value, one));
}

/** Where two entries are equal: the earlier, and the later. */
function equalPair(list: readonly JsonValue[]): readonly [number, number] | null {
  const seen = new Map<JsonValue, number>();
  const composed: number[] = [];
  for (const [index, item] of list.entries()) {
    const before = isComposed(item) ? composed.find((one) => sameJson(list[one], item)) : seen.get(item);
    if (before !== undefined) return [before, index];
    if (isComposed(item)) composed.push(index);
    else seen.set(item, index);
  }
  return null;
}
