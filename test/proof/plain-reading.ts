import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/canonical/json-value.js';
import type { Contract } from '../../src/contract/contract.js';
import type { DeclaredChange, DeclaredEffect } from '../../src/model/bundle.js';
import { matchesPattern } from '../../src/model/effect-pattern.js';
import type {
  ConfigChangeFact,
  ConstraintPair,
  DischargeFact,
  EstablishedEntry,
  Facts,
  ForbidMatch,
  PresentFields,
} from '../../src/model/facts.js';
import type { Severity } from '../../src/model/severity.js';

/**
 * The contract language read a second time, in plain TypeScript: from `handoff-model.md`, `contract-language.md` and
 * the facts' own description. It knows neither the table of checks that the emitter works from nor the Rego, so that
 * a slip in one of the three is a disagreement and not a shared belief.
 */
export interface PlainReading {
  readonly decision: 'allow' | 'block';
  /** Codes that this contract judges and that are not proven, sorted. */
  readonly codes: readonly string[];
  /** Codes that an exception lets through today, sorted. */
  readonly excepted: readonly string[];
  /** Every code that was judged, sorted. */
  readonly judged: readonly string[];
}

/** A custom rule in plain TypeScript, by its name: is it proven. */
export type PlainRules = Readonly<Record<string, (facts: Facts) => boolean>>;

/** What a contract says of facts. */
export function readPlainly(contract: Contract, facts: Facts, rules: PlainRules = {}): PlainReading {
  const judged = judgedBy(contract, facts);
  const failed = judged.filter((code) => !isProven(code, contract, facts, rules));
  const excepted = contract.edgeCheck.exceptions
    .filter(({ expires }) => facts.now.date <= expires)
    .map(({ code }) => code);
  const blocks = failed.some((code) => severityOf(contract, code) === 'block' && !excepted.includes(code));
  return {
    decision: blocks ? 'block' : 'allow',
    codes: sorted(failed),
    excepted: sorted(excepted),
    judged: sorted(judged),
  };
}

function sorted(codes: readonly string[]): string[] {
  return [...new Set(codes)].sort();
}

/** The defaults of `contract-language.md`. */
const DEFAULTS: Readonly<Record<string, Severity>> = {
  'payload.invalid': 'block',
  'constraint.dropped': 'block',
  'constraint.lost_upstream': 'block',
  'constraint.weakened': 'block',
  'constraint.modality_changed': 'block',
  'constraint.narrowed': 'block',
  'constraint.retargeted': 'block',
  'constraint.unresolved': 'block',
  'constraint.discharge_refused': 'block',
  'constraint.discharged_and_carried': 'block',
  'constraint.duplicated': 'block',
  'constraint.strengthened': 'warn',
  'constraint.widened': 'warn',
  'constraint.stale': 'warn',
  'constraint.invented': 'warn',
  'constraint.reattributed': 'warn',
  'constraint.forgotten': 'warn',
  'constraint.violated': 'block',
  'constraint.unbound': 'block',
  'stop_condition.missing': 'block',
  'stop_condition.overwritten': 'block',
  'established.altered': 'block',
  'confidence.missing': 'warn',
  'confidence.raised': 'warn',
  'established.missing': 'ignore',
  'tool_result.missing': 'ignore',
  'established.unsupported': 'block',
  'established.expired': 'block',
  'side_effect.undeclared': 'block',
  'side_effect.malformed': 'block',
  'side_effect.forbidden': 'block',
  'side_effect.claimed_not_observed': 'warn',
  'side_effect.observed_not_claimed': 'warn',
  'config.undeclared_change': 'block',
  'config.out_of_bounds': 'block',
  'config.claimed_not_real': 'block',
  'config.unreadable': 'block',
  'config.declared_but_absent': 'warn',
  'config.real_not_claimed': 'warn',
  'run.context_missing': 'block',
  'run.out_of_order': 'block',
  'edge.mismatch': 'block',
};

/** Every code that this version computes from facts. */
export const CODES: readonly string[] = Object.keys(DEFAULTS);

/** Those that are about one side effect. */
export const EFFECT_CODES: readonly string[] = [
  'constraint.violated',
  'constraint.unbound',
  'side_effect.undeclared',
  'side_effect.malformed',
  'side_effect.forbidden',
];

