import { InternalError } from '../diagnostics/failures.js';
import type { Check } from './check.js';
import { confidenceMissing } from './confidence/missing.js';
import { confidenceRaised } from './confidence/raised.js';
import { configClaimedNotReal } from './config/claimed-not-real.js';
import { configDeclaredButAbsent } from './config/declared-but-absent.js';
import { configOutOfBounds } from './config/out-of-bounds.js';
import { configRealNotClaimed } from './config/real-not-claimed.js';
import { configUndeclaredChange } from './config/undeclared-change.js';
import { configUnreadable } from './config/unreadable.js';
import { constraintDischargeRefused } from './constraint/discharge-refused.js';
import { constraintDischargedAndCarried } from './constraint/discharged-and-carried.js';
import { constraintDropped } from './constraint/dropped.js';
import { constraintDuplicated } from './constraint/duplicated.js';
import { constraintForgotten } from './constraint/forgotten.js';
import { constraintInvented } from './constraint/invented.js';
import { constraintLostUpstream } from './constraint/lost-upstream.js';
import { constraintContradicted, constraintMutated } from './constraint/matched-by-meaning.js';
import { constraintModalityChanged } from './constraint/modality-changed.js';
import { constraintNarrowed } from './constraint/narrowed.js';
import { constraintReattributed } from './constraint/reattributed.js';
import { constraintRetargeted } from './constraint/retargeted.js';
import { constraintStale } from './constraint/stale.js';
import { constraintStrengthened } from './constraint/strengthened.js';
import { constraintUnbound } from './constraint/unbound.js';
import { constraintUnresolved } from './constraint/unresolved.js';
import { constraintViolated } from './constraint/violated.js';
import { constraintWeakened } from './constraint/weakened.js';
import { constraintWidened } from './constraint/widened.js';
import { establishedAltered } from './established/altered.js';
import { establishedExpired } from './established/expired.js';
import { establishedMissing } from './established/missing.js';
import { establishedUnsupported } from './established/unsupported.js';
import { payloadInvalid } from './payload/invalid.js';
import { runContextMissing } from './run/context-missing.js';
import { edgeMismatch } from './run/edge-mismatch.js';
import { runOutOfOrder } from './run/out-of-order.js';
import { sideEffectClaimedNotObserved } from './side-effect/claimed-not-observed.js';
import { sideEffectForbidden } from './side-effect/forbidden.js';
import { sideEffectMalformed } from './side-effect/malformed.js';
import { sideEffectObservedNotClaimed } from './side-effect/observed-not-claimed.js';
import { sideEffectUndeclared } from './side-effect/undeclared.js';
import { stopConditionMissing } from './stop-condition/missing.js';
import { stopConditionOverwritten } from './stop-condition/overwritten.js';
import { toolResultMissing } from './tool-result/missing.js';

/** Every check, in the order in which verdicts list them. */
export const CHECKS: readonly Check[] = [
  payloadInvalid,
  constraintDropped,
  constraintLostUpstream,
  constraintWeakened,
  constraintModalityChanged,
  constraintNarrowed,
  constraintMutated,
  constraintContradicted,
  constraintRetargeted,
  constraintUnresolved,
  constraintDischargeRefused,
  constraintDischargedAndCarried,
  constraintDuplicated,
  constraintStrengthened,
  constraintWidened,
  constraintStale,
  constraintInvented,
  constraintReattributed,
  constraintForgotten,
  constraintViolated,
  constraintUnbound,
  stopConditionMissing,
  stopConditionOverwritten,
  confidenceMissing,
  confidenceRaised,
  establishedMissing,
  establishedAltered,
  establishedUnsupported,
  establishedExpired,
  toolResultMissing,
  sideEffectUndeclared,
  sideEffectMalformed,
  sideEffectForbidden,
  sideEffectClaimedNotObserved,
  sideEffectObservedNotClaimed,
  configUndeclaredChange,
  configOutOfBounds,
  configClaimedNotReal,
  configUnreadable,
  configDeclaredButAbsent,
  configRealNotClaimed,
  runContextMissing,
  runOutOfOrder,
  edgeMismatch,
];

const BY_CODE: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.code, check]));

/** @throws InternalError for a code that is not in the table. */
export function checkOf(code: string): Check {
  const check = BY_CODE.get(code);
  if (check === undefined) throw new InternalError(`there is no check ${code}`);
  return check;
}

/** The same, for a code that may be anything. */
export function findCheck(code: string): Check | undefined {
  return BY_CODE.get(code);
}
