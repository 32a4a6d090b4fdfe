import type { JsonObject } from '../../canonical/json-value.js';
import { CONFIG_CHANGE } from '../../model/config.js';
import type { ConfigChangeFact } from '../../model/facts.js';
import type { Check } from '../check.js';
import { changeScene } from '../config-scene.js';
import { handoffOf } from '../constraint-scene.js';

export const configRealNotClaimed: Check = {
  code: 'config.real_not_claimed',
  title: 'every change of live config that is real is claimed',
  why: 'The receiver learns of a change from the payload. One that is not told is one that it cannot take into account.',
  fix: 'Tell it in `side_effects`, with kind `config.change` and source and path as target.',
  default: 'warn',
  part: 'provenance.config',
  needs: ['config', 'side_effects'],
  proofs: { transfer: { each: 'input.config.changes', holds: 'config.told' } },
  reason(scene, item) {
    const { change, what, draft } = changeScene(scene, item);
    const value = claimOf(change, evidenceOf(scene));
    return {
      ...draft,
      message: `${what}; the payload does not tell it`,
      fix: {
        patch: [{ op: 'add', path: '/side_effects/-', value }],
        say: `Tell in \`side_effects\` that ${what}.`,
      },
    };
  },
};

function claimOf({ source, path, operation, after }: ConfigChangeFact, evidence: string): JsonObject {
  const details = { operation, ...(after === undefined ? {} : { after }) };
  return { kind: CONFIG_CHANGE, target: `${source}${path}`, evidence, details };
}

/** The sender's last tool call, for want of a better one: a claim has to name some. */
function evidenceOf(scene: Parameters<Check['reason']>[0]): string {
  const { transfer } = handoffOf(scene);
  return transfer.sender.tool_calls?.at(-1)?.id ?? `hop-${transfer.hop}`;
}
