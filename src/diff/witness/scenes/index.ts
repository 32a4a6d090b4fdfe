import { CONFIG_SCENES } from './config-scenes.js';
import { CONSTRAINT_SCENES } from './constraint-scenes.js';
import { DISCHARGE_SCENES } from './discharge-scenes.js';
import { EFFECT_SCENES } from './effect-scenes.js';
import { PAYLOAD_SCENES } from './payload-scenes.js';
import type { SceneMaker } from './scene.js';

/** For each check, runs in which it fails and no other does. */
export const SCENES: ReadonlyMap<string, SceneMaker> = new Map(
  Object.entries({
    ...PAYLOAD_SCENES,
    ...CONSTRAINT_SCENES,
    ...DISCHARGE_SCENES,
    ...EFFECT_SCENES,
    ...CONFIG_SCENES,
  }),
);
