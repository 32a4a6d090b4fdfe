import type { Check, Scene } from '../check.js';
import { coversChange } from '../config-scene.js';
import { quote } from '../quote.js';

export const configDeclaredButAbsent: Check = {
  code: 'config.declared_but_absent',
  title: 'every change of live config that is declared happened',
  why: 'Where an edge is there for one change, a handoff without it is one that did nothing.',
  fix: 'Make the change; or set the check to `ignore` where the change is only allowed and not due.',
  default: 'warn',
  part: 'provenance.config',
  needs: ['config'],
  proofs: { transfer: { holds: 'config.happened', with: ['declared_changes'] } },
  reason(scene) {
    const absent = absentOf(scene);
    const first = absent.map((target) => quote(target)).slice(0, 3);
    const more = absent.length > first.length ? ` and ${absent.length - first.length} more` : '';
    return {
      data: '/payload/side_effects',
      message: `declared, and not changed: ${first.join(', ')}${more}`,
      values: { absent },
      fix: { say: `Nothing changed at ${first.join(', ')}: see whether the task was done.` },
    };
  },
};

function absentOf({ edge, facts }: Scene): string[] {
  const declared = (edge.side_effects ?? []).filter(
    ({ by, change }) => by === 'sender' && change !== undefined,
  );
  const absent = declared.filter(
    (effect) => !facts.config.changes.some((change) => coversChange(effect, change)),
  );
  return absent.map(({ target }) => target);
}
