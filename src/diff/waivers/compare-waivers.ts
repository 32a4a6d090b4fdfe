import type { ReadWaivers, Waiver } from '../../contract/read-waivers.js';
import type { WaiverChange, WaiverStatus } from '../../model/policy-diff.js';

/**
 * What of head's waivers base does not have so. Told of those too that fit no finding now: a waiver can be laid down in one
 * change for another that comes later.
 *
 * @param base null, or with errors and so empty: all of head's are new.
 */
export function compareWaivers(base: ReadWaivers | null, head: ReadWaivers | null): readonly WaiverChange[] {
  const known = new Map((base?.waivers ?? []).map((waiver) => [waiver.fingerprint, waiver]));
  return (head?.waivers ?? []).flatMap((waiver) => {
    const was = known.get(waiver.fingerprint);
    const status = statusOf(was, waiver);
    return status === null ? [] : [changeOf(waiver, status, was, head?.file ?? '')];
  });
}

/** Null: nothing of it changed. Its line does not matter. */
function statusOf(was: Waiver | undefined, is: Waiver): WaiverStatus | null {
  if (was === undefined || isAimedOtherwise(was.rule, is.rule) || isAimedOtherwise(was.edge, is.edge))
    return 'added';
  if (is.expires > was.expires) return 'extended';
  const same = (['rule', 'edge', 'reason', 'owner', 'expires'] as const).every((key) => was[key] === is[key]);
  return same ? null : 'changed';
}

/** One that named another rule or edge than its finding's did nothing; with another name, or none, it may. */
function isAimedOtherwise(was: string | null, is: string | null): boolean {
  return was !== null && was !== is;
}

function changeOf(
  { fingerprint, owner, reason, expires, line }: Waiver,
  status: WaiverStatus,
  was: Waiver | undefined,
  file: string,
): WaiverChange {
  const before =
    was === undefined || status === 'added'
      ? null
      : { owner: was.owner, reason: was.reason, expires: was.expires };
  return { fingerprint, owner, expires, line, status, reason, file, before };
}
