import { appendFileSync } from 'node:fs';
import { FORMS } from '../../contract/forms.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { commentText, LONGEST_COMMENT, type RunOrder } from '../../forge/comment-text.js';
import { type ForgeAddress, ForgeApi } from '../../forge/forge-api.js';
import { type PostedComment, postComment, type PullRequest, WriteRefused } from '../../forge/pull-comment.js';
import { type CommentDocument, COMMENT_SCHEMA, commentReport } from '../../report/comment-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { readInput } from '../read-input.js';

export interface CommentFlags {
  readonly repo?: string;
  readonly pr?: number;
  readonly id?: string;
  readonly author?: string;
  readonly json?: boolean;
}

const PUBLIC_API = 'https://api.github.com';

/** `comment [FILE]`: what `--format markdown` wrote, as the one comment of a pull request. */
export async function comment(file: string, flags: CommentFlags, io: Io): Promise<ExitCode> {
  try {
    const document = await commented(file, flags, io);
    if (flags.json === true) io.out(jsonText(document));
    else {
      io.err(diagnosticsText(document.diagnostics, { paint: io.errPaint }));
      io.out(commentReport(document));
    }
    return EXIT.ok;
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, flags.json, io);
  }
}

async function commented(file: string, flags: CommentFlags, io: Io): Promise<CommentDocument> {
  const pull = pullOf(flags, io);
  const api = new ForgeApi(addressOf(io));
  const text = await textOf(file, io);
  const order = orderFrom(io);
  const posting = commentText(text, flags.id ?? null, order);
  try {
    const posted = await postComment(api, pull, posting, { author: flags.author ?? null, order });
    return documentOf(pull, posted, []);
  } catch (thrown) {
    if (!(thrown instanceof WriteRefused)) throw thrown;
    return instead(pull, text, thrown, io);
  }
}

/** Four bytes a character at most. */
async function textOf(file: string, io: Io): Promise<string> {
  const bytes = await readInput(file, io, LONGEST_COMMENT * 16);
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/**
 * Where the token may not write, the report goes to the summary of the job.
 *
 * @throws DiagnosticError `comment.denied`: there is no summary either
 */
function instead(pull: PullRequest, text: string, { status }: WriteRefused, io: Io): CommentDocument {
  const summary = io.env['GITHUB_STEP_SUMMARY'] ?? '';
  const message = `the API answered ${status}: the token may not comment on this pull request`;
  if (summary === '')
    throw failure('comment.denied', message, {
      help: 'give it `pull-requests: write`; on a pull request from a fork no workflow has that',
    });
  try {
    appendFileSync(summary, `${text}\n`);
  } catch {
    throw failure('comment.denied', `${message}, and the summary of the job cannot be written`);
  }
  const told: Diagnostic = {
    code: 'comment.read_only',
    severity: 'warning',
    message,
    help: 'the report is in the summary of the job',
  };
  return documentOf(pull, { outcome: 'summary', id: null, url: null, removed: 0 }, [told]);
}

type Outcome = Pick<CommentDocument, 'outcome' | 'id' | 'url' | 'removed'>;

function documentOf(
  { repository, number }: PullRequest,
  { outcome, id, url, removed }: PostedComment | Outcome,
  diagnostics: readonly Diagnostic[],
): CommentDocument {
  const pull = { repository, pull_request: number };
  return { schema: COMMENT_SCHEMA, ...pull, outcome, id, url, removed, diagnostics };
}

function pullOf({ repo, pr }: CommentFlags, { env }: Io): PullRequest {
  const repository = repo ?? env['GITHUB_REPOSITORY'] ?? '';
  const [, ref] = /^refs\/pull\/([1-9][0-9]{0,9})\//.exec(env['GITHUB_REF'] ?? '') ?? [];
  const number = pr ?? (ref === undefined ? null : Number(ref));
  if (!isRepository(repository))
    throw nowhere(repository === '' ? 'no repository is named' : 'the repository is not named OWNER/NAME');
  if (number === null) throw nowhere('`GITHUB_REF` is of no pull request');
  return { repository, number };
}

function nowhere(why: string): Error {
  return failure('comment.no_pull_request', `it cannot be told where to comment: ${why}`, {
    help: 'give `--repo OWNER/NAME` and `--pr NUMBER`',
  });
}

/** No part of it is `.` or `..`, which would lead to another place of the API. */
export function isRepository(name: string): boolean {
  return /^(?!\.{1,2}\/)[A-Za-z0-9_.-]{1,100}\/(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/.test(name);
}

function addressOf({ env }: Io): ForgeAddress {
  const url = (env['GITHUB_API_URL'] ?? '') === '' ? PUBLIC_API : (env['GITHUB_API_URL'] ?? '');
  // A query or a fragment would swallow what is put behind it.
  if (url.startsWith('env:') || !FORMS.webhook.test(url) || /[?#]/.test(url) || !URL.canParse(url))
    throw failure('comment.address', '`GITHUB_API_URL` is no address that a token may go to', {
      help: 'it has to be a URL of `https` without a user name, or of `http` within a private network',
    });
  const token = [env['GITHUB_TOKEN'], env['GH_TOKEN']].find((one) => one !== undefined && one !== '');
  if (token === undefined)
    throw failure('comment.no_token', 'there is no token: `GITHUB_TOKEN` is not set', {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: GitHub's own notation
      help: 'in a workflow: `env: { GITHUB_TOKEN: "${{ github.token }}" }`',
    });
  if (!/^[\x21-\x7e]{1,4000}$/.test(token))
    throw failure('comment.no_token', 'what `GITHUB_TOKEN` holds is no token', {
      help: 'a token has no blank and no line break in it, not at its end either',
    });
  return { url: url.replace(/\/+$/, ''), token };
}

/** Which run of the workflow this is, where it is one. */
function orderFrom({ env }: Io): RunOrder | null {
  const run = env['GITHUB_RUN_ID'] ?? '';
  const attempt = env['GITHUB_RUN_ATTEMPT'] ?? '1';
  if (!/^[0-9]{1,20}$/.test(run) || !/^[0-9]{1,9}$/.test(attempt)) return null;
  return { run: BigInt(run), attempt: Number(attempt) };
}
