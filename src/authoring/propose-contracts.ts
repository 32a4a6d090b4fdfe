import type { JsonValue } from '../canonical/json-value.js';
import type { EffectPattern } from '../model/constraint.js';
import type { RunRecord } from '../model/record.js';
import { edgeName } from './edge-name.js';
import { type SeenEdge, seenEdges } from './seen-edges.js';
import { commentText, yamlText } from './yaml-text.js';

/** A contract to begin with: its name, and its text for `<name>.yaml`. */
export interface ProposedContract {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const SLUG = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;

/**
 * One contract for each edge that recorded runs show, in mode observe: what was seen every time is asked for, what
 * was seen at all is allowed. It is a draft: who reviews it knows what was wrong in those runs.
 */
export function proposeContracts(
  records: readonly RunRecord[],
  taken: ReadonlySet<string> = new Set(),
): readonly ProposedContract[] {
  const names = new Set(taken);
  return seenEdges(records).map((edge) => {
    const { from, to } = edge;
    const name = ownName(edge, names) ?? edgeName(from, to, names);
    names.add(name);
    return { name, from, to, text: contractText(name, edge) };
  });
}

function ownName({ name }: SeenEdge, taken: ReadonlySet<string>): string | undefined {
  return name !== undefined && name.length <= 100 && SLUG.test(name) && !taken.has(name) ? name : undefined;
}

/** A contract to fill in, for an edge of which nothing was recorded yet. */
export function starterContract(
  from: string,
  to: string,
  taken: ReadonlySet<string> = new Set(),
): ProposedContract {
  const name = edgeName(from, to, taken);
  return { name, from, to, text: starterText(name, from, to) };
}

function head(name: string, from: string, to: string, about: string): string {
  return `# ${about}
# \`edge-contracts check\` reads it, \`edge-contracts explain CODE\` tells what a code means.
apiVersion: edge-contracts/v1
kind: EdgeContract
metadata:
  name: ${yamlText(name)}
  owner: unassigned          # who is asked when it blocks
  description: ${yamlText(`What ${from} hands to ${to}.`)}
edge: { from: ${yamlText(from)}, to: ${yamlText(to)} }
`;
}

function starterText(name: string, from: string, to: string): string {
  return `${head(name, from, to, 'A contract to begin with. Lines that are commented out are examples.')}
schema:
  base: handoff/v1
  # Facts that this handoff must carry, each with the JSON Schema of its value.
  # established:
  #   order_id: { type: string, pattern: "^[0-9]{5}$" }

# What may happen around this handoff. Once it is written, everything else is undeclared and blocks.
# declared_side_effects:
#   - { by: sender, kind: payment.refund, target: customer, reversible: false }
#   - { by: receiver, kind: message.email, target: customer, reversible: false }

# Where facts may come from, and how old their evidence may be.
# provenance:
#   established: { sources: [tool_result, customer, policy], max_age: PT15M }

edge_check:
  # observe: judge and record; warn: say so; enforce: block. Begin with observe.
  mode: observe
  # Who may close a constraint, and how. Nobody may where it is not written.
  # discharge: { satisfied: [${yamlText(from)}], withdrawn: [${yamlText(from)}] }
`;
}

function contractText(name: string, edge: SeenEdge): string {
  const { from, to, transfers, runs } = edge;
  const seen = `${transfers} ${transfers === 1 ? 'handoff' : 'handoffs'} in ${runs.size} ${runs.size === 1 ? 'run' : 'runs'}`;
  const sections = [
    head(name, from, to, `Proposed from ${seen}. Review it: what went wrong in those runs is in it as well.`),
    schemaText(edge),
    effectsText(edge),
    provenanceText(edge),
    checkText(edge),
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function schemaText({ established, transfers }: SeenEdge): string {
  const keys = [...established.keys()].sort();
  const always = keys.filter((key) => established.get(key)?.length === transfers);
  const sometimes = keys.filter((key) => !always.includes(key));
  const asked = always.map((key) => `    ${yamlText(key)}: ${schemaOf(established.get(key) ?? [])}\n`);
  const facts = asked.length === 0 ? '' : `  # Seen in every handoff.\n  established:\n${asked.join('')}`;
  const others = sometimes.length === 0 ? '' : `  # Seen in some: ${commentText(sometimes.join(', '))}\n`;
  return `schema:\n  base: handoff/v1\n${facts}${others}`;
}

function schemaOf(values: readonly JsonValue[]): string {
  const types = new Set(values.map(typeOf));
  if (types.size === 2 && types.has('integer') && types.has('number')) return '{ type: number }';
  const [only] = types;
  return types.size === 1 && only !== undefined ? `{ type: ${yamlType(only)} }` : '{}';
}

/** `null` unquoted is no text. */
function yamlType(type: string): string {
  return type === 'null' ? '"null"' : type;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function effectsText({ senderEffects, receiverEffects }: SeenEdge): string {
  const lines = [...effectLines('sender', senderEffects), ...effectLines('receiver', receiverEffects)];
  if (lines.length === 0) return '';
  const about = `# Seen in those runs. Delete what should not have happened, and add \`reversible: false\` where it cannot be undone.`;
  return `${about}\ndeclared_side_effects:\n${lines.join('')}`;
}

function effectLines(by: 'sender' | 'receiver', effects: ReadonlyMap<string, EffectPattern>): string[] {
  return [...effects.values()].map(
    ({ kind, target }) => `  - { by: ${by}, kind: ${yamlText(kind)}, target: ${yamlText(target)} }\n`,
  );
}

function provenanceText({ sources, statedBy }: SeenEdge): string {
  const lines = [
    ...(sources.size === 0 ? [] : [`  established: { sources: ${list(sources)} }\n`]),
    ...(statedBy.size === 0 ? [] : [`  constraints: { stated_by: ${list(statedBy)} }\n`]),
  ];
  return lines.length === 0 ? '' : `provenance:\n${lines.join('')}`;
}

function checkText({ discharged }: SeenEdge): string {
  const who = [...discharged].sort().map(([how, agents]) => `${how}: ${list(agents)}`);
  const discharge = who.length === 0 ? '' : `  discharge: { ${who.join(', ')} }\n`;
  return `edge_check:\n  # Judged and recorded, nothing is blocked. Then warn, then enforce.\n  mode: observe\n${discharge}`;
}

function list(words: Iterable<string>): string {
  return `[${[...words].sort().map(yamlText).join(', ')}]`;
}
