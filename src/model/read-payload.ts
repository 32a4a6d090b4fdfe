// STAND-IN, to be overwritten on merge: another part writes the real shape checks.
import { isJsonObject, type JsonValue } from '../canonical/json-value.js';
import type { PayloadView } from './transfer-context.js';

const isText = (value: unknown): boolean => typeof value === 'string';
const isList =
  (each: (item: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(each);
const hasTexts =
  (...keys: readonly string[]) =>
  (value: unknown): boolean =>
    isJsonObject(value) && keys.every((key) => isText(value[key]));

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  objective: isText,
  remaining: isList(isText),
  constraints: isList(hasTexts('text', 'modality', 'scope', 'stated_by', 'stated_in')),
  discharged: isList((entry) => {
    if (!isJsonObject(entry) || !hasTexts('constraint', 'how', 'evidence', 'reason')(entry)) return false;
    return (
      isJsonObject(entry['by']) && isText(entry['by']['agent']) && typeof entry['by']['hop'] === 'number'
    );
  }),
  established: isList(hasTexts('key', 'source', 'evidence')),
  confidence: (value) => value === null || typeof value === 'number',
  stop_conditions: isList(isText),
  side_effects: isList(hasTexts('kind', 'target', 'evidence')),
};

/** A payload as far as it can be read: a field that is absent or of the wrong shape is not there. */
export function readPayload(value: JsonValue): PayloadView {
  if (!isJsonObject(value)) return {};
  const kept = Object.entries(SHAPES).filter(([field, fits]) => fits(value[field]));
  return Object.fromEntries(kept.map(([field]) => [field, value[field]])) as PayloadView;
}
