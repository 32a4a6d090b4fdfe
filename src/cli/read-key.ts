import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Diagnostic, DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import type { Io } from './io.js';
import { readRegular } from './read-input.js';

const ENVIRONMENT = /^env:([A-Za-z_][A-Za-z0-9_]*)$/;
const MAX_KEY_BYTES = 64 * 1024;

/**
 * The text of a key: of a file, or of the environment variable that `env:NAME` names. What was given is in no message:
 * it may be the key itself.
 *
 * @throws DiagnosticError `attestation.key_missing`, `attestation.key_inline`
 */
export function readKeyText(given: string, io: Io): string {
  if (/-----|[\r\n]/.test(given)) throw inline();
  if (!given.startsWith('env:')) return fileText(given, io);
  const [, name] = ENVIRONMENT.exec(given) ?? [];
  if (name === undefined) throw missing('`env:` is not followed by the name of an environment variable');
  const text = io.env[name];
  if (text === undefined || text === '')
    throw missing('the environment variable that `--key` names is not set');
  return text;
}

function fileText(given: string, io: Io): string {
  try {
    const bytes = readRegular(resolve(io.cwd, given), 'the key', MAX_KEY_BYTES);
    return Buffer.from(bytes).toString('latin1');
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw missing('the file that `--key` names is not there, or cannot be read as a key');
  }
}

/** A warning where others than its owner can read the file of a private key. */
export function keyWarnings(given: string, io: Io): readonly Diagnostic[] {
  if (given.startsWith('env:') || process.platform === 'win32') return [];
  const { mode } = statSync(resolve(io.cwd, given));
  if ((mode & 0o077) === 0) return [];
  const message = 'others than its owner can read the file of the private key';
  return [{ code: 'attestation.key_readable', severity: 'warning', message, help: 'run `chmod 600` on it' }];
}

function missing(message: string): DiagnosticError {
  return failure('attestation.key_missing', message, { help: 'give `--key FILE`, or `--key env:NAME`' });
}

function inline(): DiagnosticError {
  return failure(
    'attestation.key_inline',
    'the key itself stands on the command line, where others can read it',
    {
      help: 'make a new key, and give `--key FILE` or `--key env:NAME`',
    },
  );
}
