import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Ledger } from '../../src/ledger/ledger.js';
import { followLedger, startMonitor } from '../../src/monitor/follow-ledger.js';
import type { Posted } from '../../src/monitor/post-webhook.js';
import { backoffMs, type SentOutbox, sendOutbox } from '../../src/monitor/send-outbox.js';
import { verifyWebhook } from '../../src/monitor/sign-webhook.js';
import { appendRuns, Clock, follow, ledgerFile, openAt } from './support.js';

const SECRET = new TextEncoder().encode('a secret of enough bytes');

interface Got {
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A receiver that answers as it is told, one answer after the other; the last one goes on. */
class Receiver {
  readonly got: Got[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      this.got.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
      answer?.(response, request);
    });
  });
  readonly #answers: Answer[];

  constructor(...answers: Answer[]) {
    this.#answers = answers;
    after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
  }

  async url(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);
const OK = status(204);
const hang: Answer = () => undefined;
const reset: Answer = (_response, request) => void (request.socket as Socket).resetAndDestroy();
const drip: Answer = (response) => {
  response.writeHead(200);
  response.write('x'.repeat(100_000));
};

interface Sent extends SentOutbox {
  readonly tries: readonly Posted[];
}

class Bench {
  readonly clock = new Clock();
  readonly file: string = ledgerFile();
  ledger!: Ledger;
  url!: string;
  readonly receiver: Receiver;

  constructor(...answers: Answer[]) {
    this.receiver = new Receiver(...answers);
  }

  async start(): Promise<this> {
    this.ledger = await openAt(this.file, this.clock);
    this.url = await this.receiver.url();
    await appendRuns(this.ledger, this.clock, 'bad', 4, { carried: false });
    const monitor = await startMonitor(this.ledger, follow(this.clock));
    await monitor.round();
    return this;
  }

  async send(timeoutMs = 60_000): Promise<Sent> {
    const tries: Posted[] = [];
    const counts = await sendOutbox(this.ledger, {
      targets: [{ name: 'chat', url: this.url, secret: SECRET }],
      clock: this.clock.now,
      timeoutMs,
      random: () => 1,
      onTry: (_item, posted) => tries.push(posted),
    });
    return { ...counts, tries };
  }
}

const FAULTS: readonly (readonly [string, Answer, RegExp])[] = [
  ['an error of the receiver', status(500, {}, 'secret details'), /^it answered 500$/],
  ['another status', status(301, { location: 'http://127.0.0.1:1/' }), /^it answered 301$/],
  ['a receiver that is gone', status(410), /^it answered 410$/],
  ['one that wants to log in', status(401), /^it answered 401$/],
  ['silence', hang, /^no answer in 300 ms$/],
  ['a connection that breaks', reset, /^the connection failed/],
];

