import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import Database from 'libsql';
import type { Ran } from './cli.js';
import {
  compiledExample,
  emptyFolder,
  exampleProject,
  INCIDENT,
  incidentRecords,
  jsonLines,
  schemaErrors,
} from './cli.js';
import { inProcess } from './in-process.js';

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly run: string | null;
  readonly record: Record<string, unknown> | null;
}
interface Document {
  readonly appended: number;
  readonly already_there: number;
  readonly refused: number;
  readonly bad_lines: number;
  readonly redacted: unknown;
  readonly refusals: readonly Record<string, unknown>[];
  readonly entries: readonly Entry[];
  readonly more: boolean;
  readonly verification: {
    readonly sound: boolean;
    readonly proven_until: number | null;
    readonly findings: readonly { readonly code: string }[];
  };
  readonly not_proven: readonly string[];
  readonly note: Record<string, unknown> | null;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly span?: { readonly line: number; readonly column: number };
  }[];
}

const NAMES: Readonly<Record<string, string>> = {
  append: 'ledger-appended',
  list: 'ledger-list',
  show: 'ledger-show',
  verify: 'ledger-verification',
  checkpoint: 'ledger-done',
  prune: 'ledger-done',
  erase: 'ledger-done',
};

type More = { readonly input?: string; readonly env?: Readonly<Record<string, string>> };

/** Runs a subcommand with `--json`, and holds what it prints to its schema. */
async function json(
  cwd: string,
  args: readonly string[],
  more: More = {},
): Promise<Document & { readonly code: number | null }> {
  const { code, out, err } = await inProcess(['ledger', ...args, '--json'], { cwd, ...more });
  const document = JSON.parse(out) as Document;
  assert.equal(schemaErrors(NAMES[args[0] ?? ''] ?? '', document), null);
  assert.equal(err, '');
  return { ...document, code };
}
const text = (cwd: string, args: readonly string[], more: More = {}): Promise<Ran> =>
  inProcess(['ledger', ...args], { cwd, ...more });

function keyFiles(folder: string): { readonly secret: string; readonly open: string } {
  const pair = generateKeyPairSync('ed25519');
  const [secret, open] = [join(folder, 'key.pem'), join(folder, 'key.pub.pem')];
  writeFileSync(secret, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  chmodSync(secret, 0o600);
  writeFileSync(open, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  return { secret, open };
}

/** Changes a ledger behind its back. */
function meddle(
  folder: string,
  statement: string,
  file = join(folder, '.edge-contracts', 'ledger.db'),
): void {
  const database = new Database(file);
  database.exec(statement);
  database.close();
}

describe('ledger append', () => {
  it('keeps every record, and the same again is there already', async () => {
    const cwd = emptyFolder();
    const first = await json(cwd, ['append', INCIDENT]);
    assert.deepEqual([first.code, first.appended, first.already_there, first.redacted], [0, 11, 0, null]);
    const again = await json(cwd, ['append', INCIDENT, INCIDENT]);
    assert.deepEqual([again.code, again.appended, again.already_there], [0, 0, 22]);
    assert.equal(
      (await text(cwd, ['append', INCIDENT])).out,
      '0 records appended, 11 already there, 0 refused\n',
    );
  });

  it('a second, different record is refused, listed with both digests, and ends with 2', async () => {
    const cwd = emptyFolder();
    await json(cwd, ['append', INCIDENT]);
    const records = incidentRecords();
    const changed = { ...records[6], payload: null };
    const { code, refused, refusals } = await json(cwd, ['append', '-'], {
      input: jsonLines([records[0], changed]),
    });
    assert.deepEqual([code, refused], [2, 1]);
    const [refusal] = refusals;
    assert.deepEqual(
      [
        refusal?.['file'],
        refusal?.['line'],
        refusal?.['run'],
        refusal?.['key'],
        refusal?.['seq'],
        refusal?.['code'],
      ],
      ['<stdin>', 2, 'refund-41182', 'transfer/2/1', 7, 'ledger.conflict'],
    );
    assert.notEqual(refusal?.['there'], refusal?.['refused']);
    assert.match(String(refusal?.['refused']), /^sha256:/);
    assert.match(
      (await text(cwd, ['list', '--refused'])).out,
      /ledger\.conflict {2}transfer\/2\/1 {2}run refund-41182/,
    );
    assert.match((await text(cwd, ['show', 'refund-41182'])).out, /^not whole: 1 refused$/m);
  });

  it('two files of one run, and lines out of order with the recorder’s count, are one run', async () => {
    const cwd = emptyFolder();
    const records = incidentRecords().map((record, index) => ({ ...record, seq: index + 1 }));
    writeFileSync(join(cwd, 'late.jsonl'), jsonLines(records.slice(4)));
    writeFileSync(join(cwd, 'early.jsonl'), jsonLines(records.slice(0, 4).reverse()));
    assert.equal((await json(cwd, ['append', 'late.jsonl', 'early.jsonl'])).appended, 11);
    const { out } = await text(cwd, ['export', '--records']);
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { seq: number }).seq),
      records.map(({ seq }) => seq),
    );
    assert.match((await text(cwd, ['show', 'refund-41182'])).out, /^whole; \d+ records came late$/m);
  });

  it('progress is shown on a terminal alone', async () => {
    const cwd = emptyFolder();
    assert.equal((await inProcess(['ledger', 'append', INCIDENT], { cwd })).err, '');
  });
});

