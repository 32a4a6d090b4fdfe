/** What `explain CODE` says of a problem on the way from a project folder to its outputs. */
export interface CompileCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that this folder reports. */
export const COMPILE_CODES: readonly CompileCodePage[] = [
  {
    code: 'compile.no_contracts',
    title: 'the folder of contracts is missing, or holds no contract',
    why: 'Without a contract nothing would be checked, and everything would look fine.',
    fix: 'Name the folder with `--contracts DIR` or in `edge-contracts.yaml`, or write a first contract with `edge-contracts init`.',
  },
  {
    code: 'compile.unreadable',
    title: 'a file of the project cannot be read',
    why: 'A contract that is skipped is a check that silently does not happen.',
    fix: 'Make the file readable, and see that it is a plain file: no socket, pipe or device.',
  },
  {
    code: 'compile.not_utf8',
    title: 'a file of the project is not UTF-8',
    why: 'To guess the encoding would be to guess what the policy says.',
    fix: 'Save the file as UTF-8.',
  },
  {
    code: 'compile.outside',
    title: 'a symbolic link leads out of the project',
    why: 'What is compiled must lie in the project, so that it is reviewed with it and is the same on every machine.',
    fix: 'Copy the file into the folder of contracts.',
  },
  {
    code: 'compile.too_deep',
    title: 'the folder of contracts is nested more than 8 deep',
    why: 'Nobody finds a contract that far down; usually a folder of something else was named.',
    fix: 'Move the contracts up, or name the right folder with `--contracts DIR`.',
  },
  {
    code: 'compile.too_many_files',
    title: 'there are more than 10,000 files below the folder of contracts',
    why: 'Usually a folder of something else was named.',
    fix: 'Name the folder that holds only contracts, fragments and rules.',
  },
  {
    code: 'compile.stale',
    title: 'an output is not what the contracts compile to now',
    why: 'What was reviewed and what is decided by would not be the same.',
    fix: 'Run `edge-contracts compile` and commit what it writes.',
  },
  {
    code: 'compile.edited',
    title: 'an output is not what was compiled last: edited by hand, or of another commit',
    why: 'Outputs are written from contracts; the edit would vanish with the next compilation, and no gate uses it.',
    fix: 'Change the contract, then run `edge-contracts compile`.',
  },
  {
    code: 'compile.missing',
    title: 'an output is missing',
    why: 'Outputs are committed so that a review shows what a contract comes to.',
    fix: 'Run `edge-contracts compile` and commit what it writes.',
  },
  {
    code: 'compile.left_over',
    title: 'there is a file among the outputs that no contract compiles to',
    why: 'Who reads the folder would take it for a part of what is checked.',
    fix: 'Run `edge-contracts compile`: it removes what it wrote for edges that are gone. Move away what it did not write.',
  },
  {
    code: 'compile.rego',
    title: 'a custom rule does not compile',
    why: 'Rules are checked strictly and against the shape of the facts, so that a rule about a member that does not exist is found before it runs.',
    fix: 'Correct the line; a rule may use what OPA compiles to WASM natively, and the members that the facts have.',
  },
  {
    code: 'compile.rule_package',
    title: 'a custom rule is in the wrong package',
    why: 'A rule in another package could change what an edge decides. Rules can only add a block.',
    fix: 'Move it to `package rules.<name>`, with `_` for each `-` of its name.',
  },
  {
    code: 'compile.rule_proven',
    title: 'a custom rule does not define `proven`',
    why: 'A rule states what has to hold. Undefined and false both count as not proven, and block.',
    fix: 'Write `proven if { … }`.',
  },
  {
    code: 'compile.rule_reference',
    title: 'a custom rule refers to what is not its own',
    why: 'What is below `data.edges` belongs to the edges; a rule that reads it would depend on how they are emitted.',
    fix: 'Use `input`, `data.edge_contracts` and the rule’s own package only.',
  },
  {
    code: 'compile.rule_unknown_fact',
    title: 'a custom rule reads a fact or a field that the contract does not name',
    why: 'Rules are given only what the schema of the edge names. What it does not name is undefined, and the rule would block every handoff.',
    fix: 'Name the key in `schema.established` of the contract, or the field in `schema.properties`; in a rule for many edges use `object.get` with a default.',
  },
  {
    code: 'compile.emitted',
    title: 'what was emitted for a contract does not compile',
    why: 'This is a bug in edge-contracts: a contract that is read without an error has to compile.',
    fix: 'Please report it, with the contract.',
  },
];
