import type { JsonValue } from '../canonical/json-value.js';
import type { Check, Scene } from '../checks/check.js';
import { asJson } from '../checks/constraint-scene.js';
import { findCheck } from '../checks/index.js';
import type { KnownConstraint } from '../model/constraint.js';
import type { PresentFields } from '../model/facts.js';
import { PAYLOAD_FIELDS, type PayloadField } from '../model/payload.js';
import type { StatedConstraint } from '../model/transfer-context.js';
import type { EngineError, Fix, Reason, ReasonException } from '../model/verdict.js';
import { absentNeeds, fieldName, type Outcomes } from './outcomes.js';
import type { PolicyAnswer } from './policy.js';

/** So that a hostile payload cannot make a verdict without end; what is left out is counted. */
const MOST_REASONS = 200;

export interface Reasons {
  readonly reasons: readonly Reason[];
  readonly omitted: number;
  /** A check that is not proven and for which nothing can be named: the policy and the manifest do not agree. */
  readonly errors: readonly EngineError[];
}

const NONE: Reasons = { reasons: [], omitted: 0, errors: [] };

/** Why each check that blocks or warns was not proven, in the order of the table of checks. */
export function reasonsOf(scene: Scene, answer: PolicyAnswer, outcomes: Outcomes): Reasons {
  if (answer.unproven.length === 0) return NONE;
  const told = Object.keys(outcomes).filter((code) => TOLD.has(outcomes[code] ?? ''));
  const unproven = told.filter((code) => answer.unproven.includes(code));
  const items = itemsByCheck(answer);
  const makers = [
    ...absentReasons(scene, unproven),
    ...unproven.flatMap((code) => checkReasons(scene, code, items)),
  ];
  return {
    reasons: makers.slice(0, MOST_REASONS).map((make) => make()),
    omitted: Math.max(0, makers.length - MOST_REASONS),
    errors: unproven.flatMap((code) => unexplained(scene, code, items)),
  };
}

/** A reason that is made only if it is among those that are listed. */
type ReasonMaker = () => Reason;

const TOLD: ReadonlySet<string> = new Set(['failed', 'warned', 'excepted']);

function itemsByCheck({ findings }: PolicyAnswer): ReadonlyMap<string, readonly number[]> {
  const items = new Map<string, number[]>();
  for (const { check, item } of findings) {
    const list = items.get(check);
    if (list === undefined) items.set(check, [item]);
    else list.push(item);
  }
  // Rego's sets come back in hash order.
  for (const list of items.values()) list.sort((a, b) => a - b);
  return items;
}

function checkReasons(
  scene: Scene,
  code: string,
  items: ReadonlyMap<string, readonly number[]>,
): ReasonMaker[] {
  const check = findCheck(code);
  if (check === undefined) return [() => ruleReason(scene, code)];
  // Without the field that it ranges over, everything would be missing; that is told once, of the field.
  const [field] = check.needs;
  if (field !== undefined && absentNeeds(code, scene.facts).includes(field)) return [];
  const told = (items.get(code) ?? []).filter((item) => !isAbsence(scene, code, item));
  return told.map((item) => () => finish(scene, code, check.reason(scene, item)));
}

/** A field that `payload.invalid` finds missing, and that is told with all the checks that it leaves unproven. */
function isAbsence(scene: Scene, code: string, item: number): boolean {
  const fault = code === 'payload.invalid' ? scene.facts.payload.errors[item] : undefined;
  if (fault?.keyword !== 'required' || fault.at !== '/payload') return false;
  return PAYLOAD_FIELDS.some(
    (field) => !scene.facts.present[field] && fault.message.startsWith(`\`${field}\``),
  );
}

function ruleReason(scene: Scene, code: string): Reason {
  const name = code.slice('rule.not_proven:'.length);
  const draft = {
    data: '',
    message: `the rule ${name} does not hold of this handoff`,
    values: { rule: name },
  };
  return { ...finish(scene, code, draft), code: 'rule.not_proven' };
}

function finish(scene: Scene, check: string, { data, place, ...draft }: ReturnType<Check['reason']>): Reason {
  const setting = scene.edge.checks[check];
  const exception = exceptionOf(scene, check);
  return {
    code: check,
    severity: setting?.severity ?? 'block',
    check,
    ...draft,
    at: {
      data,
      file: place?.file ?? setting?.file ?? scene.edge.file,
      line: place?.line ?? setting?.line ?? scene.edge.line,
    },
    ...(exception === undefined ? {} : { exception }),
  };
}

function exceptionOf(scene: Scene, code: string): ReasonException | undefined {
  const found = scene.edge.exceptions.find(
    (entry) => entry.code === code && scene.facts.now.date <= entry.expires,
  );
  return found && { reason: found.reason, owner: found.owner, expires: found.expires };
}

function unexplained(
  scene: Scene,
  code: string,
  items: ReadonlyMap<string, readonly number[]>,
): EngineError[] {
  const explained =
    items.has(code) || findCheck(code) === undefined || absentNeeds(code, scene.facts).length > 0;
  if (explained) return [];
  return [
    {
      code: 'engine.error',
      message: `the policy did not prove ${code}, and names nothing that it failed on`,
    },
  ];
}

