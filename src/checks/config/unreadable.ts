import type { ConfigReadFact } from '../../model/facts.js';
import type { Check } from '../check.js';
import { planOf } from '../config-scene.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

export const configUnreadable: Check = {
  code: 'config.unreadable',
  title: 'every source of live config can be read, and so can its baseline',
  why: 'What cannot be read may have changed. A check that passes for want of data is how a change goes unseen.',
  fix: 'See why the source cannot be read; for `previous`, let the recorder look when the sender receives its task.',
  default: 'block',
  part: 'provenance.config',
  needs: [],
  proofs: { transfer: { each: 'input.config.sources', holds: 'config.readable' } },
  reason(scene, item) {
    const { source, adapter, location, baseline, ...live } = itemAt(scene.facts.config.sources, item);
    const plan = planOf(scene, source);
    const [what, read] = live.read ? [`its baseline ${quote(baseline.kind)}`, baseline] : ['it', live];
    return {
      data: '',
      message: `the config source ${quote(source)} cannot be compared: ${what} ${faultOf(read)}`,
      values: { source, adapter, location, baseline: baseline.kind, fault: read.fault },
      ...(plan === undefined ? {} : { place: { file: plan.file, line: plan.line } }),
      fix: { say: fixOf(source, read, live.read ? baseline.kind : null) },
    };
  },
};

function faultOf({ fault, why }: ConfigReadFact): string {
  if (fault === 'config_source.not_recorded') return 'was not recorded in the run';
  return `gave ${fault ?? 'nothing'}${why === null ? '' : ` (${why})`}`;
}

/** @param kind Of the baseline, where it is that which could not be read. */
function fixOf(source: string, { fault }: ConfigReadFact, kind: string | null): string {
  const name = quote(source);
  if (fault === 'config_source.not_recorded' && kind === 'previous')
    return `Record the config source ${name} when the sender receives its task: \`gate.configReceived\`, or \`read-config --agent\`.`;
  if (fault === 'config_source.not_recorded')
    return `Record the config source ${name} when it is handed on (\`gate.configSent\`, \`read-config --edge\`), or judge with a gate that reads it (\`--live\`).`;
  if (kind?.startsWith('snapshot:') === true)
    return `Take the baseline of ${name} with \`edge-contracts snapshot ${kind.slice('snapshot:'.length)}\`; this is for an operator, not in the payload.`;
  const what = kind === null ? `The config source ${name}` : `The baseline ${quote(kind)} of ${name}`;
  return `${what} cannot be read; this is for an operator, not in the payload.`;
}
