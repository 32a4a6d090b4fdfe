import { acceptedByRun } from '../constraint/judge-evidence.js';
import { sameText } from '../constraint/normalise-text.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import type { Constraint } from '../model/constraint.js';
import type { ClaimedEffect, Discharge, EstablishedFact, Payload } from '../model/payload.js';
import type { SenderState } from '../model/record.js';
import type { EdgeTerms, TransferContext } from '../model/transfer-context.js';

/** A discharge as a draft claims it: who and at which hop is filled in. */
export type DraftDischarge = Omit<Discharge, 'by'>;

/** What a sender decides about a handoff. Never constraints: those are what the run knows. */
export interface Draft {
  readonly objective: string;
  readonly remaining: readonly string[];
  /** Absent: the sender's own. */
  readonly confidence?: number | null;
  /** Keys of the sender's facts. */
  readonly established?: readonly string[];
  readonly discharged?: readonly DraftDischarge[];
  /** Further conditions that end the run, besides those that are held. */
  readonly stop_conditions?: readonly string[];
  /** Side effects that it says it had; those that were observed are added to them, each once. */
  readonly side_effects?: readonly ClaimedEffect[];
  /** Fields that the edge's contract adds to `handoff/v1`. */
  readonly [property: string]: unknown;
}

/** Where the composed payload will stand. */
export interface Place {
  /** The sender. */
  readonly agent: string;
  readonly hop: number;
  /** What the edge's contract says; not given: no contract covers it, and nothing is superseded. */
  readonly terms?: EdgeTerms | null;
}

const DRAFT_FIELDS: readonly string[] = [
  'objective',
  'remaining',
  'confidence',
  'established',
  'discharged',
  'stop_conditions',
  'side_effects',
] satisfies readonly (keyof Draft)[];

/**
 * A whole payload from a draft. What is live is carried as it was first stated, also what an ancestor had lost,
 * so that our own tools drop nothing; what the edge does not accept from its speaker stays behind, and only a discharge that the run's records bear out leaves a constraint out.
 * Stop conditions that are held are carried, facts are the sender's, side effects those observed and those it claims.
 *
 * @throws DiagnosticError `compose.*`, with everything in the draft that has to be put right.
 */
export function compose(context: TransferContext, draft: Draft, sender: SenderState, place: Place): Payload {
  const added = place.terms?.properties ?? [];
  const faults: Diagnostic[] = fieldFaults(draft, added);
  const discharged = dischargesOf(context, draft.discharged ?? [], place, faults);
  const established = factsOf(sender.facts ?? [], draft.established ?? [], faults);
  const [first, ...others] = faults;
  if (first !== undefined) throw new DiagnosticError([first, ...others]);
  const closed = new Set(discharged.map(({ constraint }) => constraint));
  const accepts = place.terms?.accepts;
  return {
    objective: draft.objective,
    remaining: [...draft.remaining],
    constraints: carriedOf(context).filter(
      ({ id, stated_by }) => !(id !== undefined && closed.has(id)) && (accepts?.includes(stated_by) ?? true),
    ),
    discharged,
    established,
    confidence: draft.confidence === undefined ? (sender.confidence ?? null) : draft.confidence,
    stop_conditions: stopConditionsOf(context, sender, draft),
    side_effects: claimsOf(context, draft.side_effects ?? []),
    ...Object.fromEntries(
      added.filter((field) => Object.hasOwn(draft, field)).map((field) => [field, draft[field]]),
    ),
  };
}

function fieldFaults(draft: Draft, added: readonly string[]): Diagnostic[] {
  const unknown = Object.keys(draft).filter(
    (field) => !DRAFT_FIELDS.includes(field) && !added.includes(field),
  );
  return [...missingFaults(draft), ...unknown.map((field) => unknownFault(field))];
}

/** What types say, checked for drafts that a model filled in. */
function missingFaults({ objective, remaining }: Draft): Diagnostic[] {
  const whole = [
    ['objective', typeof objective === 'string', 'a text'],
    [
      'remaining',
      Array.isArray(remaining) && remaining.every((one) => typeof one === 'string'),
      'a list of texts',
    ],
  ] as const;
  return whole
    .filter(([, there]) => !there)
    .map(([field, , expected]) =>
      fault('compose.missing_field', `a draft needs \`${field}\`, ${expected}`, `/${field}`),
    );
}

