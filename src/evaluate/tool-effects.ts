import { quote } from '../checks/quote.js';
import { nearest } from '../diagnostics/nearest.js';
import type { EffectPattern } from '../model/constraint.js';
import { CONFIG_CHANGE_KIND } from '../model/effect-kind.js';
import { matchesSegment } from '../model/effect-pattern.js';
import { ANY_KIND, type Tool } from '../model/tool.js';
import type { Reason } from '../model/verdict.js';
import type { ProposedToolCall } from './proposed-tool-call.js';

/** What a tool call may do at most. */
export interface ToolEffects {
  /** Each to be put to the guard; none: it changes nothing. */
  readonly effects: readonly EffectPattern[];
  /** Where that comes from. */
  readonly why: string;
  /** Why it is not asked at all, but blocked. */
  readonly refused: Reason | null;
}

/** What the tools file says that a call may do; a tool that is not in it is refused. */
export function toolEffects(tools: ReadonlyMap<string, Tool>, call: ProposedToolCall): ToolEffects {
  const tool = tools.get(call.tool);
  if (tool === undefined) return refusedCall('the tools file does not have it', unknownTool(tools, call));
  const { effects, why } = mostOf(tool);
  if (call.target === undefined || effects.length === 0) return { effects, why, refused: null };
  const { target } = call;
  if (!effects.some((effect) => matchesSegment(effect.target, target))) {
    return refusedCall(
      'the call reaches what the tools file says that it cannot',
      exceededTool(call, target),
    );
  }
  // What the tool does besides, to others, it does in this call too.
  const narrowed = effects.map((effect) =>
    matchesSegment(effect.target, target) ? { kind: effect.kind, target } : effect,
  );
  return { effects: narrowed, why, refused: null };
}

function mostOf({ ceiling, effects }: Tool): Pick<ToolEffects, 'effects' | 'why'> {
  if (effects !== null) return { effects, why: EFFECTS_WRITTEN };
  if (ceiling.read_only) return { effects: [], why: ONLY_READS };
  return { effects: [{ kind: ANY_KIND, target: '*' }], why: ANYTHING };
}

const EFFECTS_WRITTEN = 'the tools file says what it can do at most';
const ONLY_READS = 'it only reads: its server says so, and the tools file was reviewed with that';
const ANYTHING = 'it is not read-only, and the tools file does not say what it can do: anything';

/**
 * How the policy is asked about a pattern. A change of config is declared by path, in which `*` is one segment and not
 * any text; so one whose target is a pattern is asked as any effect, which no declaration covers.
 */
export function askedPattern(effect: EffectPattern): EffectPattern {
  const { kind, target } = effect;
  const byPath = kind === CONFIG_CHANGE_KIND.kind && target.includes('*');
  return byPath ? { kind: ANY_KIND, target } : effect;
}

function refusedCall(why: string, refused: Reason): ToolEffects {
  return { effects: [], why, refused };
}

function unknownTool(tools: ReadonlyMap<string, Tool>, { by, tool }: ProposedToolCall): Reason {
  const near = nearest(tool, [...tools.keys()]);
  const meant = near === undefined ? '' : ` Did you mean ${quote(near)}?`;
  return {
    code: 'tool.unknown',
    severity: 'block',
    check: 'tool.unknown',
    message: `the tools file has no tool ${quote(tool)}, so nobody said what it may do`,
    at: { data: '/tool', file: null, line: null },
    values: { by, tool },
    fix: { say: `Do not call ${quote(tool)}: it is not a known tool.${meant}` },
  };
}

function exceededTool({ by, tool }: ProposedToolCall, target: string): Reason {
  return {
    code: 'tool.exceeded',
    severity: 'block',
    check: 'tool.exceeded',
    message: `the tool ${quote(tool)} has no effect on ${quote(target)} in the tools file`,
    at: { data: '/target', file: null, line: null },
    values: { by, tool, target },
  };
}