/** One reason for each absent field, whichever checks need it: thirteen times the same would hide it. */
function absentReasons(scene: Scene, unproven: readonly string[]): ReasonMaker[] {
  const needing = new Map<keyof PresentFields, string[]>();
  for (const field of PAYLOAD_FIELDS) {
    if (scene.facts.subject === 'transfer' && !scene.facts.present[field]) needing.set(field, []);
  }
  for (const code of unproven) {
    for (const field of absentNeeds(code, scene.facts)) {
      needing.set(field, [...(needing.get(field) ?? []), code]);
    }
  }
  // A source that cannot be read is told by name.
  if (unproven.includes('config.unreadable')) needing.delete('config');
  const told = [...needing].filter(([, codes]) => codes.length > 0 || unproven.includes('payload.invalid'));
  return told.map(
    ([field, codes]) =>
      () =>
        absentReason(scene, field, codes),
  );
}

function absentReason(scene: Scene, field: keyof PresentFields, codes: readonly string[]): Reason {
  if (field === 'config') return incompleteReason(scene, codes);
  const ofSender = field.startsWith('sender_');
  const check = ofSender ? (codes[0] ?? 'payload.invalid') : 'payload.invalid';
  const unproven = codes.length === 0 ? '' : `; absent is not empty, so ${list(codes)} cannot be proven`;
  const value = ofSender ? undefined : wholeField(scene, field);
  const reason = finish(scene, check, {
    data: ofSender ? '/sender' : '/payload',
    message: `there is no \`${fieldName(field)}\` in the right shape${unproven}`,
    values: { field: fieldName(field), checks: codes },
    ...(ofSender ? {} : { fix: fieldFix(field, value) }),
  });
  // What it leaves unproven blocks, whatever the contract says of the payload's shape.
  return codes.length > 0 ? { ...reason, severity: 'block' } : reason;
}

function fieldFix(field: string, value: JsonValue | undefined): Fix {
  if (value === undefined) return { say: `Send \`${field}\` in the shape that the edge asks for.` };
  return { patch: [{ op: 'add', path: `/${field}`, value }], say: `Send \`${field}\` in full.` };
}

function incompleteReason(scene: Scene, codes: readonly string[]): Reason {
  const { omitted, changes } = scene.facts.config;
  const message = `live config has more changes than the ${changes.length} that are compared (${omitted} more), so that ${list(codes)} cannot be proven`;
  const reason = finish(scene, codes[0] ?? 'config.unreadable', { data: '', message, values: { omitted } });
  return { ...reason, severity: 'block' };
}

function list(codes: readonly string[]): string {
  return codes.length > 3 ? `${codes.slice(0, 3).join(', ')} and ${codes.length - 3} more` : codes.join(', ');
}

/** What the field would hold if the sender left nothing out. */
function wholeField(scene: Scene, field: keyof PresentFields): JsonValue | undefined {
  if (!isPayloadField(field) || scene.handoff === null) return undefined;
  const { context, transfer } = scene.handoff;
  const received = context.received.flatMap(({ payload }) => payload.stop_conditions ?? []);
  const whole: Partial<Record<PayloadField, JsonValue>> = {
    constraints: owed(scene, [...context.held, ...context.upstream]).map(asJson),
    discharged: [],
    ...knownFacts(scene),
    confidence: transfer.sender.confidence ?? null,
    stop_conditions: [...new Set([...received, ...(transfer.sender.stop_conditions ?? [])])],
    side_effects: context.senderEffects.map(({ effect, evidence }) => ({ ...effect, evidence })),
  };
  return whole[field];
}

/** The sender's facts; nothing where one of them is too old by now, since sending it would be the next reason. */
function knownFacts({ edge, handoff }: Scene): { established?: JsonValue } {
  if (handoff === null) return {};
  const { context, transfer } = handoff;
  const facts = transfer.sender.facts ?? [];
  const oldest =
    edge.max_age_seconds === null ? -Infinity : Date.parse(transfer.at) - edge.max_age_seconds * 1000;
  if (facts.some(({ evidence }) => Date.parse(context.evidence(evidence)?.at ?? '') < oldest)) return {};
  return { established: facts.map(({ key, value, source, evidence }) => ({ key, value, source, evidence })) };
}

/** What this edge carries of them, without what the payload claims to close. */
function owed({ edge, facts }: Scene, stated: readonly StatedConstraint[]): KnownConstraint[] {
  const claimed = new Set(facts.discharges.map(({ constraint }) => constraint));
  return stated
    .map(({ constraint }) => constraint)
    .filter(({ id, stated_by }) => !claimed.has(id) && (edge.stated_by?.includes(stated_by) ?? true));
}

function isPayloadField(field: string): field is PayloadField {
  return (PAYLOAD_FIELDS as readonly string[]).includes(field);
}
