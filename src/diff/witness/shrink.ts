import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json-value.js';
import type { RunRecord, TransferRecord } from '../../model/record.js';
import type { Asked } from './put-to-gate.js';

/** So many runs are tried for one witness. */
const MOST_TRIES = 200;

/**
 * Takes records and entries away for as long as the run says the same: what is left is what it takes.
 *
 * @param saysTheSame Does a smaller run still show what this one shows, under both versions.
 */
export function shrink(asked: Asked, saysTheSame: (smaller: Asked) => boolean): Asked {
  let smallest = asked;
  let tries = 0;
  let found = true;
  while (found) {
    found = false;
    for (const smaller of smallerThan(smallest)) {
      tries += 1;
      if (tries > MOST_TRIES) return smallest;
      if (!saysTheSame(smaller)) continue;
      smallest = smaller;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(asked: Asked): Generator<Asked> {
  const { records } = asked;
  for (const index of records.keys())
    if (isSpare(asked, index)) yield { ...asked, records: records.filter((_, other) => other !== index) };
  for (const [index, record] of records.entries())
    for (const less of lessThan(record))
      yield { ...asked, records: records.map((other, at) => (at === index ? less : other)) };
}

/** All but what is asked about. */
function isSpare({ records, asked }: Asked, index: number): boolean {
  if (asked === 'effect' && index === records.length - 1) return false;
  return asked === 'effect' || index !== records.findLastIndex(({ kind }) => kind === 'transfer');
}

function* lessThan(record: RunRecord): Generator<RunRecord> {
  if (record.kind === 'message' && (record.constraints?.length ?? 0) > 0)
    for (const constraints of without(record.constraints ?? [])) yield { ...record, constraints };
  if (record.kind !== 'transfer') return;
  yield* lessHandedOn(record);
}

function* lessHandedOn(record: TransferRecord): Generator<TransferRecord> {
  const { payload, sender } = record;
  if (isJsonObject(payload)) for (const less of lessIn(payload)) yield { ...record, payload: less };
  for (const less of lessIn(sender as unknown as JsonObject))
    yield { ...record, sender: less as unknown as TransferRecord['sender'] };
}

/** Lists with an item less each. A field itself stays: that it is there means something. */
function* lessIn(object: JsonObject): Generator<JsonObject> {
  for (const [name, value] of Object.entries(object))
    if (isJsonArray(value)) for (const less of without(value)) yield { ...object, [name]: less as JsonValue };
}

function* without<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (const index of items.keys()) yield items.filter((_, other) => other !== index);
}