/** Those that are about a handoff: all of them, since live config shows what its sender did. */
export const TRANSFER_CODES: readonly string[] = CODES;

const RULE = 'rule.not_proven:';

function judgedBy(contract: Contract, facts: Facts): string[] {
  const ofSubject = facts.subject === 'effect' ? EFFECT_CODES : TRANSFER_CODES;
  const rules = contract.edgeCheck.rules.map(({ name }) => `${RULE}${name}`);
  return [
    ...ofSubject.filter((code) => hasPart(contract, code)),
    ...(facts.subject === 'transfer' ? rules : []),
  ];
}

/** Some checks begin once the part of the contract is there that they check against. */
function hasPart({ provenance, declaredSideEffects }: Contract, code: string): boolean {
  if (code === 'established.unsupported') return provenance.established !== null;
  if (code === 'established.expired') return provenance.established?.maxAgeSeconds != null;
  if (code === 'side_effect.undeclared') return declaredSideEffects !== null;
  if (code.startsWith('config.')) return provenance.config !== null;
  return true;
}

function severityOf({ edgeCheck }: Contract, code: string): Severity {
  const rule = edgeCheck.rules.find(({ name }) => code === `${RULE}${name}`);
  return rule?.severity ?? edgeCheck.severities[code] ?? DEFAULTS[code] ?? 'block';
}

function isProven(code: string, contract: Contract, facts: Facts, rules: PlainRules): boolean {
  if (facts.complete !== true) return false;
  if (code.startsWith(RULE)) return rules[code.slice(RULE.length)]?.(facts) === true;
  const [area = '', name = ''] = code.split('.');
  if (facts.subject === 'effect') return effectProven(code, contract, facts);
  if (!neededIn(area, name).every((field) => facts.present[field])) return false;
  return transferProven(area, name, contract, facts);
}

/**
 * Absent is not empty. Whether a constraint arrived is told by two lists together, those carried and those
 * discharged; what only looks at the entries carried needs the first alone.
 */
function neededIn(area: string, name: string): (keyof PresentFields)[] {
  if (area === 'constraint' && ['unbound', 'violated'].includes(name)) return [];
  if (area === 'constraint' && name === 'forgotten') return ['sender_constraints'];
  if (area === 'constraint' && name === 'discharge_refused') return ['discharged'];
  if (area === 'constraint' && ['stale', 'invented', 'duplicated'].includes(name)) return ['constraints'];
  if (area === 'constraint') return ['constraints', 'discharged'];
  if (area === 'stop_condition') return ['stop_conditions'];
  if (area === 'confidence') return ['confidence'];
  if (area === 'established' && name === 'missing') return ['established', 'sender_facts'];
  if (area === 'established') return ['established'];
  if (area === 'tool_result') return ['established', 'sender_tool_calls'];
  if (area === 'side_effect' && !['undeclared', 'malformed'].includes(name)) return ['side_effects'];
  if (area === 'config') return neededOfConfig(name);
  return [];
}

/** That a source cannot be read is told by the sources themselves; what is claimed, by the payload. */
function neededOfConfig(name: string): (keyof PresentFields)[] {
  if (name === 'unreadable') return [];
  const claims = name === 'claimed_not_real' || name === 'real_not_claimed';
  return claims ? ['config', 'side_effects'] : ['config'];
}

function transferProven(area: string, name: string, contract: Contract, facts: Facts): boolean {
  switch (area) {
    case 'payload':
      return facts.payload.errors.length === 0;
    case 'constraint':
      return constraintProven(name, contract, facts);
    case 'stop_condition':
      return stopConditionsProven(name, facts);
    case 'confidence':
      return confidenceProven(name, facts);
    case 'established':
      return establishedProven(name, contract, facts);
    case 'tool_result':
      return facts.tool_results.missing.length === 0;
    case 'side_effect':
      return sideEffectProven(name, contract, facts);
    case 'config':
      return configProven(name, contract, facts);
    default:
      return placeProven(name, contract, facts);
  }
}

function constraintProven(name: string, contract: Contract, facts: Facts): boolean {
  const { pairs, unbound } = facts.constraints;
  if (name === 'discharge_refused')
    return facts.discharges.every((discharge) => isRightful(discharge, contract));
  if (name === 'unbound') return unbound.length === 0 || irreversible(contract).length === 0;
  if (name === 'violated')
    return !facts.config.changes.some((change) => change.other === null && isForbidden(change.matches));
  return !pairs.some((pair) => pairFault(name, pair, contract));
}

