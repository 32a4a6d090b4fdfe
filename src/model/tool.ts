import type { EffectPattern } from './constraint.js';
import { kindsMeet, starsMeet } from './patterns-meet.js';

/** The most that a tool may do, as its server says (MCP's annotations): untrusted, so a ceiling and no proof. */
export interface ToolCeiling {
  readonly read_only: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly open_world: boolean;
}

/** What the specification of MCP says of a tool without annotations. */
export const UNANNOTATED: ToolCeiling = {
  read_only: false,
  destructive: true,
  idempotent: false,
  open_world: true,
};

/** One tool of the tools file. */
export interface Tool {
  readonly name: string;
  readonly server: string | null;
  readonly ceiling: ToolCeiling;
  /** Narrowed by hand: what it can do at most. Null where not written: nothing if it only reads, else anything. */
  readonly effects: readonly EffectPattern[] | null;
}

/** As the specification of MCP has names of tools, with the marks that gateways put between server and tool. */
export const TOOL_NAME: RegExp = /^[A-Za-z0-9_./:-]{1,128}$/;

/**
 * The kind of an effect of which nothing is known. It has more segments than a contract can write, so that no declaration
 * covers it.
 */
export const ANY_KIND: string = Array(201).fill('*').join('.');

/** Is there an effect that both match, where the second may be any effect at all. */
export function mayBeOf(pattern: EffectPattern, asked: EffectPattern): boolean {
  return mayBeOfKind(pattern.kind, asked.kind) && starsMeet(pattern.target, asked.target);
}

/** The same of kinds alone. */
export function mayBeOfKind(kind: string, asked: string): boolean {
  return asked === ANY_KIND || kindsMeet(kind, asked);
}
