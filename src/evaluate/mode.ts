import type { Mode } from '../model/severity.js';
import type { Decision, EngineError } from '../model/verdict.js';

/**
 * What is done about a decision. `enforce` does it; `warn` and `observe` allow. An engine's error blocks in enforce
 * and warn, since there nothing was decided that could be let through; observe records it and allows.
 */
export function actionOf(decision: Decision, mode: Mode, errors: readonly EngineError[]): Decision {
  // A mode that is none of these, from a caller without types or a bundle that was changed, is enforce.
  if (mode === 'observe') return 'allow';
  if (mode === 'warn') return errors.length > 0 ? 'block' : 'allow';
  return decision;
}
