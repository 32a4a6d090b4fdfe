import type { UncoveredMode } from '../model/bundle.js';
import type { Mode } from '../model/severity.js';
import type { Reason } from '../model/verdict.js';

/** The mode of a handoff that no contract covers. */
export function uncoveredMode(uncovered: UncoveredMode): Mode {
  return uncovered === 'block' ? 'enforce' : uncovered;
}

/** Why a handoff without a contract is blocked, counted and listed. */
export function uncoveredReason(why: string): Reason {
  return {
    code: 'edge.uncovered',
    severity: 'block',
    check: 'edge.uncovered',
    message: why,
    at: { data: '/from', file: null, line: null },
    fix: {
      say: 'Nothing about this handoff was checked. Have a contract of its edge written (`edge-contracts init --edge FROM TO`), or say what becomes of such handoffs: `uncovered` in edge-contracts.yaml.',
    },
  };
}
