/** What `explain CODE` says of a problem with a list of tools. */
export interface AuthoringCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that this folder reports. */
export const AUTHORING_CODES: readonly AuthoringCodePage[] = [
  {
    code: 'tools_list.shape',
    title: 'the file is no answer of `tools/list`',
    why: 'A list that is guessed at would leave out tools, or let in what is none.',
    fix: 'Give the JSON-RPC response of the server, its `result`, or the list of tools alone.',
  },
  {
    code: 'tools_list.cut',
    title: 'the list of tools goes on elsewhere',
    why: 'Tools of the pages that are missing would be taken as not offered any more.',
    fix: 'Ask again with `cursor` until no `nextCursor` comes, and give all tools as one list.',
  },
  {
    code: 'tools_list.name',
    title: 'a tool has a name that the specification does not allow',
    why: 'Line breaks, escapes and look-alikes in a name deceive who reviews the file.',
    fix: 'Have the server name the tool with letters, digits and `_ - .`, at most 128.',
  },
  {
    code: 'tools_list.twice',
    title: 'a server offers two tools of one name',
    why: 'Which of the two is called cannot be told, and one of them may be read-only.',
    fix: 'Have the server name them apart.',
  },
  {
    code: 'tools_list.too_many',
    title: 'a server offers more than 1,000 tools',
    why: 'Nobody reviews such a file, and no agent needs them all.',
    fix: 'Give the list of the tools that agents are given.',
  },
  {
    code: 'tools_list.hint',
    title: 'an annotation of a tool is neither true nor false',
    why: '`"true"` as text is true for one reader and nothing for another; a ceiling is not lowered by it.',
    fix: 'Have the server annotate the tool as the specification says; until then the hint counts as not given.',
  },
  {
    code: 'tools_list.other_server',
    title: 'a tool of this name is in the tools file, of another server',
    why: 'Tools are guarded by name. A second server that offers the name of a reviewed tool would be called in its place.',
    fix: 'Have one of the two named apart, or delete the entry where the tool has moved. `--server` names the server.',
  },
  {
    code: 'tools_list.widened',
    title: 'a server says that a tool may do more than it said before',
    why: 'What was reviewed is not what is called any more. Servers have been changed behind a name that was trusted.',
    fix: 'Find out why, then review the change of the tools file like one of code.',
  },
  {
    code: 'tools_list.gone',
    title: 'a tool that was narrowed by hand is not offered any more',
    why: 'What somebody wrote is not deleted by a list that may have been cut short.',
    fix: 'Delete the entry of the tools file.',
  },
  {
    code: 'tools_list.contradicted',
    title: 'a server now calls a tool read-only that has effects in the tools file',
    why: 'One of the two is wrong; `check` refuses the file until a person has decided.',
    fix: 'Delete the `effects`, or write `confirmed: true`.',
  },
  {
    code: 'tools_list.stale',
    title: 'the tools file is not what the server offers',
    why: 'The guard would go by what a tool could do some time ago.',
    fix: 'Run `edge-contracts tools` without `--check`, review what changes, and commit it.',
  },
];
