import type { Check, Subject } from '../checks/check.js';
import type { Contract, CustomRule } from '../contract/contract.js';
import { InternalError } from '../diagnostics/failures.js';
import { FACTS_SCHEMA } from '../model/facts.js';
import { type ActiveCheck, checksOf } from './active-checks.js';
import { emitCheck, isContractBound, librariesOf, termsOf } from './emit-check.js';
import { emitTerm } from './emit-term.js';
import { comment, lines, metadata, paragraphs, type Rego, reference, rego, setOf } from './rego/rego.js';

/** The check that a custom rule is, in verdicts and in the policy. */
export function ruleCheck(rule: { readonly name: string }): string {
  return `rule.not_proven:${rule.name}`;
}

/** The package of a custom rule, below `data`. */
export function rulePackage(rule: { readonly name: string }): readonly [string, string] {
  return ['rules', rule.name.replaceAll('-', '_')];
}

/** The WASM entrypoint of an edge. */
export function entrypointOf(contract: Contract): string {
  return `edges/${contract.metadata.name}/verdict`;
}

/**
 * One edge's policy. It states proofs: a check is proven, or it is not; whatever is undefined is not proven, and
 * `decision` allows only when every check that blocks is proven or excepted. What is the same for every edge stands
 * in the common policy, so that what is read here is what this contract says.
 */
export function emitPolicy(contract: Contract): Rego {
  const judged = checksOf(contract).filter(({ notChecked }) => notChecked === null);
  const bound = judged.map(({ check }) => check).filter(isContractBound);
  const terms = [...new Set(bound.flatMap(termsOf))].sort();
  return rego`${paragraphs([
    emitHead(contract, bound),
    ...terms.map((term) => emitTerm(term, contract)),
    emitJudged(contract, judged),
    emitBlocking(contract, judged),
    emitDecision(contract),
    ...bound.flatMap(emitCheck),
    ...contract.edgeCheck.rules.map(emitRule),
  ])}
`;
}

function emitHead(contract: Contract, bound: readonly Check[]): Rego {
  const { name, description, owner } = contract.metadata;
  const libraries = [...new Set(['checks', ...bound.flatMap(librariesOf)])].sort();
  return lines(
    metadata({
      title: name,
      description: description ?? `What ${contract.edge.from} hands to ${contract.edge.to}.`,
      scope: 'package',
      custom: { owner },
      schemas: [{ input: 'schema.facts' }],
    }),
    rego`package edges[${name}]`,
    rego``,
    ...libraries.map((library) => rego`import data.edge_contracts.${reference(library)}`),
  );
}

function emitJudged(contract: Contract, judged: readonly ActiveCheck[]): Rego {
  const rules = contract.edgeCheck.rules.map(ruleCheck);
  const codes = (subject: Subject): string[] =>
    judged.filter(({ check }) => check.proofs[subject] !== undefined).map(({ check }) => check.code);
  return lines(
    comment('What has to be proven, of a handoff and of a side effect.'),
    rego`judged := ${setOf([...codes('transfer'), ...rules])} if input.subject == "transfer"`,
    rego``,
    rego`judged := ${setOf(codes('effect'))} if input.subject == "effect"`,
  );
}

function emitBlocking(contract: Contract, judged: readonly ActiveCheck[]): Rego {
  const checks = judged.filter(({ severity }) => severity === 'block').map(({ check }) => check.code);
  const rules = contract.edgeCheck.rules.filter(({ severity }) => severity === 'block').map(ruleCheck);
  return lines(
    comment('What blocks while it is not proven.'),
    rego`blocking := ${setOf([...checks, ...rules])}`,
    ...emitExceptions(contract),
  );
}

function emitExceptions(contract: Contract): Rego[] {
  const { exceptions } = contract.edgeCheck;
  if (exceptions.length === 0) {
    return [rego``, comment('Let through on record, to the end of a day: none.'), rego`excepted := set()`];
  }
  return exceptions.flatMap(({ code, reason, owner, expires }) => [
    rego``,
    comment(`${reason} (${owner})`),
    rego`excepted contains ${code} if input.now.date <= ${expires}`,
  ]);
}

function emitDecision(contract: Contract): Rego {
  return lines(
    rego`default decision := "block"`,
    rego``,
    rego`decision := "allow" if {
	input.schema == ${FACTS_SCHEMA}
	input.complete == true
	count((unproven & blocking) - excepted) == 0
}`,
    rego``,
    rego`unproven := (judged - checks.proven) - proven`,
    rego``,
    comment('What is not proven is told with the items that it failed on. No decision rests on these.'),
    rego`told := set() if count(unproven) == 0`,
    rego``,
    rego`told := checks.findings | findings if count(unproven) > 0`,
    rego``,
    metadata({ entrypoint: true, title: `The verdict of ${contract.metadata.name}` }),
    rego`verdict := {
	"complete": true,
	"decision": decision,
	"unproven": unproven,
	"excepted": excepted,
	"findings": told,
}`,
  );
}

function emitRule(rule: CustomRule): Rego {
  const [root, name] = rulePackage(rule);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new InternalError(`the rule name ${name} was not checked`);
  return lines(
    comment(`${ruleCheck(rule)}: ${rule.file}`),
    rego`proven contains ${ruleCheck(rule)} if data.${reference(root)}.${reference(name)}.proven == true`,
  );
}
