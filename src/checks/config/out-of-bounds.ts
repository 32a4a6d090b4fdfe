import type { Check } from '../check.js';
import { boundsFor, changeScene } from '../config-scene.js';
import { quote } from '../quote.js';

export const configOutOfBounds: Check = {
  code: 'config.out_of_bounds',
  title: 'every new value of live config is within its declared bounds',
  why: 'A rollout of 10 and one of 100 are the same change by path; only the bound tells them apart.',
  fix: 'Set a value within the bounds, or let the owner of the contract widen them.',
  default: 'block',
  part: 'provenance.config',
  needs: ['config'],
  proofs: {
    transfer: { each: 'input.config.changes', holds: 'config.in_bounds', with: ['declared_changes'] },
  },
  reason(scene, item) {
    const { change, what, draft } = changeScene(scene, item);
    const bounds = boundsFor(scene, change);
    const why = change.large
      ? 'which is too large to be compared with'
      : change.secret
        ? 'which is a secret, so that nobody can see whether it is within'
        : 'which is outside';
    return {
      ...draft,
      message: `${what}, ${why} the declared bounds ${bounds.map((one) => JSON.stringify(one)).join(' or ')}`,
      values: { ...draft.values, bounds },
      fix: {
        say: `Set ${quote(`${change.source}${change.path}`)} to a value within the bounds, or undo the change.`,
      },
    };
  },
};
