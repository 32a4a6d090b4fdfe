import { InternalError } from '../../diagnostics/failures.js';
import type { Check } from '../check.js';

const MISSING = 'config adapters are not in this version';

/** Named, so that a contract which asks for one is told so instead of being let through. */
function later(code: string, title: string, severity: Check['default']): Check {
  return {
    code,
    title,
    why: 'What really changed in live config is recomputed and compared with what is declared and claimed.',
    fix: 'Wait for the version that reads live config; leave `provenance.config` out until then.',
    default: severity,
    part: 'provenance.config',
    missing: MISSING,
    needs: [],
    proofs: {},
    reason() {
      throw new InternalError(`${code} is not in this version, and yet it failed`);
    },
  };
}

export const configChecks: readonly Check[] = [
  later('config.undeclared_change', 'every change of live config is declared', 'block'),
  later('config.out_of_bounds', 'every new value is within its declared bounds', 'block'),
  later('config.claimed_not_real', 'every change that is claimed is real', 'block'),
  later('config.unreadable', 'every source of config can be read', 'block'),
  later('config.declared_but_absent', 'every change that is declared happened', 'warn'),
  later('config.real_not_claimed', 'every change that is real is claimed', 'warn'),
];
