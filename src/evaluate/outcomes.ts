import type { Check, Subject } from '../checks/check.js';
import { CHECKS } from '../checks/index.js';
import type { CheckSetting, EdgeManifest } from '../model/bundle.js';
import type { Facts } from '../model/facts.js';
import type { CheckOutcome } from '../model/verdict.js';
import type { PolicyAnswer } from './policy.js';

export type Outcomes = Readonly<Record<string, CheckOutcome>>;

/** How every check of one edge ends where all is proven; verdicts start from it. */
export function provenOutcomes(edge: EdgeManifest, subject: Subject): Outcomes {
  const checks = CHECKS.map((check): [string, CheckOutcome] => [
    check.code,
    provenOutcome(check, edge, subject),
  ]);
  const rules =
    subject === 'transfer'
      ? edge.rules.map(({ name }): [string, CheckOutcome] => [`rule.not_proven:${name}`, 'proven'])
      : [];
  return Object.fromEntries([...checks, ...rules]);
}

function provenOutcome(check: Check, edge: EdgeManifest, subject: Subject): CheckOutcome {
  const why = edge.checks[check.code]?.not_checked;
  if (why !== undefined) return `not_checked: ${why}`;
  return check.proofs[subject] === undefined ? `not_checked: ${ELSEWHERE[subject]}` : 'proven';
}

const ELSEWHERE: Readonly<Record<Subject, string>> = {
  transfer: 'it is about side effects: the guard and the run verdict say',
  effect: 'it is about handoffs: the transfer verdicts say',
};

/** How every check ends where nothing could be asked. */
export function uncheckedOutcomes(why: string): Outcomes {
  return Object.fromEntries(CHECKS.map(({ code }) => [code, `not_checked: ${why}` as const]));
}

/** The outcomes that a policy's answer comes to. */
export function outcomesOf(
  proven: Outcomes,
  answer: PolicyAnswer,
  edge: EdgeManifest,
  facts: Facts,
): Outcomes {
  if (answer.unproven.length === 0) return proven;
  const outcomes: Record<string, CheckOutcome> = { ...proven };
  for (const code of answer.unproven) {
    outcomes[code] = outcomeOf(code, edge.checks[code], answer, facts);
  }
  return outcomes;
}

/** What one unproven check comes to. */
export function outcomeOf(
  code: string,
  setting: CheckSetting | undefined,
  answer: PolicyAnswer,
  facts: Facts,
): CheckOutcome {
  const severity = setting?.severity ?? 'block';
  const absent = absentNeeds(code, facts)[0];
  // Absent is not empty: what blocks fails, and what does not block was not checked.
  if (absent !== undefined && severity !== 'block')
    return `not_checked: there is no \`${fieldName(absent)}\``;
  if (severity === 'ignore') return 'ignored';
  if (answer.excepted.includes(code)) return 'excepted';
  return severity === 'block' ? 'failed' : 'warned';
}

const NEEDS: ReadonlyMap<string, Check['needs']> = new Map(CHECKS.map(({ code, needs }) => [code, needs]));

/** Fields that a check needs and that are not there. */
export function absentNeeds(code: string, facts: Facts): Check['needs'] {
  if (facts.subject !== 'transfer') return [];
  return (NEEDS.get(code) ?? []).filter((field) => !facts.present[field]);
}

/** `sender_facts` is `sender.facts` in the record. */
export function fieldName(field: Check['needs'][number]): string {
  if (field === 'config') return 'config';
  return field.startsWith('sender_') ? `sender.${field.slice('sender_'.length)}` : `payload.${field}`;
}
