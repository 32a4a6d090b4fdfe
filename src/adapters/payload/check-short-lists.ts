import type { CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchema } from '../../canonical/json-value.js';

type Ajv = typeof import('ajv/dist/2020.js');
type AjvUtil = typeof import('ajv/dist/compile/util.js');

/**
 * Lets `prefixItems` and `contains` say of a list that is empty or short what they say of others. The code that ajv writes
 * for them asks a variable that such a list never sets: it holds nothing, or what it was for the list before.
 */
export function checkShortLists(
  ajv: InstanceType<Ajv['Ajv2020']>,
  { _ }: Pick<Ajv, '_'>,
  util: Pick<AjvUtil, 'alwaysValidSchema' | 'mergeEvaluated'>,
): void {
  definitionOf(ajv, 'prefixItems').code = (cxt) => checkPrefix(cxt, { _ }, util);
  const contains = definitionOf(ajv, 'contains');
  const before = contains.code;
  contains.code = (cxt, ruleType) => {
    if (setsItself(cxt.parentSchema)) before(cxt, ruleType);
    // `[[manager], []]` is not two lists that contain a manager.
    else before(withResult(cxt, { _ }), ruleType);
  };
}

function definitionOf(ajv: InstanceType<Ajv['Ajv2020']>, keyword: string): CodeKeywordDefinition {
  return ajv.getKeyword(keyword) as CodeKeywordDefinition;
}

/** As ajv's own, but that what stands beside it (`contains`, `uniqueItems`) is asked for where no entry was checked. */
function checkPrefix(
  cxt: KeywordCxt,
  { _ }: Pick<Ajv, '_'>,
  { alwaysValidSchema, mergeEvaluated }: Pick<AjvUtil, 'alwaysValidSchema' | 'mergeEvaluated'>,
): void {
  const { gen, data, keyword, it } = cxt;
  const schemas = cxt.schema as readonly JsonSchema[];
  if (it.items !== true) it.items = mergeEvaluated.items(gen, schemas.length, it.items);
  const valid = gen.name('valid');
  const length = gen.const('len', _`${data}.length`);
  gen.var(valid, true);
  for (const [index, schema] of schemas.entries()) {
    if (alwaysValidSchema(it, schema)) continue;
    const entry = { keyword, schemaProp: index, dataProp: index };
    gen.if(_`${length} > ${index}`, () => cxt.subschema(entry, valid));
    cxt.ok(valid);
  }
}

/** With a count, ajv sets its variable for every list. */
function setsItself({ minContains = 1, maxContains }: JsonObject): boolean {
  return maxContains !== undefined || minContains !== 1;
}

/** Of an empty list the outcome is no. */
function withResult(cxt: KeywordCxt, { _ }: Pick<Ajv, '_'>): KeywordCxt {
  const result = cxt.result.bind(cxt);
  cxt.result = (condition, ...actions) => result(_`${cxt.data}.length > 0 && ${condition}`, ...actions);
  return cxt;
}
