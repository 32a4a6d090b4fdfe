/** What `explain CODE` says of a diagnostic. */
export interface CodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

type Page = Omit<CodePage, 'code'>;

/** Problems that a contract, a fragment and the project file have in common. */
export type CommonProblem =
  | 'syntax'
  | 'too_large'
  | 'too_deep'
  | 'empty'
  | 'not_a_map'
  | 'many_documents'
  | 'directive'
  | 'tab'
  | 'character'
  | 'tag'
  | 'alias'
  | 'merge_key'
  | 'duplicate_key'
  | 'key_not_text'
  | 'key_refused'
  | 'number'
  | 'unknown_key'
  | 'missing_key'
  | 'wrong_type'
  | 'wrong_value'
  | 'duplicate'
  | 'not_in_this_version'
  | 'missing_file'
  | 'path';

/** Problems that only contracts and fragments have. */
type OwnProblem =
  | 'name_mismatch'
  | 'name_taken'
  | 'wildcard'
  | 'field_taken'
  | 'schema'
  | 'pattern'
  | 'ref'
  | 'duration'
  | 'unknown_check'
  | 'not_settable'
  | 'part_missing'
  | 'exception_expired'
  | 'no_effect'
  | 'unknown_source'
  | 'moving_baseline'
  | 'unknown_effect'
  | 'wider_effects'
  | 'own_source'
  | 'rule_conflict'
  | 'standing_conflict'
  | 'source_conflict'
  | 'fragment_extends'
  | 'not_a_fragment'
  | 'loosened';

/** Problems that only the tools file has. */
type ToolsProblem = 'unknown_effect' | 'read_only_effects';

/** Problems that only a file of waivers has. */
type WaiversProblem = 'unused' | 'expired' | 'mismatch' | 'added' | 'extended' | 'changed';

export type ContractCode =
  | `contract.${CommonProblem | OwnProblem}`
  | `project.${CommonProblem}`
  | `tools.${CommonProblem | ToolsProblem}`
  | `waivers.${CommonProblem | WaiversProblem}`
  | `case.${CommonProblem}`;

