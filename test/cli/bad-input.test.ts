import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Command } from 'commander';
import { processIo } from '../../src/cli/io.js';
import { programOf } from '../../src/cli/program.js';
import {
  cli,
  compiledExample,
  emptyFolder,
  exampleProject,
  incidentRecords,
  jsonLines,
  schemaErrors,
} from './cli.js';
import { inProcess } from './in-process.js';

interface FailureDocument {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly help?: string;
  }[];
}

function commandsWithJson(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  const own = command.options.some(({ long }) => long === '--json') ? [path] : [];
  return [...own, ...command.commands.flatMap((sub) => commandsWithJson(sub, [...path, sub.name()]))];
}

const BY = ['--by', 'us', '--reason', 'x'] as const;
const GOOD = jsonLines(incidentRecords());

/** Each file, what is wrong with it, and the code that it ends with; all of them exit with 3. */
const FILES: readonly (readonly [name: string, content: string | Uint8Array, code: string])[] = [
  ['empty.jsonl', '', 'record.nothing'],
  ['blank.jsonl', '\n\n', 'record.nothing'],
  ['truncated.jsonl', GOOD.slice(0, 1500), 'record.truncated'],
  ['latin1.jsonl', Buffer.from(GOOD.replace('refund my', 'refund \u00fcber'), 'latin1'), 'record.not_utf8'],
  ['bom.jsonl', `\ufeff${GOOD}`, 'record.bom'],
  ['nul.jsonl', GOOD.replace('refund my', 'refund\u0000my'), 'record.nul'],
  ['null.jsonl', `${GOOD}null\n`, 'record.invalid'],
  ['zero.jsonl', '0\n', 'record.invalid'],
  ['array-of-null.json', '[null]', 'record.invalid'],
  ['empty-array.json', '[]', 'record.nothing'],
  ['text.txt', 'hello', 'record.syntax'],
  ['duplicate.jsonl', GOOD.replace('"hop":2', '"hop":2,"hop":1'), 'record.duplicate_key'],
  ['number.jsonl', GOOD.replace('"confidence":0.98', '"confidence":9007199254740993'), 'record.lossy_number'],
  ['surrogate.jsonl', GOOD.replace('refund my', 'refund \\ud800'), 'record.lone_surrogate'],
  ['deep.jsonl', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'record.too_deep'],
  ['messages-only.jsonl', jsonLines(incidentRecords().slice(0, 2)), 'input.nothing_evaluated'],
];

