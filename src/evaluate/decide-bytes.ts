import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { TransferRecord } from '../model/record.js';
import { validateParsedRecord } from '../model/validate-record.js';
import type { Verdict } from '../model/verdict.js';
import { problem, type ReadJsonOptions, readJson } from '../record/read-json.js';
import type { RunState } from '../run/run-state.js';
import type { DecideOptions, Gate } from './gate.js';

export type DecideBytesOptions = Omit<DecideOptions, 'digest'> & ReadJsonOptions;

/** A verdict, and the record that it is about; or why there is no record to decide (at least one diagnostic). */
export type DecidedBytes =
  | { readonly verdict: Verdict; readonly record: TransferRecord }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * From the bytes of one transfer record to its verdict, with everything on: strict reading, the record's schema, the
 * digest, the policy, the reasons. Whoever gets diagnostics has no verdict and must not hand on.
 *
 * @throws TypeError where `options.edge` names no contract.
 */
export function decideBytes(
  gate: Gate,
  run: RunState,
  bytes: Uint8Array | string,
  options: DecideBytesOptions = {},
): DecidedBytes {
  const reading = readJson(bytes, options);
  if ('code' in reading) return { diagnostics: [reading] };
  const checked = validateParsedRecord(reading.value);
  const span = { file: options.file ?? '<input>', line: 1, column: 1 };
  if ('faults' in checked) {
    return {
      diagnostics: checked.faults.map(({ at, message }) =>
        problem('record.invalid', message, { span, pointer: at }),
      ),
    };
  }
  const { record } = checked;
  if (record.kind !== 'transfer') {
    const message = `expected a \`transfer\`, found a \`${record.kind}\`: only a transfer is decided`;
    return { diagnostics: [problem('record.invalid', message, { span, pointer: '/kind' })] };
  }
  return {
    verdict: gate.decideSync(run, record, { ...options, digest: reading.digest }),
    record,
  };
}
