import { createRequire } from 'node:module';
import type { Format, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../canonical/json-value.js';
import { linearPattern } from './linear-pattern.js';

/** Required at first use: to load ajv takes as long as everything else that one run needs. */
const require = createRequire(import.meta.url);

/**
 * A schema, compiled by ajv.
 *
 * @throws for one that cannot be: an unknown keyword or format, a pattern that RE2 does not know.
 */
export function compileSchema(schema: JsonSchema, options: Options): ValidateFunction {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    // `required: [toString]` must not pass on `{}`.
    ownProperties: true,
    strictSchema: true,
    strictNumbers: true,
    // How a contract's author writes a value's schema is free: `{ minimum: 0 }` alone is one.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // The compiler has checked it; compiling the meta-schema takes longer than everything else.
    validateSchema: false,
    meta: false,
    logger: false,
    code: { regExp: linearPattern },
    formats: formats(),
    ...options,
  });
  return ajv.compile(schema);
}

/** Those whose check takes time that is linear in the text, as ajv-formats writes them. */
function formats(): Record<string, Format> {
  const { fastFormats, fullFormats } =
    require('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js');
  const { date, time, duration, uuid, ipv4, ipv6, hostname } = fullFormats;
  return {
    ...{ date, time, duration, uuid, ipv4, ipv6, hostname },
    'date-time': fullFormats['date-time'],
    'json-pointer': fullFormats['json-pointer'],
    // The fast forms of these: the full ones go back over a long text again and again.
    email: fastFormats.email,
    uri: fastFormats.uri,
    'uri-reference': fastFormats['uri-reference'],
  };
}