describe('reading a ledger', () => {
  let cwd = '';
  before(async () => {
    cwd = emptyFolder();
    await json(cwd, ['append', INCIDENT]);
  });

  it('list chooses by run, kind, edge and time, and says where there is more', async () => {
    const seqs = async (...flags: string[]): Promise<number[]> =>
      (await json(cwd, ['list', ...flags])).entries.map(({ seq }) => seq);
    assert.equal((await seqs()).length, 11);
    assert.deepEqual(await seqs('--kind', 'transfer', 'closed'), [3, 7, 10, 11]);
    assert.deepEqual(await seqs('--edge', 'refunds--notifications'), [7]);
    assert.deepEqual(await seqs('--run', 'refund'), []);
    assert.deepEqual(await seqs('--limit', '2'), [10, 11]);
    assert.equal((await json(cwd, ['list', '--limit', '2'])).more, true);
    assert.deepEqual(
      await seqs(
        '--since',
        '2026-11-30T09:14:09Z',
        '--until',
        '2026-11-30T10:14:20+01:00',
        '--kind',
        'effect',
      ),
      [6],
    );
    assert.deepEqual(await seqs('--until', '2026-11-30'), []);
    const wrong = await json(cwd, ['list', '--since', '2026-02-30']);
    assert.deepEqual([wrong.code, wrong.diagnostics[0]?.code], [3, 'input.usage']);
  });

  it('show gives one entry, or one run, whole and with both clocks', async () => {
    const one = await json(cwd, ['show', '7']);
    assert.deepEqual(
      one.entries.map(({ seq }) => seq),
      [7],
    );
    assert.deepEqual(one.entries[0]?.record, incidentRecords()[6]);
    const { out } = await text(cwd, ['show', '7']);
    assert.match(out, /^ {2}written {3}2026-11-30T09:14:1.*$/m);
    assert.match(out, /^ {2}recorded {2}20.* {2}\(entry 7 of its run\)$/m);
    assert.equal((await json(cwd, ['show', 'refund-41182'])).entries.length, 11);
    const none = await json(cwd, ['show', '12']);
    assert.deepEqual([none.code, none.diagnostics[0]?.code], [3, 'input.not_in_ledger']);
    assert.equal((await json(cwd, ['show', '--run', '12'])).code, 3);
    assert.equal((await text(cwd, ['show'])).code, 3);
  });

  it('export gives entries, or records that evaluate reads as the file', async () => {
    const entries = (await text(cwd, ['export'])).out.trimEnd().split('\n');
    for (const line of entries) assert.equal(schemaErrors('ledger-entry', JSON.parse(line)), null);
    assert.equal(entries.length, 11);
    const records = (await text(cwd, ['export', '--records', '--run', 'refund-41182'])).out;
    assert.deepEqual(
      records
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      incidentRecords(),
    );
    assert.equal((await text(cwd, ['export', '--since', '2027-01-01'])).out, '');
  });

  it('without a ledger nothing is made up, and nothing is made', async () => {
    const empty = emptyFolder();
    for (const args of [
      ['list'],
      ['show', '1'],
      ['verify'],
      ['checkpoint', '--key', 'k'],
      ['erase', 'r', '--by', 'b', '--reason', 'r', '--yes'],
    ]) {
      const { code, diagnostics } = await json(empty, args);
      assert.deepEqual(
        [code, /^(?:input\.no_ledger|attestation\.key_missing)$/.test(diagnostics[0]?.code ?? '')],
        [3, true],
        args[0],
      );
    }
    assert.equal((await text(empty, ['export'])).code, 3);
    assert.equal(existsSync(join(empty, '.edge-contracts')), false);
  });
});

