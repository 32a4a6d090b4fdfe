import { nearest } from '../diagnostics/nearest.js';
import type { Located, LocatedScalar } from './located.js';
import { oneOf, quote } from './quote.js';
import type { Read, Scope } from './scope.js';

/** What a value is, for a message: a list, the number `7`, the text `no`. */
export function describe(node: Located): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`;
  if (node.value === null) return 'nothing';
  if (typeof node.value === 'string') return `the text ${quote(node.value)}`;
  return `the ${typeof node.value} ${quote(node.source)}`;
}

const YAML_1_1_BOOLEAN = /^(?:y|yes|n|no|on|off)$/i;

/** Words that were booleans in YAML 1.1 surprise people, so that the message says what they are. */
function oldBoolean(node: LocatedScalar): string {
  if (!node.plain || typeof node.value !== 'string' || !YAML_1_1_BOOLEAN.test(node.value)) return '';
  return `: ${quote(node.value)} is text in YAML 1.2`;
}

function wrongType(node: Located, scope: Scope, name: string, expected: string): undefined {
  const scalar = node.kind === 'scalar' && typeof node.value !== 'string' && node.value !== null;
  const help = scalar && expected.includes('text') ? `write "${node.source}"` : undefined;
  const message = `\`${name}\`: expected ${expected}, not ${describe(node)}`;
  scope.findings.common('wrong_type', node.span, message, help);
  return undefined;
}

/** Any text that is not blank. */
export const readText: Read<string> = (node, scope, name) => {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return wrongType(node, scope, name, 'text');
  if (node.value.trim() !== '') return node.value;
  scope.findings.common('wrong_value', node.span, `\`${name}\`: expected text that is not blank`);
  return undefined;
};

/** Text of a form. */
export function readForm(form: RegExp, expected: string): Read<string> {
  return (node, scope, name) => {
    const text = readText(node, scope, name);
    if (text === undefined || form.test(text)) return text;
    scope.findings.common('wrong_value', node.span, `\`${name}\`: expected ${expected}, not ${quote(text)}`);
    return undefined;
  };
}

/** One of a closed set of words. */
export function readWord<W extends string>(words: readonly W[]): Read<W> {
  return (node, scope, name) => {
    if (node.kind !== 'scalar' || typeof node.value !== 'string') {
      return wrongType(node, scope, name, oneOf(words));
    }
    const found = words.find((word) => word === node.value);
    if (found === undefined) reportWord(node, scope, name, words);
    return found;
  };
}

function reportWord(node: LocatedScalar, scope: Scope, name: string, words: readonly string[]): void {
  const written = String(node.value);
  const old = oldBoolean(node);
  const meant = old === '' ? nearest(written, words) : undefined;
  const found = old === '' ? `, not ${quote(written)}` : old;
  const message = `\`${name}\`: expected ${oneOf(words)}${found}`;
  const help = meant === undefined ? undefined : `did you mean \`${meant}\`?`;
  scope.findings.common('wrong_value', node.span, message, help);
}

/** `true` or `false`. */
export const readBoolean: Read<boolean> = (node, scope, name) => {
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
  const old = node.kind === 'scalar' ? oldBoolean(node) : '';
  if (old === '') return wrongType(node, scope, name, '`true` or `false`');
  scope.findings.common('wrong_type', node.span, `\`${name}\`: expected \`true\` or \`false\`${old}`);
  return undefined;
};

/** A number from `least` to `most`. */
export function readRange(least: number, most: number): Read<number> {
  return (node, scope, name) => {
    const number = readNumberValue(node, scope, name, 'a number');
    if (number === undefined || (number >= least && number <= most)) return number;
    const message = `\`${name}\`: expected a number from ${least} to ${most}, not \`${number}\``;
    scope.findings.common('wrong_value', node.span, message);
    return undefined;
  };
}

/** A whole number, 1 or more. */
export const readCount: Read<number> = (node, scope, name) => {
  const number = readNumberValue(node, scope, name, 'a whole number');
  if (number === undefined || (Number.isInteger(number) && number >= 1)) return number;
  const message = `\`${name}\`: expected a whole number of 1 or more, not \`${number}\``;
  scope.findings.common('wrong_value', node.span, message);
  return undefined;
};

function readNumberValue(node: Located, scope: Scope, name: string, expected: string): number | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'number') return node.value;
  const underscored = node.kind === 'scalar' && node.plain && /^[-+]?[0-9][0-9_]*$/.test(node.source);
  if (!underscored) return wrongType(node, scope, name, expected);
  const message = `\`${name}\`: expected ${expected}: ${quote(node.source)} is text in YAML 1.2`;
  scope.findings.common('wrong_type', node.span, message, `write ${node.source.replaceAll('_', '')}`);
  return undefined;
}
