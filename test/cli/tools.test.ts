import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { readToolsFile } from '../../src/contract/index.js';
import { loadGate } from '../../src/evaluate/load-gate.js';
import type { RunRecord } from '../../src/gate.js';
import { packageRoot } from '../../src/model/package-root.js';
import { foldRun } from '../../src/run/fold-record.js';
import { cli, emptyFolder, exampleProject, incidentRecords, type Ran, schemaErrors } from './cli.js';

interface Printed {
  readonly outcome: string;
  readonly changes: readonly { name: string; change: string; members: string[] }[];
  readonly diagnostics: readonly { code: string; severity: string }[];
}

const tool = (name: string, annotations?: unknown): object => ({
  name,
  description: 'x',
  ...(annotations === undefined ? {} : { annotations }),
});
const READS = { readOnlyHint: true };

async function imported(folder: string, list: unknown, ...flags: string[]): Promise<Ran & { doc: Printed }> {
  const input = typeof list === 'string' ? list : JSON.stringify(list);
  const ran = await cli(['tools', '-', '--json', ...flags], { cwd: folder, input });
  const doc = JSON.parse(ran.out) as Printed;
  assert.equal(schemaErrors('tools-import', doc), null);
  return { ...ran, doc };
}

const text = (folder: string): string => readFileSync(join(folder, 'tools.yaml'), 'utf8');
const codesOf = ({ doc }: { doc: Printed }): string[] => [
  ...new Set(doc.diagnostics.map(({ code }) => code)),
];

describe('a list of tools', () => {
  it('is written, kept where narrowed by hand, and told where widened', async () => {
    const folder = emptyFolder();
    const first = await imported(folder, {
      tools: [tool('b', READS), tool('a', { destructiveHint: false })],
    });
    assert.deepEqual([first.code, first.doc.outcome], [0, 'written']);
    const { tools, diagnostics } = readToolsFile(text(folder), 'tools.yaml', null);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      tools.map(({ name, ceiling }) => [name, ...Object.values(ceiling)]),
      [
        ['a', false, false, false, true],
        ['b', true, false, true, true],
      ],
    );
    const byHand = `${text(folder).replace('  a:\n', '  a: # ours\n    effects: [{ kind: message.email, target: x }]\n')}`;
    writeFileSync(join(folder, 'tools.yaml'), byHand);
    const same = await imported(folder, [tool('a', { destructiveHint: false }), tool('b', READS)], '--check');
    assert.deepEqual([same.code, same.doc.outcome, text(folder)], [0, 'up_to_date', byHand]);

    const wider = { jsonrpc: '2.0', id: 1, result: { tools: [tool('a'), tool('b'), tool('c')] } };
    const stale = await imported(folder, wider, '--check');
    assert.deepEqual([stale.code, stale.doc.outcome, text(folder)], [4, 'stale', byHand]);
    assert.deepEqual(codesOf(stale), ['tools_list.widened', 'tools_list.stale']);
    const loud = await cli(['tools', '-', '--check'], { cwd: folder, input: JSON.stringify(wider) });
    assert.match(
      loud.err,
      /the server widened the tool "b": it may write now, it may delete or overwrite now/,
    );
    const taken = await imported(folder, wider);
    assert.deepEqual(
      taken.doc.changes.map(({ name, change }) => [name, change]),
      [
        ['a', 'widened'],
        ['b', 'widened'],
        ['c', 'added'],
      ],
    );
    assert.match(text(folder), /a:\n {4}# ours\n {4}effects: \[ ?\{ kind: message\.email, target: x \} ?\]/);
    assert.equal((await imported(folder, wider, '--check')).code, 0);
    const gone = await imported(folder, []);
    assert.deepEqual(
      gone.doc.changes.map(({ name, change }) => [name, change]),
      [
        ['a', 'kept'],
        ['b', 'removed'],
        ['c', 'removed'],
      ],
    );
    assert.deepEqual(readdirSync(folder), ['tools.yaml']);
  });

  it('of one server leaves the tools of others, and takes none of their names', async () => {
    const folder = emptyFolder();
    await imported(folder, [tool('send')], '--server', 'mail');
    await imported(folder, [tool('find')], '--server', 'shop');
    assert.match(text(folder), /send:\n {4}server: mail/);
    const shadowed = await imported(folder, [tool('send', READS)], '--server', 'shop');
    assert.deepEqual([shadowed.code, codesOf(shadowed)], [3, ['tools_list.other_server']]);
  });
});

