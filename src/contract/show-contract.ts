import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { type JsonPointer, pointer } from '../canonical/pointer.js';
import type { Contract } from './contract.js';
import { withDefaults } from './with-defaults.js';

/**
 * The contract as resolved, as YAML. A value that a fragment or a default gave is marked with where it came from:
 * `# from fragment.yaml:12`, `# default`. Read again, the text gives a contract that means the same.
 */
export function showContract(contract: Contract): string {
  const printer = new Printer(contract);
  printer.members(withDefaults(contract), '', '');
  return printer.text;
}

/** Words that a YAML reader of some version takes for something else than text. */
const NOT_TEXT = /^(?:true|false|null|y|yes|n|no|on|off|~)$/i;
/** Text that every version of YAML reads as itself without quotes. */
const PLAIN = /^[A-Za-z_/](?:[A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?$/;

class Printer {
  text = '';
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  members(map: JsonObject, at: JsonPointer, indent: string, first: string = indent): void {
    let before = first;
    for (const [key, value] of Object.entries(map)) {
      if (value === undefined) continue;
      this.#value(`${before}${scalar(key)}:`, value, at + pointer(key), `${indent}  `);
      before = indent;
    }
  }

  #items(list: readonly JsonValue[], at: JsonPointer, indent: string): void {
    for (const [i, item] of list.entries()) {
      const below = at + pointer(i);
      if (isJsonObject(item) && !isWhole(item)) this.members(item, below, `${indent}  `, `${indent}- `);
      else this.#value(`${indent}-`, item, below, `${indent}  `);
    }
  }

  /** A value after its key or dash: on the same line where it is a scalar or empty, else below it. */
  #value(before: string, value: JsonValue, at: JsonPointer, indent: string): void {
    const whole = isWhole(value);
    this.text += `${before}${whole ? ` ${inline(value)}${this.#source(at)}` : ''}\n`;
    if (whole) return;
    if (isJsonArray(value)) this.#items(value, at, indent);
    else if (isJsonObject(value)) this.members(value, at, indent);
  }

  #source(at: JsonPointer): string {
    const span = this.#contract.spans.get(at);
    if (span === undefined) return '  # default';
    return span.file === this.#contract.file ? '' : `  # from ${span.file}:${span.line}`;
  }
}

function isWhole(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function inline(value: JsonValue): string {
  if (isJsonArray(value)) return '[]';
  return isJsonObject(value) ? '{}' : scalar(value);
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return PLAIN.test(value) && !NOT_TEXT.test(value) ? value : JSON.stringify(value);
}
