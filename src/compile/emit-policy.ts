import type { Check, ContractTerm, Proof, Subject } from '../checks/check.js';
import type { Contract, CustomRule } from '../contract/contract.js';
import { InternalError } from '../diagnostics/failures.js';
import { FACTS_SCHEMA } from '../model/facts.js';
import { type ActiveCheck, checksOf } from './active-checks.js';
import { emitTerm } from './emit-term.js';
import {
  comment,
  lines,
  literal,
  metadata,
  paragraphs,
  reference,
  type Rego,
  rego,
  setOf,
} from './rego/rego.js';

const SUBJECTS: readonly Subject[] = ['transfer', 'effect'];

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
 * `decision` allows only when every check that blocks is proven or excepted.
 */
export function emitPolicy(contract: Contract): Rego {
  const judged = checksOf(contract).filter(({ notChecked }) => notChecked === null);
  return rego`${paragraphs([
    emitHead(contract, judged),
    ...termsOf(judged).map((term) => emitTerm(term, contract)),
    emitJudged(contract, judged),
    emitBlocking(contract, judged),
    emitDecision(contract),
    ...judged.flatMap(emitCheck),
    ...contract.edgeCheck.rules.map(emitRule),
  ])}
`;
}

function emitHead(contract: Contract, judged: readonly ActiveCheck[]): Rego {
  const { name, description, owner } = contract.metadata;
  const libraries = [...new Set(judged.flatMap(({ check }) => proofsOf(check).flatMap(libraryOf)))].sort();
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

function proofsOf(check: Check): Proof[] {
  return SUBJECTS.flatMap((subject) => check.proofs[subject] ?? []);
}

function libraryOf(proof: Proof): string[] {
  if ('empty' in proof) return [];
  const [library] = proof.holds.split('.');
  return library === undefined ? [] : [library];
}

function termsOf(judged: readonly ActiveCheck[]): ContractTerm[] {
  const terms = judged.flatMap(({ check }) => proofsOf(check).flatMap((proof) => termsOfProof(proof)));
  return [...new Set(terms)].sort();
}

function termsOfProof(proof: Proof): readonly ContractTerm[] {
  return 'empty' in proof ? [] : (proof.with ?? []);
}

function emitJudged(contract: Contract, judged: readonly ActiveCheck[]): Rego {
  const rules = contract.edgeCheck.rules.map(ruleCheck);
  const codes = (subject: Subject): string[] =>
    judged.filter(({ check }) => check.proofs[subject] !== undefined).map(({ check }) => check.code);
  return lines(
    comment('What has to be proven, of a transfer and of a side effect.'),
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
	count(((judged & blocking) - proven) - excepted) == 0
}`,
    rego``,
    metadata({ entrypoint: true, title: `The verdict of ${contract.metadata.name}` }),
    rego`verdict := {
	"complete": true,
	"decision": decision,
	"unproven": judged - proven,
	"excepted": excepted,
	"findings": findings,
}`,
  );
}

function emitCheck({ check, severity }: ActiveCheck): Rego[] {
  return SUBJECTS.flatMap((subject) => {
    const proof = check.proofs[subject];
    if (proof === undefined) return [];
    return [
      lines(
        comment(`${check.code} (${severity}): ${check.title}`),
        rego`proven contains ${check.code} if ${body([...guards(check, subject), proofExpression(proof)])}`,
        rego``,
        rego`findings contains {"check": ${check.code}, "item": ${itemOf(proof)}} if ${body([
          onSubject(subject),
          ...findingExpressions(proof),
        ])}`,
      ),
    ];
  });
}

function guards(check: Check, subject: Subject): Rego[] {
  const present = check.needs.map((field) => rego`input.present.${reference(field)} == true`);
  return [onSubject(subject), ...(subject === 'transfer' ? present : [])];
}

function onSubject(subject: Subject): Rego {
  return rego`input.subject == ${subject}`;
}

function body(expressions: readonly Rego[]): Rego {
  return rego`{
	${lines(...expressions)}
}`;
}

function proofExpression(proof: Proof): Rego {
  if ('empty' in proof) return rego`count(${reference(proof.empty)}) == 0`;
  if (proof.each === undefined) return callOn(proof, null);
  return rego`every item in ${reference(proof.each)} { ${callOn(proof, reference('item'))} }`;
}

function itemOf(proof: Proof): Rego {
  return 'empty' in proof || proof.each !== undefined ? reference('index') : literal(0);
}

function findingExpressions(proof: Proof): Rego[] {
  if ('empty' in proof) return [rego`some index, _ in ${reference(proof.empty)}`];
  if (proof.each === undefined) return [rego`not ${callOn(proof, null)}`];
  return [rego`some index, item in ${reference(proof.each)}`, rego`not ${callOn(proof, reference('item'))}`];
}

function callOn(proof: Exclude<Proof, { empty: string }>, item: Rego | null): Rego {
  const terms = (proof.with ?? []).map((term) => reference(term));
  const [first, ...rest] = item === null ? terms : [item, ...terms];
  if (first === undefined) return reference(proof.holds);
  return rego`${reference(proof.holds)}(${rest.reduce((args, arg) => rego`${args}, ${arg}`, first)})`;
}

function emitRule(rule: CustomRule): Rego {
  const [root, name] = rulePackage(rule);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new InternalError(`the rule name ${name} was not checked`);
  return lines(
    comment(`${ruleCheck(rule)} (${rule.severity}): ${rule.file}`),
    rego`proven contains ${ruleCheck(rule)} if data.${reference(root)}.${reference(name)}.proven == true`,
  );
}