const HOSTILE: readonly (readonly [what: string, list: unknown, code: string | null, exit?: number])[] = [
  ['two of one name', [tool('a', READS), tool('a')], 'tools_list.twice'],
  ['`__proto__`', '[{"name":"__proto__","annotations":{"readOnlyHint":true}}]', 'tools_list.name'],
  ['names that objects have', [tool('constructor'), tool('toString'), tool('true'), tool('1')], null, 0],
  ['annotations on a prototype', '[{"name":"a","annotations":{"__proto__":{"readOnlyHint":true}}}]', null, 0],
  ['10,000 tools', Array.from({ length: 10_000 }, (_, index) => tool(`t${index}`)), 'tools_list.too_many'],
  ['1,000 tools', Array.from({ length: 1000 }, (_, index) => tool(`t${index}`)), null, 0],
  ['a name with a line break', [tool('a\nb: {}')], 'tools_list.name'],
  ['a name with an escape', [tool('a\u001b[31m')], 'tools_list.name'],
  ['a name in look-alikes', [tool('s\u0435nd')], 'tools_list.name'],
  ['an empty name', [tool('')], 'tools_list.name'],
  ['a long name', [tool('a'.repeat(129))], 'tools_list.name'],
  ['no name', [{}], 'tools_list.shape'],
  ['null', 'null', 'tools_list.shape'],
  ['an error of JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32601 } }, 'tools_list.shape'],
  ['tools that are no list', { tools: { a: {} } }, 'tools_list.shape'],
  ['a list that goes on', { tools: [tool('a')], nextCursor: 'x' }, 'tools_list.cut'],
  ['hints as text', [tool('a', { readOnlyHint: 'true', destructiveHint: 0 })], 'tools_list.hint', 0],
  ['annotations as a list', [tool('a', [true])], 'tools_list.hint', 0],
  ['a key twice', '[{"name":"a","name":"b"}]', 'record.duplicate_key'],
  ['deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'record.too_deep'],
  ['cut short', '{"tools":[{"name":"a"', 'record.truncated'],
  ['nothing', '', 'record.nothing'],
  ['huge', `["${'x'.repeat(9 * 1024 * 1024)}"]`, 'record.too_large'],
];

for (const [what, list, code, exit = 3] of HOSTILE) {
  test(`a list with ${what}: ${code ?? 'is written'}`, async () => {
    const folder = emptyFolder();
    const ran = await imported(folder, list);
    assert.deepEqual([ran.code, codesOf(ran)], [exit, code === null ? [] : [code]]);
    assert.equal(existsSync(join(folder, 'tools.yaml')), exit === 0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: to find them is what this is for
    assert.doesNotMatch(ran.out + ran.err, /\u001b|\n\s+at .*:\d+:\d+/);
    if (exit !== 0) return;
    const { tools, diagnostics } = readToolsFile(text(folder), 'tools.yaml', null);
    assert.deepEqual(diagnostics, []);
    for (const { ceiling } of tools)
      assert.deepEqual([ceiling.read_only, ceiling.destructive], [false, true], what);
  });
}

test('a tools file that is wrong is not written over', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'tools.yaml'), 'tools: { a: { ceiling: {} } }\n');
  const ran = await imported(folder, [tool('b')]);
  assert.deepEqual([ran.code, codesOf(ran)], [3, ['tools.missing_key']]);
  assert.equal(text(folder), 'tools: { a: { ceiling: {} } }\n');
});

const DOC = readFileSync(join(packageRoot(), 'docs/tools.md'), 'utf8');
const block = (language: string, index = 0): string =>
  [...DOC.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))][index]?.[1] ?? assert.fail();

test('the example of docs/tools.md does what it says', async () => {
  const folder = exampleProject();
  writeFileSync(join(folder, 'tools-list.json'), block('json'));
  const args = block('sh').trim().split(' ').slice(1);
  assert.equal((await cli(args, { cwd: folder })).code, 0);
  assert.equal(text(folder), block('yaml'));
  const records = incidentRecords() as unknown as RunRecord[];
  const ask = async (): Promise<string[]> => {
    assert.equal((await cli(['compile'], { cwd: folder })).code, 0);
    const gate = loadGate({ dir: join(folder, 'policies') });
    const upTo = records.findIndex((record) => record.kind === 'transfer' && record.hop === 2) + 1;
    const run = foldRun(records.slice(0, upTo), gate.terms);
    const verdicts = ['find_order', 'send_email', 'run_script', 'other'].map((name) =>
      gate.guard(run, { by: 'notifications', tool: name, target: 'customer' }),
    );
    for (const verdict of verdicts) assert.equal(schemaErrors('guard-verdict', verdict), null);
    return verdicts.map(({ decision, reasons }) => `${decision} ${reasons.map(({ code }) => code).sort()}`);
  };
  const anything = 'block side_effect.forbidden,side_effect.undeclared';
  assert.deepEqual(await ask(), ['allow ', anything, anything, 'block tool.unknown']);
  writeFileSync(join(folder, 'tools.yaml'), block('yaml', 1));
  assert.deepEqual(await ask(), [
    'allow ',
    'block side_effect.forbidden',
    'block tool.unknown',
    'block tool.unknown',
  ]);
  assert.equal((await cli(['compile', '--check'], { cwd: folder })).code, 0);
  const bundle = JSON.parse(readFileSync(join(folder, 'policies/dist/edges.bundle.json'), 'utf8')) as object;
  assert.equal(schemaErrors('bundle', bundle), null);
});
