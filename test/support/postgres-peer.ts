import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { after } from 'node:test';
import { TLSSocket } from 'node:tls';
import { tempFolder } from '../sources/support.js';

/** What a peer says to each thing that it is sent, in order; after the last one it is silent. */
export type Reply = Buffer | ((stream: Duplex) => void);

const folder = tempFolder();
const SUBJECT = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
execFileSync(
  'openssl',
  [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    ...SUBJECT,
    '-keyout',
    'key',
    '-out',
    'cert',
  ],
  { cwd: folder, stdio: 'ignore' },
);
const key = readFileSync(join(folder, 'key'), 'utf8');
export const CERTIFICATE: string = readFileSync(join(folder, 'cert'), 'utf8');

const servers: Server[] = [];
const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** A peer on loopback; it takes TLS where it is asked for it. Gives its port. */
export async function peer(replies: readonly Reply[], heard?: (part: Buffer) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      if (first.length !== 8) return talk(socket, replies, first, heard);
      socket.write('S');
      const stream = new TLSSocket(socket, { isServer: true, key, cert: CERTIFICATE });
      stream.on('error', () => undefined);
      stream.once('data', (part) => talk(stream, replies, part, heard));
    });
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

function talk(
  stream: Duplex,
  replies: readonly Reply[],
  first: Buffer,
  heard?: (part: Buffer) => void,
): void {
  const left = [...replies];
  const answer = (part: Buffer): void => {
    heard?.(part);
    const reply = left.shift();
    if (typeof reply === 'function') reply(stream);
    else if (reply !== undefined) stream.write(reply);
  };
  stream.on('data', answer);
  answer(first);
}

export function message(type: string, ...body: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat(
    body.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  return Buffer.concat([Buffer.from(type, 'latin1'), int32(4 + bytes.length), bytes]);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value & 0xffff);
  return bytes;
}
