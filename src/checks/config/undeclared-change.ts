import type { Check } from '../check.js';
import { changeScene } from '../config-scene.js';

export const configUndeclaredChange: Check = {
  code: 'config.undeclared_change',
  title: 'every change of live config is declared',
  why: 'What an agent changes beside its task shows in the live config alone: its own report does not tell it.',
  fix: 'Take the change back, or declare it in `declared_side_effects` with `kind: config.change`.',
  default: 'block',
  part: 'provenance.config',
  needs: ['config'],
  proofs: {
    transfer: { each: 'input.config.changes', holds: 'config.declared', with: ['declared_changes'] },
  },
  reason(scene, item) {
    const { what, draft } = changeScene(scene, item);
    return {
      ...draft,
      message: `${what}; the contract does not declare it \`by: sender\`, and nobody else in the run told of it`,
      fix: { say: `Undo the change: ${what}. If it is meant, the contract's owner has to declare it.` },
    };
  },
};
