import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { newKey } from '../attestation/support.js';
import {
  cli,
  compiledExample,
  emptyFolder,
  exampleProject,
  INCIDENT,
  incidentRecords,
  jsonLines,
  type Ran,
  schemaErrors,
} from './cli.js';

const KEY = newKey();
const OTHER = newKey();

interface Line {
  readonly outcome: string;
  readonly attested: { readonly hop: number | null; readonly compared: Record<string, string> } | null;
  readonly diagnostics: readonly { readonly code: string }[];
}

interface Document {
  readonly attestations: readonly Line[];
  readonly missing: readonly unknown[];
  readonly diagnostics: readonly { readonly code: string }[];
}

let project = '';

before(async () => {
  project = exampleProject(await compiledExample());
  writeFileSync(join(project, 'run.jsonl'), readFileSync(INCIDENT));
  writeFileSync(join(project, 'key.pem'), KEY.pem, { mode: 0o600 });
  writeFileSync(join(project, 'key.pub'), KEY.pub);
  writeFileSync(join(project, 'other.pub'), OTHER.pub);
  const { code, err } = await evaluate('run.jsonl', '--attest', 'good.jsonl', '--key', 'key.pem');
  assert.deepEqual([code, err], [2, '']);
});

function evaluate(...args: string[]): Promise<Ran> {
  return cli(['evaluate', ...args], { cwd: project });
}

function verify(...args: string[]): Promise<Ran> {
  return cli(['verify', ...args], { cwd: project });
}

/** What `verify --json` says; its schema accepts it. */
async function verified(...args: string[]): Promise<Document & { readonly code: number | null }> {
  const { code, out, err } = await verify(...args, '--json');
  assert.equal(err, '');
  const document = JSON.parse(out) as Document;
  assert.equal(schemaErrors('verification', document), null);
  return { ...document, code };
}

const lines = (name: string): string[] => readFileSync(join(project, name), 'utf8').trimEnd().split('\n');

function codesIn({ attestations, diagnostics }: Document): string[] {
  return [...attestations.flatMap((line) => line.diagnostics), ...diagnostics].map(({ code }) => code);
}