/** Has this pair the fault of that name. */
function pairFault(name: string, pair: ConstraintPair, contract: Contract): boolean {
  const { standing, sent, discharged, differs, origins } = pair;
  const { modality, scope } = differs;
  const gone = sent.length === 0 && discharged.length === 0;
  switch (name) {
    case 'dropped':
      return standing === 'held' && gone && isAccepted(pair, contract);
    case 'lost_upstream':
      return standing === 'upstream' && gone && isAccepted(pair, contract);
    case 'weakened':
      return (modality?.sent === 'preference' && modality.held !== 'preference') || differs.hedged === true;
    case 'strengthened':
      return modality?.held === 'preference' && modality.sent !== 'preference';
    case 'modality_changed':
      return modality !== undefined && modality.held !== 'preference' && modality.sent !== 'preference';
    case 'narrowed':
      return scope?.held === 'run' && scope.sent === 'task';
    case 'widened':
      return scope?.held === 'task' && scope.sent === 'run';
    case 'unresolved':
      return differs.text === 'unresolved';
    case 'retargeted':
      return differs.forbids !== undefined || differs.requires !== undefined;
    case 'reattributed':
      return differs.stated_by !== undefined || differs.stated_in !== undefined;
    case 'invented':
      return standing === 'unknown';
    case 'stale':
      return standing === 'closed' && sent.length > 0;
    case 'duplicated':
      return sent.length > 1;
    case 'discharged_and_carried':
      return sent.length > 0 && discharged.length > 0;
    case 'forgotten':
      // What it discharges with this handoff, the sender may have taken out of its own state.
      return (
        standing === 'held' &&
        origins.includes('received') &&
        pair.in_sender === false &&
        discharged.length === 0
      );
    default:
      throw new Error(`the plain reading knows no constraint.${name}`);
  }
}

/** A contract says whose constraints its edge carries; where it does not, everybody's. */
function isAccepted(pair: ConstraintPair, { provenance }: Contract): boolean {
  return provenance.statedBy === null || provenance.statedBy.includes(pair.stated_by);
}

/** "A sentence alone closes nothing": the sender's own act, on evidence, by an agent that may. */
function isRightful(discharge: DischargeFact, contract: Contract): boolean {
  const may = contract.edgeCheck.discharge[discharge.how].includes(discharge.agent);
  return discharge.by_sender && discharge.known && may && hasEvidence(discharge, contract);
}

function hasEvidence({ how, modality, stated_by, evidence }: DischargeFact, contract: Contract): boolean {
  if (how === 'withdrawn')
    return stated_by === 'customer' && evidence.kind === 'message' && evidence.later && evidence.withdraws;
  if (how === 'superseded')
    return stated_by === 'policy' && contract.provenance.policies.includes(evidence.id);
  const done = evidence.kind === 'effect' || (evidence.kind === 'tool_call' && evidence.succeeded);
  return modality !== null && modality !== 'prohibition' && done && evidence.meets_requires;
}

function configProven(name: string, contract: Contract, { config }: Facts): boolean {
  const declared = declaredChanges(contract);
  const own = config.changes.filter(({ other }) => other === null);
  switch (name) {
    case 'undeclared_change':
      return own.every((change) =>
        [change.path, ...(change.operation === 'move' ? [change.from] : [])].every((path) =>
          declared.some((one) => covers(one, change, path)),
        ),
      );
    case 'out_of_bounds':
      return own.every((change) => isInBounds(change, declared));
    case 'claimed_not_real':
      return config.claims.every(({ real }) => real);
    case 'unreadable':
      return config.sources.every(({ read, baseline }) => read && baseline.read);
    case 'declared_but_absent':
      return declared.every((one) => config.changes.some((change) => covers(one, change, change.path)));
    case 'real_not_claimed':
      return own.every(({ claimed }) => claimed);
    default:
      throw new Error(`the plain reading knows no config.${name}`);
  }
}

