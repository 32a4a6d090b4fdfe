import { Pool, type PoolConfig } from 'pg';
import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { GuardedClient } from '../../postgres/guarded-client.js';
import { postgresTarget } from '../../postgres/target.js';
import { closedFault, databaseFault, type Purpose, tooLate } from './faults.js';
import { Session } from './session.js';

export interface DatabaseOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`; what it leaves out is not looked for in the environment. */
  readonly connection: string;
  /** Milliseconds for connecting, for each statement, and for waiting until other writers are done. */
  readonly timeoutMs: number;
  /** Connections at most. */
  readonly connections: number;
  /** Certificates of authorities that are trusted besides the system's. */
  readonly ca?: string | undefined;
}

/** A pool of guarded connections, and what a transaction is. */
export class Database {
  readonly #pool: Pool;
  readonly #timeoutMs: number;
  readonly #running: Set<Promise<unknown>> = new Set();
  #closing: Promise<void> | null = null;

  constructor({ connection, timeoutMs, connections, ca }: DatabaseOptions) {
    this.#timeoutMs = timeoutMs;
    this.#pool = poolOf(connection, { max: connections, connectionTimeoutMillis: timeoutMs }, ca);
    // A connection that breaks while nobody uses it is taken out of the pool; nobody must die of that.
    this.#pool.on('error', () => undefined);
  }

  /** One that only reads, of one moment. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#run('read', `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${this.#settings()}`, work);
  }

  /**
   * One that writes. Each statement has to see what others committed while it waited for their lock, so READ COMMITTED is
   * said here, whatever the default is.
   */
  write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${this.#settings()}; ${COMMIT_WAITS}`;
    return this.#run('write', begin, async (session) => {
      const result = await work(session);
      await session.commit();
      return result;
    });
  }

  /** What runs comes to its end; what comes after is refused. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled([...this.#running]).then(() => this.#pool.end());
    return this.#closing;
  }

  get closed(): boolean {
    return this.#closing !== null;
  }

  /** Set for the transaction, so that it works through a pooler as well. A policy that hides rows is an error. */
  #settings(): string {
    return [
      ['lock_timeout', this.#timeoutMs],
      // Later, so that a wait for other writers is told as that.
      ['statement_timeout', this.#timeoutMs + 250],
      // A writer that hangs, or whose machine is gone, holds up all others no longer than this.
      ['idle_in_transaction_session_timeout', 2 * this.#timeoutMs],
      ['search_path', 'pg_catalog, pg_temp'],
      ['row_security', 'off'],
      ['bytea_output', "'hex'"],
    ]
      .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
      .join('; ');
  }

  #run<T>(purpose: Purpose, begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    if (this.#closing !== null) return Promise.reject(closedFault());
    const running = this.#transaction(purpose, begin, work).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async #transaction<T>(purpose: Purpose, begin: string, work: (session: Session) => Promise<T>): Promise<T> {
    const { session, release } = await this.#begun(purpose, begin);
    try {
      return await work(session);
    } finally {
      release(await session.rollBack());
    }
  }

  /** A connection of the pool may have died unseen, as when the server was started anew: then one that is new. */
  async #begun(purpose: Purpose, begin: string): Promise<Begun> {
    for (let again = this.#pool.totalCount; ; again -= 1) {
      const begun = await this.#connect(purpose);
      try {
        await begun.session.script(begin);
        return begun;
      } catch (thrown) {
        begun.release(false);
        if (again <= 0 || !isLost(thrown)) throw thrown;
      }
    }
  }

  async #connect(purpose: Purpose): Promise<Begun> {
    const client = await this.#pool.connect().catch((thrown: unknown) => {
      throw this.#connectFault(thrown, purpose);
    });
    return {
      session: new Session(client as unknown as GuardedClient, this.#timeoutMs, purpose),
      release: (usable) => client.release(!usable),
    };
  }

  #connectFault(thrown: unknown, purpose: Purpose): DiagnosticError {
    const message = thrown instanceof Error ? thrown.message : '';
    if (POOL_TIMEOUT.test(message)) return tooLate('connecting to the database', this.#timeoutMs, purpose);
    return databaseFault(thrown, purpose);
  }
}

interface Begun {
  readonly session: Session;
  /** A connection that cannot be used again is closed. */
  readonly release: (usable: boolean) => void;
}

/** `off` acknowledges what a crash of the server can still lose. What else it is set to, the operator has chosen. */
const COMMIT_WAITS =
  "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'";

/** How the library's pool tells that its own time is over. */
const POOL_TIMEOUT =
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/;

function isLost(thrown: unknown): boolean {
  return thrown instanceof DiagnosticError && thrown.code === 'ledger.unavailable';
}

function poolOf(connection: string, settings: PoolConfig, ca: string | undefined): Pool {
  try {
    const target = postgresTarget(connection);
    class PooledClient extends GuardedClient {
      constructor() {
        super(target, { ca });
      }
    }
    return new Pool({ ...settings, Client: PooledClient });
  } catch (thrown) {
    throw databaseFault(thrown, 'read');
  }
}
