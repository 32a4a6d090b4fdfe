import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import type { PolicyDiff } from '../../src/model/policy-diff.js';
import { emptyFolder, schemaErrors } from './cli.js';
import { DiffRepository, REFUNDS } from './diff-repository.js';
import { inProcess } from './in-process.js';

interface Told {
  readonly code: number | null;
  readonly diff: PolicyDiff;
  readonly err: string;
}

/** A diff as a document, which its schema describes. */
async function diffed(cwd: string, ...args: readonly string[]): Promise<Told> {
  const { code, out, err } = await inProcess(['diff', ...args, '--json'], { cwd });
  const diff = JSON.parse(out) as PolicyDiff;
  assert.equal(schemaErrors('diff', diff), null, out.slice(0, 1000));
  return { code, diff, err };
}

/** Codes of a diff that could not be made; with `--json` it is a document of its own, and never half a diff. */
async function refused(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await inProcess(['diff', ...args, '--json'], { cwd });
  assert.equal(code, 3, out.slice(0, 1000));
  const document = JSON.parse(out) as { schema: string; diagnostics: { code: string }[] };
  assert.equal(schemaErrors('failure', document), null);
  return document.diagnostics.map((one) => one.code);
}

function rulesOf({ findings }: PolicyDiff): readonly string[] {
  return findings.map(({ rule }) => rule);
}

describe('diff of a repository', () => {
  const repository = new DiffRepository();
  const cwd = repository.folder;

  it('with itself is empty, and compiles nothing', async () => {
    const { code, diff } = await diffed(cwd, 'main');
    assert.deepEqual([code, diff.findings, diff.texts, diff.schemas], [0, [], [], []]);
    assert.equal(diff.edges.length, 4);
    assert.equal(diff.base.commit, repository.git('rev-parse', 'main').trim());
    assert.deepEqual(diff.head, { label: 'the working tree', commit: null, contracts: 4 });
  });

  it('tells a check that was loosened in the working tree, with its proof, texts and place', async () => {
    const other = new DiffRepository();
    other.loosen();
    const { code, diff } = await diffed(other.folder, 'main');
    assert.equal(code, 0);
    const [finding, ...more] = diff.findings;
    assert.deepEqual([finding?.rule, more], ['severity.lowered', []]);
    assert.match(finding?.claim.status ?? '', /^(?:proven|decided)$/);
    assert.deepEqual(finding?.change.head?.file, REFUNDS);
    assert.deepEqual(
      diff.texts.map(({ path }) => path),
      ['edges/triage--refunds/policy.rego'],
    );
    const gate = await diffed(other.folder, 'main', '--fail-on', 'breaking,loosened');
    assert.equal(gate.code, 4);
    assert.match(
      gate.err,
      /not let through \(--fail-on loosened\): 1 finding loosens: triage--refunds severity\.lowered\n/,
    );
    const kept = await diffed(other.folder, 'main', '--fail-on', 'unknown');
    assert.equal(kept.code, 0);
  });

  it('reads two refs, whatever the working tree holds', async () => {
    const other = new DiffRepository();
    other.git('switch', '--quiet', '--create', 'change');
    other.loosen();
    other.commit('looser');
    other.write(REFUNDS, 'no contract at all: [');
    const { diff } = await diffed(other.folder, 'main', 'change');
    assert.deepEqual(rulesOf(diff), ['severity.lowered']);
    const mirrored = await diffed(other.folder, 'change', 'main');
    assert.deepEqual(rulesOf(mirrored.diff), ['severity.raised']);
    const range = await diffed(other.folder, 'main..change');
    assert.deepEqual(rulesOf(range.diff), ['severity.lowered']);
    assert.deepEqual((await refused(other.folder, 'main'))[0], 'diff.head');
  });

  it('A...B compares with where the two parted', async () => {
    const other = new DiffRepository();
    other.git('switch', '--quiet', '--create', 'change');
    other.loosen();
    other.commit('looser');
    other.git('switch', '--quiet', 'main');
    other.edit(REFUNDS, 'PT15M', 'PT30M');
    other.commit('older facts, on main');
    assert.deepEqual(rulesOf((await diffed(other.folder, 'main...change')).diff), ['severity.lowered']);
    assert.deepEqual([...rulesOf((await diffed(other.folder, 'main', 'change')).diff)].sort(), [
      'age.shorter',
      'severity.lowered',
    ]);
  });

  it('a contract renamed and changed at once is one contract, and one that is gone is told', async () => {
    const other = new DiffRepository();
    other.loosen();
    other.git('mv', REFUNDS, 'contracts/refund-handoff.yaml');
    other.edit('contracts/refund-handoff.yaml', 'name: triage--refunds', 'name: refund-handoff');
    other.remove('contracts/notifications--triage.yaml');
    const { diff } = await diffed(other.folder, 'main');
    assert.deepEqual([...rulesOf(diff)].sort(), ['contract.removed', 'contract.renamed', 'severity.lowered']);
    const renamed = diff.edges.find(({ status }) => status === 'renamed');
    assert.deepEqual([renamed?.edge, renamed?.renamed_from], ['refund-handoff', 'triage--refunds']);
  });

  it('contracts that are adopted are all new, and that there were none is said', async () => {
    const other = new DiffRepository();
    other.git('switch', '--quiet', '--orphan', 'empty');
    other.write('README.md', 'nothing yet\n');
    other.commit('nothing yet');
    const { code, diff } = await diffed(other.folder, 'empty', 'main');
    assert.deepEqual([code, diff.base.contracts, rulesOf(diff).length], [0, 0, 4]);
    assert.deepEqual(
      diff.diagnostics.map(({ code: one }) => one),
      ['diff.no_contracts'],
    );
    assert.deepEqual(await refused(other.folder, 'empty', 'empty'), ['diff.no_contracts']);
    assert.deepEqual(await refused(other.folder, 'empty...main'), ['diff.unrelated']);
  });

  it('folders and single contracts are versions too', async () => {
    const folder = emptyFolder();
    const other = new DiffRepository();
    other.loosen();
    const old = join(packageRoot(), 'contracts');
    const { diff } = await diffed(folder, old, join(other.folder, 'contracts'));
    assert.deepEqual(rulesOf(diff), ['severity.lowered']);
    assert.deepEqual([diff.base.commit, diff.head.commit], [null, null]);
    writeFileSync(join(folder, 'old.yaml'), repository.read(REFUNDS));
    writeFileSync(join(folder, 'new.yaml'), other.read(REFUNDS));
    const files = await diffed(folder, './old.yaml', 'new.yaml');
    assert.deepEqual(rulesOf(files.diff), ['severity.lowered']);
    assert.equal(files.diff.findings[0]?.change.head?.file, 'new.yaml');
    assert.deepEqual(await refused(folder, old, 'new.yaml'), ['diff.one_file']);
  });
});

