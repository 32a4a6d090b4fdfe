import type { JsonValue } from '../canonical/json-value.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { type CommentText, hasMarker, isLater, orderOf, type RunOrder } from './comment-text.js';
import { type Answered, type Asked, type ForgeApi, unexpected } from './forge-api.js';

export interface PullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

export interface PostedComment {
  /** `superseded`: it has the text of a later run of the pipeline, and was left alone. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'superseded';
  readonly id: number;
  readonly url: string | null;
  /** Further ones of ours, of jobs that ran at the same time. */
  readonly removed: number;
}

export interface PostOptions {
  /** Whose comments are ours; null: of whom the token is. */
  readonly author: string | null;
  readonly order: RunOrder | null;
}

interface Found {
  readonly id: number;
  readonly body: string;
  readonly author: string;
  readonly url: string | null;
}

/** Who a workflow's own token writes as; such a token may not ask who it is. */
const WORKFLOW = 'github-actions[bot]';
/** GitHub lets a pull request have 2,500 comments. */
const MOST_PAGES = 50;
/** How often a comment may come or go while one is posted. */
const ROUNDS = 4;

/** The API says no, and asking again changes nothing: the token may not write here. */
export class WriteRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the API answered ${status}`);
    this.status = status;
  }
}

/**
 * Posts a text as the one comment of a pull request that begins with its marker and is by the same author: made where
 * there is none, else changed in place.
 *
 * @throws DiagnosticError `comment.*`
 * @throws WriteRefused where everything may be read, and nothing written
 */
export async function postComment(
  api: ForgeApi,
  pull: PullRequest,
  text: CommentText,
  { author, order }: PostOptions,
): Promise<PostedComment> {
  const by = (author ?? (await ownName(api))).toLowerCase();
  const thread = new Thread(api, pull, (one) => one.author === by && hasMarker(one.body, text.marker));
  for (let round = 0; round < ROUNDS; round += 1) {
    const [oldest, ...further] = await thread.ours();
    const posted =
      oldest === undefined
        ? await createdOnce(thread, text)
        : await changed(thread, oldest, further, text, order);
    if (posted !== null) return posted;
  }
  throw failure('comment.unavailable', 'the comment comes and goes while it is written', {
    help: 'let only one job comment at a time: `concurrency` of the workflow',
  });
}

/** Null: whether it was made is not known, or another job’s is there too: look again. */
async function createdOnce(thread: Thread, text: CommentText): Promise<PostedComment | null> {
  const made = await thread.create(text.body);
  if (made === null) return null;
  // Of two jobs that both saw none, each made one: the older stays, and gets the text.
  const [oldest] = await thread.ours();
  if (oldest === undefined || oldest.id >= made.id)
    return { outcome: 'created', id: made.id, url: made.url, removed: 0 };
  return null;
}

async function changed(
  thread: Thread,
  oldest: Found,
  further: readonly Found[],
  { body }: CommentText,
  order: RunOrder | null,
): Promise<PostedComment | null> {
  const written = orderOf(oldest.body);
  const stale = order !== null && written !== null && isLater(written, order);
  const same = oldest.body.replaceAll('\r\n', '\n') === body;
  if (!stale && !same && !(await thread.change(oldest.id, body))) return null;
  for (const { id } of further) await thread.remove(id);
  const outcome = stale ? 'superseded' : same ? 'unchanged' : 'updated';
  return { outcome, id: oldest.id, url: oldest.url, removed: further.length };
}

/** The comments of one pull request. */
class Thread {
  readonly #api: ForgeApi;
  readonly #repository: string;
  readonly #list: string;
  readonly #isOurs: (one: Found) => boolean;

  constructor(api: ForgeApi, { repository, number }: PullRequest, isOurs: (one: Found) => boolean) {
    this.#api = api;
    this.#repository = `/repos/${repository}`;
    this.#list = `${this.#repository}/issues/${number}/comments`;
    this.#isOurs = isOurs;
  }

  /** Ours, the oldest first. */
  async ours(): Promise<readonly Found[]> {
    const found: Found[] = [];
    let path: string | null = `${this.#list}?per_page=100`;
    for (let page = 0; path !== null; page += 1) {
      if (page === MOST_PAGES) throw unexpected(`there are more than ${MOST_PAGES} pages of comments`);
      const { json, next }: Answered = await this.#read(path);
      if (!Array.isArray(json)) throw unexpected('a list of comments is none');
      found.push(...json.map(foundOf).filter(this.#isOurs));
      path = next;
    }
    return found.sort((a, b) => a.id - b.id);
  }

  /** Null: whether it was made is not known. */
  async create(body: string): Promise<Found | null> {
    const answered = await this.#api.ask({ method: 'POST', path: this.#list, body: { body } });
    if (answered === null) return null;
    if (answered.status !== 201) throw refused(answered.status);
    return foundOf(answered.json);
  }

  /** False where it is gone meanwhile. */
  async change(id: number, body: string): Promise<boolean> {
    return this.#write({ method: 'PATCH', path: this.#one(id), body: { body } }, 200);
  }

  async remove(id: number): Promise<void> {
    await this.#write({ method: 'DELETE', path: this.#one(id) }, 204);
  }

  #one(id: number): string {
    return `${this.#repository}/issues/comments/${id}`;
  }

  async #write(asked: Asked, wanted: number): Promise<boolean> {
    const answered = await this.#api.ask(asked);
    if (answered?.status === 404 || answered?.status === 410) return false;
    if (answered?.status !== wanted) throw refused(answered?.status ?? 0);
    return true;
  }

  async #read(path: string): Promise<Answered> {
    const answered = await this.#api.ask({ method: 'GET', path });
    if (answered?.status === 200) return answered;
    throw denied(answered?.status ?? 0);
  }
}

/** The author of what this token writes. */
async function ownName(api: ForgeApi): Promise<string> {
  const answered = await api.ask({ method: 'GET', path: '/user' });
  const status = answered?.status ?? 0;
  if (status === 403 || status === 404) return WORKFLOW;
  if (status !== 200) throw denied(status);
  const login = memberOf(answered?.json ?? null, 'login');
  if (typeof login !== 'string' || login === '') throw unexpected('a user has no name');
  return login;
}

function foundOf(json: JsonValue): Found {
  const id = memberOf(json, 'id');
  const body = memberOf(json, 'body');
  const login = memberOf(memberOf(json, 'user'), 'login');
  const url = memberOf(json, 'html_url');
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw unexpected('a comment has no number');
  return {
    id,
    body: typeof body === 'string' ? body : '',
    // Of a user who is gone there is no name.
    author: typeof login === 'string' ? login.toLowerCase() : '',
    url: typeof url === 'string' && /^https?:\/\/[\x21-\x7e]{1,1000}$/.test(url) ? url : null,
  };
}

function memberOf(json: JsonValue, name: string): JsonValue {
  if (json === null || typeof json !== 'object' || Array.isArray(json) || !Object.hasOwn(json, name))
    return null;
  return (json as { readonly [name: string]: JsonValue })[name] ?? null;
}

function refused(status: number): Error {
  return status === 403 || status === 404 ? new WriteRefused(status) : denied(status);
}

function denied(status: number): DiagnosticError {
  const help =
    status === 401
      ? 'the token has ended, or is none of this server'
      : 'see that the repository and the pull request are there, and that the token may read them';
  return failure('comment.denied', `the API answered ${status}`, { help });
}