describe('ledger verify', () => {
  it('says what it proved, and what it did not', async () => {
    const cwd = emptyFolder();
    const keys = keyFiles(cwd);
    await json(cwd, ['append', INCIDENT]);
    const bare = await json(cwd, ['verify']);
    assert.deepEqual([bare.code, bare.verification.sound, bare.verification.proven_until], [0, true, null]);
    assert.match(
      bare.not_proven.join('\n'),
      /no checkpoint from outside.*\nthe ledger holds no checkpoint\nwhat was refused/,
    );
    const done = await json(cwd, ['checkpoint', '--key', keys.secret, '--out', 'kept.json']);
    assert.deepEqual([done.code, done.note?.['kind']], [0, 'checkpoint']);
    assert.deepEqual(JSON.parse(readFileSync(join(cwd, 'kept.json'), 'utf8')), done.note);
    const unsigned = await json(cwd, ['verify', '--checkpoint', 'kept.json']);
    assert.match(
      unsigned.not_proven.join(),
      /agrees with the checkpoint up to entry \d+; its signer was not checked/,
    );
    const whole = await json(cwd, ['verify', '--checkpoint', 'kept.json', '--key', keys.open]);
    assert.deepEqual([whole.code, whole.verification.proven_until], [0, 11]);
    assert.deepEqual(whole.not_proven, [
      '1 entry after the checkpoint rests on the chain alone',
      'what was refused since the last checkpoint: refusals stand beside the chain',
    ]);
    const run = await json(cwd, ['verify', '--run', 'refund-41182']);
    assert.match(run.not_proven[0] ?? '', /only the entries of this run/);
    assert.equal((await json(cwd, ['verify', '--run', 'refund'])).code, 3);
    const none = await json(cwd, ['verify', '--checkpoint', INCIDENT]);
    assert.deepEqual([none.code, none.diagnostics[0]?.code], [3, 'input.checkpoint']);
    const other = keyFiles(emptyFolder());
    assert.equal((await json(cwd, ['verify', '--checkpoint', 'kept.json', '--key', other.open])).code, 2);
    assert.equal(
      (await json(cwd, ['verify', '--key', keys.secret])).diagnostics[0]?.code,
      'attestation.key_private',
    );
  });

  it('of nothing verifies nothing, and makes no ledger of an empty file', async () => {
    const cwd = emptyFolder();
    const file = join(cwd, 'ledger.db');
    writeFileSync(file, '');
    for (const args of [['verify'], ['list'], ['export']]) {
      const { code, err } = await text(cwd, [...args, '--ledger', file]);
      assert.deepEqual([code, /input\.no_ledger/.test(err)], [3, true], args[0]);
    }
    assert.equal(readFileSync(file).length, 0);
    await text(cwd, ['append', '-', '--ledger', file], { input: 'nothing\n' });
    const made = await json(cwd, ['verify', '--ledger', file]);
    assert.deepEqual([made.code, made.diagnostics[0]?.code], [3, 'input.not_in_ledger']);
    meddle(cwd, 'UPDATE head SET seq = 1', file);
    assert.equal((await json(cwd, ['verify', '--ledger', file])).code, 2);
  });

  it('finds what was changed behind its back, and says what it means', async () => {
    const cwd = emptyFolder();
    const keys = keyFiles(cwd);
    await json(cwd, ['append', INCIDENT]);
    await json(cwd, ['checkpoint', '--key', keys.secret, '--out', 'kept.json']);
    meddle(cwd, "UPDATE entries SET body = replace(body, 'refunds', 'returns') WHERE seq = 7");
    const changed = await json(cwd, ['verify']);
    assert.equal(changed.code, 2);
    assert.ok(changed.verification.findings.some(({ code }) => code === 'ledger.changed'));
    const told = await text(cwd, ['verify', '--checkpoint', 'kept.json', '--key', keys.open]);
    assert.equal(told.code, 2);
    assert.match(told.out, /^ledger\.changed {2}entry 7.*\n {2}an entry is not what was written; /m);
    assert.match(told.out, /^NOT SOUND/m);
    assert.doesNotMatch(told.out, /^proven/m);
  });

  it('where the checkpoint cannot be written or no key is given, nothing is signed', async () => {
    const cwd = emptyFolder();
    const keys = keyFiles(cwd);
    await json(cwd, ['append', INCIDENT]);
    for (const out of ['no/kept.json', '.']) {
      const done = await json(cwd, ['checkpoint', '--key', keys.secret, '--out', out]);
      assert.deepEqual([done.code, done.diagnostics[0]?.code], [3, 'input.unwritable'], out);
    }
    assert.match((await text(cwd, ['checkpoint'])).err, /help: .*openssl genpkey .*openssl pkey /);
    assert.deepEqual((await json(cwd, ['list', '--kind', 'checkpoint'])).entries, []);
  });

  it('with a checkpoint that was kept elsewhere, a cut tail shows', async () => {
    const cwd = emptyFolder();
    const keys = keyFiles(cwd);
    await json(cwd, ['append', INCIDENT]);
    await json(cwd, ['checkpoint', '--key', keys.secret, '--out', 'kept.json']);
    meddle(
      cwd,
      'DELETE FROM entries WHERE seq > 6; UPDATE head SET seq = 6, chain = (SELECT chain FROM entries WHERE seq = 6)',
    );
    const { code, verification } = await json(cwd, [
      'verify',
      '--checkpoint',
      'kept.json',
      '--key',
      keys.open,
    ]);
    assert.equal(code, 2);
    assert.ok(verification.findings.some(({ code: found }) => found === 'ledger.tail_cut'));
  });

  it('erase and prune need `--yes`, leave a note, and the chain stays valid', async () => {
    const cwd = emptyFolder();
    await json(cwd, ['append', INCIDENT]);
    const asked = ['--by', 'dpo', '--reason', 'art. 17'];
    const unsure = await json(cwd, ['erase', 'refund-41182', ...asked]);
    assert.deepEqual([unsure.code, unsure.diagnostics[0]?.code], [3, 'input.usage']);
    assert.equal((await json(cwd, ['verify'])).verification.sound, true);
    const erased = await json(cwd, ['erase', 'refund-41182', ...asked, '--yes']);
    assert.deepEqual([erased.code, erased.note?.['what'], erased.note?.['by']], [0, 'content', 'dpo']);
    const again = await text(cwd, ['erase', 'refund-41182', ...asked, '--yes']);
    assert.match(again.out, /^0 entries: erased already on 20/);
    const never = await json(cwd, ['erase', 'refund', ...asked, '--yes']);
    assert.deepEqual([never.code, never.diagnostics[0]?.code], [3, 'input.not_in_ledger']);
    const shown = await text(cwd, ['show', 'refund-41182']);
    assert.doesNotMatch(shown.out, /do not email/);
    assert.match(shown.out, /its personal fields were erased/);
    const later = await json(cwd, ['verify']);
    assert.equal(later.verification.sound, true);
    assert.match(later.not_proven.join('\n'), /erased/);
    assert.equal((await json(cwd, ['append', INCIDENT])).code, 2);
    const pruned = await json(cwd, ['prune', '--before', new Date().toISOString(), ...asked, '--yes']);
    assert.deepEqual([pruned.code, pruned.note?.['what']], [0, 'entries']);
    const last = await json(cwd, ['verify']);
    assert.deepEqual([last.verification.sound, last.code], [true, 0]);
    assert.match((await text(cwd, ['list'])).out, /\(pruned\)/);
    assert.equal(
      (await json(cwd, ['prune', '--before', '2999-01-01', ...asked, '--yes'])).diagnostics[0]?.code,
      'ledger.erase_future',
    );
  });
});

