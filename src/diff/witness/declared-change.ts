import type { JsonObject, JsonValue } from '../../canonical/json-value.js';
import { pointer, pointerSegments } from '../../canonical/pointer.js';
import { matchPath } from '../../config/path-pattern.js';
import type { DeclaredChange } from '../../model/bundle.js';
import type { ConfigOperation } from '../../model/config.js';
import { valueUnder } from './example-value.js';

const OPERATIONS = ['replace', 'add', 'remove'] as const;

/** Where a change is, what it does, and the new value. */
export interface MadeChange {
  readonly source: string;
  readonly segments: readonly string[];
  readonly path: string;
  readonly operation: Exclude<ConfigOperation, 'move'>;
  readonly value: JsonValue;
}

/**
 * A change that a declaration covers, within the bounds of all that cover it; null where none can be made.
 *
 * @param all Every declaration of the same agent.
 * @param number Tells paths of several changes apart.
 */
export function changeUnder(
  declared: DeclaredChange,
  all: readonly DeclaredChange[],
  number: number | string = '',
): MadeChange | null {
  const operation = OPERATIONS.find((known) => declared.operations.includes(known));
  const segments = segmentsUnder(declared.path, `w${number}`);
  if (operation === undefined || segments.length === 0) return null;
  const path = pointer(...segments);
  const bounds = all
    .filter(
      (other) =>
        other.source === declared.source &&
        other.operations.includes(operation) &&
        matchPath(other.path, path),
    )
    .map(({ value }) => asSchema(value));
  const value = operation === 'remove' ? 'there' : valueUnder(bounds);
  return value === undefined ? null : { source: declared.source, segments, path, operation, value };
}

/** A path that a pattern covers. */
export function segmentsUnder(pattern: string, word: string): readonly string[] {
  return pointerSegments(pattern).map((segment) => (segment === '*' || segment === '**' ? word : segment));
}

/** A bound implies its type, which JSON Schema does not say. */
export function asSchema(bounds: JsonObject | null): JsonObject {
  if (bounds === null) return {};
  const implied = IMPLIED.find(([keywords]) => keywords.some((keyword) => Object.hasOwn(bounds, keyword)));
  return implied === undefined || Object.hasOwn(bounds, 'type') ? bounds : { ...bounds, type: implied[1] };
}

const IMPLIED: readonly (readonly [readonly string[], string])[] = [
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], 'number'],
  [['minLength', 'maxLength', 'pattern', 'format'], 'string'],
];
