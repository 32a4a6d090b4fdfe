#!/usr/bin/env node
import { EXIT } from './exit-code.js';
import { standardStreams } from './standard-stream.js';

const { out, err } = standardStreams();

// At the very end: an error of the last thing that was written is told after the command has ended.
process.on('exit', () => {
  if (out.fault !== null)
    err.write(`input.unwritable: standard output is not whole, it cannot be written (${out.fault})\n`);
  if (out.fault !== null || err.fault !== null) process.exitCode = EXIT.failed;
});

try {
  // Within the try: a dependency that is not installed is told of in one line as well.
  const { run } = await import('./program.js');
  process.exitCode = await run(process.argv);
} catch (thrown) {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const [line = ''] = message.split('\n');
  const asks = /please report/.test(line) ? '' : ' (this is a bug in edge-contracts: please report it)';
  err.write(`engine.internal: ${line.slice(0, 500)}${asks}\n`);
  process.exitCode = EXIT.failed;
}
