import { isJsonObject, type JsonObject } from '../canonical/json-value.js';

/** One side effect: asked of the guard before it happens, or observed. */
export interface ProposedEffect {
  /** The agent. */
  readonly by: string;
  /** Dotted, lower-case, such as `message.email`. */
  readonly kind: string;
  readonly target: string;
  /** What its kind says more. */
  readonly details?: JsonObject;
}

const KIND = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * One effect, not a pattern of effects, and spelt as prohibitions spell theirs: else it would be asked about under a
 * name that nothing forbids.
 *
 * @throws TypeError
 */
export function requireEffect(effect: unknown): asserts effect is ProposedEffect {
  const { by, kind, target, details } = (effect ?? {}) as Partial<Record<keyof ProposedEffect, unknown>>;
  if (details !== undefined && !isJsonObject(details))
    throw new TypeError('`details` of an effect are an object');
  if (typeof by !== 'string' || by === '') throw new TypeError('an effect needs `by`, the name of an agent');
  if (typeof kind !== 'string' || !KIND.test(kind)) {
    throw new TypeError('an effect needs `kind`, dotted and in lower case, such as `message.email`');
  }
  if (typeof target !== 'string' || target === '' || target !== target.trim() || target.includes('*')) {
    throw new TypeError('an effect needs `target`, a text without white space around it and without `*`');
  }
}
