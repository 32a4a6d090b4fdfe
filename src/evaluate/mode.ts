import type { Mode } from '../model/severity.js';
import type { Decision, EngineError } from '../model/verdict.js';

/**
 * What is done about a decision. `enforce` does it; `warn` and `observe` allow. An engine's error blocks in enforce
 * and warn, since there nothing was decided that could be let through; observe records it and allows.
 */
export function actionOf(decision: Decision, mode: Mode, errors: readonly EngineError[]): Decision {
  if (mode === 'enforce') return decision;
  if (mode === 'warn' && errors.length > 0) return 'block';
  return 'allow';
}
