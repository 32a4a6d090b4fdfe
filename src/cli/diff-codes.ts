import type { InputCodePage } from './codes.js';

/** A page for every code of `diff`. */
export const DIFF_CODES: readonly InputCodePage[] = [
  {
    code: 'impact.flipped',
    title: 'recorded transfers would be decided otherwise',
    why: 'These really happened: what was let through would be stopped, or what was stopped would cross.',
    fix: 'Look at the transfers that `edge-contracts diff --json` lists, and change the contract where they are not meant.',
  },
  {
    code: 'schema.broken',
    title: 'a schema refuses what was valid, or accepts what was not',
    why: 'Who sends by the old schema is refused, or who receives gets what it never got before.',
    fix: 'See the example payload; make the change in two steps where somebody has to follow.',
  },
  {
    code: 'diff.base',
    title: 'the version that is compared with does not compile',
    why: 'A version that is read in part would be compared as if the rest of it were gone.',
    fix: 'Compare with a version that compiles; what is wrong with this one is listed.',
  },
  {
    code: 'diff.head',
    title: 'the changed version does not compile',
    why: 'What a contract with an error would decide cannot be said.',
    fix: 'Correct the errors that are listed; `edge-contracts check` finds the same.',
  },
  {
    code: 'diff.no_side',
    title: 'what was named is no version of the contracts',
    why: 'A mistyped name must not be taken for a version without contracts.',
    fix: 'Name a branch, a tag or a commit of the repository, a folder, or a file.',
  },
  {
    code: 'diff.ambiguous',
    title: 'a name means a commit and a path',
    why: 'Which of the two is meant cannot be known, and the other one would be compared in silence.',
    fix: 'Write `./NAME` for the folder or file, `NAME^0` for the commit, `A^0...B^0` for a range of commits.',
  },
  {
    code: 'diff.shallow',
    title: 'the clone is shallow, and lacks a commit',
    why: 'CI systems fetch the last commit alone; what it is compared with is not there.',
    fix: 'Fetch it as the help says, or check out with the whole history.',
  },
  {
    code: 'diff.unrelated',
    title: 'two histories have no commit in common',
    why: '`A...B` compares with where the two parted, and they never met.',
    fix: 'Name the two by themselves: `diff A B` compares them as they are.',
  },
  {
    code: 'diff.git',
    title: 'git cannot read the repository',
    why: 'Nothing is guessed about a version that cannot be read.',
    fix: 'See what git says: a repository of another user has to be in `safe.directory`; `git fsck` looks for damage.',
  },
  {
    code: 'diff.missing_object',
    title: 'the clone was made in part, and lacks a file',
    why: 'Nothing is fetched while versions are compared.',
    fix: 'Fetch the commit whole: `git fetch --refetch --no-filter`.',
  },
  {
    code: 'diff.link',
    title: 'a symbolic link that is not followed: at a commit, or on the way to the project',
    why: 'What it leads to may lie outside the project or the commit, or be another project in both versions; left out, its checks would not be compared.',
    fix: 'Put the file or folder itself there, or link to a file of the project.',
  },
  {
    code: 'diff.submodule',
    title: 'a submodule below the folder of contracts',
    why: 'A commit holds only which commit of the submodule it goes with, none of its files.',
    fix: 'Run `diff` inside the submodule, or compare two checkouts as folders.',
  },
  {
    code: 'diff.one_file',
    title: 'one contract cannot be compared with a whole project',
    why: 'All its other contracts would be told as gone.',
    fix: 'Name two files, or two versions of the project.',
  },
  {
    code: 'diff.no_contracts',
    title: 'a version has no contract',
    why: 'Right where contracts are adopted or given up; else the folder is mistyped, and nothing would be compared.',
    fix: 'Name the folder with `--contracts DIR`, unless the version really has none.',
  },
  {
    code: 'diff.waivers_there',
    title: 'the file of waivers is there already',
    why: 'What somebody reviewed is not overwritten by what is generated.',
    fix: 'Write to another file, and take over what is meant by hand.',
  },
];
