/** What is said of a code by `explain`. */
export interface CodePage {
  readonly code: RecordCode;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** Everything that can be wrong with a file of records, or with one JSON text. */
export type RecordCode =
  | 'record.nothing'
  | 'record.too_large'
  | 'record.not_utf8'
  | 'record.bom'
  | 'record.nul'
  | 'record.syntax'
  | 'record.truncated'
  | 'record.trailing_text'
  | 'record.too_deep'
  | 'record.duplicate_key'
  | 'record.lossy_number'
  | 'record.lone_surrogate'
  | 'record.blank_line'
  | 'record.invalid'
  | 'record.more'
  | 'record.run_ended'
  | 'record.too_many_open';

/** One page for each code, in the order in which a reader meets them. */
export const RECORD_CODES: readonly CodePage[] = [
  {
    code: 'record.nothing',
    title: 'there is no record to read',
    why: 'An empty file looks like a run without faults. Nothing was evaluated, and that is a failure.',
    fix: 'Check that the recorder writes to this file, and that the path is the right one.',
  },
  {
    code: 'record.too_large',
    title: 'the file is larger than what is read at once',
    why: 'A run is a few kilobytes; a file of many megabytes is a log of many runs or was not meant for this.',
    fix: 'Split the file into runs, or raise the limit where you know that the file is one run.',
  },
  {
    code: 'record.not_utf8',
    title: 'the file is not UTF-8',
    why: 'JSON that is exchanged between programs is UTF-8 (RFC 8259). Guessing the encoding would change texts.',
    fix: 'Write the file as UTF-8: `encoding="utf-8"` in Python, `utf8` in PowerShell; `iconv -t UTF-8` converts it.',
  },
  {
    code: 'record.bom',
    title: 'the file starts with a byte order mark',
    why: 'RFC 8259 says that a byte order mark must not be added. Some readers drop it and some do not, so that two programs would see different bytes under one digest.',
    fix: 'Write the file without it: `encoding="utf-8"` in place of `"utf-8-sig"` in Python, `utf8NoBOM` in PowerShell.',
  },
  {
    code: 'record.nul',
    title: 'the file holds a NUL character',
    why: 'NUL is not allowed in JSON text. It is what a file looks like that a crash left half written, or that is UTF-16.',
    fix: 'Write the file again. Within a text write `\\u0000`.',
  },
  {
    code: 'record.syntax',
    title: 'this is not JSON',
    why: 'The records of a run are JSON (RFC 8259): no comments, no trailing commas, no single quotes, no NaN.',
    fix: 'Write records with a JSON library, one on a line.',
  },
  {
    code: 'record.truncated',
    title: 'the text ends in the middle of a record',
    why: 'A recorder that crashed, or a copy that was cut, leaves a half line. What it would have said is unknown, so the run cannot be judged.',
    fix: 'Have the recorder write a line at once and flush it; remove the half line only if you know what it was.',
  },
  {
    code: 'record.trailing_text',
    title: 'something follows after the end of the JSON value',
    why: 'One line is one record. Two on a line are usually two writers on one file.',
    fix: 'Put every record on a line of its own.',
  },
  {
    code: 'record.too_deep',
    title: 'the value is nested too deeply',
    why: 'No handoff needs 64 levels. Such a value is an attack on a parser, or an object that contains itself.',
    fix: 'Flatten the value, or put it into a text.',
  },
  {
    code: 'record.duplicate_key',
    title: 'a key is written twice in one object',
    why: 'Readers disagree on which of the two counts. A gate that takes the first and a receiver that takes the last would judge another payload than the one that is used.',
    fix: 'Write every key once.',
  },
  {
    code: 'record.lossy_number',
    title: 'a number cannot be read without changing it',
    why: 'Numbers are read as 64-bit floats. An integer beyond 2^53 - 1 or a number with too many digits would silently become another one.',
    fix: 'Write ids and amounts as text: `"9007199254740993"`.',
  },
  {
    code: 'record.lone_surrogate',
    title: 'a text holds half of a character',
    why: 'A surrogate escape without its partner is no character. It cannot be written as UTF-8, so that it would change on its way and break digests.',
    fix: 'Cut texts between characters. The text was probably cut in the middle of an emoji.',
  },
  {
    code: 'record.blank_line',
    title: 'a line between two records is empty',
    why: 'Blank lines are allowed at the end only: in the middle, one may stand where a record was.',
    fix: 'Remove the line, or restore the record.',
  },
  {
    code: 'record.invalid',
    title: 'a record does not have the shape of edge-contracts/record/v1',
    why: 'A record that is read with parts missing would be judged as if they were empty.',
    fix: 'Compare the record with `schemas/record.schema.json`; the message says what was expected and where.',
  },
  {
    code: 'record.more',
    title: 'more is wrong than what is listed',
    why: 'After 50 errors, or 3 where no line is JSON, a file is usually not what it is taken for.',
    fix: 'Fix those that are listed and run again.',
  },
  {
    code: 'record.run_ended',
    title: 'a record of a run that was given on earlier in the file',
    why: 'In a file that is read as a stream, a run is given on when its `closed` record came, or when it has been silent for long and there is no more room. What comes later would be a second run under the same id, and be counted twice.',
    fix: 'Append the file to a ledger, which reads by run: `edge-contracts ledger append FILE`. Or have the recorder write `closed` last.',
  },
  {
    code: 'record.too_many_open',
    title: 'more runs are open at once than are held',
    why: 'A stream holds each run from its first record to its `closed` one, or until it has been silent for long. A file in which too many runs are mixed would take any amount of memory.',
    fix: 'Append the file to a ledger, which reads by run: `edge-contracts ledger append FILE`. Or write one file a day.',
  },
];
