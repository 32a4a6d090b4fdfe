import type { EntryQuery, RunQuery } from '../store.js';
import { toColumn } from './column-text.js';
import { digestOf } from './tables.js';

/** Conditions that all have to hold, and the values that they name. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #parts: string[] = [];

  /** `?` stands for the value, wherever it is in the condition. */
  add(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.#parts.push(condition.replaceAll('?', this.value(value)));
    return this;
  }

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  where(): string {
    return this.#parts.length === 0 ? '' : `WHERE ${this.#parts.join(' AND ')}`;
  }
}

export function entryConditions(query: EntryQuery): Conditions {
  return new Conditions()
    .add(isText('run'), columnOf(query.run))
    .add(isText('edge'), columnOf(query.edge))
    .add('kind = ANY(?::text[])', query.kinds)
    .add('seq > ?::bigint', query.after ?? 0)
    .add('seq <= ?::bigint', query.until)
    .add('at >= ?::text', query.at_from)
    .add('at < ?::text', query.at_to)
    .add('recorded_at < ?::text', query.recorded_before);
}

export function runConditions(query: RunQuery): Conditions {
  return new Conditions()
    .add('run_digest = ?::bytea', query.run === undefined ? undefined : digestOf(query.run))
    .add('last_at >= ?::text', query.since)
    .add('first_at < ?::text', query.until)
    .add('closed = ?::boolean', query.closed)
    .add('last_seq > ?::bigint', query.after);
}

/** By the index, which holds hashes; then by the text itself. */
export function isText(column: string): string {
  return `hashtextextended(${column}, 0) = hashtextextended(?::text COLLATE "C", 0) AND ${column} = ?::text`;
}

export function columnOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : toColumn(text);
}