/** What a sender may change; a receiver's changes are judged on its own edges. */
export function declaredChanges({ declaredSideEffects }: Contract): DeclaredChange[] {
  return (declaredSideEffects ?? []).flatMap(({ by, change }) =>
    by === 'sender' && change !== undefined ? [change] : [],
  );
}

function covers(declared: DeclaredChange, change: ConfigChangeFact, path: string | null): boolean {
  const { source, operations } = declared;
  return source === change.source && operations.includes(change.operation) && isPath(declared.path, path);
}

/** `*` is one segment, a last `**` one or more; an escaped segment is compared as it is written. */
function isPath(pattern: string, path: string | null): boolean {
  if (path === null) return false;
  const wanted = pattern.split('/');
  const found = path.split('/');
  if (wanted.at(-1) === '**') {
    const head = wanted.slice(0, -1);
    return found.length > head.length && isPath(head.join('/'), found.slice(0, head.length).join('/'));
  }
  return (
    wanted.length === found.length && wanted.every((segment, i) => segment === '*' || segment === found[i])
  );
}

/** A change that nothing covers is undeclared, and is told as that alone; what is gone has no value. */
function isInBounds(change: ConfigChangeFact, declared: readonly DeclaredChange[]): boolean {
  const covering = declared.filter((one) => covers(one, change, change.path));
  if (change.operation === 'remove' || covering.length === 0) return true;
  return covering.some(
    ({ value }) =>
      value === null || Object.keys(value).length === 0 || (!change.secret && isWithin(value, change.after)),
  );
}

/** Every keyword is met; one that is about numbers or texts is met by those alone. */
export function isWithin(bounds: JsonObject, value: JsonValue | undefined): boolean {
  const keywords = Object.entries(bounds);
  return keywords.every(([keyword, limit]) => value !== undefined && meets(keyword, limit, value));
}

function meets(keyword: string, limit: JsonValue | undefined, value: JsonValue): boolean {
  const number = typeof value === 'number' ? value : Number.NaN;
  const text = typeof value === 'string' ? value : null;
  const most = Number(limit);
  switch (keyword) {
    case 'type':
      return [limit].flat().some((type) => typesOf(value).includes(String(type)));
    case 'const':
      return isSame(limit, value);
    case 'enum':
      return isJsonArray(limit) && limit.some((one) => isSame(one, value));
    case 'minimum':
      return number >= most;
    case 'maximum':
      return number <= most;
    case 'exclusiveMinimum':
      return number > most;
    case 'exclusiveMaximum':
      return number < most;
    case 'minLength':
      return text !== null && [...text].length >= most;
    case 'maxLength':
      return text !== null && [...text].length <= most;
    case 'pattern':
      return text !== null && new RegExp(String(limit), 'u').test(text);
    case 'format':
      return text !== null && (limit === 'date' ? isDate(text) : isDateTime(text));
    default:
      throw new Error(`the plain reading knows no bound ${keyword}`);
  }
}