describe('bad input ends with its own code, and never with a stack trace', () => {
  let project = '';
  before(async () => {
    project = exampleProject(await compiledExample());
    for (const [name, content] of FILES) writeFileSync(join(project, name), content);
  });

  async function assertRefused(
    args: readonly string[],
    code: string,
    exit = 3,
    cwd = project,
  ): Promise<void> {
    const [text, json] = await Promise.all([
      cli(['evaluate', ...args], { cwd }),
      cli(['evaluate', ...args, '--json'], { cwd }),
    ]);
    assert.equal(text.code, exit, text.err);
    assert.ok(text.err.includes(code), `${code} is not in: ${text.err}`);
    assert.doesNotMatch(text.out + text.err, /\n\s+at .*:\d+:\d+|engine\.internal/);
    assert.equal(text.out, '');
    const document = JSON.parse(json.out) as { diagnostics: { code: string }[]; transfers: unknown[] };
    assert.equal(json.code, exit);
    assert.equal(schemaErrors('evaluation', document), null);
    assert.ok(document.diagnostics.some((diagnostic) => diagnostic.code === code));
    assert.equal(document.transfers.length, 0);
  }

  for (const [name, , code] of FILES) it(`${name}: ${code}`, () => assertRefused([name], code));

  it('a file that is not there', () => assertRefused(['nope.jsonl'], 'input.missing'));
  it('a folder', () => assertRefused(['contracts'], 'input.directory'));
  it('one bad file among good ones', async () => {
    writeFileSync(join(project, 'good.jsonl'), GOOD);
    await assertRefused(['good.jsonl', 'null.jsonl'], 'record.invalid');
  });
  it('over the cap: refused unread', async () => {
    writeFileSync(join(project, 'large.jsonl'), Buffer.alloc(8 * 1024 * 1024 + 1, 0x20));
    await assertRefused(['large.jsonl'], 'record.too_large');
    await assertRefused(['good.jsonl', '--max-bytes', '100'], 'record.too_large');
  });
  it('over the cap on standard input', async () => {
    const { code, err } = await cli(['evaluate', '-', '--max-bytes', '100'], { cwd: project, input: GOOD });
    assert.equal(code, 3);
    assert.match(err, /record\.too_large/);
  });

  it('a folder of contracts that is empty, not there, or holds what is no contract', async () => {
    writeFileSync(join(project, 'good.jsonl'), GOOD);
    const run = join(project, 'good.jsonl');
    const empty = emptyFolder();
    await assertRefused([run], 'compile.no_contracts', 3, empty);
    mkdirSync(join(empty, 'contracts'));
    await assertRefused([run, '--contracts', 'contracts'], 'compile.no_contracts', 3, empty);
    await assertRefused([run, '--contracts', 'typo'], 'compile.no_contracts', 3, empty);
    writeFileSync(join(empty, 'contracts', 'a.yaml'), 'kind: [');
    await assertRefused([run], 'contract.syntax', 3, empty);
    writeFileSync(join(empty, 'contracts', 'a.yaml'), Buffer.from([0x61, 0xff]));
    await assertRefused([run], 'compile.not_utf8', 3, empty);
    writeFileSync(join(empty, 'contracts', 'a.yaml'), '#'.repeat(1024 * 1024 + 1));
    await assertRefused([run], 'contract.too_large', 3, empty);
  });

  for (const [what, args] of [
    ['no file', ['evaluate']],
    ['a hop that is none', ['evaluate', 'x', '--hop', '0']],
    ['a hop that is no number', ['evaluate', 'x', '--hop', '1e3']],
    ['a mode that is none', ['evaluate', 'x', '--as', 'off']],
    ['a digest that is none', ['evaluate', 'x', '--digest', 'sha256:abc']],
    ['a flag that is not there', ['evaluate', 'x', '--egde', 'y']],
    ['a command that is not there', ['evalute', 'x']],
    ['no command', []],
    ['one agent of an edge', ['init', '--edge', 'refunds']],
    ['no code', ['explain']],
    ['a ledger that nothing is kept in', ['evaluate', 'x', '--ledger', 'l.db']],
    ['a flag that is needed', ['ledger', 'prune', '--before', '2026-11-30']],
    ['a time that is none', ['report', '--since', 'yesterday']],
    ['an override that is over already', ['override', 'x', '--silence', '--until', 'yesterday', ...BY]],
    ['a contract by no digest', ['audit', 'x', '--contract', 'sha256:abc']],
    ['a command of a command that is not there', ['ledger', 'verfy']],
  ] as const) {
    it(`wrong usage: ${what}`, async () => {
      const { code, out, err } = await inProcess(args, { cwd: project });
      assert.deepEqual([code, out], [3, '']);
      if (args.length > 0) assert.match(err, /^error input\.usage: [^\n]+\n {2}help: [^\n]+\n/);
      assert.doesNotMatch(err, /error: /);
    });
  }

  // Each command that has `--json`, as the program defines it: one that is added is held to this as well.
  it('wrong usage with `--json` prints a document, on every command that has it', async () => {
    const commands = commandsWithJson(programOf(processIo(), () => undefined));
    assert.ok(commands.length > 30, `${commands.length} commands`);
    for (const command of commands) {
      for (const args of [
        [...command, '--json', '--no-such-flag'],
        [...command, '--no-such-flag', '--json'],
      ]) {
        const { code, out, err } = await inProcess(args, { cwd: project });
        assert.deepEqual([code, err], [3, ''], args.join(' '));
        const document = JSON.parse(out) as FailureDocument;
        assert.equal(schemaErrors('failure', document), null);
        const [told] = document.diagnostics;
        assert.equal(told?.code, 'input.usage');
        assert.match(told?.message ?? '', /^unknown option '--no-such-flag'|^required option/);
        assert.equal(told?.help, `see \`edge-contracts ${command.join(' ')} --help\``);
      }
    }
  });

  for (const [what, args] of [
    ['a missing argument', ['evaluate', '--json']],
    ['a missing flag', ['ledger', 'prune', '--json', '--before', '2026-11-30']],
    ['a value that is none', ['evaluate', 'x', '--hop', '0', '--json']],
    ['two flags that exclude each other', ['audit', 'overrides', '--csv', '--json']],
    ['too many arguments', ['show', 'a', 'b', '--json']],
    ['what the command itself refuses', ['init', '--edge', 'refunds', '--json']],
    ['a command that is not there', ['evalute', 'x', '--json']],
    ['a command of a command that is not there', ['ledger', 'verfy', '--json']],
    ['no flag but the format', ['check', '--format', 'json', '--egde', 'y']],
  ] as const) {
    it(`wrong usage as JSON: ${what}`, async () => {
      const { code, out, err } = await inProcess(args, { cwd: project });
      assert.deepEqual([code, err], [3, '']);
      const document = JSON.parse(out) as FailureDocument;
      assert.equal(schemaErrors('failure', document), null);
      assert.deepEqual(
        document.diagnostics.map((one) => one.code),
        ['input.usage'],
      );
    });
  }

  it('wrong usage stays text where JSON was not asked for, or is not what the command has', async () => {
    for (const args of [
      ['evaluate', 'x', '--hop', '0', '--', '--json'],
      ['read-config', '--run', 'r', '--json'],
    ]) {
      const { code, out, err } = await inProcess(args, { cwd: project });
      assert.deepEqual([code, out], [3, '']);
      assert.match(err, /^error input\.usage: /);
    }
  });

  it('wrong usage names the command whose help tells more', async () => {
    const { err } = await inProcess(['ledger', 'prune', '--before', '2026-11-30'], { cwd: project });
    assert.match(err, /^error input\.usage: required option '--by <who>' not specified\n/);
    assert.match(err, /\n {2}help: see `edge-contracts ledger prune --help`\n/);
  });

  it('`--until` says both of its forms', async () => {
    for (const until of ['yesterday', '2020-01-01']) {
      const args = ['override', 'x', '--silence', '--until', until, ...BY];
      assert.match((await inProcess(args, { cwd: project })).err, /help: give a span such as `?\+.*a time/);
    }
  });

  const devices = process.platform === 'win32' ? 'no devices here' : false;
  for (const args of [
    ['compare', '/dev/zero', 'good.jsonl'],
    ['compare', 'good.jsonl', '/dev/zero'],
    ['evaluate', '/dev/zero'],
    ['report', '/dev/zero'],
    ['ledger', 'append', '/dev/zero'],
  ])
    it(`a device without an end is not read: ${args.join(' ')}`, { skip: devices }, async () => {
      writeFileSync(join(project, 'good.jsonl'), GOOD);
      const { code, err } = await inProcess(args, { cwd: project });
      assert.equal(code, 3);
      assert.match(err, /^error input\.unreadable: this is a device/);
    });

  it('help and version end with 0', async () => {
    const version = await cli(['--version']);
    assert.deepEqual(version, { code: 0, out: '0.1.0\n', err: '' });
    const help = await cli(['evaluate', '--help']);
    assert.equal(help.code, 0);
    assert.match(help.out, /Examples:\n {2}edge-contracts evaluate run\.jsonl/);
  });
});
