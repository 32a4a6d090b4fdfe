import { type Document, isMap, parseDocument } from 'yaml';
import { quote } from '../checks/quote.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Tool, ToolCeiling } from '../model/tool.js';
import type { ListedTool } from './read-tools-list.js';

export interface ToolChange {
  readonly name: string;
  /** `widened`: its server now says that it may do more. `kept`: not offered any more, but narrowed by hand. */
  readonly change: 'added' | 'widened' | 'narrowed' | 'removed' | 'kept';
  /** The members of the ceiling that differ. */
  readonly members: readonly (keyof ToolCeiling)[];
}

export interface ImportedTools {
  /** The tools file as it has to be. Where nothing changed, it is the text that was there. */
  readonly text: string;
  readonly changes: readonly ToolChange[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ToolsOnFile {
  readonly text: string;
  readonly tools: readonly Tool[];
}

const HEAD = `# What tools may do at most. \`ceiling\` is as the server says, written by \`edge-contracts tools\`: a claim to review, and
# no proof. \`effects\` are narrowed by hand and stay: [{ kind: message.email, target: customer }].
`;
const EMPTY: ToolsOnFile = { text: `${HEAD}tools: {}\n`, tools: [] };

/**
 * A tools file after what a server offers: ceilings as listed, what was written by hand kept, comments too.
 *
 * @param server The server that was asked; null: the one that has no name in the file. Tools of others stay as they are.
 * @param file The name that diagnostics give.
 */
export function importTools(
  listed: readonly ListedTool[],
  onFile: ToolsOnFile | null,
  server: string | null,
  file: string,
): ImportedTools {
  const { text, tools } = onFile ?? EMPTY;
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const diagnostics = listed.flatMap(({ name }) => takenByOther(known.get(name), server, file));
  if (diagnostics.length > 0) return { text, changes: [], diagnostics };
  const offered = new Map(listed.map((tool) => [tool.name, tool]));
  const changes = [
    ...[...listed].sort(byName).flatMap((tool) => changeOf(tool, known.get(tool.name))),
    ...tools.filter((tool) => tool.server === server && !offered.has(tool.name)).map(goneChange),
  ];
  const written = changes.some(({ change }) => change !== 'kept');
  return {
    text: written || onFile === null ? rewritten(text, changes, offered, server) : text,
    changes,
    diagnostics: changes.flatMap((change) => loud(change, known.get(change.name), file)),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

/** A second server that offers a name would be called where the first was reviewed. */
function takenByOther(tool: Tool | undefined, server: string | null, file: string): Diagnostic[] {
  if (tool === undefined || tool.server === server) return [];
  const other = tool.server === null ? 'a server without a name' : `the server ${quote(tool.server)}`;
  const message = `the tool ${quote(tool.name)} is there already, of ${other}`;
  const help = 'have one of the two servers named apart; or delete the entry, if the tool has moved';
  return [{ code: 'tools_list.other_server', severity: 'error', message, help, span: at(file) }];
}

const CEILING: readonly (keyof ToolCeiling)[] = ['read_only', 'destructive', 'idempotent', 'open_world'];
/** What each member is where a tool may do less. */
const LESS: ToolCeiling = { read_only: true, destructive: false, idempotent: true, open_world: false };

function changeOf({ name, ceiling }: ListedTool, before: Tool | undefined): ToolChange[] {
  if (before === undefined) return [{ name, change: 'added', members: [] }];
  const members = CEILING.filter((member) => ceiling[member] !== before.ceiling[member]);
  if (members.length === 0) return [];
  const widened = members.filter((member) => ceiling[member] !== LESS[member]);
  if (widened.length > 0) return [{ name, change: 'widened', members: widened }];
  return [{ name, change: 'narrowed', members }];
}

function goneChange({ name, effects }: Tool): ToolChange {
  return { name, change: effects === null ? 'removed' : 'kept', members: [] };
}

function rewritten(
  text: string,
  changes: readonly ToolChange[],
  offered: ReadonlyMap<string, ListedTool>,
  server: string | null,
): string {
  const document = parseDocument(text);
  for (const { name, change } of changes) {
    const ceiling = offered.get(name)?.ceiling;
    if (change === 'removed') document.deleteIn(['tools', name]);
    else if (ceiling !== undefined) setTool(document, name, change, ceiling, server);
  }
  return document.toString({ lineWidth: 0 });
}

function setTool(
  document: Document,
  name: string,
  change: ToolChange['change'],
  ceiling: ToolCeiling,
  server: string | null,
): void {
  const tools = document.get('tools');
  if (isMap(tools)) tools.flow = false;
  const node = document.createNode(ceiling, { flow: true });
  if (change !== 'added') {
    document.setIn(['tools', name, 'ceiling'], node);
    return;
  }
  const tool = document.createNode(server === null ? {} : { server });
  document.setIn(['tools', name], tool);
  document.setIn(['tools', name, 'ceiling'], node);
}

/** What a reviewer must not overlook. */
function loud({ name, change, members }: ToolChange, before: Tool | undefined, file: string): Diagnostic[] {
  const span = at(file);
  if (change === 'widened') {
    const message = `the server widened the tool ${quote(name)}: ${members.map(spoken).join(', ')}`;
    const help =
      'find out why before you take it over: a server that changes what a tool does is how trust is abused';
    return [{ code: 'tools_list.widened', severity: 'warning', message, help, span }];
  }
  if (change === 'kept') {
    const message = `the server does not offer ${quote(name)} any more; it was kept, as it was narrowed by hand`;
    return [{ code: 'tools_list.gone', severity: 'warning', message, help: 'delete the entry', span }];
  }
  if (change === 'narrowed' && members.includes('read_only') && (before?.effects ?? []).length > 0) {
    const message = `the server now says that ${quote(name)} only reads, and its \`effects\` say what it does`;
    const help = 'delete its `effects`, or write `confirmed: true`';
    return [{ code: 'tools_list.contradicted', severity: 'warning', message, help, span }];
  }
  return [];
}

const SPOKEN: Readonly<Record<keyof ToolCeiling, string>> = {
  read_only: 'it may write now',
  destructive: 'it may delete or overwrite now',
  idempotent: 'to call it again may change more now',
  open_world: 'it may reach what is outside now',
};

function spoken(member: keyof ToolCeiling): string {
  return SPOKEN[member];
}

function at(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}
