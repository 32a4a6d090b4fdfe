import type { JsonPointer } from '../canonical/pointer.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SchemaFault } from '../model/facts.js';
import { offsetsOf } from './locate.js';
import { type Origin, problem, spanAt } from './read-json.js';

/** What a record's schema says of a value, each fault with its place in the text that it was read from. */
export function invalidRecord(
  faults: readonly SchemaFault[],
  text: string,
  origin: Origin,
  at: JsonPointer | undefined,
  /** False where nothing is listed any more: then places are not looked for. */
  room: boolean,
): Diagnostic[] {
  const offsets = room
    ? offsetsOf(
        text,
        faults.map((fault) => fault.at),
      )
    : undefined;
  return faults.map((fault) => {
    const span = room ? spanAt(origin, text, offsets?.get(fault.at) ?? 0) : { ...origin };
    return problem('record.invalid', fault.message, { span, pointer: (at ?? '') + fault.at });
  });
}
