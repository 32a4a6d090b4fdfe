import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { digestBytes } from '../../src/canonical/digest.js';
import { EMPTY_CHAIN } from '../../src/ledger/chain.js';
import { type EntryQuery, keyText, type LedgerStore } from '../../src/ledger/store.js';
import { entries, entryQuery, NAMES, runQuery, runs } from './store-arbitrary.js';
import {
  AT,
  all,
  append,
  digest,
  entryAt,
  itemOf,
  put,
  refusalOf,
  runRow,
  selected,
  selectedRuns,
} from './store-model.js';

/** One engine under test. Pages have to be small enough that forty entries are several. */
export interface EngineUnderTest {
  readonly name: LedgerStore['engine'];
  /** Why it cannot be tested here. */
  readonly skip: string | false;
  /** A new and empty place for a ledger. */
  readonly place: () => Promise<Place>;
}

export interface Place {
  /** Each call is another handle, as of another process. */
  open(): Promise<LedgerStore>;
}

const HEAD = { seq: 1, chain: digest('chain 1') };

/** What the port promises, of any engine. */
export function storeSuite({ name, skip, place }: EngineUnderTest): void {
  const opened = async (work: (store: LedgerStore, at: Place) => Promise<void>): Promise<void> => {
    const at = await place();
    const store = await at.open();
    try {
      await work(store, at);
    } finally {
      await store.close();
    }
  };
  const test = (what: string, work: (store: LedgerStore, at: Place) => Promise<void>): void =>
    void it(what, () => opened(work));

  describe(`the store of a ledger in ${name}`, { skip }, () => {
    test('is empty at first', async (store) => {
      assert.equal(store.engine, name);
      assert.deepEqual(await store.head(), { seq: 0, chain: EMPTY_CHAIN });
      assert.deepEqual(await all(store.entries({})), []);
      assert.deepEqual(await all(store.runs({})), []);
      assert.deepEqual(await all(store.refusals({})), []);
      assert.equal(await store.blob(digest('none')), null);
      assert.deepEqual(await store.outbox(10), []);
    });

    test('has after a reopening what was written', async (store, at) => {
      const entry = entryAt(1);
      await put(store, { insert: [entry], runs: [runRow('r1')], head: HEAD });
      const again = await at.open();
      assert.deepEqual(await all(again.entries({})), [entry]);
      assert.deepEqual(await all(again.runs({})), [runRow('r1')]);
      assert.deepEqual(await again.head(), HEAD);
      await again.close();
    });

    test('shows `build` what is there, and nothing else', async (store) => {
      await append(store, ['a', 'b'], 'r1');
      await append(store, ['a'], 'r2');
      await put(store, { insert: [entryAt(4, { run: null, run_seq: null, key: 'a' })] });
      const keys = [
        { run: 'r1', key: 'b' },
        { run: 'r1', key: 'c' },
        { run: null, key: 'a' },
        { run: 'r3', key: 'a' },
      ];
      await store.write({
        keys,
        runs: ['r2', 'r4'],
        select: { run: 'r1', after: 1 },
        build: (seen) => {
          assert.deepEqual(seen.head, { seq: 3, chain: digest('chain 3') });
          assert.deepEqual([...seen.runs.keys()].sort(), ['r1', 'r2']);
          assert.equal(seen.runs.get('r1')?.entries, 2);
          const seqs = [...seen.existing].map(([key, { seq }]) => [key, seq]);
          const expected = [
            [keyText({ run: 'r1', key: 'b' }), 2],
            [keyText({ run: null, key: 'a' }), 4],
          ];
          assert.deepEqual(seqs.sort(), expected.sort());
          assert.deepEqual(
            seen.selected.map(({ seq }) => seq),
            [2],
          );
          return { changes: {}, result: null };
        },
      });
    });

    test('finds keys and runs whatever they are', async (store) => {
      const written = NAMES.map((text, index) => entryAt(index + 1, { run: text, key: text, edge: text }));
      const rows = NAMES.map((text, index) => runRow(text, { first_seq: index + 1 }));
      await put(store, { insert: written, runs: rows });
      const keys = written.map(({ run, key }) => ({ run, key }));
      const seen = await store.write({ keys, build: (found) => ({ changes: {}, result: found }) });
      assert.deepEqual(
        [...seen.existing.values()].sort((a, b) => a.seq - b.seq),
        written,
      );
      assert.deepEqual(
        [...seen.runs.values()].sort((a, b) => a.first_seq - b.first_seq),
        rows,
      );
      for (const [index, text] of NAMES.entries())
        for (const query of [{ run: text }, { edge: text }])
          assert.deepEqual(await all(store.entries(query)), [written[index]]);
    });

    test('writes nothing of what `build` threw in, and throws what it threw', async (store) => {
      await append(store, ['a']);
      const thrown = new Error('no');
      const fails = store.write({
        keys: [],
        build: () => {
          throw thrown;
        },
      });
      await assert.rejects(fails, (error) => error === thrown);
      assert.deepEqual(await append(store, ['b']), [2]);
    });

    test('writes all of a batch or nothing', async (store) => {
      await append(store, ['a']);
      const changes = {
        insert: [entryAt(2), entryAt(1, { key: 'other' })],
        runs: [runRow('r9', { first_seq: 9 })],
        blobs: [{ digest: digest('x'), bytes: new Uint8Array(1) }],
        send: [itemOf('i1')],
        refuse: [refusalOf()],
        head: { seq: 2, chain: digest('chain 2') },
      };
      await assert.rejects(put(store, changes), 'two entries of one number');
      const twice = put(store, { insert: [entryAt(2, { key: 'b' }), entryAt(3, { key: 'b' })] });
      await assert.rejects(twice, 'two entries of one key');
      assert.equal((await store.head()).seq, 1);
      assert.equal((await all(store.entries({}))).length, 1);
      assert.deepEqual(
        (await all(store.runs({}))).map(({ run }) => run),
        ['r1'],
      );
      assert.deepEqual(await all(store.refusals({})), []);
      assert.equal(await store.blob(digest('x')), null);
      assert.deepEqual(await store.outbox(10), []);
      assert.deepEqual(await append(store, ['b']), [2]);
    });

    it('answers every query as a filter of an array would', async () => {
      await fc.assert(
        fc.asyncProperty(
          entries,
          fc.array(entryQuery, { minLength: 40, maxLength: 40 }),
          async (written, queries) =>
            opened(async (store) => {
              await put(store, { insert: written });
              assert.deepEqual(await all(store.entries({})), written);
              for (const query of queries)
                assert.deepEqual(
                  await all(store.entries(query)),
                  selected(written, query),
                  JSON.stringify(query),
                );
            }),
        ),
        { numRuns: 6 },
      );
    });

    it('answers every query of runs as a filter of an array would', async () => {
      await fc.assert(
        fc.asyncProperty(
          runs,
          fc.array(runQuery, { minLength: 30, maxLength: 30 }),
          async (written, queries) =>
            opened(async (store) => {
              await put(store, { runs: written });
              for (const query of queries)
                assert.deepEqual(
                  await all(store.runs(query)),
                  selectedRuns(written, query),
                  JSON.stringify(query),
                );
            }),
        ),
        { numRuns: 4 },
      );
    });

    test('puts a run’s row in the place of the one before', async (store) => {
      await put(store, { runs: [runRow('r1'), runRow('r2', { first_seq: 2 })] });
      const closed = runRow('r1', { entries: 3, last_seq: 4, closed: true, chain: digest('c') });
      await put(store, { runs: [closed] });
      assert.deepEqual(await all(store.runs({})), [closed, runRow('r2', { first_seq: 2 })]);
    });

    test('reads large entries in pages, and one that is larger than a page', async (store) => {
      const sizes = [10, 2_000_000, 10, 900_000, 900_000, 10];
      const insert = sizes.map((size, index) =>
        entryAt(index + 1, { body: JSON.stringify('é'.repeat(size)) }),
      );
      await put(store, { insert });
      assert.deepEqual(await all(store.entries({})), insert);
      assert.deepEqual(await all(store.entries({ newest_first: true })), [...insert].reverse());
    });

    test('reads ascending, and misses nothing, while others write', async (store, at) => {
      const other = await at.open();
      const keys = (from: number): string[] => Array.from({ length: 10 }, (_, index) => `k${from + index}`);
      await append(store, keys(0));
      const read: number[] = [];
      for await (const { seq } of store.entries({})) {
        read.push(seq);
        if (seq % 10 === 5 && seq < 45) await append(seq % 20 === 5 ? other : store, keys(seq + 5));
      }
      const { seq: end } = await store.head();
      assert.ok(end >= 20, 'others wrote');
      assert.deepEqual(
        read,
        Array.from({ length: read.length }, (_, index) => index + 1),
      );
      assert.ok(read.length >= 10);
      const rest = await all(store.entries({ after: read.length }));
      assert.deepEqual(
        [...read, ...rest.map(({ seq }) => seq)],
        Array.from({ length: end }, (_, index) => index + 1),
      );
      await other.close();
    });

    test('reads thousands, in either direction and up to a limit', async (store) => {
      const written = Array.from({ length: 1100 }, (_, index) => entryAt(index + 1, { run: `r${index}` }));
      const rows = written.map(({ seq, run }) => runRow(run ?? '', { first_seq: seq, last_seq: seq }));
      await put(store, { insert: written, runs: rows, refuse: written.map(({ seq }) => refusalOf({ seq })) });
      const seqs = written.map(({ seq }) => seq);
      const read = async (query: EntryQuery): Promise<number[]> =>
        (await all(store.entries(query))).map(({ seq }) => seq);
      assert.deepEqual(await read({}), seqs);
      assert.deepEqual(await read({ newest_first: true }), [...seqs].reverse());
      assert.deepEqual(await read({ limit: 1001, after: 7 }), seqs.slice(7, 1008));
      assert.deepEqual(await read({ limit: 1001, newest_first: true }), [...seqs].reverse().slice(0, 1001));
      assert.deepEqual(await all(store.runs({})), rows);
      const refused = await all(store.refusals({}));
      assert.deepEqual(
        refused.map(({ seq }) => seq),
        seqs,
      );
    });

    test('is read halfway any number of times', async (store) => {
      await append(
        store,
        Array.from({ length: 60 }, (_, index) => `k${index}`),
      );
      for (let time = 0; time < 20; time += 1) {
        for await (const { seq } of store.entries({})) if (seq === 30) break;
        for await (const _ of store.runs({})) break;
      }
      assert.deepEqual(await append(store, ['last']), [61]);
    });

    test('gives entries to many readers at once, while it writes', async (store) => {
      await append(
        store,
        Array.from({ length: 50 }, (_, index) => `k${index}`),
      );
      const reads = Array.from({ length: 12 }, () => all(store.entries({ until: 50 })));
      const writes = Array.from({ length: 12 }, (_, index) => append(store, [`w${index}`]));
      for (const read of await Promise.all(reads)) assert.equal(read.length, 50);
      assert.deepEqual(
        (await Promise.all(writes)).flat(),
        Array.from({ length: 12 }, (_, index) => 51 + index),
      );
    });

    test('lets two writers write one after the other', async (store, at) => {
      const other = await at.open();
      const writes = Array.from({ length: 40 }, (_, index) =>
        append(index % 2 === 0 ? store : other, [`a${index}`, `b${index}`], `r${index % 3}`),
      );
      const seqs = (await Promise.all(writes)).flat().sort((a, b) => a - b);
      const expected = Array.from({ length: 80 }, (_, index) => index + 1);
      assert.deepEqual(seqs, expected);
      const read = await all(other.entries({}));
      assert.deepEqual(
        read.map(({ seq }) => seq),
        expected,
      );
      assert.equal(new Set(read.map(({ key }) => key)).size, 80);
      const counted = (await all(store.runs({}))).map(({ entries: count }) => count);
      assert.equal(
        counted.reduce((sum, count) => sum + count, 0),
        80,
      );
      await other.close();
    });

    test('keeps refusals in the order in which they came, by run as well', async (store) => {
      const refused = Array.from({ length: 45 }, (_, index) =>
        refusalOf({
          run: index % 3 === 0 ? null : `r${index % 3}`,
          key: `k${index}`,
          body: index % 2 ? null : '{}',
        }),
      );
      await put(store, { refuse: refused.slice(0, 20) });
      await put(store, { refuse: refused.slice(20) });
      assert.deepEqual(await all(store.refusals({})), refused);
      assert.deepEqual(
        await all(store.refusals({ run: 'r2' })),
        refused.filter(({ run }) => run === 'r2'),
      );
      assert.deepEqual(await all(store.refusals({ run: 'none' })), []);
    });

    test('keeps blobs by their digest, once', async (store) => {
      const bytes = new Uint8Array(randomBytes(1_000_000));
      const key = digestBytes(bytes);
      const empty = { digest: digestBytes(''), bytes: new Uint8Array() };
      await put(store, { blobs: [{ digest: key, bytes }, empty] });
      await put(store, { blobs: [{ digest: key, bytes }] });
      assert.deepEqual(await store.blob(key), bytes);
      assert.deepEqual(await store.blob(empty.digest), empty.bytes);
      assert.equal(await store.blob(digest('x')), null);
    });

    test('holds what is to be sent until it was sent, oldest first', async (store, at) => {
      const items = Array.from({ length: 30 }, (_, index) =>
        itemOf(`item ${30 - index}`, {
          body: `${index}`,
          created_at: AT.replace('00:00', `00:${10 + index}`),
        }),
      );
      await put(store, { send: items.slice(0, 10) });
      await put(store, { send: items.slice(10) });
      await put(store, { send: items.slice(0, 3) });
      assert.deepEqual(await store.outbox(100), items);
      assert.deepEqual(await store.outbox(2), items.slice(0, 2));
      const next_at = '2026-11-30T10:00:00.000Z';
      const tried = [{ id: 'item 29', next_at }];
      await put(store, { sent: ['item 30', 'none'], tried });
      await put(store, { tried });
      const again = await at.open();
      const [first, ...rest] = await again.outbox(100);
      assert.deepEqual(first, { ...items[1], attempts: 2, next_at });
      assert.deepEqual(rest, items.slice(2));
      await again.close();
    });

    test('takes out the content of entries, or all but what is chained', async (store) => {
      const insert = [1, 2, 3, 4].map((seq) => entryAt(seq, { edge: 'a--b' }));
      await put(store, {
        insert,
        runs: [runRow('r1', { first_seq: 1, last_seq: 4 })],
        refuse: [refusalOf({ seq: 1 }), refusalOf({ seq: 2 }), refusalOf({ seq: 3 })],
      });
      await put(store, { erase: { what: 'content', seqs: [2] } });
      await put(store, { erase: { what: 'entries', seqs: [3, 4] } });
      await put(store, { erase: { what: 'content', seqs: [] } });
      const content = { content: null, salt: null };
      const whole = { ...content, body: null, edge: null, commit: null };
      const expected = [
        insert[0],
        { ...insert[1], ...content },
        { ...insert[2], ...whole },
        { ...insert[3], ...whole },
      ];
      assert.deepEqual(await all(store.entries({})), expected);
      assert.deepEqual(await all(store.entries({ edge: 'a--b' })), expected.slice(0, 2));
      const bodies = (await all(store.refusals({}))).map(({ body }) => body);
      assert.deepEqual(bodies, ['{"other":true}', null, null]);
      const key = { run: 'r1', key: 'message/m3' };
      const seen = await store.write({ keys: [key], build: (found) => ({ changes: {}, result: found }) });
      assert.equal(seen.existing.get(keyText(key))?.seq, 3, 'what was taken out does not come back as new');
    });

    test('ends what runs when it is closed, and refuses what comes after', async (store) => {
      await append(
        store,
        Array.from({ length: 450 }, (_, index) => `k${index}`),
      );
      const iterator = store.entries({})[Symbol.asyncIterator]();
      await iterator.next();
      const writes = Promise.allSettled([append(store, ['x']), append(store, ['y'])]);
      await Promise.all([store.close(), store.close()]);
      for (const write of await writes)
        if (write.status === 'rejected')
          assert.equal((write.reason as { code?: string }).code, 'ledger.closed');
      const closed = { code: 'ledger.closed' };
      await assert.rejects(append(store, ['z']), closed);
      await assert.rejects(store.head(), closed);
      await assert.rejects(store.outbox(1), closed);
      await assert.rejects(store.blob(digest('x')), closed);
      await assert.rejects(all(store.entries({})), closed);
      await assert.rejects(all(store.runs({})), closed);
      await assert.rejects(all(store.refusals({})), closed);
      await assert.rejects(async () => {
        while ((await iterator.next()).done !== true);
      }, closed);
    });

    test('does not tell what a closed handle did not write as written', async (store, at) => {
      const writes = await Promise.allSettled([
        append(store, ['x']),
        append(store, ['y']),
        store.close().then(() => []),
      ]);
      const told = writes.flatMap((write) => (write.status === 'fulfilled' ? write.value : []));
      const again = await at.open();
      assert.deepEqual(
        (await all(again.entries({}))).map(({ seq }) => seq),
        told,
      );
      await again.close();
    });

    test('selects for `build` by the same queries', async (store) => {
      const written = Array.from({ length: 60 }, (_, index) =>
        entryAt(index + 1, { recorded_at: index < 50 ? AT : 'z' }),
      );
      await put(store, { insert: written });
      const select: EntryQuery = { recorded_before: 'z', after: 2, newest_first: true };
      const seen = await store.write({
        keys: [],
        select,
        build: (found) => ({ changes: {}, result: found }),
      });
      assert.deepEqual(seen.selected, selected(written, select));
    });
  });
}
