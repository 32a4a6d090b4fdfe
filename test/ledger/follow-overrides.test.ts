import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followOverrides } from '../../src/ledger/follow-overrides.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openSqliteLedger } from '../../src/ledger/open-sqlite-ledger.js';
import { LEDGER_NOTE_SCHEMA, type OverrideNote } from '../../src/model/ledger.js';
import { records } from '../model/samples.js';

const NOW = new Date('2026-11-30T12:00:00Z');

function note(id: string, more: Partial<OverrideNote> = {}): OverrideNote {
  return {
    schema: LEDGER_NOTE_SCHEMA,
    kind: 'override',
    id,
    at: '2026-11-30T11:00:00.000Z',
    edge: 'a--b',
    set: { what: 'mode', value: 'observe' },
    by: 'payments',
    reason: 'a migration',
    until: '2026-11-30T13:00:00.000Z',
    ...more,
  };
}

/** Waits until the test says, and tells when it is waited. */
class Turns {
  #waiting: (() => void) | null = null;
  #began: (() => void) | null = null;
  readonly asked: number[] = [];

  readonly wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      this.asked.push(ms);
      this.#waiting = resolve;
      signal?.addEventListener('abort', () => resolve(), { once: true });
      this.#began?.();
    });

  /** Lets one reading happen, and resolves when the next one is waited for. */
  async turn(): Promise<void> {
    while (this.#waiting === null)
      await new Promise<void>((resolve) => {
        this.#began = resolve;
      });
    const began = new Promise<void>((resolve) => {
      this.#began = resolve;
    });
    const go = this.#waiting;
    this.#waiting = null;
    go();
    await began;
  }
}

async function withLedger(use: (ledger: Ledger) => Promise<void>): Promise<void> {
  const ledger = await openSqliteLedger(':memory:');
  try {
    await use(ledger);
  } finally {
    await ledger.close();
  }
}

describe('following the overrides of a ledger', () => {
  it('knows what is there when it resolves, and what is added after the next turn', () =>
    withLedger(async (ledger) => {
      await ledger.append([records.message, note('a')]);
      const turns = new Turns();
      const followed = await followOverrides(ledger, { everyMs: 50, wait: turns.wait });
      const ids = (): string[] => followed.activeFor('a--b', NOW).map(({ id }) => id);
      assert.deepEqual(ids(), ['a']);
      await ledger.append([note('b', { set: { what: 'mode', value: 'enforce' } }), note('x', { edge: 'c' })]);
      assert.deepEqual(ids(), ['a']);
      await turns.turn();
      assert.deepEqual(ids(), ['b']);
      await ledger.append([note('c', { set: { what: 'end', override: 'b' }, until: null })]);
      await followed.refresh();
      assert.deepEqual(ids(), ['a']);
      assert.deepEqual(new Set(turns.asked), new Set([50]));
    }));

  it('takes each note once, however many ask at once', () =>
    withLedger(async (ledger) => {
      const read: (number | undefined)[] = [];
      const spied: Pick<Ledger, 'entries'> = {
        entries: (query) => {
          read.push(query?.after);
          return ledger.entries(query);
        },
      };
      await ledger.append([note('a')]);
      const followed = await followOverrides(spied, { wait: () => new Promise(() => undefined) });
      await ledger.append([note('b', { set: { what: 'silence' } })]);
      await Promise.all([followed.refresh(), followed.refresh(), followed.refresh()]);
      assert.deepEqual(read, [0, 1, 2, 2]);
      assert.equal(followed.activeFor('a--b', NOW).length, 2);
    }));

  it('keeps what it knows while the ledger is gone, says so, and goes on when it is back', () =>
    withLedger(async (ledger) => {
      let gone = false;
      const flaky: Pick<Ledger, 'entries'> = {
        entries: (query) => {
          if (gone) throw new Error('gone');
          return ledger.entries(query);
        },
      };
      await ledger.append([note('a')]);
      const turns = new Turns();
      const errors: unknown[] = [];
      const onError = (error: unknown): void => {
        errors.push(error);
        throw new Error('a host that fails as well');
      };
      const followed = await followOverrides(flaky, { wait: turns.wait, onError });
      gone = true;
      await turns.turn();
      await turns.turn();
      assert.equal(errors.length, 2);
      assert.equal(followed.activeFor('a--b', NOW).length, 1);
      assert.equal(
        followed.activeFor('a--b', new Date('2026-11-30T13:00:00Z')).length,
        0,
        'it ends by itself',
      );
      await assert.rejects(followed.refresh(), /gone/);
      gone = false;
      await ledger.append([note('b')]);
      await turns.turn();
      assert.deepEqual(
        followed.activeFor('a--b', NOW).map(({ id }) => id),
        ['b'],
      );
    }));

  it('does not begin without a first reading', async () => {
    const closed: Pick<Ledger, 'entries'> = {
      entries: () => {
        throw new Error('gone');
      },
    };
    await assert.rejects(followOverrides(closed), /gone/);
  });

  it('ends with its signal', () =>
    withLedger(async (ledger) => {
      const ending = new AbortController();
      let read = 0;
      const spied: Pick<Ledger, 'entries'> = {
        entries: (query) => {
          read += 1;
          return ledger.entries(query);
        },
      };
      const ended = new Promise<void>((resolve) => {
        const wait = (_: number, signal: AbortSignal | undefined): Promise<void> =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              reject(new Error('aborted'));
              setImmediate(resolve);
            });
          });
        void followOverrides(spied, { signal: ending.signal, wait }).then(() => ending.abort());
      });
      await ended;
      assert.equal(read, 1);
    }));

  it('says which note it does not understand, and follows the others', async () => {
    const entries = [
      { seq: 4, record: { ...note('a'), set: { what: 'sleep' } } },
      { seq: 5, record: null },
      { seq: 6, record: note('b') },
    ];
    const told: string[] = [];
    const ledger = {
      async *entries() {
        yield* entries;
      },
    } as unknown as Pick<Ledger, 'entries'>;
    const followed = await followOverrides(ledger, {
      wait: () => new Promise(() => undefined),
      onError: (error) => told.push(String(error)),
    });
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /entry 4/);
    assert.deepEqual(
      followed.activeFor('a--b', NOW).map(({ id }) => id),
      ['b'],
    );
  });

  it('refuses an interval that is none', async () => {
    for (const everyMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      await assert.rejects(followOverrides({} as Ledger, { everyMs }), TypeError);
  });
});
