import { digestValue } from '../canonical/digest.js';
import { hideSecrets, type SecretsKey } from '../config/hide-secrets.js';
import { normaliseConfig } from '../config/normalise-config.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { Gate } from '../evaluate/gate.js';
import type { ConfigPlan } from '../model/bundle.js';
import type { Case } from '../model/case.js';
import type { ConfigReading } from '../model/config.js';
import { type ConfigRecord, RECORD_SCHEMA, type RunRecord, type TransferRecord } from '../model/record.js';

type Sides = NonNullable<Case['config']>;

/**
 * The records of a case with what its `config` says of live config, as a recorder would have written it: `before` when
 * the sender of a handoff received its task, `after` when it handed on. What the records say themselves stays.
 */
export function withConfig(
  gate: Gate,
  { name, config }: Pick<Case, 'name' | 'config'>,
  records: readonly RunRecord[],
): readonly RunRecord[] {
  if (config === undefined) return records;
  const writer = new ConfigWriter(name, config, records);
  for (const record of records) {
    if (record.kind === 'transfer') writer.looks(record, gate.configOf(record));
    writer.write(record);
  }
  writer.requireUsed();
  return writer.records;
}

class ConfigWriter {
  readonly records: RunRecord[] = [];
  readonly #case: string;
  readonly #sides: Sides;
  readonly #there: Set<string>;
  readonly #used = new Set<string>();

  constructor(name: string, sides: Sides, records: readonly RunRecord[]) {
    this.#case = name;
    this.#sides = sides;
    this.#there = new Set(records.flatMap((record) => (record.kind === 'config' ? [momentOf(record)] : [])));
  }

  write(record: RunRecord): void {
    this.records.push(record);
  }

  /** What the recorder saw for one handoff. */
  looks(transfer: TransferRecord, plans: readonly ConfigPlan[]): void {
    for (const plan of plans) {
      const before = this.#reading(plan, 'before', transfer.at);
      const after = this.#reading(plan, 'after', transfer.at);
      const head = { schema: RECORD_SCHEMA, kind: 'config', run: transfer.run, at: transfer.at } as const;
      const { hop, attempt } = transfer;
      for (const task of transfer.after.length === 0 ? [0] : transfer.after)
        this.#received({ ...head, source: plan.source, hop: task, moment: 'received', reading: before });
      this.#add({
        ...head,
        source: plan.source,
        hop,
        attempt,
        moment: 'sent',
        reading: after,
        baseline: before,
      });
    }
  }

  /** Right after the handoff that brought the task; a run's first agent has had it from the start. */
  #received(record: ConfigRecord): void {
    if (this.#there.has(momentOf(record))) return;
    this.#there.add(momentOf(record));
    const at = this.records.findLastIndex(
      ({ kind, ...rest }) => kind === 'transfer' && 'hop' in rest && rest.hop === record.hop,
    );
    this.records.splice(at + 1, 0, record);
  }

  #add(record: ConfigRecord): void {
    if (this.#there.has(momentOf(record))) return;
    this.#there.add(momentOf(record));
    this.records.push(record);
  }

  #reading(plan: ConfigPlan, side: keyof Sides, at: string): ConfigReading {
    const { adapter, location, source, identity, secrets } = plan;
    this.#used.add(source);
    const given = Object.hasOwn(this.#sides[side], source) ? this.#sides[side][source] : undefined;
    if (given === undefined) {
      const error = { code: 'config_source.missing', message: `the case says nothing of it (${side})` };
      return { adapter, location, at, error };
    }
    const normalised = normaliseConfig(given, { identity });
    if ('fault' in normalised)
      throw failure(
        'case.invalid',
        `the case \`${this.#case}\`: ${source}${normalised.fault.at}: ${normalised.fault.message}`,
      );
    const { document, hidden } = hideSecrets(normalised.document, { patterns: secrets, key: CASE_KEY });
    const key = hidden > 0 ? { secrets_key: CASE_KEY.id } : {};
    return { adapter, location, at, digest: digestValue(document), ...key, document };
  }

  /** A source that no handoff of the case reads is a mistyped name. */
  requireUsed(): void {
    const named = new Set([...Object.keys(this.#sides.before), ...Object.keys(this.#sides.after)]);
    const unused = [...named].filter((source) => !this.#used.has(source));
    if (unused.length === 0) return;
    throw failure(
      'case.invalid',
      `the case \`${this.#case}\`: no handoff reads the config source \`${unused[0]}\``,
    );
  }
}

/** Cases hold no secrets that are any. */
const CASE_KEY: SecretsKey = { id: 'case', bytes: new TextEncoder().encode('the key of every case') };

function momentOf({ source, hop, moment, attempt }: ConfigRecord): string {
  return JSON.stringify([source, hop, moment, moment === 'sent' ? (attempt ?? 1) : 0]);
}