function typesOf(value: JsonValue): string[] {
  if (value === null) return ['null'];
  if (isJsonArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

/** Day 31 passes in any month: a bound is no calendar. */
function isDate(text: string): boolean {
  const [, month = 0, day = 0] = (/^\d{4}-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function isDateTime(text: string): boolean {
  const form = /^(.{10})[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(text);
  if (form === null || !isDate(form[1] ?? '')) return false;
  const [hour = 0, minute = 0, second = 0, awayHours = 0, awayMinutes = 0] = form
    .slice(2)
    .map((part) => Number(part ?? 0));
  return hour < 24 && minute < 60 && second <= 60 && awayHours < 24 && awayMinutes < 60;
}

function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (isJsonArray(a) && isJsonArray(b))
    return a.length === b.length && a.every((one, i) => isSame(one, b[i]));
  if (isJsonObject(a) && isJsonObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => key in b && isSame(a[key], b[key]));
  }
  return a === b;
}

function irreversible({ declaredSideEffects }: Contract): NonNullable<Contract['declaredSideEffects']> {
  return (declaredSideEffects ?? []).filter(({ reversible }) => !reversible);
}

function stopConditionsProven(name: string, { stop_conditions: { lost, added } }: Facts): boolean {
  if (lost.length === 0) return true;
  return name === 'overwritten' ? added === 0 : added > 0;
}

function confidenceProven(name: string, { confidence: { sender, sent } }: Facts): boolean {
  if (sender === null) return true;
  if (sent === null) return name === 'raised';
  return name === 'missing' || sent <= sender;
}

function establishedProven(name: string, contract: Contract, { established }: Facts): boolean {
  if (name === 'missing') return established.missing.length === 0;
  if (name === 'altered') return established.altered.length === 0;
  if (name === 'unsupported') return established.entries.every((entry) => isSupported(entry, contract));
  const limit = contract.provenance.established?.maxAgeSeconds ?? 0;
  return established.entries.every(({ age_seconds }) => age_seconds === null || age_seconds <= limit);
}

/** An accepted source, and evidence of the kind that such a source leaves. */
function isSupported(entry: EstablishedEntry, contract: Contract): boolean {
  const { source, found, succeeded, evidence, shows } = entry;
  const { established, policies } = contract.provenance;
  if (established === null || !established.sources.includes(source)) return false;
  if (shows === false || lostItsOrigin(entry)) return false;
  if (source === 'tool_result') return found === 'tool_call' && succeeded;
  if (source === 'customer') return found === 'message';
  if (source === 'policy') return found === 'statement' || policies.includes(evidence);
  return found !== null && succeeded;
}

/** Handed on with less than it came with: another source, or evidence that is neither the sender's own nor shows it. */
function lostItsOrigin({ relayed, shows }: EstablishedEntry): boolean {
  if (relayed === null) return false;
  if (relayed.same_evidence) return !relayed.same_source;
  return !relayed.own_evidence && shows !== true;
}

function sideEffectProven(name: string, contract: Contract, { side_effects }: Facts): boolean {
  const { observed, claimed } = side_effects;
  if (name === 'undeclared') return observed.every((effect) => isDeclared(effect, 'sender', contract));
  if (name === 'malformed') return observed.every(({ faults }) => faults.length === 0);
  if (name === 'forbidden') return !claimed.some((claim) => !claim.observed && isForbidden(claim.matches));
  if (name === 'claimed_not_observed') return claimed.every((claim) => claim.observed);
  return observed.every((effect) => effect.claimed);
}

function isDeclared(
  effect: { readonly kind: string; readonly target: string },
  by: 'sender' | 'receiver',
  { declaredSideEffects }: Contract,
): boolean {
  return (declaredSideEffects ?? []).some((one) => one.by === by && isCovered(one, effect));
}

/** In the path of a config change, `*` is a segment; in any other target, any text. */
function isCovered(
  declared: DeclaredEffect,
  effect: { readonly kind: string; readonly target: string },
): boolean {
  const { change } = declared;
  if (change === undefined) return matchesPattern(declared, effect);
  const { length } = change.source;
  const ofSource = effect.kind === 'config.change' && effect.target.startsWith(change.source);
  return ofSource && isPath(change.path, effect.target.slice(length));
}

function isForbidden(matches: readonly ForbidMatch[]): boolean {
  return matches.some(({ modality }) => modality === 'prohibition');
}

function placeProven(name: string, { edge, metadata }: Contract, { transfer }: Facts): boolean {
  if (name === 'context_missing') return transfer.hop === 1 || transfer.history === 'complete';
  if (name === 'out_of_order') return transfer.order.length === 0;
  const agents = isAgent(edge.from, transfer.from) && isAgent(edge.to, transfer.to);
  return agents && (transfer.edge === null || transfer.edge === metadata.name);
}

function isAgent(wanted: string, found: string): boolean {
  return wanted === '*' || wanted === found;
}

/** One side effect: proposed to the guard, or observed. */
function effectProven(code: string, contract: Contract, { effects, constraints }: Facts): boolean {
  const [effect] = effects;
  if (effect === undefined) throw new Error('facts about an effect have one');
  switch (code) {
    case 'constraint.violated':
      return !(effect.observed && isForbidden(effect.matches));
    case 'side_effect.forbidden':
      return effect.observed || !isForbidden(effect.matches);
    case 'side_effect.malformed':
      return effect.faults.length === 0;
    case 'side_effect.undeclared':
      return isDeclared(effect, 'receiver', contract);
    default: {
      const atStake =
        !effect.observed && irreversible(contract).some((declared) => isCovered(declared, effect));
      return !atStake || constraints.unbound.length === 0;
    }
  }
}
