import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { PolicyDiff } from '../../src/model/policy-diff.js';
import { FOUND_AFTERWARDS, shownTexts, structureOf } from '../report/formats/markdown-structure.js';
import { commandsIn } from '../action/run-action.js';
import { DiffRepository } from './diff-repository.js';
import { inProcess } from './in-process.js';

/** Each means something to Markdown, HTML, XML, a workflow's log or a terminal; the last is where a line may break. */
const HOSTILE = {
  line: 'a`b``c </details> <b>x</b> ]]> @everyone #12 ![i](http://a.b) **z** \u202e %0A::error file=x::y ##[error]z |',
  lines: 'one\n\n## Passed\n\n```\n::error file=x::forged\r\n@everyone </summary> \u2028 two',
  branch: `pr/$(>pwned);'"&&>pwned#x@me`,
  file: 'contracts/a `b` <b> @me #1 ::error::x/words.yaml',
};
type Words = typeof HOSTILE;
const BENIGN: Words = { line: 'words', lines: 'words', branch: 'pr/words', file: 'contracts/in/words.yaml' };

interface Told {
  readonly diff: PolicyDiff;
  readonly markdown: string;
  readonly annotations: string;
  readonly text: string;
  readonly junit: string;
  readonly sarif: { readonly runs: readonly { readonly results: readonly { readonly ruleId: string }[] }[] };
}

/** A contract whose every free text is such, changed on a branch; and all that `diff` tells of it. */
async function told({ line, lines, branch, file }: Words): Promise<Told> {
  const repository = new DiffRepository();
  const said = (text: string): string => JSON.stringify(text);
  const contract = (mode: string): string => `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: words, owner: ${said(line)}, description: ${said(lines)} }
edge: { from: ${said(line.replaceAll('*', ''))}, to: planner }
provenance:
  constraints:
    stated_by: [policy]
    standing:
      - { id: calm, text: ${said(lines)}, modality: prohibition, scope: run }
edge_check: { mode: ${mode} }
`;
  repository.write(file, contract('enforce'));
  repository.commit('base');
  repository.git('switch', '--quiet', '--create', branch);
  repository.write(file, contract('observe').replace('modality: prohibition', 'modality: preference'));
  repository.loosen();
  repository.write(
    'contracts/waivers.yaml',
    `waivers: [{ fingerprint: "sha256:${'0'.repeat(64)}", reason: ${said(line)}, owner: ${said(line)}, expires: "2099-12-31" }]\n`,
  );
  repository.commit(lines);
  const formats = ['json', 'markdown', 'annotations', 'junit', 'sarif'].flatMap((format) => [
    '--also',
    `${format}=${join('out', format)}`,
  ]);
  repository.write('out/.keep', '');
  const { code, out, err } = await inProcess(['diff', 'main', branch, ...formats], {
    cwd: repository.folder,
  });
  assert.equal(code, 0, err);
  const read = (format: string): string => repository.read(join('out', format));
  return {
    diff: JSON.parse(read('json')) as PolicyDiff,
    sarif: JSON.parse(read('sarif')) as Told['sarif'],
    ...{ markdown: read('markdown'), annotations: read('annotations'), junit: read('junit'), text: out },
  };
}

describe('a diff of contracts whose names and texts are hostile', () => {
  it('has the structure, in every format, that harmless ones have', async () => {
    const [benign, hostile] = [await told(BENIGN), await told(HOSTILE)];
    const rules = ({ diff }: Told): string[] => diff.findings.map(({ rule }) => rule).sort();
    assert.deepEqual(rules(hostile), rules(benign));
    assert.ok(rules(benign).length >= 3, 'what is compared is there');
    assert.equal(structureOf(hostile.markdown), structureOf(benign.markdown));
    for (const [what, pattern] of Object.entries(FOUND_AFTERWARDS))
      for (const text of shownTexts(hostile.markdown)) assert.doesNotMatch(text, pattern, what);
    const commands = commandsIn(hostile.annotations);
    assert.equal(commands.length, commandsIn(benign.annotations).length);
    for (const command of commands)
      assert.match(command, /^::(?:error|warning|notice) (?:file=contracts\/|title=)/);
    const results = ({ sarif }: Told): (string | undefined)[] =>
      (sarif.runs[0]?.results ?? []).map(({ ruleId }) => ruleId).sort();
    assert.deepEqual(results(hostile), results(benign));
    const tags = ({ junit }: Told): readonly string[] => junit.match(/<\/?[a-z]+|<!|\]\]>/g) ?? [];
    assert.deepEqual(tags(hostile), tags(benign));
    for (const text of [hostile.text, hostile.junit, hostile.annotations])
      assert.doesNotMatch(text, /[^\P{Cc}\n\t]|[\u202e\u2028]/u);
    assert.equal(hostile.text.split('\n').length, benign.text.split('\n').length);
  });
});
