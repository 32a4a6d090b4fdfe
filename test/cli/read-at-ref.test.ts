import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { GitRepository } from '../../src/cli/sides/git-repository.js';
import { readAtRef } from '../../src/cli/sides/read-at-ref.js';
import { findProject } from '../../src/compile/find-project.js';
import { readToolDigests } from '../../src/compile/read-library.js';
import { readProjectFolder } from '../../src/compile/read-project-folder.js';
import { DiffRepository } from './diff-repository.js';

/** What a link below the contracts may be called. */
const NAMES = [
  ...[
    'v1.0',
    'more',
    'k.test.yaml',
    'k.yaml',
    'k_test.rego',
    'k.rego',
    'notes.md',
    '.hidden',
    'waivers.yaml',
  ],
  ...['node_modules', 'inner/v1.0', 'inner/k.yaml', 'a.b/k'],
];

/** Where it may lead, from the root of the project. */
const TARGETS = [
  ...['other', 'other/', 'other/v2.0', 'contracts/plain', 'contracts', '.', 'shared.txt', 'other/x.yaml'],
  ...['nowhere', 'to-other', 'to-other/x.yaml', 'to-deep/../up.yaml', 'deep/../up.yaml', '../outside'],
];

function laidOut(): DiffRepository {
  const repository = new DiffRepository();
  repository.remove('contracts');
  for (const file of ['contracts/plain/a.yaml', 'other/x.yaml', 'other/v2.0/y.yaml', 'shared.txt', 'up.yaml'])
    repository.write(file, `# ${file}\n`);
  repository.write('deep/inside/z.yaml', '# z\n');
  repository.write('deep/up.yaml', '# another\n');
  symlinkSync('other', join(repository.folder, 'to-other'));
  symlinkSync('deep/inside', join(repository.folder, 'to-deep'));
  return repository;
}

interface Seen {
  readonly files: readonly (readonly [string, string])[];
  readonly refused: readonly string[];
}

function atRef(folder: string, commit: string, prefix: string = ''): Seen {
  const repository = new GitRepository(folder, { env: process.env });
  const { files, diagnostics } = readAtRef(repository, commit, prefix, null);
  return { files: [...files].sort(), refused: codesOf(diagnostics) };
}

async function onDisk(folder: string): Promise<Seen> {
  const { place } = await findProject(folder, undefined);
  const { files, diagnostics } = readProjectFolder(place, readToolDigests());
  return { files: [...files].sort(), refused: codesOf(diagnostics) };
}

function codesOf(diagnostics: readonly { readonly code: string }[]): readonly string[] {
  return [...new Set(diagnostics.map(({ code }) => code))];
}

describe('a commit and its working tree', () => {
  const repository = laidOut();
  const { folder } = repository;
  for (const name of NAMES)
    it(`a link named ${name}: the same files, or the commit is refused`, async () => {
      const link = join(folder, 'contracts', name);
      mkdirSync(dirname(link), { recursive: true });
      for (const to of TARGETS) {
        symlinkSync(`${'../'.repeat(name.split('/').length)}${to}`, link);
        const commit = repository.commit(to);
        const [ref, disk] = [atRef(folder, commit), await onDisk(folder)];
        if (!ref.refused.includes('diff.link')) assert.deepEqual(ref, disk, to);
        // What is no folder for sure is not refused.
        const isHidden = /^(?:\.|node_modules)/.test(name);
        if (isHidden || /^(?:shared\.txt|other\/x\.yaml)$/.test(to)) assert.deepEqual(ref.refused, [], to);
        rmSync(link);
      }
    });

  it('a folder of contracts that is reached through a link is not one without contracts', () => {
    const other = laidOut();
    other.write('app/edge-contracts.yaml', 'contracts: more/deals\n');
    other.write('app/real/deals/a.yaml', '# a\n');
    symlinkSync('real', join(other.folder, 'app/more'));
    symlinkSync('app', join(other.folder, 'linked'));
    const commit = other.commit('links');
    assert.deepEqual(atRef(other.folder, commit, 'app/').refused, ['diff.link']);
    assert.deepEqual(atRef(other.folder, commit, 'linked/').refused, ['diff.link']);
    writeFileSync(join(other.folder, 'app/edge-contracts.yaml'), 'contracts: real/deals\n');
    assert.deepEqual(atRef(other.folder, other.commit('none'), 'app/').refused, []);
  });
});
