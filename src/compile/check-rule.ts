import type { Contract, CustomRule } from '../contract/contract.js';
import { type Diagnostic, failure } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { OpaCompiler } from '../opa/opa-compiler.js';
import type { OpaMention, OpaPlace, ParsedModule } from '../opa/opa-types.js';
import { rulePackage } from './emit-policy.js';
import { type PayloadMember, payloadMembers } from './payload-members.js';

/**
 * A custom rule can only add a block: it lives in `rules.<name>` and nowhere else, reads the facts and the library,
 * and defines `proven`. Checked on the syntax tree, since a file in an edge's own package would flip its verdict.
 */
export async function checkRule(
  rule: CustomRule,
  contracts: readonly Contract[],
  opa: OpaCompiler,
): Promise<Diagnostic[]> {
  const parsed = await opa.parse({ path: rule.file, text: rule.text });
  return [
    ...wrongPackage(rule, parsed),
    ...unprovable(rule, parsed),
    ...[...parsed.refs, ...parsed.calls, ...parsed.imports.map(asMention)].flatMap((ref) =>
      foreign(rule, ref),
    ),
    ...unknownFacts(rule, parsed, contracts),
  ];
}

function asMention(entry: ParsedModule['imports'][number]): OpaMention {
  return { name: entry.path, location: entry.location };
}

function wrongPackage(rule: CustomRule, parsed: ParsedModule): readonly Diagnostic[] {
  const wanted = rulePackage(rule).join('.');
  const found = parsed.package.join('.');
  if (found === wanted) return [];
  return problem(
    'compile.rule_package',
    `the rule ${rule.name} is in package \`${found}\`, and must be in \`${wanted}\``,
    'a rule in another package could change what an edge decides; move it',
    parsed.location,
  );
}

function unprovable(rule: CustomRule, parsed: ParsedModule): readonly Diagnostic[] {
  const rules = parsed.rules.filter(
    ({ name, ref, function: isFunction }) => name === 'proven' && ref === name && !isFunction,
  );
  if (rules.length > 0) return [];
  return problem(
    'compile.rule_proven',
    `the rule ${rule.name} does not define \`proven\``,
    'write `proven if { … }`: what has to hold; undefined and false both count as not proven',
    parsed.location,
  );
}

/** What an edge's schema does not name is in no facts: a rule that reads it is never proven there. */
function unknownFacts(rule: CustomRule, parsed: ParsedModule, contracts: readonly Contract[]): Diagnostic[] {
  const users = contracts.filter(({ edgeCheck }) => edgeCheck.rules.some(({ file }) => file === rule.file));
  return payloadMembers(parsed).flatMap((member) =>
    users.flatMap((contract) => unknownFact(rule, member, contract)),
  );
}

function unknownFact(
  rule: CustomRule,
  { part, key, location }: PayloadMember,
  { metadata, schema }: Contract,
): readonly Diagnostic[] {
  const place = part === 'established' ? 'established' : 'properties';
  if (Object.hasOwn(schema[place], key)) return [];
  const reads = `the rule ${rule.name} reads \`input.payload.${part}.${key}\``;
  const meant = nearest(key, Object.keys(schema[place]));
  const named = `name it in \`schema.${place}\` of the contract`;
  return problem(
    'compile.rule_unknown_fact',
    `${reads}, and the contract ${metadata.name} has no \`${key}\` in \`schema.${place}\``,
    meant === undefined ? named : `did you mean \`${meant}\`? else ${named}`,
    location,
  );
}

/** Everything else below `data` belongs to the edges. */
function foreign(rule: CustomRule, mention: OpaMention): readonly Diagnostic[] {
  const path = mention.name.split(/[.[]/).map((part) => part.replace(/^"|"\]?$/g, ''));
  // What is there for tests is in no bundle, where it would be undefined.
  const ofTests = path[1] === 'edge_contracts' && path[2] === 'testing';
  if (path[0] !== 'data' || (path[1] === 'edge_contracts' && !ofTests)) return [];
  const own = rulePackage(rule);
  if (path[1] === own[0] && path[2] === own[1]) return [];
  return problem(
    'compile.rule_reference',
    `the rule ${rule.name} refers to \`${mention.name}\`, which is not its own`,
    'a rule may read `input`, `data.edge_contracts` and its own package',
    mention.location,
  );
}

function problem(code: string, message: string, help: string, place: OpaPlace): readonly Diagnostic[] {
  const span = { file: place.file, line: place.row, column: place.col };
  return failure(code, message, { help, span }).diagnostics;
}
