// Compresses the raw module and writes down what it is.
//   node compress.mjs <raw module> <glue> <target dir> <opa version> <go version> <memory cap in MiB>
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [rawPath, gluePath, target, opa, go, memoryMiB] = process.argv.slice(2);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const raw = readFileSync(rawPath);

const compressed = brotliCompressSync(raw, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  },
});

// The digest is that of the raw module: it does not depend on the brotli version of the Node that compressed it.
const manifest = {
  opa,
  go,
  sha256: sha256(raw),
  bytes: raw.length,
  memoryMiB: Number(memoryMiB),
  glueSha256: sha256(readFileSync(gluePath)),
};
writeFileSync(join(target, 'opa.wasm.br'), compressed);
writeFileSync(join(target, 'opa.wasm.json'), `${JSON.stringify(manifest, null, 2)}\n`);
