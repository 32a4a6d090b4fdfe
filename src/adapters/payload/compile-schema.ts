import { createRequire } from 'node:module';
import type { Format, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../canonical/json-value.js';
import { checkShortLists } from './check-short-lists.js';
import { compareJson } from './compare-json.js';
import { linearPattern } from './linear-pattern.js';

type Ajv = typeof import('ajv/dist/2020.js');
type AjvUtil = typeof import('ajv/dist/compile/util.js');
type AjvFormats = typeof import('ajv-formats/dist/formats.js');

/** Compiles an edge's schema with ajv, which is loaded at the first one: most gates never need it. */
export function compileSchema(schema: JsonSchema, options: Options): ValidateFunction {
  const require = createRequire(import.meta.url);
  const { Ajv2020, _ } = require('ajv/dist/2020.js') as Ajv;
  const ajv = new Ajv2020({
    // `required: [toString]` must not pass on `{}`.
    ownProperties: true,
    strictSchema: true,
    strictNumbers: true,
    // How a contract's author writes a value's schema is free: `{ minimum: 0 }` alone is one.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // A field may have a schema of its own and match a pattern too; the compiler admits it.
    allowMatchingProperties: true,
    // The compiler has checked it; compiling the meta-schema takes longer than everything else.
    validateSchema: false,
    meta: false,
    logger: false,
    code: { regExp: linearPattern },
    formats: formatsOf(require('ajv-formats/dist/formats.js') as AjvFormats),
    ...options,
  });
  compareJson(ajv, { _ });
  checkShortLists(ajv, { _ }, require('ajv/dist/compile/util.js') as AjvUtil);
  return ajv.compile(schema);
}

/** Those whose check takes time that is linear in the text, as ajv-formats writes them. */
function formatsOf({ fastFormats, fullFormats }: AjvFormats): Record<string, Format> {
  return {
    date: fullFormats.date,
    time: fullFormats.time,
    'date-time': fullFormats['date-time'],
    duration: fullFormats.duration,
    uuid: fullFormats.uuid,
    ipv4: fullFormats.ipv4,
    ipv6: fullFormats.ipv6,
    hostname: fullFormats.hostname,
    'json-pointer': fullFormats['json-pointer'],
    'relative-json-pointer': fullFormats['relative-json-pointer'],
    'uri-template': fullFormats['uri-template'],
    // The fast forms of these: the full ones go back over a long text again and again.
    email: fastFormats.email,
    uri: fastFormats.uri,
    'uri-reference': fastFormats['uri-reference'],
  };
}
