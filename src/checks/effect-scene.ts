import { InternalError } from '../diagnostics/failures.js';
import type { EffectFact } from '../model/facts.js';
import { ANY_KIND } from '../model/tool.js';
import type { ReasonDraft, Scene } from './check.js';
import { quote } from './quote.js';

/** The side effect that a scene is about. */
export function effectOf(scene: Scene): EffectFact {
  const effect = scene.facts.effects[0];
  if (effect === undefined) throw new InternalError('a check about a side effect was asked about a transfer');
  return effect;
}

/** `"message.email" to "customer"`; of a tool that may do anything, `any effect on "customer"`. */
export function nameEffect(effect: { readonly kind: string; readonly target: string }): string {
  if (effect.kind === ANY_KIND)
    return effect.target === '*' ? 'any effect' : `any effect on ${quote(effect.target)}`;
  return `${quote(effect.kind)} to ${quote(effect.target)}`;
}

/** A reason that names an effect and the first live prohibition that matches it. */
export function effectReason(scene: Scene, message: (effect: string, rule: string) => string): ReasonDraft {
  const effect = effectOf(scene);
  const match = effect.matches.find(({ modality }) => modality === 'prohibition');
  const held = match === undefined ? null : (scene.known.get(match.constraint)?.constraint ?? null);
  const rule = quote(held?.text ?? match?.constraint ?? 'a live prohibition');
  return {
    data: '/effect',
    message: message(nameEffect(effect), rule),
    held,
    values: {
      by: effect.by,
      kind: effect.kind,
      target: effect.target,
      constraint: match?.constraint ?? null,
    },
  };
}
