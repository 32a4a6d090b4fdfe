import { isJsonArray, type JsonValue } from '../../canonical/json-value.js';
import { type JsonPointer, pointer } from '../../canonical/pointer.js';
import type { ConfigChange } from '../../model/config.js';
import { CONFIG_CHANGE } from '../../model/config.js';
import { matchesPattern } from '../../model/effect-pattern.js';
import type { ForbidMatch } from '../../model/facts.js';
import type { StatedConstraint } from '../../model/transfer-context.js';
import { forbidMatches } from '../side-effects/forbid-matches.js';

/**
 * Which live constraints forbid a change. What came or went as a whole is a change of each part of it: who may not
 * touch `payments/api/key` may not take `payments/api` away either.
 */
export class ForbiddenChanges {
  readonly #binding: readonly StatedConstraint[];

  constructor(binding: readonly StatedConstraint[]) {
    this.#binding = binding.filter(({ constraint }) =>
      constraint.forbids?.some(({ kind }) =>
        matchesPattern({ kind, target: '*' }, { kind: CONFIG_CHANGE, target: '' }),
      ),
    );
  }

  matching(source: string, { path, from, before, after }: ConfigChange): readonly ForbidMatch[] {
    const found = new Map<string, ForbidMatch>();
    if (this.#binding.length === 0) return [];
    const places: readonly (readonly [JsonPointer | undefined, JsonValue | undefined])[] = [
      [path, before],
      [path, after],
      [from, after],
    ];
    for (const [at, value] of places) {
      for (const part of at === undefined ? [] : partsOf(value, at)) {
        const effect = { kind: CONFIG_CHANGE, target: `${source}${part}` };
        for (const match of forbidMatches(this.#binding, effect)) found.set(match.constraint, match);
      }
      // All that could match have.
      if (found.size === this.#binding.length) break;
    }
    return [...found.values()];
  }
}

function* partsOf(value: JsonValue | undefined, at: JsonPointer): Generator<JsonPointer, void> {
  yield at;
  if (typeof value !== 'object' || value === null) return;
  const entries = isJsonArray(value) ? value.entries() : Object.entries(value);
  for (const [key, part] of entries) yield* partsOf(part, at + pointer(key));
}
