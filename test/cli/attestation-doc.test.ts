import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { packageRoot } from '../../src/model/package-root.js';
import { compiledExample, exampleProject, MAIN_FILE } from './cli.js';

const DOC = readFileSync(join(packageRoot(), 'docs/attestation.md'), 'utf8');
const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' });
const isThere = openssl.status === 0 && /OpenSSL [3-9]/.test(openssl.stdout);

function blocks(language: string): string[] {
  return [...DOC.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}

it('the commands of docs/attestation.md do what it says', {
  skip: isThere ? false : 'no OpenSSL 3 here',
}, async () => {
  const folder = exampleProject(await compiledExample());
  cpSync(join(packageRoot(), 'examples/refund-41182'), join(folder, 'examples/refund-41182'), {
    recursive: true,
  });
  mkdirSync(join(folder, 'bin'));
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${MAIN_FILE}" "$@"\n`;
  writeFileSync(join(folder, 'bin/edge-contracts'), shim, { mode: 0o755 });
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH: `${join(folder, 'bin')}:${PATH}`, HOME, NO_COLOR: '1' };
  const ran = blocks('sh').map((script) =>
    spawnSync('sh', ['-e', '-c', script], { cwd: folder, env, encoding: 'utf8' }),
  );
  assert.deepEqual(
    ran.map(({ status }) => status),
    [0, 2, 0, 0],
    ran.map(({ stderr }) => stderr).join(''),
  );
  const shown = ran[2]?.stdout.replaceAll(/key [0-9a-f]{16}/g, 'key …');
  assert.deepEqual([shown], blocks('text'));
  assert.match(ran[3]?.stdout ?? '', /Signature Verified Successfully/);
});
