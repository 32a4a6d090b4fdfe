import type { ReasonDraft, Scene } from '../check.js';
import { itemAt } from '../constraint-scene.js';
import { quote } from '../quote.js';

/** The reason for a stop condition that was held and is not sent; its repair is to send it too. */
export function stopConditionReason(scene: Scene, item: number, fault: string): ReasonDraft {
  const { text } = itemAt(scene.facts.stop_conditions.lost, item);
  return {
    data: '/payload/stop_conditions',
    message: `the run's stop condition ${quote(text)} ${fault}`,
    values: { stop_condition: text },
    fix: {
      patch: [{ op: 'add', path: '/stop_conditions/-', value: text }],
      say: `Carry the stop condition ${quote(text)}: it ends the run, which your own task does not.`,
    },
  };
}
