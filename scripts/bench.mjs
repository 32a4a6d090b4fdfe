/** `npm run bench [-- --quick] [-- --json FILE] [-- --markdown FILE]`: see bench/README.md. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, root, setUp } from './setup.mjs';

setUp();
build(
  'tsconfig.json',
  '.build/bench/main.js',
  ['src', 'test', 'bench', 'tsconfig.json'].filter((path) => readdirSync(root).includes(path)),
);
process.chdir(root);
const { main } = await import(join(root, '.build', 'bench', 'main.js'));
process.exitCode = await main(root, process.argv.slice(2));
