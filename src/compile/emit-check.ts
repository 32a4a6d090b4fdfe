import type { Check, ContractTerm, Proof, Subject } from '../checks/check.js';
import { comment, lines, literal, type Rego, reference, rego } from './rego/rego.js';

export const SUBJECTS: readonly Subject[] = ['transfer', 'effect'];

/** Does its proof name a value of the contract; if not, it is the same for every edge. */
export function isContractBound(check: Check): boolean {
  return termsOf(check).length > 0;
}

/** The values of a contract that a check's proofs name. */
export function termsOf(check: Check): readonly ContractTerm[] {
  return proofsOf(check).flatMap((proof) => ('empty' in proof ? [] : (proof.with ?? [])));
}

/** The packages of the library that a check's proofs name. */
export function librariesOf(check: Check): readonly string[] {
  return proofsOf(check).flatMap((proof) => ('empty' in proof ? [] : proof.holds.split('.').slice(0, 1)));
}

function proofsOf(check: Check): Proof[] {
  return SUBJECTS.flatMap((subject) => check.proofs[subject] ?? []);
}

/**
 * A check's rules, for each subject: what proves it, and what it failed on where it is not proven. Both say the same
 * of an item; `decision` rests on the proof alone, the findings are for the reasons. A check that names values of the
 * contract takes them as `terms`, so that it too is written and compiled once for all edges.
 */
export function emitCheck(check: Check): Rego[] {
  return SUBJECTS.flatMap((subject) => {
    const proof = check.proofs[subject];
    return proof === undefined ? [] : [emitFor(check, subject, proof)];
  });
}

function emitFor(check: Check, subject: Subject, proof: Proof): Rego {
  const bound = isContractBound(check);
  const head = bound ? rego`proven_for(${check.code}, terms)` : rego`proven contains ${check.code}`;
  return lines(
    comment(`${check.code}: ${check.title}`),
    rego`${head} if ${body([...guards(check, subject), proofExpression(proof)])}`,
    rego``,
    rego`failed_on(${check.code}, ${bound ? reference('terms') : reference('_')}) := {${itemOf(proof)} |
	${lines(...findingExpressions(proof))}
} if ${onSubject(subject)}`,
  );
}

/**
 * All of a subject's checks in one rule: what they need is asked once, and each list is walked once for all that its
 * items must satisfy. A handoff in order, which is nearly every one, is proven by this rule, without a set of codes.
 * It is the same conjunction that the checks are one by one, so that whatever it does not prove they judge.
 */
export function emitAllProven(checks: readonly Check[]): Rego[] {
  return SUBJECTS.map((subject) => {
    const judged = checks.filter((check) => check.proofs[subject] !== undefined);
    const asked = judged.flatMap((check) => guards(check, subject));
    const proofs = judged.flatMap((check) => check.proofs[subject] ?? []);
    return rego`all_proven(terms) if ${body([...distinct(asked), ...distinct(mergedProofs(proofs))])}`;
  });
}

function mergedProofs(proofs: readonly Proof[]): Rego[] {
  const lists = [...new Set(proofs.flatMap((proof) => ('empty' in proof ? [] : (proof.each ?? []))))];
  const walked = lists.map((list) => {
    const holds = proofs.flatMap((proof) =>
      'empty' in proof || proof.each !== list ? [] : [call(proof, reference('item'))],
    );
    return rego`every item in ${reference(list)} ${body(distinct(holds))}`;
  });
  const others = proofs.filter((proof) => 'empty' in proof || proof.each === undefined);
  return [...others.map(proofExpression), ...walked];
}

function distinct(expressions: readonly Rego[]): Rego[] {
  return [...new Map(expressions.map((expression) => [expression.text, expression])).values()];
}

function itemOf(proof: Proof): Rego {
  return 'empty' in proof || proof.each !== undefined ? reference('index') : literal(0);
}

/**
 * Absent is not empty: without the fields that it needs, a check is not proven. Nor is one about a side effect where
 * there is none.
 */
function guards(check: Check, subject: Subject): Rego[] {
  if (subject === 'effect') return [onSubject(subject), rego`count(input.effects) == 1`];
  return [onSubject(subject), ...check.needs.map((field) => rego`input.present.${reference(field)} == true`)];
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
  if (proof.each === undefined) return call(proof, null);
  return rego`every item in ${reference(proof.each)} { ${call(proof, reference('item'))} }`;
}

function findingExpressions(proof: Proof): Rego[] {
  if ('empty' in proof) return [rego`some index, _ in ${reference(proof.empty)}`];
  if (proof.each === undefined) return [rego`not ${call(proof, null)}`];
  return [rego`some index, item in ${reference(proof.each)}`, rego`not ${call(proof, reference('item'))}`];
}

function call(proof: Exclude<Proof, { empty: string }>, item: Rego | null): Rego {
  const terms = (proof.with ?? []).map((term) => reference(`terms.${term}`));
  const [first, ...rest] = item === null ? terms : [item, ...terms];
  if (first === undefined) return reference(proof.holds);
  return rego`${reference(proof.holds)}(${rest.reduce((args, arg) => rego`${args}, ${arg}`, first)})`;
}
