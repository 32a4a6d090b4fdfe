/** How a keyword's value is made of further schemas. */
export type SchemaShape = 'none' | 'schema' | 'list' | 'map';

/**
 * The keywords of JSON Schema 2020-12 that a contract may use, with where further schemas lie in them. Not here:
 * `$id`, `$anchor`, `$dynamicRef` and their like, which change what a `$ref` means once the schema is embedded.
 */
export const KEYWORDS: ReadonlyMap<string, SchemaShape> = new Map(
  Object.entries({
    none:
      '$schema $ref $comment type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
      'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties ' +
      'minProperties required dependentRequired format title description default deprecated readOnly writeOnly ' +
      'examples contentEncoding contentMediaType',
    schema:
      'not if then else items contains additionalProperties propertyNames unevaluatedItems ' +
      'unevaluatedProperties contentSchema',
    list: 'allOf anyOf oneOf prefixItems',
    map: '$defs properties patternProperties dependentSchemas',
  }).flatMap(([shape, words]) =>
    words.split(' ').map((word): [string, SchemaShape] => [word, shape as SchemaShape]),
  ),
);

/** Keywords of the draft that are refused, by name. */
export const REFUSED_KEYWORDS: readonly string[] = [
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$vocabulary',
  '$recursiveRef',
  '$recursiveAnchor',
];

/** Formats of 2020-12 that are asserted. `regex` and the international ones are not: nothing here can check them. */
export const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'relative-json-pointer',
] as const;
