import type { SimulationProfile } from '../simulation/profile.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export interface WrittenSimulation {
  readonly profile: Pick<SimulationProfile, 'name' | 'notes'>;
  readonly seed: number;
  readonly runs: number;
  readonly records: number;
  readonly transfers: number;
  /** The file; null: standard output. */
  readonly to: string | null;
}

/** What is said beside simulated runs, so that nobody takes them for recorded ones. */
export function simulationText(
  { profile, seed, runs, records, transfers, to }: WrittenSimulation,
  paint: Paint,
): string {
  const where = to === null ? '' : ` to ${safe(to)}`;
  const head = `${paint('strong', 'simulated')}: profile ${safeName(profile.name)}, seed ${seed}`;
  const counts = [counted(runs, 'run'), counted(transfers, 'handoff'), counted(records, 'record')];
  const notes = profile.notes.map((note) => `  - ${safe(note, 2000)}\n`).join('');
  return `${head}: ${counts.join(', ')} written${where}\n${notes}`;
}
