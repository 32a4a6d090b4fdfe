import { nearest } from '../diagnostics/nearest.js';
import {
  KNOWN_TEXTS,
  REDACTABLE_KINDS,
  REDACTABLE_WORDS,
  REDACTED_TEXT_NAME,
  type RedactableKind,
  type RedactedText,
  type RedactionFields,
  type RedactionSettings,
  redactableForm,
} from '../model/redaction.js';
import { patternProblem } from './check-json-schema.js';
import { readFromVariable, readPathPattern } from './forms.js';
import type { Located } from './located.js';
import { quote } from './quote.js';
import { readTexts, readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readForm, readText, readWord } from './read-scalar.js';
import type { Read } from './scope.js';

export const REDACTION_KEYS = ['key', 'fields', 'texts'] as const;
export const OWN_TEXT_KEYS = ['name', 'pattern'] as const;

/** `redaction`: what is replaced before a ledger stores it. */
export const readRedaction: Read<RedactionSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, REDACTION_KEYS);
  if (map === undefined) return undefined;
  if (!map.has('fields') && !map.has('texts')) {
    const message = `\`${name}\` names nothing that is redacted`;
    scope.findings.common('missing_key', map.map.span, message, 'add `texts` or `fields`');
    return undefined;
  }
  return complete({
    key: map.required('key', readKeyVariable),
    fields: map.optional('fields', readFields, {}),
    texts: map.optional('texts', readSome(readUnique(readRedactedText, ({ name: own }) => own, 'name')), []),
  });
};

/** Only the variable's name is kept. */
const readKeyVariable: Read<string> = (node, scope, name) =>
  readFromVariable(node, scope, name)?.slice('env:'.length);

const readFields: Read<RedactionFields> = (node, scope, name) => {
  const map = openMap(node, scope, name, REDACTABLE_KINDS);
  if (map === undefined) return undefined;
  const fields: Partial<Record<RedactableKind, readonly string[]>> = {};
  for (const kind of REDACTABLE_KINDS) {
    const patterns = map.optional(kind, readSome(readTexts(readField(kind))), []);
    if (patterns === undefined) return undefined;
    if (patterns.length > 0) fields[kind] = patterns;
  }
  return fields;
};

function readField(kind: RedactableKind): Read<string> {
  return (node, scope, name) => {
    const path = readPathPattern(node, scope, name);
    if (path === undefined || redactableForm(kind).test(path)) return path;
    const meant = nearest(path, REDACTABLE_WORDS[kind]);
    const message = `\`${name}\`: ${quote(path)} is no text and no free value of a \`${kind}\`, or more than that`;
    const help =
      meant === undefined
        ? `ids, agents, hops, kinds, keys and times stay as they are; such as: ${REDACTABLE_WORDS[kind].join(', ')}`
        : `did you mean \`${meant}\`?`;
    scope.findings.common('wrong_value', node.span, message, help);
    return undefined;
  };
}

const readRedactedText: Read<RedactedText> = (node, scope, name) => {
  if (node.kind !== 'map') {
    const known = readWord(KNOWN_TEXTS)(node, scope, name);
    return known && { name: known, pattern: null };
  }
  const map = openMap(node, scope, name, OWN_TEXT_KEYS);
  const own =
    map &&
    complete({
      name: map.required('name', readOwnName),
      pattern: map.required('pattern', readLinearPattern),
    });
  return own;
};

const readOwnName: Read<string> = (node, scope, name) => {
  const own = readForm(REDACTED_TEXT_NAME, 'lower-case letters and dashes, at most 32')(node, scope, name);
  if (own === undefined || !KNOWN_TEXTS.some((known) => known === own)) return own;
  const message = `\`${name}\`: ${quote(own)} is the name of a known text`;
  scope.findings.common('wrong_value', node.span, message, `write \`${own}\` alone, or take another name`);
  return undefined;
};

const readLinearPattern: Read<string> = (node, scope, name) => {
  const pattern = readText(node, scope, name);
  const problem = pattern === undefined ? null : patternProblem(pattern);
  if (problem === null) return pattern;
  const message = `\`${name}\`: ${quote(pattern ?? '')} is not supported: ${problem}`;
  scope.findings.common('wrong_value', node.span, message, 'RE2 has no lookaround and no backreference');
  return undefined;
};

/** A list that is not empty: one that is would look like protection. */
function readSome<T>(read: Read<readonly T[]>): Read<readonly T[]> {
  return (node: Located, scope, name) => {
    const items = read(node, scope, name);
    if (items === undefined || items.length > 0) return items;
    scope.findings.common(
      'wrong_value',
      node.span,
      `\`${name}\` is empty`,
      'name something, or leave it out',
    );
    return undefined;
  };
}
