import type { LifeTransition } from '../model/verdict.js';
import type { Carriage } from './carriage.js';
import type { Holdings } from './held-at.js';
import type { Crossing, RunState, Transition } from './run-state.js';

/** What one delivered transfer does to the lives of constraints, in the order of their statements. */
export function lifeAtCrossing(
  state: RunState,
  crossing: Crossing,
  { ground, held }: Holdings,
  carriage: Carriage,
): Transition[] {
  const { record, edge, past } = crossing;
  const { carried, lost } = ground.past;
  const here = { hop: record.hop, by: record.from, at: record.at };
  const steps: Transition[] = [];
  const step = (key: number, to: LifeTransition['to'], rest: Partial<LifeTransition>): void => {
    steps.push({ key, transition: { to, ...here, ...rest } });
  };
  for (const [key, faults] of carriage.faults) {
    const before = carried.get(key);
    const wasLost = before === undefined && lost.has(key);
    const whole = faults.length === 0;
    if (!state.everLive.has(key) && !wasLost) step(key, 'live', {});
    else if (wasLost || (whole && before?.whole === false)) step(key, 'restored', { edge });
    if (!whole && before?.whole !== false) step(key, 'weakened', { edge, why: faults.join(', ') });
  }
  for (const key of held.keys()) {
    if (carriage.faults.has(key) || carriage.closed.has(key)) continue;
    if (lost.has(key) && !carried.has(key)) continue; // it was dropped already
    const code = carriage.refused.has(key) ? 'discharge_refused' : 'dropped';
    step(key, 'dropped', { edge, why: `constraint.${code}` });
  }
  for (const [key, { evidence, why }] of carriage.closed) step(key, 'discharged', { edge, evidence, why });
  ground.past.attached.forEach((_, key) => {
    if (past.lapsed.has(key)) step(key, 'lapsed', { why: `its receiver ${record.from} has handed on` });
  });
  const serial = ({ key }: Transition): number => state.known.get(key)?.serial ?? 0;
  return steps.sort((a, b) => serial(a) - serial(b));
}
