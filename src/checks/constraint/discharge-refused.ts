import type { KnownConstraint } from '../../model/constraint.js';
import type { DischargeFact } from '../../model/facts.js';
import type { Fix, JsonPatchOperation } from '../../model/verdict.js';
import type { Check, Scene } from '../check.js';
import { asJson, dischargeWay, itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const constraintDischargeRefused: Check = {
  code: 'constraint.discharge_refused',
  title: 'a discharge has its evidence, and is made by an agent that may',
  why: 'A discharge is the only rightful way for a constraint to leave a run, and the one that agents reach for once they know it. A sentence alone closes nothing.',
  fix: 'Carry the constraint, or name the record that shows that it was met, withdrawn or superseded.',
  default: 'block',
  needs: ['discharged'],
  proofs: {
    transfer: {
      each: 'input.discharges',
      holds: 'discharge.accepted',
      with: ['may_discharge', 'policy_ids'],
    },
  },
  reason(scene, item) {
    const discharge = itemAt(scene.facts.discharges, item);
    const held = scene.known.get(discharge.constraint)?.constraint ?? null;
    return {
      data: `/payload/discharged/${discharge.index}`,
      message: `the discharge of ${quote(held?.text ?? discharge.constraint)} is refused: ${cause(scene, discharge)}`,
      held,
      values: { how: discharge.how, by: discharge.agent, evidence: discharge.evidence.id },
      fix: repair(scene, discharge, held),
    };
  },
};

function repair(scene: Scene, discharge: DischargeFact, held: KnownConstraint | null): Fix {
  const patch: JsonPatchOperation[] = [{ op: 'remove', path: `/discharged/${discharge.index}` }];
  if (held === null || !discharge.known) return { patch, say: 'Leave the discharge out.' };
  if (!isCarried(scene, held.id)) patch.push({ op: 'add', path: '/constraints/-', value: asJson(held) });
  const say = `Carry the constraint ${quote(held.id)} instead of discharging it, or give the evidence that its discharge needs.`;
  return { patch, say, ...dischargeWay(scene, held) };
}

/** Also where it is sent without its id: then it was paired by its text. */
function isCarried(scene: Scene, id: string): boolean {
  return scene.facts.constraints.pairs.some((pair) => pair.constraint === id && pair.sent.length > 0);
}

/** The first thing that is wrong, in the order in which a person would fix it. */
function cause(scene: Scene, discharge: DischargeFact): string {
  if (!discharge.known) return 'the run knows no live constraint of that id';
  if (!discharge.by_sender) return `it is made in the name of ${quote(discharge.agent)}, not of this handoff`;
  return (
    evidenceFault(scene, discharge) ??
    `${quote(discharge.agent)} may not discharge as ${discharge.how} on this edge`
  );
}

function evidenceFault(scene: Scene, discharge: DischargeFact): string | null {
  const faults = { satisfied: unmet, withdrawn: notWithdrawn, superseded: notSuperseded };
  return faults[discharge.how](discharge, scene);
}

function unmet({ modality, evidence }: DischargeFact): string | null {
  if (modality === 'prohibition') return 'a prohibition is never satisfied';
  if (evidence.kind !== 'tool_call' && evidence.kind !== 'effect') {
    return `${quote(evidence.id)} names no tool call and no effect of this run`;
  }
  if (!evidence.succeeded) return `the tool call ${quote(evidence.id)} did not succeed`;
  return evidence.meets_requires ? null : `${quote(evidence.id)} is not the effect that it requires`;
}

function notWithdrawn({ stated_by, evidence }: DischargeFact): string | null {
  if (stated_by !== 'customer') return 'only what the customer stated can be withdrawn';
  if (evidence.kind !== 'message') return `${quote(evidence.id)} names no message of this run`;
  if (!evidence.later) return `the message ${quote(evidence.id)} is not later than the statement`;
  return evidence.withdraws ? null : `the message ${quote(evidence.id)} does not withdraw it`;
}

function notSuperseded({ stated_by, evidence }: DischargeFact, scene: Scene): string | null {
  if (stated_by !== 'policy') return 'only what policy stated can be superseded';
  return scene.edge.policies.includes(evidence.id)
    ? null
    : `the contract lists no policy ${quote(evidence.id)}`;
}
