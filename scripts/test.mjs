/**
 * Runs the tests: `npm test`, or `npm test -- contract run` for the files whose path has one of these words.
 * Its last line says `N passed, N failed`.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run as runTests } from 'node:test';
import { spec } from 'node:test/reporters';
import { availableParallelism } from 'node:os';
import { build, root, setUp } from './setup.mjs';

setUp();
rmSync(join(root, '.build', 'test'), { recursive: true, force: true });
build(
  'tsconfig.json',
  '.build/test',
  ['src', 'test', 'bench', 'tsconfig.json'].filter((path) => readdirSync(root).includes(path)),
);
process.chdir(root);

const wanted = process.argv.slice(2);
const files = testFiles(join(root, '.build', 'test')).filter(
  (file) => wanted.length === 0 || wanted.some((word) => relative(root, file).includes(word)),
);
if (files.length === 0) {
  console.error('There is no such test.');
  process.exit(1);
}

let passed = 0;
let failed = 0;
let skipped = 0;
const isSuite = ({ details }) => details.type === 'suite';
// A third of the files start child processes of their own.
const tests = runTests({ files, concurrency: availableParallelism(), timeout: 1_200_000 });
tests.on('test:pass', (data) => {
  if (isSuite(data)) return;
  if (data.skip !== undefined || data.todo !== undefined) skipped += 1;
  else passed += 1;
});
tests.on('test:fail', (data) => {
  if (!isSuite(data)) failed += 1;
});
tests.compose(spec).pipe(process.stdout);
tests.on('end', () => {
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  process.on('exit', () =>
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`),
  );
});

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return entry.name.endsWith('.test.js') ? [path] : [];
  });
}
