import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { Client, type ClientConfig, Connection } from 'pg';
import { Frames } from './frames.js';
import { PostgresFault } from './postgres-fault.js';
import type { PostgresTarget } from './target.js';

export interface Guarding {
  /** Certificates of authorities that are trusted besides the system's. */
  readonly ca?: string | undefined;
  /** In place of a plain socket, such as one that looks where a name leads. */
  readonly socket?: () => Socket;
}

/**
 * The library's client with all that it would take from the process's environment or from `~/.pgpass` said here, on a
 * connection that can only fail by an error.
 */
export class GuardedClient extends Client {
  readonly guarded: GuardedConnection;
  readonly #startup: Readonly<Record<string, string>>;

  constructor(target: PostgresTarget, guarding: Guarding = {}) {
    const connection = new GuardedConnection(target, guarding);
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
        throw new PostgresFault('no_password', 'the database asks for a password, and none is given');
      return password;
    },
    ssl: tls ?? false,
    sslnegotiation: direct ? 'direct' : 'postgres',
    // Whoever uses it has a deadline of its own.
    connectionTimeoutMillis: 0,
  };
}

/** The library's connection, which hands the library's parser only whole and well-formed messages. */
export class GuardedConnection extends Connection {
  readonly #frames: Frames = new Frames();
  #fault: unknown = null;

  constructor({ tls, direct }: PostgresTarget, { ca, socket }: Guarding) {
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    super({
      stream: socket ?? (() => new Socket()),
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
