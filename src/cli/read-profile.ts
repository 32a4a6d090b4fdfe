import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../canonical/json-value.js';
import { type Diagnostic, DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { nearest } from '../diagnostics/nearest.js';
import { packageRoot } from '../model/package-root.js';
import { schemaFaults } from '../model/schema-faults.js';
import { readJson } from '../record/read-json.js';
import type { SimulationProfile } from '../simulation/profile.js';
import { SIMULATION_PROFILES } from '../simulation/seed-article.js';
import type { Io } from './io.js';
import { readInput } from './read-input.js';

/**
 * A ready-made profile, or one from a file.
 *
 * @throws DiagnosticError `input.*`, `simulation.profile`
 */
export async function profileNamed(name: string, io: Io): Promise<SimulationProfile> {
  const known = Object.hasOwn(SIMULATION_PROFILES, name) ? SIMULATION_PROFILES[name] : undefined;
  return known ?? readProfile(name, io);
}

async function readProfile(file: string, io: Io): Promise<SimulationProfile> {
  const span = { file, line: 1, column: 1 };
  const reading = readJson(await readNamed(file, io), {});
  if ('code' in reading) throw failure('simulation.profile', `this is no JSON: ${reading.message}`, { span });
  const path = join(packageRoot(), 'schemas', 'simulation-profile.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
  const [first, ...others] = schemaFaults(schema, reading.value).map(
    ({ at, message }): Diagnostic => ({
      code: 'simulation.profile',
      severity: 'error',
      message,
      pointer: at,
      span,
    }),
  );
  if (first !== undefined) throw new DiagnosticError([first, ...others]);
  return reading.value as unknown as SimulationProfile;
}

/** A name that is neither a file nor a ready-made profile is most likely a mistyped one of those. */
async function readNamed(file: string, io: Io): Promise<Uint8Array> {
  try {
    return await readInput(file, io);
  } catch (error) {
    if (!(error instanceof DiagnosticError) || error.code !== 'input.missing') throw error;
    const names = Object.keys(SIMULATION_PROFILES);
    const near = nearest(file, names);
    const help = near === undefined ? `ready-made are ${names.join(', ')}` : `did you mean \`${near}\`?`;
    throw failure('input.missing', `there is no profile and no file \`${file}\``, { help });
  }
}
