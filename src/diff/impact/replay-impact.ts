import type { Impact } from '../../model/policy-diff.js';
import type { CompiledSide } from '../compiled-side.js';
import { ImpactTally } from './impact-tally.js';
import type { RecordedRuns } from './recorded-runs.js';
import { RunReplay } from './replay-run.js';

/** No runs were given: that says nothing of what would have happened. */
export const NO_IMPACT: Impact = {
  source: null,
  ...{ replayed: 0, from_facts: 0, from_records: 0, not_replayed: [], edges: [], errors: 0 },
};

/** What recorded runs would have come to under each version. Memory does not grow with the runs. */
export async function replayImpact(
  base: CompiledSide,
  head: CompiledSide,
  recorded: RecordedRuns,
): Promise<Impact> {
  const tally = new ImpactTally();
  const replay = new RunReplay(base, head, tally);
  for await (const run of recorded.runs) await replay.replay(run);
  for (const { why, count } of recorded.unread?.() ?? []) tally.leaveOut(why, count);
  return tally.impact(recorded.source);
}
