import { judgeEvidence } from '../../constraint/judge-evidence.js';
import type { DischargeFact } from '../../model/facts.js';
import type { DischargeEntry, TransferScene } from '../scene.js';

/** Every discharge that the payload claims, beside what the run's records say of its evidence. */
export function dischargeFacts({ discharges, transfer }: TransferScene): DischargeFact[] {
  return discharges.entries.map((entry, index) => dischargeFact(entry, index, transfer.from, transfer.hop));
}

function dischargeFact(entry: DischargeEntry, index: number, from: string, hop: number): DischargeFact {
  const { discharge, stated, evidence, statement } = entry;
  return {
    index,
    constraint: discharge.constraint,
    how: discharge.how,
    agent: discharge.by.agent,
    by_sender: discharge.by.agent === from && discharge.by.hop === hop,
    known: stated !== null,
    modality: stated?.constraint.modality ?? null,
    stated_by: stated?.constraint.stated_by ?? null,
    evidence: judgeEvidence(stated ?? undefined, discharge, evidence, statement),
  };
}
