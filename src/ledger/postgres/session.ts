import { type CustomTypesConfig, DatabaseError, type QueryArrayResult, type types } from 'pg';
import { ledgerFault } from '../fault.js';
import type { GuardedClient } from '../../postgres/guarded-client.js';
import { commitFault, databaseFault, type Purpose, tooLate } from './faults.js';

/** A row as the server sends it: texts by the order of columns. */
export type Row = readonly (string | null)[];

/** What one statement may answer with: pages are far smaller, and one entry is at most a quarter of it. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * One connection of the pool while it is in use. A statement that is not answered in time ends the connection: nothing
 * that comes later could be told from the answer to another one.
 */
export class Session {
  readonly #client: GuardedClient;
  readonly #timeoutMs: number;
  readonly #purpose: Purpose;

  constructor(client: GuardedClient, timeoutMs: number, purpose: Purpose) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#purpose = purpose;
  }

  /** Several statements without values, such as the beginning of a transaction; the rows of the last one. */
  async script(text: string): Promise<readonly Row[]> {
    const results = await this.#ask(text);
    return (Array.isArray(results) ? results.at(-1) : results)?.rows ?? [];
  }

  async rows(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const { rows } = (await this.#ask(text, values)) as QueryArrayResult<string[]>;
    return rows;
  }

  /**
   * Resolves when the server says that it is durable. A warning with it says otherwise: a wait for the standbys that was
   * cut short is told so, and not by an error.
   */
  async commit(): Promise<void> {
    let warned = false;
    const notice = ({ code }: { code?: string | undefined }): void => {
      warned ||= code === undefined || !code.startsWith('00');
    };
    this.#client.on('notice', notice);
    const { command } = await this.#commit().finally(() => this.#client.off('notice', notice));
    // The server ends a transaction in which something failed by a ROLLBACK, and calls that no error.
    if (command !== 'COMMIT')
      throw ledgerFault('ledger.unavailable', 'the transaction was rolled back in place of a COMMIT');
    if (warned) throw commitFault(new DatabaseError('', 0, 'error'));
  }

  /** Ends what was not committed. Tells whether the connection can be used again. */
  async rollBack(): Promise<boolean> {
    const { guarded } = this.#client;
    if (!guarded.stream.destroyed && !this.#idle) await this.script('ROLLBACK').catch(() => undefined);
    return !guarded.stream.destroyed && this.#idle;
  }

  get #idle(): boolean {
    return this.#client.getTransactionStatus() === 'I';
  }

  async #commit(): Promise<{ readonly command: string }> {
    try {
      return (await this.#ask('COMMIT')) as QueryArrayResult;
    } catch (thrown) {
      throw commitFault(thrown);
    }
  }

  async #ask(
    text: string,
    values?: readonly unknown[],
  ): Promise<QueryArrayResult | readonly QueryArrayResult[]> {
    const { guarded } = this.#client;
    // The server's own limits come first; this one is for a server that says nothing at all.
    const ms = this.#timeoutMs + GRACE_MS;
    const timer = setTimeout(
      () => guarded.stop(tooLate('the answer of the database', ms, this.#purpose)),
      ms,
    );
    try {
      guarded.expectRows(MOST_BYTES);
      const query = { text, rowMode: 'array' as const, types: TEXTS };
      return await this.#client.query<string[]>(
        values === undefined ? query : { ...query, values: [...values] },
      );
    } catch (thrown) {
      throw databaseFault(guarded.fault ?? thrown, this.#purpose);
    } finally {
      clearTimeout(timer);
    }
  }
}

const GRACE_MS = 1000;

/** Every value as the text that the server sent: nothing is rounded, nothing is guessed. */
const TEXTS: CustomTypesConfig = {
  getTypeParser: (() => (text: string) => text) as typeof types.getTypeParser,
};
