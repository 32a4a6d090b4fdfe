import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { Client, type ClientConfig, Connection } from 'pg';
import type { ReadContext } from '../read-context.js';
import { SourceFault } from '../source-fault.js';
import { guardedLookup } from './addresses.js';
import { Frames } from './postgres-frames.js';
import type { PostgresTarget } from './postgres-target.js';

/**
 * The library's client with all that it would take from the process's environment or from `~/.pgpass` said here, on a
 * connection that can only fail by an error.
 */
export class GuardedClient extends Client {
  readonly guarded: GuardedConnection;
  readonly #startup: Readonly<Record<string, string>>;

  constructor(target: PostgresTarget, context: ReadContext) {
    const connection = new GuardedConnection(target, context);
    super({ ...settings(target), connection } as ClientConfig);
    this.guarded = connection;
    const { user, database, options } = target;
    this.#startup = {
      user,
      database,
      application_name: 'edge-contracts',
      client_encoding: 'UTF8',
      ...(options === null ? {} : { options }),
    };
    // After the connection is lost, the client still emits: nobody must die of that.
    this.on('error', () => undefined);
  }

  /** In place of the library's own, which adds what the environment says (`PGOPTIONS`, `PGREPLICATION`). */
  getStartupConf(): Readonly<Record<string, string>> {
    return this.#startup;
  }
}

function settings({ host, port, user, password, database, tls, direct }: PostgresTarget): ClientConfig {
  return {
    host,
    port,
    user,
    database,
    // A function, since the library looks elsewhere for a password that is absent or empty.
    password: () => {
      if (password === null)
        throw new SourceFault('config_source.denied', 'the database asks for a password, and none is given');
      return password;
    },
    ssl: tls ?? false,
    sslnegotiation: direct ? 'direct' : 'postgres',
    // The deadline of the reading ends it.
    connectionTimeoutMillis: 0,
  };
}

/** The library's connection, which hands the library's parser only whole and well-formed messages. */
export class GuardedConnection extends Connection {
  readonly #frames: Frames = new Frames();
  #fault: unknown = null;

  constructor({ tls, direct }: PostgresTarget, context: ReadContext) {
    const { ca } = context.hooks;
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    super({
      stream: () => guardedSocket(context),
      // Whatever the process was told by its environment.
      ssl: tls === null ? false : { rejectUnauthorized: true, ...trusted, ...tls },
      sslNegotiation: direct ? 'direct' : 'postgres',
    } as ConstructorParameters<typeof Connection>[0]);
  }

  /** Why it was cut off from here; null where it was not. */
  get fault(): unknown {
    return this.#fault;
  }

  expectRows(maxBytes: number): void {
    this.#frames.expectRows(maxBytes);
  }

  stop(fault: unknown): void {
    this.#fault ??= fault;
    this.stream.destroy();
  }

  /** Called by the library for the stream that messages come by: the plain one, or the one within TLS. */
  attachListeners(stream: Duplex): void {
    const messages = new EventEmitter();
    LIBRARY.attachListeners.call(this, messages);
    stream.on('data', (part: Buffer) => {
      try {
        for (const message of this.#frames.take(part)) {
          if (this.#fault !== null) return;
          messages.emit('data', message);
        }
      } catch (thrown) {
        this.stop(thrown);
      }
    });
  }
}

const LIBRARY = Connection.prototype as unknown as { attachListeners(stream: EventEmitter): void };

/** The library connects by port and host, or by the path of a socket: neither leaves room for a lookup of ours. */
function guardedSocket({ allowPrivateAddresses, hooks }: ReadContext): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const lookup = guardedLookup(allowPrivateAddresses, hooks.lookup);
  const guarded = (place: number | string, host?: string): Socket =>
    typeof place === 'string' ? connect({ path: place }) : connect({ port: place, host: host ?? '', lookup });
  return Object.assign(socket, { connect: guarded });
}
