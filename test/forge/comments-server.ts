import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeptComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

/** Answers a request in the place of the server; undefined: the server answers. */
export type Fault = (seen: SeenRequest) => FaultAnswer | undefined;
export interface FaultAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The work is done all the same, and only the answer is lost. */
  readonly done?: true;
}

interface Given {
  readonly status: number;
  readonly json: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const REPOSITORY = 'acme/agents';
export const TOKEN = 'ghs_a-token-that-is-never-shown';

/**
 * The part of GitHub's API that comments need, as its documentation has it: pages of at most 100 and `Link`, numbers that
 * go up, `/user` closed to a workflow's token, a body's line breaks and length.
 */
export class CommentsServer {
  readonly comments: KeptComment[] = [];
  readonly seen: SeenRequest[] = [];
  fault: Fault = () => undefined;
  /** Null: the token is a workflow's own, and may not ask. */
  user: string | null = null;
  /** Who writes with this token. */
  author = 'github-actions[bot]';
  pageSize = 100;
  #next = 1001;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The environment of a workflow's step. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      GITHUB_API_URL: this.url,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_TOKEN: TOKEN,
      ...more,
    };
  }

  add(login: string, body: string): KeptComment {
    const made = { id: this.#next, body, user: { login } };
    this.#next += 1;
    this.comments.push(made);
    return made;
  }

  /** Starts over, on the same port. */
  reset(): void {
    this.comments.length = 0;
    this.seen.length = 0;
    this.fault = () => undefined;
    this.user = null;
    this.author = 'github-actions[bot]';
    this.pageSize = 100;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const body = Buffer.concat(chunks).toString();
    const seen = { method: request.method ?? '', path: request.url ?? '', token, body };
    this.seen.push(seen);
    const fault = this.fault(seen);
    if (fault !== undefined && fault.done !== true) return void answer(response, fault);
    const { status, json, headers } = this.#answer(seen);
    if (fault !== undefined) return void answer(response, fault);
    answer(response, { status, ...(headers === undefined ? {} : { headers }), body: json });
  }

  #answer(seen: SeenRequest): Given {
    const { method, token, body } = seen;
    const { pathname, searchParams } = new URL(seen.path, this.url);
    if (token !== TOKEN) return { status: 401, json: '{"message":"Bad credentials"}' };
    if (pathname === '/user')
      return this.user === null
        ? { status: 403, json: '{"message":"Resource not accessible by integration"}' }
        : { status: 200, json: JSON.stringify({ login: this.user }) };
    if (pathname === `/repos/${REPOSITORY}/issues/7/comments`)
      return method === 'POST' ? this.#create(body) : this.#page(searchParams);
    const [, id] = /^\/repos\/acme\/agents\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    const at = this.comments.findIndex((one) => String(one.id) === id);
    const found = this.comments[at];
    if (found === undefined) return { status: 404, json: '{"message":"Not Found"}' };
    if (method === 'DELETE') {
      this.comments.splice(at, 1);
      return { status: 204, json: '' };
    }
    found.body = bodyOf(body);
    return { status: 200, json: JSON.stringify(shown(found)) };
  }

  #create(body: string): Given {
    const text = bodyOf(body);
    if (text.length > 65_536) return { status: 422, json: '{"message":"Validation Failed"}' };
    return { status: 201, json: JSON.stringify(shown(this.add(this.author, text))) };
  }

  #page(asked: URLSearchParams): Given {
    const size = Math.min(this.pageSize, Number(asked.get('per_page') ?? 30));
    const page = Number(asked.get('page') ?? 1);
    const from = (page - 1) * size;
    const json = JSON.stringify(this.comments.slice(from, from + size).map(shown));
    const url = `${this.url}/repos/${REPOSITORY}/issues/7/comments?per_page=${size}&page=`;
    const last = Math.max(1, Math.ceil(this.comments.length / size));
    const links = [
      ...(page > 1 ? [`<${url}${page - 1}>; rel="prev"`] : []),
      ...(page < last ? [`<${url}${page + 1}>; rel="next"`, `<${url}${last}>; rel="last"`] : []),
    ];
    return { status: 200, json, ...(links.length === 0 ? {} : { headers: { link: links.join(', ') } }) };
  }
}

function bodyOf(text: string): string {
  return (JSON.parse(text) as { body: string }).body;
}

function shown({ id, body, user }: KeptComment): object {
  return {
    id,
    body,
    user: { ...user, type: user.login.endsWith('[bot]') ? 'Bot' : 'User' },
    html_url: `https://github.com/${REPOSITORY}/pull/7#issuecomment-${id}`,
  };
}

function answer(response: ServerResponse, { status, headers = {}, body = '' }: FaultAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body);
}
