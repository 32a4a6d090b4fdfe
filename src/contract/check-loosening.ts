import { type JsonPointer, pointer, pointerSegments } from '../canonical/pointer.js';
import type { Span } from '../diagnostics/diagnostic.js';
import type { Findings } from './findings.js';
import type { Fragment } from './fragment.js';
import { collectSpans, type Located, type LocatedMap, locate, toJson, toJsonObject } from './located.js';
import { LOOSENINGS, type Loosening, type Looser } from './loosenings.js';
import { spanOf } from './span-of.js';

/** Reports where the resolved contract is looser than its fragment, and the fragment does not let it be. */
export function checkLoosening(fragment: Fragment, resolved: LocatedMap, findings: Findings): void {
  const places = { file: fragment.file, held: collectSpans(fragment.parts), now: collectSpans(resolved) };
  for (const loosening of LOOSENINGS) {
    for (const path of written(fragment.parts, pointerSegments(loosening.path))) {
      const looser = compare(loosening, fragment.parts, resolved, path);
      if (looser === null || isOverridable(fragment, pointer(...path))) continue;
      report(path, looser, places, findings);
    }
  }
}

/** The pointers that a path with `*` stands for in what is written. */
function written(
  node: Located,
  [segment, ...rest]: readonly string[],
  before: readonly string[] = [],
): string[][] {
  if (segment === undefined) return [[...before]];
  if (node.kind !== 'map') return [];
  const entries = [...node.entries.values()].filter(({ key }) => segment === '*' || key === segment);
  return entries.flatMap(({ key, value }) => written(value, rest, [...before, key]));
}

function compare(
  loosening: Loosening,
  fragment: LocatedMap,
  resolved: LocatedMap,
  path: string[],
): Looser | null {
  const held = locate(fragment, ...path);
  const now = locate(resolved, ...path);
  if (held === undefined || now === undefined) return null;
  const [group = '', key = ''] = path.slice(-2);
  const scene = { held: toJsonObject(fragment), now: toJsonObject(resolved), group, key };
  return loosening.looser(toJson(held), toJson(now), scene);
}

function isOverridable({ overridable }: Fragment, at: JsonPointer): boolean {
  return (
    overridable === true || overridable.some((allowed) => at === allowed || at.startsWith(`${allowed}/`))
  );
}

interface Places {
  readonly file: string;
  readonly held: ReadonlyMap<JsonPointer, Span>;
  readonly now: ReadonlyMap<JsonPointer, Span>;
}

function report(path: readonly string[], looser: Looser, places: Places, findings: Findings): void {
  const at = pointer(...path);
  const held = spanOf({ file: places.file, spans: places.held }, at);
  const now = spanOf({ file: places.file, spans: places.now }, at + (looser.at ?? ''));
  const message = `\`${path.join('.')}\` is looser than in ${held.file}:${held.line}: ${looser.message}`;
  const help = `make it as strict, or let the fragment list \`${at}\` in \`overridable\``;
  findings.error('contract.loosened', now, message, help);
}
