import { canonicalJson } from '../canonical/canonical-json.js';
import type { JsonObject, JsonValue } from '../canonical/json-value.js';
import { matchPath } from '../config/path-pattern.js';
import type { ConfigPlan, DeclaredEffect } from '../model/bundle.js';
import { SECRET_PREFIX } from '../model/config.js';
import type { ConfigChangeFact } from '../model/facts.js';
import type { ReasonDraft, Scene } from './check.js';
import { itemAt } from './constraint-scene.js';
import { quote } from './quote.js';

/** One change of the facts, in words, and what its reasons have in common. */
export interface ChangeScene {
  readonly change: ConfigChangeFact;
  /** `feature-flags /flags/fraud_check/enabled was replaced: true before, false now`. */
  readonly what: string;
  readonly draft: Pick<ReasonDraft, 'data' | 'values' | 'place'>;
}

export function changeScene(scene: Scene, item: number): ChangeScene {
  const change = itemAt(scene.facts.config.changes, item);
  const { source, path, operation, from, before, after, other } = change;
  const plan = planOf(scene, source);
  return {
    change,
    what: `${quote(source)} ${quote(path)} ${saidOf(change)}`,
    draft: {
      data: '/payload/side_effects',
      values: {
        ...{ source, path, operation, from },
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        ...(other === null ? {} : { other }),
      },
      ...(plan === undefined ? {} : { place: { file: plan.file, line: plan.line } }),
    },
  };
}

/** The plan for a source, with its line of the contract. */
export function planOf({ edge }: Scene, source: string): ConfigPlan | undefined {
  return edge.config.find((plan) => plan.source === source);
}

function saidOf({ operation, from, before, after }: ConfigChangeFact): string {
  if (operation === 'add') return `was added: ${shown(after)}`;
  if (operation === 'remove') return `was removed: it was ${shown(before)}`;
  if (operation === 'move') return `was moved there from ${quote(from ?? '')}`;
  return `was replaced: ${shown(before)} before, ${shown(after)} now`;
}

export function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'a value too large to be shown';
  if (typeof value !== 'string') return typeof value === 'object' ? quote(inner(value)) : String(value);
  // Its digest says only whether two secrets are the same.
  return value.startsWith(SECRET_PREFIX) ? `secret …${value.slice(-8)}` : quote(value);
}

/** In a quoted text, so with the other quotes. */
function inner(value: JsonValue): string {
  return value === null ? 'null' : canonicalJson(value).replaceAll('"', "'");
}

/** The bounds of the declarations that cover a change. */
export function boundsFor({ edge }: Scene, change: ConfigChangeFact): JsonObject[] {
  const covering = (edge.side_effects ?? []).filter((effect) => coversChange(effect, change));
  return covering.flatMap((effect) => (effect.change?.value ? [effect.change.value] : []));
}

/** Of a declaration by the sender; for words only, the policy decides. */
export function coversChange({ by, change: declared }: DeclaredEffect, change: ConfigChangeFact): boolean {
  return (
    by === 'sender' &&
    declared !== undefined &&
    declared.source === change.source &&
    declared.operations.includes(change.operation) &&
    matchPath(declared.path, change.path)
  );
}
