import type { TransferRecord } from '../model/record.js';
import type { ConstraintLife, Reason, Verdict, ViolationCause } from '../model/verdict.js';
import { agentState } from '../run/agent-state.js';
import type { RunState } from '../run/run-state.js';
import type { JudgedReason } from './run-reasons.js';

/** A prohibition that live config shows broken, whether or not anybody recorded an effect. */
export interface ConfigViolation {
  readonly constraint: string;
  readonly cause: ViolationCause;
  readonly reason: Reason;
  readonly transfer: TransferRecord;
  readonly verdict: Pick<Verdict, 'mode' | 'transfer'>;
}

/** What a transfer verdict found broken; the fold cannot know, since it reads no config. */
export function brokenByConfig(
  state: RunState,
  transfer: TransferRecord,
  { reasons, mode, transfer: named }: Verdict,
): ConfigViolation[] {
  const broken = reasons.filter(({ code }) => code === 'constraint.violated');
  if (broken.length === 0) return [];
  const { binding } = agentState(state, transfer.from);
  return broken.flatMap((reason) => {
    const id = reason.held?.id;
    if (id === undefined) return [];
    const whole = binding.some(({ constraint, whole }) => constraint.id === id && whole);
    const cause = whole ? 'reasoning' : 'transmission';
    return [{ constraint: id, cause, reason, transfer, verdict: { mode, transfer: named } }];
  });
}

export function configReason({ reason, cause, verdict }: ConfigViolation): JudgedReason {
  const { fix: _, ...told } = reason;
  const { hop, edge } = verdict.transfer;
  const message = `${reason.message}; cause: ${cause} (seen at hop ${hop})`;
  return {
    reason: { ...told, message, cause, at: { ...reason.at, record: null }, edge },
    mode: verdict.mode,
    errors: [],
  };
}

/** What was broken stays broken, whatever came after. */
export function withConfigViolations(
  lives: readonly ConstraintLife[],
  broken: readonly ConfigViolation[],
): readonly ConstraintLife[] {
  if (broken.length === 0) return lives;
  const first = new Map([...broken].reverse().map((one) => [one.constraint, one]));
  return lives.map((life) => {
    const one = first.get(life.constraint.id);
    return one === undefined || life.state === 'violated' ? life : violated(life, one);
  });
}

function violated(
  life: ConstraintLife,
  { cause, reason, transfer, verdict }: ConfigViolation,
): ConstraintLife {
  const { hop, from: by, at } = transfer;
  const step = { to: 'violated', by, at, hop, edge: verdict.transfer.edge, why: reason.message } as const;
  const until = life.transitions.filter((each) => each.to !== 'lapsed');
  return { ...life, state: 'violated', cause, transitions: [...until, step] };
}
