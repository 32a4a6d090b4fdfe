import type { Contract, CustomRule } from '../contract/contract.js';
import { InternalError } from '../diagnostics/failures.js';
import { FACTS_SCHEMA } from '../model/facts.js';
import { type ActiveCheck, checksOf } from './active-checks.js';
import { termsOf } from './emit-check.js';
import { emitTerm } from './emit-term.js';
import {
  comment,
  lines,
  metadata,
  objectOf,
  paragraphs,
  type Rego,
  reference,
  rego,
  setOf,
} from './rego/rego.js';

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
 * `decision` allows only when every check that blocks is proven or excepted. The checks themselves stand in the common
 * policy, so that what is read here is what this contract says: its terms, and what blocks.
 */
export function emitPolicy(contract: Contract): Rego {
  const active = checksOf(contract);
  const judged = active.filter(({ notChecked }) => notChecked === null);
  return rego`${paragraphs([
    emitHead(contract),
    ...emitTerms(contract, judged),
    emitJudged(contract, active),
    emitBlocking(contract, active),
    emitDecision(contract),
    ...contract.edgeCheck.rules.map(emitRule),
  ])}
`;
}

function emitHead(contract: Contract): Rego {
  const { name, description, owner } = contract.metadata;
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
    rego`import data.edge_contracts.checks`,
  );
}

/** A term that this contract does not write is not there, and a check that names it is not proven by it. */
function emitTerms(contract: Contract, judged: readonly ActiveCheck[]): Rego[] {
  // Most edges read no live config. Without this term they could never be proven by `all_proven`.
  const named = [
    ...new Set([...judged.flatMap(({ check }) => termsOf(check)), 'declared_changes' as const]),
  ].sort();
  const all = objectOf(named.map((term) => [term, reference(term)]));
  return [
    ...named.map((term) => emitTerm(term, contract)),
    lines(comment('By which the checks go.'), rego`terms := ${all}`),
  ];
}

/** Only what differs from the table of checks, so that a reader sees what this contract makes of it. */
function emitJudged(contract: Contract, active: readonly ActiveCheck[]): Rego {
  const missing = active.filter(
    ({ check, notChecked }) => notChecked !== null && check.missing === undefined,
  );
  const rules = contract.edgeCheck.rules.map(ruleCheck);
  const judged = missing.length === 0 ? rego`checks.judged` : rego`checks.judged - not_judged`;
  return lines(
    ...emitMissing(missing),
    ...(rules.length === 0
      ? [rego`judged := ${judged}`]
      : [...emitRuleCodes(rules), rego`judged := (${judged}) | rules`]),
  );
}

function emitMissing(missing: readonly ActiveCheck[]): Rego[] {
  if (missing.length === 0) return [comment('What is judged: every check.')];
  return [
    comment('Not judged, since the contract does not say by what.'),
    rego`not_judged := ${setOf(missing.map(({ check }) => check.code))}`,
    rego``,
  ];
}

function emitRuleCodes(rules: readonly string[]): Rego[] {
  return [
    comment('Its own rules are about handoffs.'),
    rego`rules := ${setOf(rules)} if input.subject == "transfer"`,
    rego``,
    rego`rules := set() if input.subject == "effect"`,
    rego``,
  ];
}

function emitBlocking(contract: Contract, active: readonly ActiveCheck[]): Rego {
  const stricter = active.filter(({ check, severity }) => severity === 'block' && check.default !== 'block');
  const looser = active.filter(({ check, severity }) => severity !== 'block' && check.default === 'block');
  const rules = contract.edgeCheck.rules.filter(({ severity }) => severity === 'block').map(ruleCheck);
  const more = [...stricter.map(({ check }) => check.code), ...rules];
  const less = looser.map(({ check }) => check.code);
  return lines(
    ...changedSet('Blocks here, though not by default.', 'stricter', more),
    ...changedSet('Does not block here, though by default it does.', 'looser', less),
    comment('What blocks while it is not proven.'),
    rego`blocking := ${blockingOf(more.length > 0, less.length > 0)}`,
    ...emitExceptions(contract),
  );
}

/** A set that is empty is left out: each one costs the compiler a pass over the policies. */
function changedSet(about: string, name: string, codes: readonly string[]): Rego[] {
  return codes.length === 0 ? [] : [comment(about), rego`${reference(name)} := ${setOf(codes)}`, rego``];
}

function blockingOf(isStricter: boolean, isLooser: boolean): Rego {
  const blocking = isStricter ? rego`checks.blocking | stricter` : rego`checks.blocking`;
  if (!isLooser) return blocking;
  return isStricter ? rego`(${blocking}) - looser` : rego`${blocking} - looser`;
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
	count(blocked) == 0
}`,
    rego``,
    rego`blocked := set() if count(unproven) == 0

else := (unproven & blocking) - excepted`,
    rego``,
    ...emitUnproven(contract),
    rego``,
    metadata({ entrypoint: true, title: `The verdict of ${contract.metadata.name}` }),
    rego`verdict := {
	"complete": true,
	"decision": decision,
	"unproven": unproven,
	"excepted": excepted,
	"findings": checks.findings_of(unproven, terms),
}`,
  );
}

/** Positive both ways: all at once, or what is left when what is proven is taken away. */
function emitUnproven({ edgeCheck }: Contract): Rego[] {
  const oneByOne = rego`(judged - checks.proven) - checks.proven_by(terms)`;
  if (edgeCheck.rules.length === 0)
    return [
      rego`unproven := set() if checks.all_proven(terms)

else := ${oneByOne}`,
    ];
  return [
    rego`unproven := rules - proven if checks.all_proven(terms)

else := (${oneByOne}) - proven`,
  ];
}

function emitRule(rule: CustomRule): Rego {
  const [root, name] = rulePackage(rule);
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new InternalError(`the rule name ${name} was not checked`);
  return lines(
    comment(`${ruleCheck(rule)}: ${rule.file}`),
    rego`proven contains ${ruleCheck(rule)} if data.${reference(root)}.${reference(name)}.proven == true`,
  );
}
