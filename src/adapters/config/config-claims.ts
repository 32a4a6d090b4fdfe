import { isJsonArray, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import { type JsonPointer, pointer } from '../../canonical/pointer.js';
import { isAtLeast, sameMeaning } from '../../config/meaning.js';
import {
  CONFIG_CHANGE,
  CONFIG_OPERATIONS,
  type ConfigChange,
  type ConfigOperation,
  SECRET_PREFIX,
} from '../../model/config.js';
import type { ConfigClaimFact } from '../../model/facts.js';
import type { ClaimedEffect } from '../../model/payload.js';
import type { TransferScene } from '../scene.js';
import type { Comparison } from './compare-source.js';
import { valueAt } from './value-at.js';

/** The claims that the payload makes of config changes, each held against the documents themselves. */
export class ConfigClaims {
  readonly facts: readonly ConfigClaimFact[];
  /** Where the true ones say that something changed, by source. */
  readonly #told = new Map<string, Told>();

  constructor(scene: TransferScene, comparisons: readonly Comparison[]) {
    const bySource = new Map(comparisons.map((one) => [one.plan.source, new Places(one)]));
    this.facts = (scene.payload.side_effects ?? []).flatMap((claim, index) =>
      claim.kind === CONFIG_CHANGE ? [this.#read(claim, index, bySource)] : [],
    );
  }

  /** Do the true ones, together, tell this change. */
  tell(source: string, { path, before, after }: ConfigChange): boolean {
    const told = this.#told.get(source);
    if (told === undefined) return false;
    if (told.paths.has(path) || aboveOf(path).some((above) => told.whole.has(above))) return true;
    // What came or went as a whole can be told part by part, if no part is left out.
    const value = before === undefined ? after : after === undefined ? before : undefined;
    return value !== undefined && isToldBelow(value, path, told);
  }

  #read(
    { target, details = {} }: ClaimedEffect,
    index: number,
    bySource: ReadonlyMap<string, Places>,
  ): ConfigClaimFact {
    const { source, path } = splitTarget(target);
    const places = bySource.get(source);
    const operation = operationOf(details);
    const real = operation !== undefined && places?.shows(path, operation, details) === true;
    if (real) this.#remember(source, path, Object.hasOwn(details, 'after'));
    return { index, source, path, operation: operation ?? null, real, ...places?.foundAt(path) };
  }

  /** A claim about a whole subtree tells of what changed in it only where it says what is there now. */
  #remember(source: string, path: JsonPointer, whole: boolean): void {
    const told = this.#told.get(source) ?? { paths: new Set(), whole: new Set() };
    this.#told.set(source, told);
    told.paths.add(path);
    if (whole) told.whole.add(path);
  }
}

interface Told {
  readonly paths: Set<JsonPointer>;
  readonly whole: Set<JsonPointer>;
}

function aboveOf(path: JsonPointer): JsonPointer[] {
  const above: JsonPointer[] = [];
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    above.push(path.slice(0, end));
    if (end === 0) break;
  }
  return above;
}

/** Is every part of a value told: itself, or all that it holds. */
function isToldBelow(value: JsonValue, path: JsonPointer, told: Told): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries = isJsonArray(value) ? [...value.entries()] : Object.entries(value);
  return (
    entries.length > 0 &&
    entries.every(([key, part]) => {
      const at = path + pointer(key);
      return told.paths.has(at) || (part !== undefined && isToldBelow(part, at, told));
    })
  );
}

/**
 * What stands at the paths of one source. A payload can claim ten thousand changes of one large subtree: each path is
 * looked at once.
 */
class Places {
  readonly #comparison: Comparison;
  readonly #known = new Map<JsonPointer, Place>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  /** Is a change there, and is it what is claimed as far as the claim says. */
  shows(path: JsonPointer, operation: ConfigOperation | null, details: JsonObject): boolean {
    const { was, is, differs, changes } = this.#at(path);
    return (
      (differs && operationFits(operation, was, is) && saysWhatIs(details, was, is)) ||
      changes.some(
        ({ op, before, after }) =>
          (operation === null || operation === op) && saysWhatIs(details, before, after),
      )
    );
  }

  /** What is there, where it is short enough to be told. */
  foundAt(path: JsonPointer): Pick<ConfigClaimFact, 'before' | 'after'> {
    return this.#at(path).found;
  }

  #at(path: JsonPointer): Place {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const { documents, changes } = this.#comparison;
    const was = documents === null ? undefined : valueAt(documents.before, path);
    const is = documents === null ? undefined : valueAt(documents.now, path);
    const differs = was === undefined || is === undefined ? was !== is : !sameMeaning(was, is, 0);
    const found = { ...(isShort(was) ? { before: was } : {}), ...(isShort(is) ? { after: is } : {}) };
    // Paths into an array are those of the patch, step by step, and not always those of a document.
    const place = { was, is, differs, found, changes: changes.filter((one) => one.path === path) };
    this.#known.set(path, place);
    return place;
  }
}

interface Place {
  readonly was: JsonValue | undefined;
  readonly is: JsonValue | undefined;
  readonly differs: boolean;
  readonly found: Pick<ConfigClaimFact, 'before' | 'after'>;
  readonly changes: readonly ConfigChange[];
}

/** In characters of JSON. A payload can have ten thousand claims. */
const MOST_OF_CLAIM = 200;

function isShort(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && !isAtLeast(value, MOST_OF_CLAIM + 1);
}

/** `flags/checkout/rollout`: the source, and a pointer into it. */
export function splitTarget(target: string): { readonly source: string; readonly path: JsonPointer } {
  const slash = target.indexOf('/');
  return slash < 0
    ? { source: target, path: '' }
    : { source: target.slice(0, slash), path: target.slice(slash) };
}

/** Undefined: it names one that there is not, and so nothing that could be true. */
function operationOf({ operation }: JsonObject): ConfigOperation | null | undefined {
  return operation === undefined ? null : CONFIG_OPERATIONS.find((known) => known === operation);
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

function saysWhatIs(details: JsonObject, was: JsonValue | undefined, is: JsonValue | undefined): boolean {
  return saysValue(details, 'before', was) && saysValue(details, 'after', is);
}

/** What a claim says the value was, or is. A secret's value nobody can tell. */
export function saysValue(
  details: JsonObject,
  side: 'before' | 'after',
  value: JsonValue | undefined,
): boolean {
  if (!Object.hasOwn(details, side)) return true;
  const claimed = details[side];
  return claimed !== undefined && value !== undefined && (isSecret(value) || sameMeaning(claimed, value, 0));
}

function isSecret(value: JsonValue): boolean {
  return typeof value === 'string' && value.startsWith(SECRET_PREFIX);
}
