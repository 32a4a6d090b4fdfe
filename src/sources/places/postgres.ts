import { type CustomTypesConfig, DatabaseError, Query, type types } from 'pg';
import type { JsonValue } from '../../canonical/json-value.js';
import { GuardedClient } from '../../postgres/guarded-client.js';
import { PostgresFault, type PostgresFaultKind } from '../../postgres/postgres-fault.js';
import type { SourceCode } from '../codes.js';
import { Members } from '../formats/members.js';
import type { ReadContext } from '../read-context.js';
import { type Place, SourceFault } from '../source-fault.js';
import { guardedSocket, postgresTarget } from './postgres-target.js';
import { columnValue } from './postgres-values.js';
import { codeOf, faultOfRequest } from './request-fault.js';

/**
 * The rows of one statement, each as a map by column. The transaction is read only and always rolled back; the
 * statement goes by the extended protocol, which takes one. What only reads can still be given away by a function, so
 * the role should be one that may do nothing else.
 */
export async function readRows(
  connection: string,
  statement: string,
  context: ReadContext,
): Promise<readonly JsonValue[]> {
  checkStatement(statement);
  const client = clientOf(connection, context);
  const end = (): void => client.guarded.stop(context.signal.reason);
  context.signal.addEventListener('abort', end);
  try {
    context.signal.throwIfAborted();
    await client.connect();
    await begin(client, context);
    return await rowsOf(client, statement, context);
  } catch (thrown) {
    // Nobody is left to say goodbye to, unless it was the server that said what is wrong.
    if (!(thrown instanceof DatabaseError)) client.guarded.stop(thrown);
    throw faultOfDatabase(client.guarded.fault ?? thrown);
  } finally {
    context.signal.removeEventListener('abort', end);
    await close(client);
  }
}

function clientOf(connection: string, context: ReadContext): GuardedClient {
  try {
    const target = postgresTarget(connection, context);
    return new GuardedClient(target, { ca: context.hooks.ca, socket: () => guardedSocket(context) });
  } catch (thrown) {
    throw faultOfDatabase(thrown);
  }
}

/** What begins otherwise either writes or is refused by a read-only transaction for no reason that helps. */
function checkStatement(statement: string): void {
  if (!/^\s*\(*\s*(?:select|with|values|table|show)\b/i.test(statement))
    throw new SourceFault('config_source.sql_writes', 'the statement does not begin with SELECT or WITH');
}

/**
 * Read only from the start, and a transaction that has taken its snapshot, as any `SELECT` does before it runs, cannot be
 * made to write. What is set is set for the transaction, so that it works through a pooler as well.
 */
async function begin(client: GuardedClient, { limits }: ReadContext): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const settings: readonly (readonly [string, string])[] = [
    ['statement_timeout', String(limits.deadlineMs)],
    ['lock_timeout', String(limits.deadlineMs)],
    ['idle_in_transaction_session_timeout', String(2 * limits.deadlineMs)],
    ['datestyle', "'ISO, YMD'"],
    ['timezone', "'UTC'"],
    ['intervalstyle', "'iso_8601'"],
    ['extra_float_digits', '1'],
    ['bytea_output', "'hex'"],
  ];
  await client.query(settings.map(([name, value]) => `SET LOCAL ${name} = ${value}`).join('; '));
}

function rowsOf(
  client: GuardedClient,
  statement: string,
  context: ReadContext,
): Promise<readonly JsonValue[]> {
  const { maxRows, maxBytes } = context.limits;
  return new Promise((resolve, reject) => {
    const rows: JsonValue[] = [];
    const stop = (thrown: unknown): void => {
      reject(thrown);
      client.guarded.stop(thrown);
    };
    client.guarded.expectRows(maxBytes);
    const query = new Query<unknown[]>({
      text: statement,
      values: [],
      rowMode: 'array',
      queryMode: 'extended',
      types: TYPES,
    } as ConstructorParameters<typeof Query>[0]);
    query.on('row', (row, result) => {
      try {
        if (rows.length >= maxRows)
          throw new SourceFault('config_source.too_large', `the query gives more than ${maxRows} rows`);
        const columns = result?.fields ?? [];
        rows.push(rowOf(columns, row, context));
      } catch (thrown) {
        stop(thrown);
      }
    });
    query.on('error', reject);
    query.on('end', () => resolve(rows));
    client.query(query);
  });
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

function rowOf(columns: readonly Column[], row: readonly unknown[], { limits }: ReadContext): JsonValue {
  const members = new Members();
  for (const [index, { name, dataTypeID }] of columns.entries()) {
    const text = row[index];
    const place = (): Place => ({ line: 1, column: index + 1 });
    const value = typeof text === 'string' ? columnValue(dataTypeID, text, limits, place) : null;
    members.add(name, value, place);
  }
  return members.object();
}

/** Every value as the text that the server sent: what it means is decided in one place, and nothing is rounded. */
const TYPES: CustomTypesConfig = {
  getTypeParser: (() => (text: string) => text) as typeof types.getTypeParser,
};

/** Rolls back where that still can be, and is gone in any case: the server rolls back what is cut off. */
async function close(client: GuardedClient): Promise<void> {
  const { guarded } = client;
  if (!guarded.stream.destroyed && client.getTransactionStatus() !== null) {
    await soon(client.query('ROLLBACK'));
    await soon(client.end());
  }
  guarded.stream.destroy();
}

async function soon(promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, 1000);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}

const STATES: readonly (readonly [RegExp, SourceCode, string])[] = [
  [/^25006$/, 'config_source.sql_writes', 'the statement writes, and the transaction is read only'],
  [/^57014$|^55P03$|^25P03$/, 'config_source.timeout', 'the database took too long'],
  [/^28|^42501$/, 'config_source.denied', 'the database refused the role'],
  [/^08(?!P01)|^57P|^53/, 'config_source.unreachable', 'the database is not available'],
  [/^[0-9A-Z]{5}$/, 'config_source.sql', 'the database refused the statement'],
];

const KINDS: Readonly<Record<PostgresFaultKind, SourceCode>> = {
  connection_string: 'config_source.variable',
  no_password: 'config_source.denied',
  unreachable: 'config_source.unreachable',
  too_large: 'config_source.too_large',
  not_text: 'config_source.not_text',
};

/** A server's message quotes the statement and its values; its SQLSTATE does not. */
function faultOfDatabase(thrown: unknown): SourceFault {
  if (thrown instanceof SourceFault) return thrown;
  if (thrown instanceof PostgresFault) return new SourceFault(KINDS[thrown.kind], thrown.message);
  const code = thrown instanceof DatabaseError ? (thrown.code ?? '') : '';
  for (const [form, told, what] of STATES)
    if (form.test(code)) return new SourceFault(told, `${what} (SQLSTATE ${code})`);
  const fault = faultOfRequest(thrown);
  if (fault.code === 'config_source.tls') return fault;
  const known = codeOf(thrown);
  return new SourceFault(
    'config_source.unreachable',
    `the database could not be reached${known === '' ? '' : ` (${known})`}`,
  );
}