describe('what names no version is refused, with a code', () => {
  const repository = new DiffRepository();
  const cwd = repository.folder;
  before(() => {
    repository.git('branch', 'contracts');
  });

  it('a name of nothing, an option, a tree, a line break, a path that is not there', async () => {
    for (const name of [
      'nothing',
      'main:contracts',
      'ma\nin',
      './main',
      '',
      'main^{tree}',
      '/no/such/folder',
    ])
      assert.deepEqual(await refused(cwd, name), ['diff.no_side'], JSON.stringify(name));
    const { code, out } = await inProcess(['diff', '--json', '--', '--output=x'], { cwd });
    assert.deepEqual([code, JSON.parse(out).diagnostics[0].code], [3, 'diff.no_side']);
    assert.deepEqual(await refused(emptyFolder(), 'main'), ['diff.no_side']);
  });

  it('a name of a branch and of a folder; each of the two can be written', async () => {
    assert.deepEqual(await refused(cwd, 'contracts'), ['diff.ambiguous']);
    assert.equal((await diffed(cwd, './contracts')).diff.base.commit, null);
    assert.notEqual((await diffed(cwd, 'contracts^0')).diff.base.commit, null);
  });

  it('a version that does not compile: which, and what is wrong with it, and nothing of a diff', async () => {
    const other = new DiffRepository();
    other.edit(REFUNDS, 'mode: enforce', 'mode: enforced');
    other.commit('broken');
    other.git('tag', 'broken');
    other.git('revert', '--no-edit', 'HEAD');
    assert.deepEqual(await refused(other.folder, 'broken'), ['diff.base', 'contract.wrong_value']);
    assert.deepEqual(await refused(other.folder, 'main', 'broken'), ['diff.head', 'contract.wrong_value']);
    const { code, out, err } = await inProcess(['diff', 'broken'], { cwd: other.folder });
    assert.deepEqual([code, out], [3, '']);
    assert.match(err, /broken:contracts\/triage--refunds\.yaml/);
  });

  it('a rule that does not compile in a contract that did not change', async () => {
    const other = new DiffRepository();
    other.write('contracts/limit.rego', 'package rules.limit\n\nproven if { nothing.of.this }\n');
    other.edit(REFUNDS, 'mode: enforce', 'mode: enforce\n  rules: [{ name: limit, file: limit.rego }]');
    other.commit('a broken rule');
    const [code, first] = await refused(other.folder, 'main');
    assert.equal(code, 'diff.base');
    assert.match(first ?? '', /^compile\./);
  });

  /** A clone of the last commit of `change` alone, and what it lacks. */
  function shallowClone(): { folder: string; first: string } {
    const folder = emptyFolder();
    const other = new DiffRepository();
    const first = other.git('rev-parse', 'HEAD').trim();
    other.git('tag', '--annotate', '--message', 'a tag', 'v1');
    other.commit('more on main');
    other.git('checkout', '--quiet', '-b', 'change', first);
    other.commit('nothing that a contract says, and so nothing to compile');
    // Else a fetch of a commit by its id is refused, where hosts of repositories allow it.
    other.git('config', 'uploadpack.allowReachableSHA1InWant', 'true');
    other.git('clone', '--quiet', '--depth=1', '--branch=change', `file://${other.folder}`, folder);
    return { folder, first };
  }

  const LACKING = ['origin/main', 'main', 'v1', 'HEAD~1', 'FIRST', 'origin/main...HEAD', 'FIRST...HEAD'];
  for (const name of LACKING) {
    it(`a shallow clone says what to fetch, and then it works: ${name}`, async () => {
      const { folder, first } = shallowClone();
      const asked = name.replace('FIRST', first);
      const { code, err } = await inProcess(['diff', asked], { cwd: folder });
      assert.equal(code, 3);
      assert.match(err, /diff\.shallow/);
      const told = [...err.replace(/\s+/g, ' ').matchAll(/`git ([^`]*)`/g)].map(([, words]) => words ?? '');
      const fetch = told[name === 'v1' ? 1 : 0]?.split(' ') ?? [];
      const clone = new DiffRepository(folder, false);
      clone.git(...fetch);
      assert.equal((await inProcess(['diff', asked], { cwd: folder })).code, 0, fetch.join(' '));
      assert.doesNotMatch(clone.git('branch', '--list'), /[0-9a-f]{40}/);
    });
  }
});

describe('what a commit holds is read by the rules of a folder', () => {
  it('binary files beside contracts are nothing; a contract that is none is refused', async () => {
    const other = new DiffRepository();
    other.write('contracts/picture.png', Uint8Array.from([0x89, 0x50, 0, 0xff]));
    other.write('contracts/line\nbreak.txt', 'not a contract');
    other.write('contracts/.hidden/x.yaml', 'not read: [');
    other.commit('pictures');
    assert.deepEqual((await diffed(other.folder, 'main')).diff.findings, []);
    other.write('contracts/picture.yaml', Uint8Array.from([0x89, 0x50, 0, 0xff]));
    other.commit('a picture as a contract');
    assert.deepEqual(await refused(other.folder, 'main'), ['diff.base', 'compile.not_utf8']);
  });

  it('a link to a file of the project is followed, every other one is refused', async () => {
    const other = new DiffRepository();
    other.git('mv', REFUNDS, 'shared.txt');
    symlinkSync('../shared.txt', join(other.folder, REFUNDS));
    other.commit('a link');
    assert.deepEqual((await diffed(other.folder, 'main')).diff.findings, []);
    assert.deepEqual((await diffed(other.folder, 'HEAD~1')).diff.findings, []);
    for (const to of ['/etc/hosts', '../../outside.yaml', '..']) {
      other.remove(REFUNDS);
      symlinkSync(to, join(other.folder, REFUNDS));
      other.commit('another link');
      assert.deepEqual(await refused(other.folder, 'main', 'HEAD'), ['diff.base', 'diff.link'], to);
    }
  });

  it('a link to a folder of contracts is refused, whatever it is called', async () => {
    for (const name of ['v1.0', 'k.test.yaml', 'notes.md']) {
      const other = new DiffRepository();
      other.write('other/x.yaml', other.read(REFUNDS).replace('triage--refunds', 'x'));
      symlinkSync('../other', join(other.folder, 'contracts', name));
      other.commit('a link');
      assert.deepEqual(await refused(other.folder, 'main~1', 'main'), ['diff.head', 'diff.link'], name);
      assert.deepEqual(rulesOf((await diffed(other.folder, 'main~1')).diff), ['contract.added'], name);
    }
  });

  describe('a project in whose place the change put a link', () => {
    const other = new DiffRepository();
    for (const folder of ['proj/deep', 'fix/deep'])
      cpSync(join(other.folder, 'contracts'), join(other.folder, folder, 'contracts'), { recursive: true });
    other.edit(`fix/deep/${REFUNDS}`, 'mode: enforce', 'mode: observe');
    other.commit('both');
    other.remove('proj');
    symlinkSync('fix', join(other.folder, 'proj'));
    other.commit('a link');
    const outside = join(emptyFolder(), 'mine');
    symlinkSync(join(other.folder, 'fix/deep'), outside);
    const range = 'main~1^0...HEAD^0';

    async function codes(cwd: string, pwd: string, ...args: readonly string[]): Promise<readonly string[]> {
      const { out } = await inProcess(['diff', range, ...args, '--json'], {
        cwd,
        env: { PATH: process.env['PATH'] ?? '', PWD: pwd },
      });
      const document = JSON.parse(out) as { schema: string; diagnostics: { code: string }[] };
      return document.diagnostics.map((one) => one.code);
    }

    it('is refused: by where the shell was led, and by the folder of contracts that is named', async () => {
      const [top, fix] = [other.folder, join(other.folder, 'fix/deep')];
      assert.deepEqual(await codes(fix, join(top, 'proj/deep')), ['diff.link']);
      assert.deepEqual(await codes(top, top, '--contracts', 'proj/deep/contracts'), ['diff.link']);
      assert.deepEqual(await codes(top, '', '--contracts', 'proj/deep/contracts'), ['diff.link']);
    });

    it('and neither its target nor a link of the user’s own', async () => {
      const fix = join(other.folder, 'fix/deep');
      for (const pwd of [fix, outside, join(other.folder, 'nowhere'), 'fix', ''])
        assert.deepEqual(await codes(fix, pwd), [], pwd);
    });
  });

  it('a submodule below the contracts is refused', async () => {
    const [inner, other] = [new DiffRepository(), new DiffRepository()];
    other.git('submodule', '--quiet', 'add', `file://${inner.folder}`, 'contracts/more');
    other.commit('a submodule');
    assert.deepEqual(await refused(other.folder, 'main', 'HEAD'), ['diff.base', 'diff.submodule']);
  });

  it('a project below the top of its repository, with a folder and tools of its own', async () => {
    const other = new DiffRepository();
    other.write('services/x/edge-contracts.yaml', 'contracts: deals\n');
    mkdirSync(join(other.folder, 'services/x/deals'), { recursive: true });
    other.write('services/x/deals/triage--refunds.yaml', other.read(REFUNDS));
    other.commit('a project below');
    other.edit('services/x/deals/triage--refunds.yaml', 'PT15M', 'PT30M');
    const { diff } = await diffed(join(other.folder, 'services/x'), 'main');
    assert.deepEqual([rulesOf(diff), diff.base.contracts], [['age.longer'], 1]);
  });

  it('variables of git lead nowhere else', async () => {
    const [other, elsewhere] = [new DiffRepository(), new DiffRepository()];
    other.loosen();
    const env = {
      PATH: process.env['PATH'] ?? '',
      GIT_DIR: join(elsewhere.folder, '.git'),
      GIT_WORK_TREE: elsewhere.folder,
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_EXTERNAL_DIFF: 'false',
      GIT_CEILING_DIRECTORIES: other.folder,
    };
    const { out } = await inProcess(['diff', 'main', '--json'], { cwd: other.folder, env });
    assert.deepEqual(rulesOf(JSON.parse(out)), ['severity.lowered']);
  });
});

describe('waivers of the changed version', () => {
  const WAIVERS = 'contracts/waivers.yaml';
  const by = ['--owner', 'payments', '--reason', 'agreed', '--expires'];

  it('are written neither over a report, nor through a link', async () => {
    const other = new DiffRepository();
    const adopt = ['--write-waivers', WAIVERS, ...by, '2027-01-31'];
    symlinkSync('contracts', join(other.folder, 'also'));
    symlinkSync('contracts/waivers.yaml', join(other.folder, 'there'));
    for (const out of [WAIVERS, `./${WAIVERS}`, 'also/waivers.yaml', 'there'])
      for (const flags of [
        ['--out', out],
        ['--also', `markdown=${out}`],
      ]) {
        const {
          code,
          out: report,
          err,
        } = await inProcess(['diff', 'main', ...flags, ...adopt], {
          cwd: other.folder,
        });
        assert.deepEqual([code, report, /input\.usage/.test(err)], [3, '', true], flags.join(' '));
        assert.equal(existsSync(join(other.folder, WAIVERS)), false);
      }
    const twice = ['diff', 'main', '--also', 'json=there', '--also', `markdown=${WAIVERS}`];
    assert.equal((await inProcess(twice, { cwd: other.folder })).code, 3);
    const through = ['main', '--write-waivers', 'there', ...by, '2027-01-31'];
    assert.deepEqual(await refused(other.folder, ...through), ['diff.waivers_there']);
    assert.equal(existsSync(join(other.folder, WAIVERS)), false);
  });

  it('are written to adopt what is found, are read where they stand, and are not written over', async () => {
    const other = new DiffRepository();
    other.loosen();
    const wrote = await inProcess(['diff', 'main', '--write-waivers', WAIVERS, ...by, '2027-01-31'], {
      cwd: other.folder,
    });
    assert.deepEqual([wrote.code, /1 waiver|one waiver/.test(wrote.err)], [0, true]);
    const { code, diff } = await diffed(other.folder, 'main', '--fail-on', 'loosened,breaking');
    assert.deepEqual([code, diff.findings[0]?.waiver?.owner], [0, 'payments']);
    assert.deepEqual(
      diff.waivers.changed.map(({ status, owner, file, line }) => [status, owner, file, line]),
      [['added', 'payments', WAIVERS, 3]],
    );
    // No contract, and no reason to compile again.
    assert.equal(diff.head.contracts, 4);
    other.commit('with a waiver');
    const committed = await diffed(other.folder, 'main~1', 'main', '--fail-on', 'loosened');
    assert.deepEqual([committed.code, committed.diff.findings[0]?.waiver?.file], [0, `main:${WAIVERS}`]);
    const again = ['main~1', '--write-waivers', WAIVERS, ...by, '2027-01-31'];
    assert.deepEqual(await refused(other.folder, ...again), ['diff.waivers_there']);
    other.edit(WAIVERS, '2027-01-31', '2027-02-28');
    const longer = await diffed(other.folder, 'main', '--fail-on', 'waivers');
    const [{ status, before } = {}] = longer.diff.waivers.changed;
    assert.deepEqual([longer.code, status, before?.expires], [4, 'extended', '2027-01-31']);
    assert.match(
      longer.err,
      /not let through \(--fail-on waivers\): 1 waiver is new in this change, or ends later/,
    );
    other.edit(WAIVERS, '2027-02-28', '2026-01-31');
    const expired = await diffed(other.folder, 'main~1');
    assert.deepEqual([expired.code, expired.diff.waivers.expired.length], [4, 1]);
    const adopted = await inProcess(['diff', 'main~1', '--write-waivers', 'more.yaml', ...by, '2027-01-31'], {
      cwd: other.folder,
    });
    assert.deepEqual([adopted.code, /expired waiver/.test(adopted.err)], [4, true]);
    other.write(WAIVERS, 'waivers: [{}]');
    assert.ok((await refused(other.folder, 'main~1')).every((one) => one === 'waivers.missing_key'));
  });
});

describe('a waiver that comes with the change', () => {
  it('is told first in every format, and the counts say what is waived', async () => {
    const other = new DiffRepository();
    other.git('switch', '--quiet', '--create', 'change');
    other.loosen();
    const by = ['--owner', 'payments', '--reason', 'agreed', '--expires', '2027-01-31'];
    await inProcess(['diff', 'main', '--write-waivers', 'contracts/waivers.yaml', ...by], {
      cwd: other.folder,
    });
    const out = async (format: string): Promise<string> => {
      const ran = await inProcess(['diff', 'main', '--fail-on', 'loosened', '--format', format], {
        cwd: other.folder,
      });
      assert.equal(ran.code, 0, ran.err);
      return ran.out;
    };
    const text = await out('text');
    assert.match(
      text,
      /^.*\n\n1 waiver is new in this change:\n {2}contracts\/waivers\.yaml:3 {2}payments, agreed, until 2027-01-31\n/,
    );
    assert.match(text, /, 1 waived\n$/);
    const markdown = await out('markdown');
    assert.match(
      markdown,
      /^.*\n\n## Policy changes\n\n.*\n\n⚠️ \*\*1 waiver is new in this change:\*\*\n\n- `payments`, agreed, until `2027-01-31`; `contracts\/waivers\.yaml:3`/,
    );
    assert.match(markdown, /, 1 waived/);
    const sarif = JSON.parse(await out('sarif')) as { runs: { results: { ruleId: string }[] }[] };
    assert.equal(sarif.runs[0]?.results[0]?.ruleId, 'waivers.added');
    assert.match(
      await out('annotations'),
      /^::warning file=contracts\/waivers\.yaml,line=3,title=waivers\.added::1 waiver is new in this change: payments, agreed, until 2027-01-31\n/,
    );
    assert.match(
      await out('junit'),
      /<testsuites[^>]*>\s*<testsuite name="waivers"[\s\S]*?<skipped>1 waiver is new in this change: payments, agreed/,
    );
  });

  it('is new where base’s file cannot be read, which is said; and adopting is no gate', async () => {
    const other = new DiffRepository();
    other.write('contracts/waivers.yaml', 'waivers: [{}]');
    other.commit('broken waivers');
    other.loosen();
    const fingerprint = `sha256:${'0'.repeat(64)}`;
    other.write(
      'contracts/waivers.yaml',
      `waivers: [{ fingerprint: "${fingerprint}", reason: r, owner: o, expires: "2027-01-31" }]`,
    );
    const { code, diff } = await diffed(other.folder, 'main', '--fail-on', 'waivers');
    assert.deepEqual([code, diff.waivers.changed.map(({ status }) => status)], [4, ['added']]);
    const told = diff.diagnostics.find(({ span }) => span?.file === 'main:contracts/waivers.yaml');
    assert.deepEqual([told?.code, told?.severity], ['waivers.missing_key', 'warning']);
    const by = ['--owner', 'o', '--reason', 'r', '--expires', '2027-01-31', '--fail-on', 'loosened'];
    const both = await inProcess(['diff', 'main', '--write-waivers', 'w.yaml', ...by], { cwd: other.folder });
    assert.deepEqual([both.code, /--fail-on stops what is/.test(both.err)], [3, true]);
  });
});

describe('recorded runs', () => {
  it('that flip shut the gate, and none given is said', async () => {
    const other = new DiffRepository();
    other.loosen();
    await inProcess(['simulate', '--runs', '400', '--out', 'runs.jsonl'], { cwd: other.folder });
    const { code, diff } = await diffed(other.folder, 'main', '--runs', 'runs.jsonl', '--fail-on', 'impact');
    assert.equal(code, 4);
    assert.ok((diff.impact.edges[0]?.to_allow ?? 0) > 0 && diff.impact.replayed > 0);
    const none = await diffed(other.folder, 'main', '--fail-on', 'impact');
    assert.deepEqual([none.code, none.diff.impact.source], [4, null]);
    assert.deepEqual(await refused(other.folder, 'main', '--runs', 'gone.jsonl'), ['input.missing']);
  });
});

describe('what a pull request adds is not read in place of the base', () => {
  /** The change loosens one check; what else it holds is to hide that. */
  function changed(): DiffRepository {
    const other = new DiffRepository();
    other.git('switch', '--quiet', '--create', 'change');
    other.loosen();
    other.commit('looser');
    return other;
  }

  for (const range of ['main...HEAD', 'main..HEAD', 'main...', 'gone...HEAD'])
    it(`a folder named \`${range}\``, async () => {
      const other = changed();
      cpSync(join(other.folder, 'contracts'), join(other.folder, range, 'contracts'), { recursive: true });
      other.commit('a folder');
      assert.deepEqual(await refused(other.folder, range), ['diff.ambiguous']);
      assert.deepEqual((await diffed(other.folder, `./${range}`)).diff.findings, []);
    });

  it('what is written as commits is commits, whatever lies on disk', async () => {
    const other = changed();
    for (const name of ['main^0...HEAD^0', 'main^{commit}...HEAD', 'main^0', 'main'])
      cpSync(join(other.folder, 'contracts'), join(other.folder, name, 'contracts'), { recursive: true });
    other.commit('folders');
    for (const name of ['main^0...HEAD^0', 'main^{commit}...HEAD', 'main^0', 'main^{commit}'])
      assert.deepEqual(rulesOf((await diffed(other.folder, name)).diff), ['severity.lowered'], name);
    const { diff } = await diffed(other.folder, 'main^0...HEAD^0');
    assert.deepEqual([diff.base.label, diff.head.label], ['main...HEAD', 'HEAD']);
    assert.deepEqual(await refused(other.folder, 'main'), ['diff.ambiguous']);
    assert.deepEqual(await refused(other.folder, 'gone^0'), ['diff.no_side']);
  });

  it('a folder named like a branch that was not fetched', async () => {
    const other = changed();
    const there = join(other.folder, 'origin/main/contracts');
    cpSync(join(other.folder, 'contracts'), there, { recursive: true });
    other.commit('a folder');
    assert.deepEqual(await refused(other.folder, 'origin/main'), ['diff.ambiguous']);
    assert.deepEqual(await refused(other.folder, 'main', 'origin/main'), ['diff.ambiguous']);
    assert.deepEqual((await diffed(other.folder, './origin/main')).diff.findings, []);
  });

  it('a bare repository in the folder of the project', async () => {
    const other = new DiffRepository();
    const app = join(other.folder, 'app');
    cpSync(join(other.folder, 'contracts'), join(app, 'contracts'), { recursive: true });
    other.commit('a project below');
    other.git('switch', '--quiet', '--create', 'change');
    other.edit(`app/${REFUNDS}`, 'mode: enforce', 'mode: enforce\n  constraint: { weakened: warn }');
    const loose = other.commit('looser');
    // Its `main` is the changed version, found in the objects of the repository around it.
    other.write('app/HEAD', 'ref: refs/heads/main\n');
    other.write('app/config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
    other.write('app/objects/info/alternates', '../../.git/objects\n');
    other.write('app/refs/heads/main', `${loose}\n`);
    other.commit('a repository');
    for (const args of [['main'], ['main', 'HEAD^0'], ['main...HEAD']])
      assert.deepEqual(rulesOf((await diffed(app, ...args)).diff), ['severity.lowered'], args.join(' '));
    other.git('worktree', 'add', '--quiet', 'beside');
    const beside = join(other.folder, 'beside');
    assert.deepEqual(rulesOf((await diffed(join(beside, 'app'), 'main')).diff), ['severity.lowered']);
  });

  it('a repository that git refuses is no folder without one', async () => {
    const other = changed();
    other.write('.git/config', '[core]\n\trepositoryformatversion = 99\n');
    for (const args of [['main'], ['contracts'], ['main...HEAD']])
      assert.deepEqual(await refused(other.folder, ...args), ['diff.git'], args.join(' '));
  });

  it('grafts and replaced commits, which only this clone has', async () => {
    const other = changed();
    const [main, loose] = [other.git('rev-parse', 'main').trim(), other.git('rev-parse', 'HEAD').trim()];
    other.write('.git/info/grafts', `${main} ${loose}\n${loose}\n`);
    assert.deepEqual(rulesOf((await diffed(other.folder, 'main...HEAD')).diff), ['severity.lowered']);
    other.remove('.git/info/grafts');
    other.git('replace', main, loose);
    assert.deepEqual(rulesOf((await diffed(other.folder, 'main')).diff), ['severity.lowered']);
  });

  it('an older commit, where the clone is too shallow to know where two histories parted', async () => {
    const other = new DiffRepository();
    const folder = emptyFolder();
    other.loosen();
    const loose = other.commit('loose');
    other.git('revert', '--no-edit', 'HEAD');
    other.git('switch', '--quiet', '--create', 'change');
    for (const message of ['1', '2', '3', '4']) other.commit(message);
    other.git('merge', '--quiet', '--strategy=ours', '--no-edit', loose);
    const tree = other.git('rev-parse', `${loose}^{tree}`).trim();
    const head = other.git('commit-tree', tree, '-p', 'HEAD', '-p', loose, '-m', 'loose again').trim();
    other.git('reset', '--quiet', '--hard', head);
    assert.deepEqual(rulesOf((await diffed(other.folder, 'main...change')).diff), ['severity.lowered']);
    const from = `file://${other.folder}`;
    other.git('clone', '--quiet', '--depth=3', '--no-single-branch', from, folder);
    assert.deepEqual(await refused(folder, 'origin/main...origin/change'), ['diff.shallow']);
  });
});

describe('files of settings are read as contracts are', () => {
  for (const name of ['contracts/waivers.yaml', 'edge-contracts.yaml'])
    it(`${name}: no link out of the project or to nowhere, no pipe`, async () => {
      const other = new DiffRepository();
      const path = join(other.folder, name);
      const outside = join(emptyFolder(), 'x.yaml');
      writeFileSync(outside, '');
      for (const to of [outside, '/dev/zero', 'nowhere.yaml']) {
        symlinkSync(to, path);
        const [side, code] = await refused(other.folder, 'main');
        assert.deepEqual(
          [side, code?.replace(/^\w+\./, '')],
          ['diff.head', to === 'nowhere.yaml' ? 'unreadable' : 'outside'],
          to,
        );
        rmSync(path);
      }
      execFileSync('mkfifo', [path]);
      assert.deepEqual(await refused(other.folder, 'main'), ['diff.head', 'compile.unreadable']);
      rmSync(path);
      writeFileSync(
        join(other.folder, 'inside.yaml'),
        name.startsWith('c') ? 'waivers: []\n' : 'contracts: contracts\n',
      );
      symlinkSync(join(other.folder, 'inside.yaml'), path);
      assert.equal((await diffed(other.folder, 'main')).code, 0);
    });

  it('a project file that cannot be read is an error of every command that reads it', async () => {
    const other = new DiffRepository();
    symlinkSync('/dev/zero', join(other.folder, 'edge-contracts.yaml'));
    for (const args of [['check'], ['compile'], ['test']]) {
      const { code, err } = await inProcess(args, { cwd: other.folder });
      assert.equal(code, 3, args.join(' '));
      assert.match(err, /compile\.outside/);
    }
  });
});

describe('two folders', () => {
  function folders(): DiffRepository {
    const other = new DiffRepository();
    for (const side of ['old', 'new'])
      cpSync(join(other.folder, 'contracts'), join(other.folder, side, 'contracts'), { recursive: true });
    other.edit(`new/${REFUNDS}`, 'mode: enforce', 'mode: enforce\n  constraint: { weakened: warn }');
    return other;
  }

  it('findings and diagnostics call a file the same, and formats point at it', async () => {
    const other = folders();
    const { diff } = await diffed(other.folder, './old', './new');
    const [finding] = diff.findings;
    assert.deepEqual(
      [finding?.change.base?.file, finding?.change.head?.file],
      [`old/${REFUNDS}`, `new/${REFUNDS}`],
    );
    const { out } = await inProcess(['diff', './old', './new', '--format', 'sarif'], { cwd: other.folder });
    assert.match(out, /"uri": ?"new\/contracts\/triage--refunds\.yaml"/);
    other.edit(`new/${REFUNDS}`, 'mode: enforce', 'mode: enforced');
    const { err } = await inProcess(['diff', './old', './new'], { cwd: other.folder });
    assert.match(err, /new\/contracts\/triage--refunds\.yaml/);
  });

  it('a file of either is not written over, nor a case', async () => {
    const other = folders();
    other.write('contracts/a.test.json', '{}');
    for (const out of ['contracts/a.test.json', 'old/contracts/waivers.yaml']) {
      const before = existsSync(join(other.folder, out)) ? other.read(out) : null;
      const { code, err } = await inProcess(['diff', './old', './new', '--out', out], { cwd: other.folder });
      assert.deepEqual([code, /input\.usage/.test(err)], [3, true], out);
      assert.equal(existsSync(join(other.folder, out)) ? other.read(out) : null, before);
    }
  });
});
