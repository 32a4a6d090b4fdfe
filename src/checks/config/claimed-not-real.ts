import type { Check } from '../check.js';
import { planOf } from '../config-scene.js';
import { handoffOf, itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const configClaimedNotReal: Check = {
  code: 'config.claimed_not_real',
  title: 'every change of live config that is claimed is real',
  why: 'An agent reports success when its call returned 200. The receiver then acts on a change that never happened.',
  fix: 'Make the change and look at the source, or do not claim it.',
  default: 'block',
  part: 'provenance.config',
  needs: ['config', 'side_effects'],
  proofs: { transfer: { each: 'input.config.claims', holds: 'config.real' } },
  reason(scene, item) {
    const { index, source, path } = itemAt(scene.facts.config.claims, item);
    const claim = handoffOf(scene).payload.side_effects?.[index];
    const plan = planOf(scene, source);
    const read = scene.facts.config.sources.find((one) => one.source === source);
    const why =
      plan === undefined
        ? 'the contract reads no such source, so that it cannot be seen'
        : 'the source does not show it';
    return {
      data: `/payload/side_effects/${index}`,
      message: `the payload claims a change of ${quote(`${source}${path}`)}: ${why}`,
      values: {
        source,
        path,
        claimed: claim?.details ?? null,
        read_at: read?.at ?? null,
        digest: read?.digest ?? null,
      },
      ...(plan === undefined ? {} : { place: { file: plan.file, line: plan.line } }),
      fix: {
        patch: [{ op: 'remove', path: `/side_effects/${index}` }],
        say: `Do not claim the change of ${quote(`${source}${path}`)}: it did not happen. If it should, make it and look again.`,
      },
    };
  },
};
