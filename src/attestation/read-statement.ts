import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../canonical/json-value.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import {
  RUN_VERDICT_PREDICATE,
  STATEMENT_TYPE,
  type Statement,
  VERDICT_PREDICATE,
} from '../model/attestation.js';
import { readJson } from '../record/read-json.js';
import { MAX_ENVELOPE_BYTES, malformed } from './read-envelope.js';
import { type AttestationSchema, schemaFault } from './schema-fault.js';
import { subjectsOf } from './subjects.js';

const SCHEMAS: ReadonlyMap<unknown, AttestationSchema> = new Map([
  [VERDICT_PREDICATE, 'verdict-statement'],
  [RUN_VERDICT_PREDICATE, 'run-verdict-statement'],
]);

/**
 * Reads a statement from bytes whose signature was verified, and holds it to itself.
 *
 * @throws DiagnosticError `attestation.malformed`, `attestation.predicate_type`, `attestation.inconsistent`
 */
export function readStatement(bytes: Uint8Array): Statement {
  const reading = readJson(bytes, { maxBytes: MAX_ENVELOPE_BYTES });
  if ('code' in reading) throw malformed(`the payload is no in-toto statement: ${reading.message}`);
  const { value } = reading;
  if (!isJsonObject(value)) throw malformed('the payload is no in-toto statement: it is no object');
  const schema = SCHEMAS.get(value['predicateType']);
  if (value['_type'] !== STATEMENT_TYPE || schema === undefined)
    throw failure('attestation.predicate_type', 'this is no verdict that this version knows', {
      help: `known are ${[...SCHEMAS.keys()].join(', ')}`,
    });
  const fault = schemaFault(schema, value);
  if (fault !== null) throw malformed(`the payload is no verdict: ${fault}`);
  const statement = value as unknown as Statement;
  requireConsistent(statement);
  return statement;
}

/** Whoever looks at the subjects only, and whoever reads the predicate only, must come to the same. */
function requireConsistent(statement: Statement): void {
  if (!isDeepStrictEqual(statement.subject, subjectsOf(statement)))
    throw inconsistent('its subjects are not those that its verdict is about');
  if (statement.predicateType !== VERDICT_PREDICATE) return;
  const { bundle, verdict } = statement.predicate;
  if (verdict.contract === null) return;
  if (verdict.contract.bundle !== bundle) throw inconsistent('it names two bundles');
  if (verdict.contract.name !== verdict.transfer.edge) throw inconsistent('it names two edges');
}

function inconsistent(why: string): DiagnosticError {
  return failure('attestation.inconsistent', `the statement contradicts itself: ${why}`);
}