const COMMON: Record<CommonProblem, Page> = {
  syntax: {
    title: 'the text is not YAML',
    why: 'What cannot be read for sure is not guessed at: a guess would be a policy that nobody wrote.',
    fix: 'Correct the place that the message names. An editor with YAML support shows it as you type.',
  },
  too_large: {
    title: 'the file is over 1 MiB, or holds too many values',
    why: 'A contract is read by people. A file of this size is data, or an attack on the reader.',
    fix: 'Split it: one contract per edge, shared parts in fragments.',
  },
  too_deep: {
    title: 'values are nested more than 64 deep',
    why: 'Depth costs stack, in this reader and in every reader after it.',
    fix: 'Flatten the JSON Schema: move inner schemas to `$defs` and refer to them.',
  },
  empty: {
    title: 'the file holds no document',
    why: 'An empty file says nothing about its edge, and would look like a contract that checks nothing.',
    fix: 'Write the contract, or delete the file.',
  },
  not_a_map: {
    title: 'the document is not a map',
    why: 'A contract is a map of named parts.',
    fix: 'Begin with `apiVersion: edge-contracts/v1`.',
  },
  many_documents: {
    title: 'more than one document in a file',
    why: 'A second document behind `---` is easily overlooked in a review.',
    fix: 'Give every contract a file of its own.',
  },
  directive: {
    title: 'a directive (`%YAML`, `%TAG`) before the document',
    why: 'Directives change what the rest of the file means; under `%YAML 1.1`, `no` is a boolean.',
    fix: 'Delete the line. Files are read as YAML 1.2.',
  },
  tab: {
    title: 'a tab in the indentation',
    why: 'YAML does not allow it: how wide a tab is depends on who reads it.',
    fix: 'Indent with spaces.',
  },
  character: {
    title: 'a character that must not be in the file',
    why: 'Control characters, lone surrogates and byte order marks within the text are invisible in a review.',
    fix: 'Delete the character. The message gives its code point and place.',
  },
  tag: {
    title: 'a tag (`!name`)',
    why: 'A tag changes the type of a value by a rule that the file does not show.',
    fix: 'Write the value itself; quote it to make it text.',
  },
  alias: {
    title: 'an anchor or an alias (`&name`, `*name`)',
    why: 'Aliases hide what a value is, and can blow up when they are expanded.',
    fix: 'Repeat the value, or share it through a fragment (`extends`).',
  },
  merge_key: {
    title: 'a merge key (`<<`)',
    why: 'It is not part of YAML 1.2, and readers disagree about which value wins.',
    fix: 'Share the part through a fragment (`extends`).',
  },
  duplicate_key: {
    title: 'the same key twice in a map',
    why: 'Readers disagree about which of the two counts.',
    fix: 'Keep one of them.',
  },
  key_not_text: {
    title: 'a key that is not text',
    why: 'JSON keys are text; `1`, `true` and `null` are not.',
    fix: 'Quote the key.',
  },
  key_refused: {
    title: 'the key `__proto__`',
    why: 'In JavaScript it replaces the prototype of an object, and JSON Schema validators skip it unchecked.',
    fix: 'Use another name.',
  },
  number: {
    title: 'a number that readers do not agree about',
    why: '`010` is ten in YAML 1.2 and eight in YAML 1.1; an integer above 2^53 is rounded; JSON has no infinity.',
    fix: 'Write it in plain decimal digits, or quote it where text is meant.',
  },
  unknown_key: {
    title: 'a key that the language does not have',
    why: 'A mistyped key would otherwise be a check that silently does not happen.',
    fix: 'Correct it to the word that the message suggests, or delete it.',
  },
  missing_key: {
    title: 'a key that must be there is not',
    why: 'The language has no default for it.',
    fix: 'Add the key.',
  },
  wrong_type: {
    title: 'a value of another type than expected',
    why: 'Types are never converted: `no` is text in YAML 1.2, and `007` is not a name.',
    fix: 'Write what the message says was expected. Quote text that looks like a number.',
  },
  wrong_value: {
    title: 'a value that is not one of those allowed',
    why: 'Every value of the language is checked where it is written, so that nothing fails later.',
    fix: 'Write what the message says was expected.',
  },
  duplicate: {
    title: 'the same entry twice in a list',
    why: 'The second entry either does nothing or contradicts the first.',
    fix: 'Keep one of them.',
  },
  not_in_this_version: {
    title: 'a part of the language that this version does not have',
    why: 'To accept it and not act on it would be a promise that is not kept.',
    fix: 'Delete it, or use a version that has it.',
  },
  missing_file: {
    title: 'a file that is named and not there',
    why: 'Without it the contract is not whole.',
    fix: 'Correct the path, which is relative to the folder of contracts, or add the file.',
  },
  path: {
    title: 'a path that leads outside',
    why: 'What is read must lie in the project, so that it is reviewed with it.',
    fix: 'Use a relative path with `/` and without `..`.',
  },
};

