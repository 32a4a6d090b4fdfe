import { REDACTABLE_KINDS, type RedactableKind, type RedactionFields } from '../../model/redaction.js';

type Place = readonly [kind: RedactableKind, pattern: string];

const CONSTRAINTS: readonly Place[] = [
  ['message', '/constraints/*'],
  ['statement', '/constraint'],
  ['transfer', '/sender/constraints/*'],
  ['transfer', '/payload/constraints/*'],
];
const TEXTS: readonly Place[] = CONSTRAINTS.map(([kind, at]) => [kind, `${at}/text`]);
const TARGETS: readonly Place[] = [
  ...CONSTRAINTS.flatMap(([kind, at]): Place[] => [
    [kind, `${at}/forbids/*/target`],
    [kind, `${at}/requires/*/target`],
  ]),
  ['effect', '/effect/target'],
  ['transfer', '/payload/side_effects/*/target'],
];
const STOP_CONDITIONS: readonly Place[] = [
  ['transfer', '/sender/stop_conditions/*'],
  ['transfer', '/payload/stop_conditions/*'],
];
const FACTS: readonly Place[] = [
  ['transfer', '/sender/facts/*/value'],
  ['transfer', '/payload/established/*/value'],
];

/** Which places hold what one of them holds: `rest` is what follows. */
const SAME: readonly (readonly [form: RegExp, places: readonly Place[]])[] = [
  [/constraints?(?:\/[^/]+)?\/text$/, TEXTS],
  [/\/target$/, TARGETS],
  [/\/stop_conditions\/[^/]+$/, STOP_CONDITIONS],
  [/^\/(?:sender\/facts|payload\/established)\/[^/]+\/value(?<rest>.*)$/, FACTS],
];

/**
 * What is compared with each other is replaced together: a constraint's text that is a token where it is stated, and
 * itself where it is carried, would be read as reworded at every hop.
 */
export function wholeFields(fields: RedactionFields): RedactionFields {
  const all = new Map(REDACTABLE_KINDS.map((kind) => [kind, new Set(fields[kind])]));
  for (const pattern of Object.values(fields).flat()) {
    for (const [form, places] of SAME) {
      const match = form.exec(pattern);
      if (match === null) continue;
      for (const [kind, at] of places) all.get(kind)?.add(`${at}${match.groups?.['rest'] ?? ''}`);
    }
  }
  return Object.fromEntries([...all].map(([kind, patterns]) => [kind, [...patterns]]));
}