describe('the project file', () => {
  it('names the ledger, and signs checkpoints by itself', async () => {
    const cwd = emptyFolder();
    keyFiles(cwd);
    writeFileSync(
      join(cwd, 'edge-contracts.yaml'),
      'ledger:\n  path: kept/here.db\n  checkpoint: { key: key.pem, every: 1000 }\n  keys: [key.pub.pem]\n',
    );
    await json(cwd, ['append', INCIDENT]);
    assert.ok(existsSync(join(cwd, 'kept', 'here.db')));
    assert.equal((await json(cwd, ['list', '--kind', 'checkpoint'])).entries.length, 1);
    // Nothing new is there.
    await json(cwd, ['append', INCIDENT]);
    assert.equal((await json(cwd, ['list', '--kind', 'checkpoint'])).entries.length, 1);
    assert.doesNotMatch((await json(cwd, ['verify'])).not_proven.join(), /no public key/);
  });

  it('signs after so many entries', async () => {
    const cwd = emptyFolder();
    keyFiles(cwd);
    writeFileSync(
      join(cwd, 'edge-contracts.yaml'),
      'ledger:\n  checkpoint: { key: key.pem, every: 4, daily: false }\n',
    );
    const records = incidentRecords();
    for (const record of records) await json(cwd, ['append', '-'], { input: jsonLines([record]) });
    const { entries } = await json(cwd, ['list', '--kind', 'checkpoint']);
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      [2, 7, 12],
    );
  });

  it('a variable may hold where the ledger is; a URL on the command line is refused', async () => {
    const cwd = emptyFolder();
    const at = async (flag: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> => {
      const { code, diagnostics } = await json(cwd, ['append', INCIDENT, '--ledger', flag], { env });
      return [code, diagnostics[0]?.code];
    };
    assert.deepEqual(await at('env:WHERE', { WHERE: 'x.db' }), [0, undefined]);
    assert.ok(existsSync(join(cwd, 'x.db')));
    for (const flag of ['env:WHERE', 'env:', 'env:A B', 'postgres://u:secret@h/d'])
      assert.deepEqual(await at(flag), [3, 'input.ledger_place'], flag);
    assert.deepEqual(await at('env:WHERE', { WHERE: 'mysql://u:secret@h/d' }), [3, 'input.ledger_place']);
    const { err } = await text(cwd, ['list', '--ledger', 'postgres://u:secret@h/d']);
    assert.doesNotMatch(err, /secret/);
  });

  it('redacts before anything is stored, says how much, and without the key stores nothing', async () => {
    const cwd = emptyFolder();
    writeFileSync(
      join(cwd, 'edge-contracts.yaml'),
      'redaction:\n  key: env:REDACTION_KEY\n  fields: { message: [/text, "/constraints/*/text"], tool_call: [/result/**] }\n  texts: [email]\n',
    );
    const without = await json(cwd, ['append', INCIDENT]);
    assert.deepEqual([without.code, without.appended, without.diagnostics[0]?.code], [3, 0, 'redaction.key']);
    assert.equal(existsSync(join(cwd, '.edge-contracts', 'ledger.db')), false);
    const short = await json(cwd, ['append', INCIDENT], { env: { REDACTION_KEY: 'short' } });
    assert.deepEqual([short.code, short.diagnostics[0]?.code], [3, 'redaction.key']);
    const env = { REDACTION_KEY: 'a key of more than sixteen bytes' };
    const { code, redacted } = await json(cwd, ['append', INCIDENT], { env });
    assert.equal(code, 0);
    assert.ok((redacted as { fields: number }).fields > 3);
    assert.match(
      (await text(cwd, ['append', INCIDENT], { env })).out,
      /^redacted \d+ fields in \d+ records$/m,
    );
    // Reading needs no key; nothing of it is in any file.
    assert.equal((await json(cwd, ['list'])).code, 0);
    for (const file of ['ledger.db', 'ledger.db-wal']) {
      const path = join(cwd, '.edge-contracts', file);
      if (existsSync(path)) assert.equal(readFileSync(path).includes('do not email'), false);
    }
  });

  it('a project file that is wrong is told as everywhere', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'edge-contracts.yaml'), 'ledger: { pth: x }\n');
    const { code, diagnostics } = await json(cwd, ['append', INCIDENT]);
    assert.deepEqual([code, diagnostics[0]?.code, diagnostics[0]?.span?.line], [3, 'project.unknown_key', 1]);
  });
});