const OWN: Record<OwnProblem, Page> = {
  name_mismatch: {
    title: 'the file is not named after the contract',
    why: 'The name is the edge’s id everywhere; a file of another name is found by nobody.',
    fix: 'Rename the file to `<metadata.name>.yaml`, or correct the name.',
  },
  name_taken: {
    title: 'two contracts of one name',
    why: 'The name is the key of the edge in the ledger, the bundle and the lock.',
    fix: 'Give one of them another name.',
  },
  wildcard: {
    title: '`*` as an agent outside `_default.yaml`, or an agent in it',
    why: 'There is one contract for all edges that have none of their own, and it is marked as that in verdicts.',
    fix: 'Write the wildcard edge in `_default.yaml` with name `_default`, and name agents everywhere else.',
  },
  field_taken: {
    title: 'a property that handoff/v1 has already',
    why: 'An edge adds to the payload; it never changes or removes one of its fields.',
    fix: 'Give the property another name.',
  },
  schema: {
    title: 'a JSON Schema that is wrong',
    why: 'Schemas are read as JSON Schema 2020-12, and strictly: a keyword that is unknown checks nothing.',
    fix: 'Correct the keyword or value that the message names.',
  },
  pattern: {
    title: 'a regular expression that the engine does not support',
    why: 'Patterns run over text of agents. The engine is RE2, linear in time: no lookaround and no backreference.',
    fix: 'Write the pattern without them; split a condition into `allOf` with several patterns.',
  },
  ref: {
    title: 'a `$ref` that leads outside its schema, or nowhere',
    why: 'A contract is read without a network, and means the same everywhere.',
    fix: 'Put the schema under `$defs` of the same schema, and refer to it as `#/$defs/<name>`.',
  },
  duration: {
    title: 'a duration that is not ISO 8601, or has no fixed length',
    why: 'A year and a month have no fixed length, so that an age cannot be compared with them.',
    fix: 'Write weeks, days, hours, minutes, seconds: `PT15M`, `P7D`, `P1DT12H`.',
  },
  unknown_check: {
    title: 'a check that does not exist',
    why: 'A mistyped check would keep its default without a word.',
    fix: 'Correct it to the code that the message suggests.',
  },
  not_settable: {
    title: 'a check whose severity is not set here',
    why: 'Errors of the engine always block, and a rule of your own carries its own severity.',
    fix: 'Delete the key; for a rule set `severity` in its entry in `edge_check.rules`.',
  },
  part_missing: {
    title: 'a check without the part of the contract that it checks against',
    why: 'The check would never run, whatever is written here.',
    fix: 'Write the part that the message names, or delete the key.',
  },
  exception_expired: {
    title: 'an exception that has ended',
    why: 'Since that day the check counts again. The entry only hides that.',
    fix: 'Delete the exception, or decide on it anew and give it another day.',
  },
  no_effect: {
    title: 'something that can never take effect',
    why: 'A discharge is made by the sender of the edge; to list only other agents means that nobody may.',
    fix: 'List the agent in `edge.from`.',
  },
  source_conflict: {
    title: 'one name for two sources of config',
    why: 'What the run records of a source is found by its name, whichever edge asks.',
    fix: 'Give one of them another name, or read both in the same way; only `baseline` may differ.',
  },
  moving_baseline: {
    title: 'a baseline that the sender can move',
    why: '`HEAD` is the last commit, also the one that the sender makes: its change is then in the baseline.',
    fix: 'Take `previous`, a commit id, or a branch that the sender cannot push to.',
  },
  unknown_source: {
    title: 'a config change of a source that is not read',
    why: 'What changed is found by reading the source before and after. One that is not read would never be checked.',
    fix: 'Add the source to `provenance.config`, or correct its name.',
  },
  unknown_effect: {
    title: "a kind of side effect that the project's vocabulary does not have",
    why: 'Declarations and prohibitions match effects by their kinds. One that is misspelt matches nothing, and says nothing.',
    fix: 'Write a kind of `effects` in the project file, or add this one to it.',
  },
  wider_effects: {
    title: 'an agent may do on one side of it what no edge on its other side declares',
    why: 'What an agent may do is declared `by: receiver` where it is handed its task, and `by: sender` where it hands on. An effect that only one side knows is wider than its task, or can never be handed on without a block.',
    fix: 'Declare the effect on the other side too, or delete it.',
  },
  own_source: {
    title: 'a source that is none of `tool_result`, `customer` and `policy`',
    why: 'What these three name is looked for among the records of that kind. A source of your own has no kind: any record of the run that did not fail supports a fact that names it.',
    fix: 'Write `tool_result`, `customer` or `policy` where one of them is meant; otherwise leave it, and know how little it checks.',
  },
  rule_conflict: {
    title: 'two rules of one name in different files',
    why: 'The name is the rule’s package: both files would be merged into one rule.',
    fix: 'Give one of them another name.',
  },
  standing_conflict: {
    title: 'one id of a standing constraint with two meanings',
    why: 'A constraint is known by its id along the whole run.',
    fix: 'Give it another id, or make both the same; a fragment is the place for what is shared.',
  },
  fragment_extends: {
    title: 'a fragment that extends another',
    why: 'One level only: who reads a contract has to open its fragments, and no more than these.',
    fix: 'List both fragments in the contract’s `extends`.',
  },
  not_a_fragment: {
    title: '`extends` names a file that is not a fragment',
    why: 'A contract cannot be a part of another.',
    fix: 'Move what is shared to a file with `kind: EdgeContractFragment`.',
  },
  loosened: {
    title: 'a contract that loosens its fragment',
    why: 'A fragment is what a platform team holds for many edges; it is not undone in one of them by accident.',
    fix: 'Make it at least as strict, or list the pointer in the fragment’s `overridable`.',
  },
};

