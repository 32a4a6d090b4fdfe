#!/usr/bin/env node
import { EXIT } from './exit-code.js';

/** A reader that has seen enough (`| head`) is no failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = EXIT.failed;
  });
}

try {
  // Within the try: a dependency that is not installed is told of in one line as well.
  const { run } = await import('./program.js');
  process.exitCode = await run(process.argv);
} catch (thrown) {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const [line = ''] = message.split('\n');
  const asks = /please report/.test(line) ? '' : ' (this is a bug in edge-contracts: please report it)';
  process.stderr.write(`engine.internal: ${line.slice(0, 500)}${asks}\n`);
  process.exitCode = EXIT.failed;
}