describe('evaluate --record', () => {
  it('keeps the records, a verdict with facts for each handoff, and the contracts; once', async () => {
    const cwd = exampleProject(await compiledExample());
    const first = await inProcess(['evaluate', INCIDENT, '--record'], { cwd });
    assert.equal(first.code, 2);
    assert.match(first.err, /^kept in the ledger: 14 appended, 0 already there, 0 refused$/m);
    const again = await inProcess(
      ['evaluate', INCIDENT, '--record', '--ledger', '.edge-contracts/ledger.db', '--json'],
      {
        cwd,
      },
    );
    assert.match(again.err, /^kept in the ledger: 0 appended, 14 already there, 0 refused$/m);
    assert.equal(schemaErrors('evaluation', JSON.parse(again.out)), null);
    const { entries } = await json(cwd, ['list', '--kind', 'verdict']);
    const judged = JSON.parse(again.out) as {
      transfers: { reasons: unknown; contract: { digest: string } }[];
    };
    assert.equal(entries.length, 3);
    for (const [index, { record }] of entries.entries()) {
      const note = record as unknown as {
        verdict: { reasons: unknown };
        facts: { complete: boolean };
        contract_source: string;
      };
      assert.deepEqual(note.verdict.reasons, judged.transfers[index]?.reasons);
      assert.equal(note.facts.complete, true);
      assert.equal(note.contract_source, judged.transfers[index]?.contract.digest);
    }
    assert.equal((await json(cwd, ['verify'])).verification.sound, true);
  });

  it('names a verdict by what was judged and by what, and by nothing that was said', async () => {
    const example = await compiledExample();
    const idsOf = async (cwd: string, input: string, ...flags: string[]): Promise<unknown[]> => {
      await inProcess(['evaluate', '-', '--record', ...flags], { cwd, input });
      const { entries } = await json(cwd, ['list', '--kind', 'verdict']);
      return entries.map(({ record }) => record?.['id']);
    };
    const records = incidentRecords();
    const reworded = records.map((record) =>
      record['kind'] === 'transfer'
        ? { ...record, payload: { ...(record['payload'] as object), objective: 'reworded' } }
        : record,
    );
    const cwd = exampleProject(example);
    const ids = await idsOf(cwd, jsonLines(records));
    assert.deepEqual(await idsOf(exampleProject(example), jsonLines(reworded)), ids);
    const both = await idsOf(cwd, jsonLines(records), '--as', 'observe');
    assert.deepEqual([new Set(both).size, both.slice(0, 3)], [6, ids], 'judged as another mode, kept beside');
  });

  it('nothing evaluated is nothing kept', async () => {
    const cwd = exampleProject(await compiledExample());
    assert.equal((await inProcess(['evaluate', INCIDENT, '--record', '--hop', '9'], { cwd })).code, 3);
    assert.equal(existsSync(join(cwd, '.edge-contracts', 'ledger.db')), false);
  });
});
