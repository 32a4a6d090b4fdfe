import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import { looksLikeCredential } from '../../config/credential-forms.js';
import { matchPath } from '../../config/path-pattern.js';
import type { ConfigPlan } from '../../model/bundle.js';
import { SECRET_PREFIX } from '../../model/config.js';
import type { ConfigClaimFact } from '../../model/facts.js';
import type { Check } from '../check.js';
import { planOf, shown } from '../config-scene.js';
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
    const fact = itemAt(scene.facts.config.claims, item);
    const { index, source, path } = fact;
    const details = handoffOf(scene).payload.side_effects?.[index]?.details ?? {};
    const plan = planOf(scene, source);
    const read = scene.facts.config.sources.find((one) => one.source === source);
    const secret = isSecret(fact, details, plan);
    const to = Object.hasOwn(details, 'after') ? ` to ${secret ? 'a secret' : shown(details['after'])}` : '';
    const claimed = secret ? { operation: fact.operation, secret } : details;
    return {
      data: `/payload/side_effects/${index}`,
      message: `the payload claims a change of ${quote(`${source}${path}`)}${to}: ${whyNot(fact, plan)}`,
      values: {
        ...{ source, path, claimed, read_at: read?.at ?? null, digest: read?.digest ?? null },
        ...(fact.before === undefined ? {} : { before: fact.before }),
        ...(fact.after === undefined ? {} : { after: fact.after }),
      },
      ...(plan === undefined ? {} : { place: { file: plan.file, line: plan.line } }),
      fix: {
        patch: [{ op: 'remove', path: `/side_effects/${index}` }],
        say: `Do not claim the change of ${quote(`${source}${path}`)}: it did not happen. If it should, make it and look again.`,
      },
    };
  },
};

/** What an agent says of a secret may be the secret: reasons go into prompts, logs and attestations. */
function isSecret(
  { path, before, after }: ConfigClaimFact,
  details: JsonObject,
  plan: ConfigPlan | undefined,
): boolean {
  const hidden = [before, after].some(
    (value) => typeof value === 'string' && value.startsWith(SECRET_PREFIX),
  );
  const named = plan?.secrets.some((pattern) => matchPath(pattern, path)) === true;
  return hidden || named || looksLikeCredential(JSON.stringify(details));
}

function whyNot({ before, after }: ConfigClaimFact, plan: ConfigPlan | undefined): string {
  if (plan === undefined) return 'the contract reads no such source, so that it cannot be seen';
  if (before !== undefined && sameText(before, after)) return `it is still ${shown(after)}`;
  if (before === undefined && after === undefined) return 'the source does not show it';
  if (before === undefined) return `nothing was there, and now ${shown(after)} is`;
  return after === undefined
    ? `it was ${shown(before)}, and now nothing is there`
    : `it was ${shown(before)}, and is ${shown(after)}`;
}

function sameText(a: JsonValue, b: JsonValue | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
