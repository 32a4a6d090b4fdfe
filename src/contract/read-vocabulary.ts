import { CONFIG_CHANGE } from '../model/config.js';
import type { EffectKind } from '../model/effect-kind.js';
import { readJsonSchema } from './check-json-schema.js';
import { FORMS, readLine } from './forms.js';
import type { LocatedEntry } from './located.js';
import { quote } from './quote.js';
import { complete, openMap, readAnyMap } from './read-map.js';
import { readBoolean } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

/** `effects` of the project file: the kinds of side effects that its contracts may speak of. */
export const readVocabulary: Read<readonly EffectKind[]> = (node, scope, name) => {
  const map = readAnyMap(node, scope, name);
  if (map === undefined) return undefined;
  const kinds = [...map.entries.values()].map((entry) => readKind(entry, scope, name));
  return kinds.includes(undefined) ? undefined : kinds.filter((kind) => kind !== undefined);
};

function readKind(entry: LocatedEntry, scope: Scope, name: string): EffectKind | undefined {
  const { key, keySpan, value } = entry;
  if (!FORMS.effectKind.test(key) || key === CONFIG_CHANGE) {
    const message =
      key === CONFIG_CHANGE
        ? `\`${name}\`: \`${key}\` is in every vocabulary, with details of its own`
        : `\`${name}\`: expected dotted lower-case segments such as \`message.email\`, not ${quote(key)}`;
    scope.findings.common('wrong_value', keySpan, message);
    return undefined;
  }
  const at = `${name}.${key}`;
  const map = openMap(value, scope, at, ['description', 'details', 'reversible']);
  const read =
    map &&
    complete({
      description: map.required('description', readLine),
      details: map.optional('details', readJsonSchema, null),
      reversible: map.optional('reversible', readBoolean, null),
    });
  return read && { kind: key, ...read };
}