function unknownFault(field: string): Diagnostic {
  return fault(
    'compose.unknown_field',
    `a draft has no field \`${field}\``,
    `/${field}`,
    field === 'constraints' ? 'constraints are carried as the run knows them' : undefined,
  );
}

/** The edge's own, then what was lost on the way here: this is where it can be made good. */
function carriedOf(context: TransferContext): Constraint[] {
  return [...context.held, ...context.upstream].map(({ constraint }) => constraint);
}

/** What was observed, and what the sender says besides. */
function claimsOf({ senderEffects }: TransferContext, claimed: readonly ClaimedEffect[]): ClaimedEffect[] {
  const observed = senderEffects.map(({ effect, evidence }): ClaimedEffect => ({ ...effect, evidence }));
  const told = (one: ClaimedEffect): boolean =>
    claimed.some(({ kind, target, evidence }) => {
      return kind === one.kind && target === one.target && evidence === one.evidence;
    });
  return [...observed.filter((one) => !told(one)), ...claimed];
}

function dischargesOf(
  context: TransferContext,
  drafts: readonly DraftDischarge[],
  { agent, hop, terms }: Place,
  faults: Diagnostic[],
): Discharge[] {
  const closable = new Set(
    [...context.held, ...context.upstream, ...context.lapsed].map(({ constraint }) => constraint.id),
  );
  const accepted = new Map<string, Discharge>();
  drafts.forEach(({ constraint, how, evidence, reason }, index) => {
    const discharge: Discharge = { constraint, how, evidence, reason, by: { agent, hop } };
    const stated = context.known.get(constraint) ?? null;
    const found = context.evidence(evidence);
    const statement = stated?.record == null ? null : context.evidence(stated.record);
    const where = `/discharged/${index}`;
    if (stated === null || !closable.has(constraint)) {
      const message = `nothing with the id \`${constraint}\` is live here`;
      const meant = nearest(constraint, [...closable]);
      const help = meant === undefined ? undefined : `did you mean \`${meant}\``;
      faults.push(fault('compose.unknown_constraint', message, `${where}/constraint`, help));
    } else if (!acceptedByRun(stated, discharge, found, terms?.policies ?? [], agent, hop, statement)) {
      const message = `\`${evidence}\` does not show that the constraint \`${constraint}\` is ${how}`;
      faults.push(fault('compose.discharge_refused', message, `${where}/evidence`, neededFor(how)));
    } else if (!accepted.has(constraint)) accepted.set(constraint, discharge);
  });
  return [...accepted.values()];
}

function neededFor(how: Discharge['how']): string {
  switch (how) {
    case 'satisfied':
      return 'name a tool call that succeeded, or an effect that was required; a prohibition is never satisfied';
    case 'withdrawn':
      return "name a later message in which the customer takes the customer's own constraint back";
    case 'superseded':
      return 'name a policy that the contract lists; only what a policy states is superseded';
    default:
      return 'say satisfied, withdrawn or superseded';
  }
}

/** The last fact with a key is the sender's word for it. */
function factsOf(
  facts: readonly EstablishedFact[],
  keys: readonly string[],
  faults: Diagnostic[],
): EstablishedFact[] {
  const byKey = new Map(facts.map((fact) => [fact.key, fact]));
  const found: EstablishedFact[] = [];
  keys.forEach((key, index) => {
    const fact = byKey.get(key);
    if (fact !== undefined) {
      if (keys.indexOf(key) === index) found.push(fact);
      return;
    }
    const meant = nearest(key, [...byKey.keys()]);
    const help = meant === undefined ? 'establish it first, or leave it out' : `did you mean \`${meant}\``;
    const message = `the sender has no fact with the key \`${key}\``;
    faults.push(fault('compose.unknown_fact', message, `/established/${index}`, help));
  });
  return found;
}

/** Those of the payloads received, the sender's and the draft's, each said once. */
function stopConditionsOf(context: TransferContext, sender: SenderState, draft: Draft): string[] {
  const all = [
    ...context.received.flatMap(({ payload }) => payload.stop_conditions ?? []),
    ...(sender.stop_conditions ?? []),
    ...(draft.stop_conditions ?? []),
  ];
  const once: string[] = [];
  for (const text of all) {
    if (!once.some((other) => sameText(other, text))) once.push(text);
  }
  return once;
}

function fault(code: string, message: string, pointer: string, help?: string): Diagnostic {
  return { code, severity: 'error', message, pointer, ...(help === undefined ? {} : { help }) };
}