const TOOLS: Record<ToolsProblem, Page> = {
  unknown_effect: {
    title: 'an effect of a tool that the vocabulary does not have',
    why: 'A mistyped kind would narrow the tool to something that no contract and no prohibition speaks of.',
    fix: 'Correct it to the kind that the message suggests, or add it to `effects` of the project file.',
  },
  read_only_effects: {
    title: 'a tool that its server calls read-only has effects',
    why: 'One of the two is wrong. Read as one likes, the guard would let through what the other forbids.',
    fix: 'Delete `effects` where the tool only reads; write `confirmed: true` where the server is wrong.',
  },
};

const WAIVERS: Record<WaiversProblem, Page> = {
  unused: {
    title: 'a waiver whose fingerprint fits no finding',
    why: 'It does nothing: a fingerprint is bound to the rule, the edge and the values of one change.',
    fix: 'Delete it where its change is merged, or paste the lines that the finding gives.',
  },
  expired: {
    title: 'a waiver that has ended',
    why: 'What somebody answered for until a day is not answered for after it, so the change counts again.',
    fix: 'Take the change back, or ask the owner whether the waiver goes on, with a new day.',
  },
  added: {
    title: 'a waiver that is new in this change',
    why: 'It opens the gate for a change, and whoever wrote the change may have written it.',
    fix: 'See that its owner agreed. `diff --fail-on waivers` stops such a change.',
  },
  extended: {
    title: 'a waiver that ends later than before',
    why: 'It keeps the gate open for longer than was agreed.',
    fix: 'See that its owner agreed to the new day. `diff --fail-on waivers` stops such a change.',
  },
  changed: {
    title: 'a waiver whose owner, reason or names changed, or that ends earlier',
    why: 'Somebody else answers for the same finding, or for another reason, than was agreed.',
    fix: 'See that whoever answers for it now knows.',
  },
  mismatch: {
    title: 'a waiver that names another rule or edge than its finding',
    why: 'Whoever reviewed the waiver read those names, and approved another change than the one that it would let through.',
    fix: 'Paste the lines that the finding gives, unchanged.',
  },
};

const paged = (area: string, pages: Record<string, Page>): CodePage[] =>
  Object.entries(pages).map(([name, page]) => ({ code: `${area}.${name}`, ...page }));

/** A page for every code that this folder reports. */
export const CONTRACT_CODES: readonly CodePage[] = [
  ...paged('contract', COMMON),
  ...paged('contract', OWN),
  ...paged('project', COMMON),
  ...paged('tools', COMMON),
  ...paged('tools', TOOLS),
  ...paged('waivers', COMMON),
  ...paged('waivers', WAIVERS),
  ...paged('case', COMMON),
];
