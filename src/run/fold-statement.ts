import type { KnownConstraint } from '../model/constraint.js';
import type { MessageRecord, StatementRecord } from '../model/record.js';
import { chained } from './chain.js';
import { withEvidence } from './evidence.js';
import { worseHistory } from './history-of.js';
import { withFault } from './run-fault.js';
import { agentOf, changedState, type Known, knownOf, type RunState, withAgent } from './run-state.js';
import { sayWhat } from './say.js';
import { replaces, sameStatement, trustIn } from './statement-faults.js';
import { withTransition } from './with-transition.js';

/**
 * A message states its constraints to its receiver. What it takes back stays live until a discharge names it:
 * a message is evidence, and closes nothing by itself.
 */
export function foldMessage(state: RunState, record: MessageRecord): RunState {
  let next = withEvidence(state, record);
  if (record.constraints === undefined)
    next = changedState(next, { unlooked: true, history: worseHistory(next.history, 'partial') });
  record.constraints?.forEach((constraint, index) => {
    const by = constraint.stated_by;
    next = stated(next, { record, constraint, to: record.to, by, pointer: `/constraints/${index}` });
  });
  record.withdraws?.forEach((id, index) => {
    if (knownOf(next, id) !== undefined) return;
    const message = `the message takes back \`${id}\`, which the run does not know`;
    const pointer = `/withdraws/${index}`;
    next = withFault(next, 'run.withdraws_unknown', message, { severity: 'warning', pointer });
  });
  return next;
}

/** A constraint stated by a policy or an agent. */
export function foldStatement(state: RunState, record: StatementRecord): RunState {
  const { constraint, to, by } = record;
  return stated(withEvidence(state, record), { record, constraint, to, by, pointer: '/constraint' });
}

interface Statement {
  readonly record: MessageRecord | StatementRecord;
  readonly constraint: KnownConstraint;
  readonly to: string;
  readonly by: string;
  readonly pointer: string;
}

/**
 * The first statement of an id stands, unless somebody more trusted says otherwise; else a later one only tells it
 * to one more agent, and is the one that a withdrawal must come after.
 */
function stated(state: RunState, statement: Statement): RunState {
  const { constraint, to, record } = statement;
  const known = knownOf(state, constraint.id);
  if (known !== undefined) return restated(state, statement, known);
  const added = newKnown(state, statement);
  const next = withKnown(state, added);
  return withTransition(told(next, to, added), added.key, {
    to: 'stated',
    by: statement.by,
    evidence: record.id,
    at: record.at,
  });
}

function restated(state: RunState, statement: Statement, known: Known): RunState {
  const { constraint, to, record, pointer } = statement;
  const trust = trustOf(statement);
  const same = sameStatement(known.first.constraint, constraint);
  const replaced = !same && replaces(known.first.constraint, known.trust, constraint, trust);
  let next = state;
  if (!same) {
    const stands = replaced
      ? 'this one is held, as its speaker is trusted more'
      : 'the first statement stands';
    const message = `the constraint \`${constraint.id}\` was first stated as ${sayWhat(known.first.constraint)}; ${stands}`;
    next = withFault(next, 'run.constraint_changed', message, { pointer });
  }
  if (state.everClosed.has(known.key)) {
    const message = `the constraint \`${constraint.id}\` was discharged, and is stated again under its old id`;
    const help = 'give it a new id: under the old one it stays closed';
    next = withFault(next, 'run.closed_constraint_restated', message, { pointer, help });
  }
  const last = { at: record.at, record: record.id };
  const first = replaced ? { constraint, statedTo: to, ...last } : { ...known.first, ...last };
  const heard = same || replaced ? Math.max(trust, known.trust) : known.trust;
  const again: Known = { ...known, first, trust: heard };
  return told(withKnown(next, again), to, again);
}

function newKnown(state: RunState, statement: Statement): Known {
  const { constraint, to, record } = statement;
  const first = { constraint, statedTo: to, at: record.at, record: record.id };
  const key = state.names.constraints.of(constraint.id);
  return { key, serial: state.knownCount, order: state.length, first, trust: trustOf(statement) };
}

function trustOf({ record, constraint, by }: Statement): number {
  return trustIn(constraint.stated_by, record.kind === 'message' ? null : by);
}

/** The state in which the run knows this constraint: the next one by its serial, or one that it knew, changed. */
export function withKnown(state: RunState, known: Known): RunState {
  return changedState(state, {
    known: state.known.set(known.key, known),
    stated: state.stated.set(known.serial, known),
    knownCount: Math.max(state.knownCount, known.serial + 1),
  });
}

/** The state in which an agent was told a constraint, now. */
export function told(state: RunState, agent: string, known: Known): RunState {
  const item = { known, order: state.length };
  return withAgent(state, agent, { told: chained(agentOf(state, agent).told, item) });
}
