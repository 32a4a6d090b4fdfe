import { isJsonObject, type JsonObject } from '../canonical/json-value.js';

/** The call of a tool, asked of the guard before it is made: by the tool's name, since its arguments say little. */
export interface ProposedToolCall {
  /** The agent. */
  readonly by: string;
  /** As the tools file has it. */
  readonly tool: string;
  /** What this call reaches, where the host knows it. */
  readonly target?: string;
  /** What the kinds of its effects say more. */
  readonly details?: JsonObject;
}

/** Is it the call of a tool that is asked about, and not one effect. */
export function isToolCall(asked: unknown): asked is { readonly tool: unknown } {
  return typeof asked === 'object' && asked !== null && 'tool' in asked && asked.tool !== undefined;
}

/** @throws TypeError */
export function requireToolCall(asked: unknown): asserts asked is ProposedToolCall {
  const { by, tool, target, details, kind } = asked as Partial<
    Record<keyof ProposedToolCall | 'kind', unknown>
  >;
  if (kind !== undefined)
    throw new TypeError('the guard is asked about a `tool` or about a `kind`, not both');
  if (details !== undefined && !isJsonObject(details))
    throw new TypeError('`details` of a tool call are an object');
  if (typeof by !== 'string' || by === '')
    throw new TypeError('a tool call needs `by`, the name of an agent');
  if (typeof tool !== 'string' || tool === '') throw new TypeError('a tool call needs `tool`, its name');
  if (target === undefined) return;
  if (typeof target !== 'string' || target === '' || target !== target.trim() || target.includes('*'))
    throw new TypeError('`target` of a tool call is a text without white space around it and without `*`');
}
