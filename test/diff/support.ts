import assert from 'node:assert/strict';
import type { JsonSchema } from '../../src/canonical/json-value.js';
import type { Contract, ContractSet } from '../../src/contract/contract.js';
import { DEFAULT_PROJECT } from '../../src/contract/index.js';
import { parseContract } from '../../src/contract/parse-contract.js';
import { schemaLooser } from '../../src/contract/schema-looser.js';
import type { SchemaVerdict } from '../../src/model/policy-diff.js';

/** The rule file that arbitrary contracts name. */
const FILES = new Map([['limit.rego', 'package rules.limit\n\nproven := true\n']]);

/** A contract from its text, or from its document: JSON is YAML. */
export function contractOf(source: unknown, file = 'a.yaml'): Contract {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const { contract, diagnostics } = parseContract(text, file, { folder: '', files: FILES });
  assert.notEqual(contract, null, JSON.stringify(diagnostics));
  return contract as Contract;
}

export function setOf(...contracts: Contract[]): ContractSet {
  return { project: DEFAULT_PROJECT, contracts, tools: null, files: [] };
}

/** A careful comparison in one line: what is not understood to be compatible is unknown. */
export function compareCarefully(
  base: JsonSchema,
  head: JsonSchema,
): { readonly forward: SchemaVerdict; readonly backward: SchemaVerdict } {
  return { forward: verdict(schemaLooser(head, base)), backward: verdict(schemaLooser(base, head)) };
}

function verdict(looser: string | null): SchemaVerdict {
  return looser === null ? { verdict: 'compatible' } : { verdict: 'unknown', at: looser, reason: 'looser' };
}
