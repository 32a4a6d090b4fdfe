import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { pointerSegments } from '../../canonical/pointer.js';
import { sameMeaning } from '../../config/meaning.js';
import { CONFIG_OPERATIONS, type ConfigOperation, SECRET_PREFIX } from '../../model/config.js';
import type { ConfigClaimFact } from '../../model/facts.js';
import type { ClaimedEffect } from '../../model/payload.js';
import type { TransferScene } from '../scene.js';
import type { Comparison } from './compare-source.js';

/** The kind of effect that a change of live config is. Its target is `<source><path>`. */
export const CONFIG_CHANGE = 'config.change';

/** A claim of the payload, and whether it is true. */
export interface ReadClaim {
  readonly fact: ConfigClaimFact;
  /** Does it tell of a change at this path. */
  tells(source: string, path: string): boolean;
}

/** The claims that the payload makes of config changes, each held against the documents themselves. */
export function claimsOf(scene: TransferScene, comparisons: readonly Comparison[]): ReadClaim[] {
  const bySource = new Map(comparisons.map((comparison) => [comparison.plan.source, comparison]));
  return (scene.payload.side_effects ?? []).flatMap((claim, index) =>
    claim.kind === CONFIG_CHANGE ? [readClaim(claim, index, bySource)] : [],
  );
}

function readClaim(
  { target, details = {} }: ClaimedEffect,
  index: number,
  comparisons: ReadonlyMap<string, Comparison>,
): ReadClaim {
  const { source, path } = splitTarget(target);
  const documents = comparisons.get(source)?.documents ?? null;
  const operation = operationOf(details);
  const real = documents !== null && operation !== undefined && isReal(path, operation, details, documents);
  const whole = Object.hasOwn(details, 'after');
  return {
    fact: { index, source, path, operation: operation ?? null, real, ...foundAt(documents, path) },
    tells: (of, at) => real && of === source && covers(path, at, whole),
  };
}

/** What is there, where it is short enough to be told. */
function foundAt(
  documents: Comparison['documents'],
  path: string,
): Pick<ConfigClaimFact, 'before' | 'after'> {
  const before = documents === null ? undefined : short(valueAt(documents.before, path));
  const after = documents === null ? undefined : short(valueAt(documents.now, path));
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** In characters of JSON. A payload can have ten thousand claims. */
const MOST_OF_CLAIM = 200;

function short(value: JsonValue | undefined): JsonValue | undefined {
  return value !== undefined && JSON.stringify(value).length <= MOST_OF_CLAIM ? value : undefined;
}

/** `flags/checkout/rollout`: the source, and a pointer into it. */
export function splitTarget(target: string): { readonly source: string; readonly path: string } {
  const slash = target.indexOf('/');
  return slash < 0
    ? { source: target, path: '' }
    : { source: target.slice(0, slash), path: target.slice(slash) };
}

/** Undefined: it names one that there is not, and so nothing that could be true. */
function operationOf({ operation }: JsonObject): ConfigOperation | null | undefined {
  return operation === undefined ? null : CONFIG_OPERATIONS.find((known) => known === operation);
}

/** A claim about a whole subtree tells of what changed in it only where it says what is there now. */
function covers(claimed: string, changed: string, whole: boolean): boolean {
  return (
    claimed === changed || claimed.startsWith(`${changed}/`) || (whole && changed.startsWith(`${claimed}/`))
  );
}

function isReal(
  path: string,
  operation: ConfigOperation | null,
  details: JsonObject,
  { before, now }: NonNullable<Comparison['documents']>,
): boolean {
  const was = valueAt(before, path);
  const is = valueAt(now, path);
  if (same(was, is)) return false;
  return (
    operationFits(operation, was, is) && valueFits(details, 'before', was) && valueFits(details, 'after', is)
  );
}

function operationFits(
  operation: ConfigOperation | null,
  was: JsonValue | undefined,
  is: JsonValue | undefined,
): boolean {
  if (operation === null) return true;
  if (operation === 'remove') return is === undefined;
  if (operation === 'add') return was === undefined;
  return operation === 'move' ? is !== undefined : was !== undefined && is !== undefined;
}

/** What the claim says the value was, or is. A secret's value nobody can tell. */
function valueFits(details: JsonObject, side: 'before' | 'after', value: JsonValue | undefined): boolean {
  if (!Object.hasOwn(details, side)) return true;
  const claimed = details[side];
  return claimed !== undefined && value !== undefined && (isSecret(value) || same(claimed, value));
}

function isSecret(value: JsonValue): boolean {
  return typeof value === 'string' && value.startsWith(SECRET_PREFIX);
}

function same(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameMeaning(a, b, 0);
}

function valueAt(document: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const segment of pointerSegments(path)) {
    if (isJsonArray(value)) value = /^(?:0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
}
