import { failure } from '../diagnostics/diagnostic.js';

/** What a comment on GitHub may hold, in characters. */
export const LONGEST_COMMENT = 65_536;

const MARKER = /^<!-- edge-contracts ([a-z]+) -->\n/;
const ORDER = /^<!-- edge-contracts run ([0-9]{1,20})\.([0-9]{1,9}) -->$/m;

/** Which run of a pipeline a text is of: a later one is not overwritten by an earlier one that took longer. */
export interface RunOrder {
  readonly run: bigint;
  readonly attempt: number;
}

export interface CommentText {
  /** The first line, by which the comment is found again. */
  readonly marker: string;
  /** With the marker, and below it the run. */
  readonly body: string;
}

/**
 * A text as it is posted.
 *
 * @param id tells comments apart where a pull request has several, such as one for each project of a repository
 * @throws DiagnosticError `comment.no_marker`, `comment.too_long`
 */
export function commentText(text: string, id: string | null, order: RunOrder | null): CommentText {
  const [first = '', format = ''] = MARKER.exec(text) ?? [];
  if (first === '')
    throw failure(
      'comment.no_marker',
      'the text does not begin with the marker that its comment is found by',
      {
        help: 'give what `--format markdown` wrote, unchanged: it may be empty where that command failed',
      },
    );
  const marker = `<!-- edge-contracts ${format}${id === null ? '' : `: ${id}`} -->`;
  const run = order === null ? '' : `<!-- edge-contracts run ${order.run}.${order.attempt} -->\n`;
  const body = `${marker}\n${run}${text.slice(first.length)}`;
  if (body.length > LONGEST_COMMENT)
    throw failure(
      'comment.too_long',
      `the text has ${body.length} characters, and a comment holds ${LONGEST_COMMENT}`,
      { help: 'give what `--format markdown` wrote, unchanged: it says what it cut' },
    );
  return { marker, body };
}

/** The run that a comment was written by; null where it does not say. The forge may have made line breaks of its own. */
export function orderOf(body: string): RunOrder | null {
  const head = body.slice(0, 1000).replaceAll('\r', '').split('\n').slice(0, 2).join('\n');
  const [, run, attempt] = ORDER.exec(head) ?? [];
  return run === undefined || attempt === undefined ? null : { run: BigInt(run), attempt: Number(attempt) };
}

export function isLater(one: RunOrder, other: RunOrder): boolean {
  return one.run === other.run ? one.attempt > other.attempt : one.run > other.run;
}

/** Does a comment begin with this marker: one that quotes it further down does not. */
export function hasMarker(body: string, marker: string): boolean {
  return /^[^\r\n]*/.exec(body)?.[0] === marker;
}