describe('evaluate --attest', () => {
  it('writes one attestation for each verdict, and says what it says without', async () => {
    const { code, out } = await evaluate('run.jsonl', '--attest', 'a.jsonl', '--key', 'key.pem');
    assert.deepEqual([code, out], [2, (await evaluate('run.jsonl')).out]);
    assert.equal(lines('a.jsonl').length, 4);
    for (const line of lines('a.jsonl')) assert.equal(schemaErrors('attestation', JSON.parse(line)), null);
  });

  it('writes the same bytes again, over what is there, and leaves nothing beside it', async () => {
    writeFileSync(join(project, 'again.jsonl'), 'something that was there before');
    await evaluate('run.jsonl', '--attest', 'again.jsonl', '--key', 'key.pem');
    assert.equal(
      readFileSync(join(project, 'again.jsonl'), 'utf8'),
      readFileSync(join(project, 'good.jsonl'), 'utf8'),
    );
    assert.deepEqual(
      readdirSync(project).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('takes the key from an environment variable', async () => {
    const args = ['evaluate', 'run.jsonl', '--attest', 'env.jsonl', '--key', 'env:SIGNING_KEY'];
    assert.equal((await cli(args, { cwd: project, env: { SIGNING_KEY: KEY.pem } })).code, 2);
    assert.deepEqual(lines('env.jsonl'), lines('good.jsonl'));
    const unset = await cli(args, { cwd: project });
    assert.deepEqual([unset.code, /attestation\.key_missing.*variable/.test(unset.err)], [3, true]);
  });

  it('attests what no contract covers, with its bundle', async () => {
    const bare = exampleProject();
    rmSync(join(bare, 'contracts/_default.yaml'));
    const moved = incidentRecords().map((record) =>
      record['kind'] === 'transfer' && record['hop'] === 1 ? { ...record, to: 'someone-else' } : record,
    );
    writeFileSync(join(bare, 'run.jsonl'), jsonLines(moved.slice(0, 3)));
    cpSync(join(project, 'key.pem'), join(bare, 'key.pem'));
    cpSync(join(project, 'key.pub'), join(bare, 'key.pub'));
    await cli(['evaluate', 'run.jsonl', '--attest', 'a.jsonl', '--key', 'key.pem'], { cwd: bare });
    const args = ['--key', 'key.pub', '--run', 'run.jsonl', '--contracts', 'contracts'];
    const { code, out } = await cli(['verify', 'a.jsonl', ...args], { cwd: bare });
    assert.equal(code, 0);
    assert.match(out, /contract \(none decided\)/);
  });

  const REFUSED: readonly (readonly [what: string, args: readonly string[], code: string])[] = [
    ['no key', ['run.jsonl', '--attest', 'x.jsonl'], 'input.usage'],
    ['no file', ['run.jsonl', '--key', 'key.pem'], 'input.usage'],
    ['the records as the file', ['run.jsonl', '--attest', './run.jsonl', '--key', 'key.pem'], 'input.usage'],
    ['the key as the file', ['run.jsonl', '--attest', 'key.pem', '--key', 'key.pem'], 'input.usage'],
    [
      'a key that is not there',
      ['run.jsonl', '--attest', 'x.jsonl', '--key', 'none.pem'],
      'attestation.key_missing',
    ],
    [
      'a folder as the key',
      ['run.jsonl', '--attest', 'x.jsonl', '--key', 'contracts'],
      'attestation.key_missing',
    ],
    ['a public key', ['run.jsonl', '--attest', 'x.jsonl', '--key', 'key.pub'], 'attestation.key_public'],
    [
      'records as the key',
      ['run.jsonl', '--attest', 'x.jsonl', '--key', 'good.jsonl'],
      'attestation.key_malformed',
    ],
    [
      'a variable without a name',
      ['run.jsonl', '--attest', 'x.jsonl', '--key', 'env:'],
      'attestation.key_missing',
    ],
    ['a folder as the file', ['run.jsonl', '--attest', 'contracts', '--key', 'key.pem'], 'input.unwritable'],
    ['no such folder', ['run.jsonl', '--attest', 'none/x.jsonl', '--key', 'key.pem'], 'input.unwritable'],
    [
      'nothing evaluated',
      ['run.jsonl', '--hop', '9', '--attest', 'x.jsonl', '--key', 'key.pem'],
      'input.nothing_evaluated',
    ],
    [
      'an edge that is not there',
      ['run.jsonl', '--edge', 'x', '--attest', 'x.jsonl', '--key', 'key.pem'],
      'input.unknown_edge',
    ],
  ];
  for (const [what, args, wanted] of REFUSED) {
    it(`${what}: ${wanted}, and nothing is written`, async () => {
      const { code, out, err } = await evaluate(...args);
      assert.deepEqual([code, out], [3, '']);
      assert.ok(err.includes(wanted), err);
      assert.equal(existsSync(join(project, 'x.jsonl')), false);
      assert.deepEqual(readFileSync(join(project, 'run.jsonl')), readFileSync(INCIDENT));
      assert.equal(readFileSync(join(project, 'key.pem'), 'utf8'), KEY.pem);
      assert.deepEqual(
        readdirSync(project).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });
  }

  it('a key that others can read is a warning', async () => {
    writeFileSync(join(project, 'open.pem'), KEY.pem);
    chmodSync(join(project, 'open.pem'), 0o644);
    const { code, err } = await evaluate('run.jsonl', '--attest', 'open.jsonl', '--key', 'open.pem');
    assert.equal(code, 2);
    assert.match(err, /warning attestation\.key_readable/);
    assert.deepEqual(lines('open.jsonl'), lines('good.jsonl'));
  });
});

it('no part of a key is in any output', async () => {
  const secret = KEY.pem.split('\n')[1] ?? '';
  mkdirSync(join(project, 'keys'));
  const damaged = KEY.pem.replace('MC4CAQAw', 'MC4CAQAx');
  const FILES = { twice: KEY.pem + KEY.pem, damaged, bare: secret, cut: KEY.pem.slice(0, 80), key: KEY.pem };
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(project, 'keys', name), text, { mode: 0o600 });
  const GIVEN = [
    ...Object.keys(FILES).map((name) => `keys/${name}`),
    KEY.pem,
    secret,
    `env:${secret}`,
    'env:PEM',
    'env:BARE',
  ];
  for (const given of GIVEN) {
    const options = { cwd: project, env: { PEM: damaged, BARE: secret } };
    const runs = [
      await cli(['evaluate', 'run.jsonl', '--attest', 'secret.jsonl', '--key', given, '--json'], options),
      await cli(['verify', 'good.jsonl', '--key', given], options),
    ];
    for (const { out, err } of runs) {
      for (let at = 20; at + 12 <= secret.length; at += 4)
        assert.ok(
          !(out + err).includes(secret.slice(at, at + 12)),
          `a piece of the key, given as ${GIVEN.indexOf(given)}`,
        );
    }
  }
});

describe('verify', () => {
  it('says what was verified, and what nobody asked for', async () => {
    const { code, out, err } = await verify('good.jsonl', '--key', 'key.pub');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^no record was compared: give the records with --run/m);
    assert.match(out, /^line 2 {2}run refund-41182 hop 2 attempt 1 {2}refunds--notifications {2}BLOCK$/m);
    assert.match(
      out,
      /^ {2}not compared {2}record \(--run\), edge \(--edge\), contract \(--contracts\), bundle \(--bundle\)$/m,
    );
  });

  it('compares records, contracts and the bundle', async () => {
    const bundle = 'policies/dist/edges.bundle.json';
    const given = ['--run', 'run.jsonl', '--contracts', 'contracts', '--bundle', bundle];
    const { code, attestations, missing } = await verified('good.jsonl', '--key', 'key.pub', ...given);
    assert.deepEqual([code, missing], [0, []]);
    assert.deepEqual(
      attestations.map(({ attested }) => [attested?.hop, ...Object.values(attested?.compared ?? {})]),
      [
        ...[1, 2, 3].map((hop) => [hop, 'verified', 'not_asked', 'verified', 'none', 'verified']),
        [null, 'verified', 'none', 'none', 'none', 'verified'],
      ],
    );
    const { out } = await verify('good.jsonl', '--key', 'key.pub', ...given);
    assert.doesNotMatch(out, /no record was compared/);
  });

  it('reads the key from an environment variable, and trusts any of several', async () => {
    const args = ['verify', 'good.jsonl', '--key', 'other.pub', '--key', 'env:PUB'];
    assert.equal((await cli(args, { cwd: project, env: { PUB: KEY.pub } })).code, 0);
  });

  it('is refused for changed records, by the handoff and by the run', async () => {
    const changed = incidentRecords().map((record) =>
      record['hop'] === 2
        ? { ...record, payload: { ...(record['payload'] as object), objective: 'Another.' } }
        : record,
    );
    writeFileSync(join(project, 'changed.jsonl'), jsonLines(changed));
    const document = await verified('good.jsonl', '--key', 'key.pub', '--run', 'changed.jsonl');
    assert.equal(document.code, 2);
    assert.deepEqual(codesIn(document), ['attestation.other_record', 'attestation.other_records']);
    assert.equal(document.missing.length, 2);
  });

  it('is refused for another run, contract, bundle, edge and key', async () => {
    const other = emptyFolder();
    cpSync(join(project, 'contracts'), join(other, 'contracts'), { recursive: true });
    const file = join(other, 'contracts/refunds--notifications.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/owner: \S+/, 'owner: someone-else'));
    writeFileSync(
      join(project, 'r2.jsonl'),
      jsonLines(incidentRecords().map((record) => ({ ...record, run: 'r2' }))),
    );
    const REFUSED: readonly (readonly [args: readonly string[], codes: readonly string[]])[] = [
      [['--key', 'key.pub', '--run', 'r2.jsonl'], Array(4).fill('attestation.other_run')],
      [['--key', 'key.pub', '--contracts', join(other, 'contracts')], ['attestation.other_contract']],
      [
        ['--key', 'key.pub', '--bundle', `sha256:${'0'.repeat(64)}`],
        Array(4).fill('attestation.other_bundle'),
      ],
      [['--key', 'key.pub', '--bundle', 'run.jsonl'], Array(4).fill('attestation.other_bundle')],
      [['--key', 'key.pub', '--edge', 'triage--refunds'], Array(2).fill('attestation.other_edge')],
      [['--key', 'other.pub'], Array(4).fill('attestation.unknown_key')],
    ];
    for (const [args, codes] of REFUSED) {
      const { code, out } = await verify('good.jsonl', ...args, '--json');
      const document = JSON.parse(out) as Document;
      assert.deepEqual([code, codesIn(document)], [2, codes], args.join(' '));
    }
  });

  it('an attestation that was left out is missed, unless an edge was named', async () => {
    const [first = '', , third = '', run = ''] = lines('good.jsonl');
    writeFileSync(join(project, 'some.jsonl'), `${[first, third, run].join('\n')}\n`);
    const document = await verified('some.jsonl', '--key', 'key.pub', '--run', 'run.jsonl');
    assert.deepEqual([document.code, document.missing], [2, [{ run: 'refund-41182', hop: 2, attempt: 1 }]]);
    const { out } = await verify('some.jsonl', '--key', 'key.pub', '--run', 'run.jsonl');
    assert.match(out, /^not attested {2}run refund-41182 hop 2 attempt 1 {2}attestation\.missing$/m);
    writeFileSync(join(project, 'one.jsonl'), first);
    const one = await verified(
      'one.jsonl',
      '--key',
      'key.pub',
      '--run',
      'run.jsonl',
      '--edge',
      'triage--refunds',
    );
    assert.deepEqual([one.code, one.missing], [0, []]);
  });

  it('what cannot be read is 3, and what does not hold 2; each line is told', async () => {
    const [first = '', second = ''] = lines('good.jsonl');
    const tampered = second.replace('"payload":"ey', '"payload":"fy');
    const FILES: readonly (readonly [name: string, text: string, code: number, codes: readonly string[]])[] =
      [
        ['empty', '', 3, ['attestation.nothing_verified']],
        ['blank', '\n \r\n\n', 3, ['attestation.nothing_verified']],
        ['tampered', `${first}\n${tampered}\n`, 2, ['attestation.signature']],
        ['cut', `${first}\n${second.slice(0, 200)}`, 3, ['attestation.malformed']],
        ['gap', `${first}\n\n${second}\n`, 3, ['attestation.malformed']],
        ['text', 'hello\n', 3, ['attestation.malformed']],
        ['array', `[${first}]`, 3, ['attestation.malformed']],
        ['crlf', `${first}\r\n${second}\r\n`, 0, []],
        ['both', `${tampered}\n{}\n`, 3, ['attestation.signature', 'attestation.malformed']],
      ];
    for (const [name, text, code, codes] of FILES) {
      writeFileSync(join(project, name), text);
      const document = await verified(name, '--key', 'key.pub');
      assert.deepEqual([document.code, codesIn(document)], [code, codes], name);
    }
    assert.equal((await verified('none.jsonl', '--key', 'key.pub')).code, 3);
    assert.equal((await verified('good.jsonl', '--key', 'key.pub', '--run', 'text')).code, 3);
    assert.equal((await verified('good.jsonl', '--key', 'key.pub', '--max-bytes', '100')).code, 3);
    assert.equal((await verified('good.jsonl', '--key', 'key.pem')).code, 3);
    assert.equal((await verify('good.jsonl')).code, 3);
  });

  it('tells nothing of a refused payload, and prints no control characters of a verified one', async () => {
    const records = incidentRecords().map((record) => ({ ...record, run: 'r\u001b[31m' }));
    writeFileSync(join(project, 'ansi.jsonl'), jsonLines(records));
    await evaluate('ansi.jsonl', '--attest', 'ansi.att', '--key', 'key.pem');
    const ok = await verify('ansi.att', '--key', 'key.pub', '--run', 'ansi.jsonl');
    assert.deepEqual([ok.code, ok.out.includes('\u001b')], [0, false]);
    const refused = await verify('ansi.att', '--key', 'other.pub', '--run', 'run.jsonl');
    assert.doesNotMatch(refused.out + refused.err, /\[31m/);
  });
});
