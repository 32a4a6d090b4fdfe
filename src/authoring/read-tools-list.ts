import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical/json-value.js';
import { quote } from '../checks/quote.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { TOOL_NAME, type ToolCeiling, UNANNOTATED } from '../model/tool.js';

/** A tool as its server offers it. */
export interface ListedTool {
  readonly name: string;
  readonly ceiling: ToolCeiling;
}

export interface ReadToolsList {
  /** Null where there is an error among the diagnostics. */
  readonly tools: readonly ListedTool[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** More than these do not fit into a file that people review. */
export const MOST_TOOLS = 1000;
const MOST_TOLD = 20;

/**
 * Reads the answer of MCP's `tools/list`: the JSON-RPC response, its result, or the list of tools alone. It comes from a
 * server that nobody vouches for: whatever is not as the specification has it is an error, but for hints, which then count
 * as not given.
 *
 * @param file The name that diagnostics give.
 */
export function readToolsList(value: JsonValue, file: string): ReadToolsList {
  const found = new Found(file);
  const list = listIn(value, found);
  const tools = list === null ? [] : list.flatMap((item, index) => toolAt(item, index, found) ?? []);
  refuseTwice(tools, found);
  const { diagnostics } = found;
  return { tools: found.hasErrors ? null : tools, diagnostics };
}

class Found {
  readonly #all: Diagnostic[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  tell(
    severity: Diagnostic['severity'],
    code: string,
    pointer: string,
    message: string,
    help?: string,
  ): void {
    const span = { file: this.#file, line: 1, column: 1 };
    this.#all.push({
      code,
      severity,
      message,
      span,
      ...(pointer === '' ? {} : { pointer }),
      ...(help === undefined ? {} : { help }),
    });
  }

  get hasErrors(): boolean {
    return this.#all.some(({ severity }) => severity === 'error');
  }

  /** Errors first; ten thousand of one kind would help nobody. */
  get diagnostics(): readonly Diagnostic[] {
    const errors = this.#all.filter(({ severity }) => severity === 'error');
    const warnings = this.#all.filter(({ severity }) => severity === 'warning');
    return [...errors.slice(0, MOST_TOLD), ...warnings.slice(0, MOST_TOLD)];
  }
}

const SHAPE_HELP = 'give what the server answers to `tools/list`: `{"tools": […]}`';

function listIn(value: JsonValue, found: Found): readonly JsonValue[] | null {
  if (isJsonArray(value)) return capped(value, found);
  const result = resultOf(value);
  if (result === null) {
    found.tell('error', 'tools_list.shape', '', 'this is no answer of `tools/list`', SHAPE_HELP);
    return null;
  }
  const { nextCursor, tools } = result;
  if (nextCursor !== undefined && nextCursor !== null && nextCursor !== '') {
    const help = 'ask again with `cursor`, and give all pages as one list';
    found.tell('error', 'tools_list.cut', '/nextCursor', 'the list goes on: not all tools are there', help);
  }
  if (isJsonArray(tools)) return capped(tools, found);
  found.tell('error', 'tools_list.shape', '/tools', 'expected a list of tools', SHAPE_HELP);
  return null;
}

function resultOf(value: JsonValue): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const inner = value['result'];
  if (value['tools'] !== undefined) return value;
  return isJsonObject(inner) ? inner : null;
}

function capped(list: readonly JsonValue[], found: Found): readonly JsonValue[] | null {
  if (list.length <= MOST_TOOLS) return list;
  const message = `there are ${list.length} tools; at most ${MOST_TOOLS} are imported`;
  found.tell(
    'error',
    'tools_list.too_many',
    '',
    message,
    'take fewer tools into the list that agents are given',
  );
  return null;
}

function toolAt(item: JsonValue, index: number, found: Found): ListedTool | null {
  const at = `/tools/${index}`;
  const name = isJsonObject(item) ? item['name'] : undefined;
  if (!isJsonObject(item) || typeof name !== 'string') {
    found.tell('error', 'tools_list.shape', at, 'expected a tool with a `name`', SHAPE_HELP);
    return null;
  }
  if (!TOOL_NAME.test(name) || name === '__proto__') {
    const help = 'the specification allows letters, digits and `_ - .`, at most 128';
    found.tell('error', 'tools_list.name', `${at}/name`, `${quote(name)} is no name of a tool`, help);
    return null;
  }
  return { name, ceiling: ceilingOf(item['annotations'], `${at}/annotations`, found) };
}

function ceilingOf(annotations: JsonValue | undefined, at: string, found: Found): ToolCeiling {
  if (annotations === undefined || annotations === null) return UNANNOTATED;
  if (!isJsonObject(annotations)) {
    found.tell('warning', 'tools_list.hint', at, `this is no object of annotations, ${TAKEN}`);
    return UNANNOTATED;
  }
  const hint = (name: string, absent: boolean): boolean => {
    const value = annotations[name];
    if (value === undefined || value === true || value === false) return value ?? absent;
    found.tell(
      'warning',
      'tools_list.hint',
      `${at}/${name}`,
      `${quote(JSON.stringify(value))} is neither true nor false, ${TAKEN}`,
    );
    return absent;
  };
  const ceiling = {
    read_only: hint('readOnlyHint', UNANNOTATED.read_only),
    destructive: hint('destructiveHint', UNANNOTATED.destructive),
    idempotent: hint('idempotentHint', UNANNOTATED.idempotent),
    open_world: hint('openWorldHint', UNANNOTATED.open_world),
  };
  // The specification gives these two a meaning only where a tool is not read-only.
  return ceiling.read_only ? { ...ceiling, destructive: false, idempotent: true } : ceiling;
}

const TAKEN = 'and counts as not given';

function refuseTwice(tools: readonly ListedTool[], found: Found): void {
  const seen = new Set<string>();
  for (const { name } of tools) {
    const help = 'which of the two is called cannot be told: the server has to name them apart';
    if (seen.has(name))
      found.tell('error', 'tools_list.twice', '', `the tool ${quote(name)} is there twice`, help);
    seen.add(name);
  }
}
