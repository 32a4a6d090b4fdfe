import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Connection } from 'pg';
import { Frames } from '../../src/postgres/frames.js';
import { PostgresFault } from '../../src/postgres/postgres-fault.js';
import { int16, int32, message } from '../support/postgres-peer.js';

/** What comes through of bytes that arrive in these parts, and the kind of what ended it. */
function taken(parts: readonly Buffer[]): { readonly through: Buffer; readonly kind: string | null } {
  const frames = new Frames();
  const through: Buffer[] = [];
  try {
    for (const part of parts) for (const frame of frames.take(part)) through.push(frame);
    return { through: Buffer.concat(through), kind: null };
  } catch (thrown) {
    assert.ok(thrown instanceof PostgresFault, String(thrown));
    return { through: Buffer.concat(through), kind: thrown.kind };
  }
}

/** The library's own parser. */
function parsed(bytes: Buffer): number {
  let count = 0;
  const messages = new EventEmitter();
  const connection = new Connection();
  connection.on('message', () => {
    count += 1;
  });
  connection.on('error', () => undefined);
  (connection as unknown as { attachListeners(stream: EventEmitter): void }).attachListeners(messages);
  messages.emit('data', bytes);
  return count;
}

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(-5, -1, 0, 1, 2, 0x7fff, 0xffff).map(int16),
  fc.constantFrom(-5, -1, 0, 1, 2, 3, 5, 10, 11, 12, 0x7fffffff).map(int32),
  fc.constantFrom('', 'x', 'x\0', '\0', '\0\0').map((text) => Buffer.from(text)),
);
const shaped = fc
  .tuple(fc.constantFrom(...'RSKZENA123nITDCtGHWdsv~'), fc.array(piece, { maxLength: 8 }))
  .map(([type, body]) => message(type, ...body));

describe('what comes through to the parser', () => {
  it('never has it throw, and is whole messages only', () => {
    let through = 0;
    fc.assert(
      fc.property(shaped, (bytes) => {
        const result = taken([bytes]);
        assert.equal(result.kind === null, result.through.length > 0);
        if (result.kind !== null) return;
        assert.deepEqual(result.through, bytes);
        assert.equal(parsed(bytes), 1);
        through += 1;
      }),
      { numRuns: 5000 },
    );
    assert.ok(through > 100, `${through} came through`);
  });

  it('is the same however it is cut', () => {
    fc.assert(
      fc.property(fc.array(shaped, { maxLength: 6 }), fc.integer({ min: 1, max: 20 }), (messages, size) => {
        const bytes = Buffer.concat(messages);
        const parts: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
        assert.deepEqual(taken(parts), taken([bytes]));
      }),
    );
  });

  it('is nothing after eight messages of a login', () => {
    const login = message('R', int32(0));
    assert.equal(taken(Array.from({ length: 8 }, () => login)).kind, null);
    assert.equal(taken(Array.from({ length: 9 }, () => login)).kind, 'unreachable');
  });
});
