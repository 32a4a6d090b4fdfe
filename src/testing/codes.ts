/** What `explain CODE` says of a problem with contract tests. */
export interface TestCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that this folder reports; what is wrong with the YAML of a case file has `case.*`, too. */
export const TEST_CODES: readonly TestCodePage[] = [
  {
    code: 'case.invalid',
    title: 'a case cannot be run as it is written',
    why: 'A case that is run in part, or that expects nothing, would pass whatever the contract says.',
    fix: 'Correct the place that the message names; docs/testing.md shows the form of a case.',
  },
  {
    code: 'case.name_taken',
    title: 'two cases of a file have one name',
    why: 'A report names cases; which of the two failed could not be told.',
    fix: 'Give one of them another name.',
  },
  {
    code: 'case.unknown_code',
    title: 'a case expects a code that there is not',
    why: 'It could never come, and with `codes: []` beside it nobody would notice the slip.',
    fix: 'Correct it to the code that the message suggests; `edge-contracts explain --all` lists all.',
  },
  {
    code: 'case.unknown_hop',
    title: 'a case speaks of a hop that its records do not have',
    why: 'What is expected of a handoff that is not there would never be compared.',
    fix: 'Name a hop, and an attempt, that the records of the case hold.',
  },
  {
    code: 'case.unknown_edge',
    title: 'a record of a case names an edge that has no contract',
    why: 'The handoff would be blocked for that alone, whatever the contract under test says.',
    fix: 'Correct the name, or delete `edge` from the record; or expect `edge.uncovered` where that is meant.',
  },
  {
    code: 'case.unknown_agent',
    title: 'the guard is asked about an agent that the records do not have',
    why: 'Nothing was ever handed to such an agent, so that no contract would be asked.',
    fix: 'Correct the name of the agent.',
  },
  {
    code: 'case.no_place',
    title: 'a case cannot be added to a file',
    why: 'What somebody wrote there is not changed, and a case that reads otherwise than the run is none of it.',
    fix: 'Give another file, or keep the run beside the cases and name it with `from`.',
  },
  {
    code: 'test.no_cases',
    title: 'there is nothing to test with',
    why: 'Nothing tested is not the same as nothing wrong: a folder that was moved must not look green.',
    fix: 'Write `contracts/NAME.test.yaml`, or make one from a recorded run with `edge-contracts new case`.',
  },
  {
    code: 'test.no_match',
    title: 'a filter matches no case and no test',
    why: 'A mistyped filter would test nothing, and end as if all were well.',
    fix: 'Give a part of a case’s name or file, or the name of an edge.',
  },
  {
    code: 'test.not_green',
    title: 'contracts are changed only where every case passes',
    why: 'A case that fails anyway would seem to notice every change.',
    fix: 'Make the cases pass first, then run `edge-contracts test --mutate` again.',
  },
  {
    code: 'test.no_rego_tests',
    title: 'a file of Rego tests holds no test',
    why: 'A rule whose name does not begin with `test_` is not run, and the file would look green.',
    fix: 'Name its rules `test_…`, or delete the file.',
  },
  {
    code: 'test.case_failed',
    title: 'a case came to something else than it expects',
    why: 'Either the contract no longer does what somebody wrote down that it does, or that has changed.',
    fix: 'Correct the contract, or the case where the change is meant.',
  },
  {
    code: 'test.rego_failed',
    title: 'a Rego test is not true',
    why: 'A custom rule does something else than its test says.',
    fix: 'Correct the rule, or its test where the change is meant.',
  },
  {
    code: 'test.mutant_unnoticed',
    title: 'a contract was changed, and no case noticed',
    why: 'Somebody could make the same change, and every test would pass.',
    fix: 'Write a case that ends otherwise once this is changed; `edge-contracts new case` makes one from a run.',
  },
  {
    code: 'test.rego',
    title: 'a Rego test does not compile',
    why: 'What does not compile tests nothing.',
    fix: 'Correct the line that the message names.',
  },
  {
    code: 'test.rego_package',
    title: 'a Rego test is in a package where it could change what it tests',
    why: 'In the package of a rule, a test that says `proven if true` passes whatever the rule says; outside of `rules` it could change what rules use.',
    fix: 'Write `package rules.NAME_test`, import the rule (`import data.rules.NAME`), and ask for `NAME.proven`.',
  },
  {
    code: 'test.rego_unending',
    title: 'a Rego test does not end',
    why: 'A rule that takes this long, or this much memory, times out in a gate, which then blocks.',
    fix: 'Make the rule, or what its test gives it, smaller: loops over all pairs of a long list are the usual cause.',
  },
];