describe('the outbox', () => {
  it('is sent signed, under a name of its own, and then is empty', async () => {
    const bench = await new Bench(OK).start();
    assert.deepEqual(await bench.send(), { sent: 1, failed: 0, waiting: 0, tries: [{ sent: true }] });
    assert.equal((await bench.send()).tries.length, 0);
    const [got, ...others] = bench.receiver.got;
    assert.deepEqual(others, []);
    const headers = got?.headers ?? {};
    const timestamp = String(headers['edge-contracts-timestamp']);
    // Without any code of ours: what a receiver in another language would do.
    const mac = createHmac('sha256', 'a secret of enough bytes');
    mac.update(timestamp);
    mac.update('.');
    mac.update(got?.body ?? '');
    assert.equal(headers['edge-contracts-signature'], `v1=${mac.digest('hex')}`);
    assert.equal(Number(timestamp), Math.floor(bench.clock.ms / 1000));
    const alert = JSON.parse(got?.body ?? '') as { id: string; state: string };
    assert.equal(decodeURIComponent(String(headers['idempotency-key'])), `${alert.id}/${alert.state}`);
    assert.equal(headers['content-type'], 'application/json');
    await bench.ledger.close();
  });

  for (const [name, answer, why] of FAULTS) {
    it(`keeps what is sent to ${name}, and tries again later, under the same name`, async () => {
      const bench = await new Bench(answer, OK).start();
      // Only silence has to be waited for; a busy machine is no silence.
      const first = await bench.send(answer === hang ? 300 : undefined);
      assert.deepEqual([first.sent, first.failed, first.waiting], [0, 1, 1]);
      const [tried] = first.tries;
      assert.ok(tried !== undefined && !tried.sent);
      assert.match(tried.why, why);
      assert.doesNotMatch(tried.why, /secret|127/);
      assert.equal((await bench.send()).tries.length, 0, 'not before its time');
      bench.clock.pass(5000);
      assert.equal((await bench.send()).sent, 1);
      const keys = bench.receiver.got.map(({ headers }) => headers['idempotency-key']);
      assert.equal(new Set(keys).size, 1);
      await bench.ledger.close();
    });
  }

  it('takes 2xx for an answer, however long the rest of it is', async () => {
    const bench = await new Bench(drip).start();
    assert.equal((await bench.send()).sent, 1);
    await bench.ledger.close();
  });

  it('outlives the process that filled it', async () => {
    const bench = await new Bench(status(503), OK).start();
    await bench.send();
    await bench.ledger.close();
    bench.ledger = await openAt(bench.file, bench.clock);
    bench.clock.pass(5000);
    assert.equal((await bench.send()).sent, 1);
    assert.equal((await bench.ledger.outbox(10)).length, 0);
    await bench.ledger.close();
  });

  it('keeps the order of one target, and lets it hold up no other', async () => {
    const bench = await new Bench(status(500)).start();
    const at = bench.clock.now().toISOString();
    const item = (
      id: string,
      to: string,
    ): { id: string; to: string; body: string; created_at: string; next_at: string } => ({
      ...{ id: `${id} ${to}`, to, body: '{}', created_at: at, next_at: at },
    });
    const other = new Receiver(OK);
    const url = await other.url();
    const { override, START } = await import('./support.js');
    const send = [item('a1', 'chat'), item('a2', 'chat'), item('a1', 'mail')];
    await bench.ledger.append([override('x', START, { what: 'silence' }, START + 1000)], { send });
    const tries: string[] = [];
    await sendOutbox(bench.ledger, {
      targets: [
        { name: 'chat', url: bench.url, secret: SECRET },
        { name: 'mail', url, secret: SECRET },
      ],
      clock: bench.clock.now,
      onTry: ({ id }, { sent }) => tries.push(`${id.split(' ')[1]} ${sent}`),
    });
    assert.deepEqual(tries.sort(), ['chat false', 'mail true']);
    await bench.ledger.close();
  });

  it('waits twice as long each time, up to a quarter of an hour, of which between half and all', () => {
    for (let attempts = 0; attempts < 2000; attempts += 1) {
      const whole = Math.min(900_000, 5000 * 2 ** attempts);
      assert.equal(backoffMs(attempts, 0), Math.round(whole / 2));
      assert.equal(backoffMs(attempts, 1), whole);
    }
  });

  it('is left as it is where the monitor is ended in the middle', async () => {
    const bench = await new Bench(hang).start();
    const ended = new AbortController();
    const options = {
      targets: [{ name: 'chat', url: bench.url, secret: SECRET }],
      clock: bench.clock.now,
      signal: ended.signal,
    };
    const following = followLedger(bench.ledger, {
      ...follow(bench.clock),
      signal: ended.signal,
      onRound: async () => {
        const sending = sendOutbox(bench.ledger, options);
        ended.abort();
        await sending;
      },
    });
    await following;
    const [item] = await bench.ledger.outbox(10);
    assert.deepEqual([item?.attempts, item?.to], [0, 'chat']);
    await bench.ledger.close();
  });
});

describe('a receiver', () => {
  const now = new Date('2026-11-30T00:00:00Z');
  const timestamp = String(now.getTime() / 1000);
  const signature = `v1=${createHmac('sha256', SECRET).update(`${timestamp}.{}`).digest('hex')}`;

  it('verifies what was sent, and nothing else', () => {
    assert.equal(verifyWebhook(SECRET, { signature, timestamp, body: '{}' }, now), true);
    const other = new TextEncoder().encode('another secret, as long');
    assert.equal(verifyWebhook(other, { signature, timestamp, body: '{}' }, now), false);
    assert.equal(verifyWebhook(SECRET, { signature, timestamp, body: '{ }' }, now), false);
    assert.equal(verifyWebhook(SECRET, { signature, timestamp: `0${timestamp}`, body: '{}' }, now), false);
    assert.equal(verifyWebhook(SECRET, { signature: '', timestamp, body: '{}' }, now), false);
    assert.equal(verifyWebhook(SECRET, { signature, timestamp: 'NaN', body: '{}' }, now), false);
    const later = new Date(now.getTime() + 301_000);
    assert.equal(
      verifyWebhook(SECRET, { signature, timestamp, body: '{}' }, later),
      false,
      'sent again later',
    );
  });
});
