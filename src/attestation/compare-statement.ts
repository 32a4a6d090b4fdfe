import { type Digest, digestValue } from '../canonical/digest.js';
import { type DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import {
  type RunVerdictPredicate,
  type Statement,
  VERDICT_PREDICATE,
  type VerdictPredicate,
} from '../model/attestation.js';
import type { ConfigReading } from '../model/config.js';
import type { ConfigRecord, RunRecord, TransferRecord } from '../model/record.js';
import { recordDigest, runDigest } from '../model/record-digest.js';
import type { TransferName } from '../model/verdict.js';
import type { Expected, VerifyOptions } from './verify-attestation.js';

/** `none`: the attestation names no such thing, so that there was nothing to compare. */
export type Comparison = 'verified' | 'not_asked' | 'none';

export interface Comparisons {
  /** The transfer record; of a run verdict, all records of the run. */
  readonly record: Comparison;
  readonly edge: Comparison;
  /** The edge's semantic digest. */
  readonly contract: Comparison;
  readonly bundle: Comparison;
  /** The readings of live config that the verdict rests on. */
  readonly config: Comparison;
}

/**
 * Holds a statement to what it has to be about.
 *
 * @throws DiagnosticError `attestation.other_*`
 */
export function compareStatement(statement: Statement, options: VerifyOptions): Comparisons {
  const { expected = {}, bundle } = options;
  const isTransfer = statement.predicateType === VERDICT_PREDICATE;
  requireKind(isTransfer ? 'transfer' : 'run', expected);
  const compared = isTransfer
    ? compareTransfer(statement.predicate, options)
    : compareRun(statement.predicate, options);
  return { ...compared, bundle: compareBundle(statement.predicate.bundle, bundle) };
}

type Parts = Omit<Comparisons, 'bundle'>;

function compareTransfer({ verdict }: VerdictPredicate, options: VerifyOptions): Parts {
  const { transfer } = verdict;
  const { records, expected = {} } = options;
  requireNames(transfer, expected);
  return {
    record: records === undefined ? 'not_asked' : compareRecord(transfer, records),
    edge: compareEdge(transfer.edge, expected.edge),
    contract: compareContract(verdict, options),
    config: compareConfig(verdict, records),
  };
}

function compareRun({ verdict, records: attested }: RunVerdictPredicate, options: VerifyOptions): Parts {
  const { records, expected = {} } = options;
  requireNames({ run: verdict.run }, expected);
  const record = records === undefined ? 'not_asked' : compareRecords(verdict.run, attested, records);
  return { record, edge: 'none', contract: 'none', config: 'none' };
}

function requireKind(found: 'transfer' | 'run', { kind }: Expected): void {
  if (kind === undefined || kind === found) return;
  throw other('kind', `expected the verdict on a ${kind}, found one on a ${found}`);
}

/** @throws DiagnosticError for the first name that differs from what is expected. */
function requireNames(found: { run: string; hop?: number; attempt?: number }, expected: Expected): void {
  for (const name of ['run', 'hop', 'attempt'] as const) {
    const wanted = expected[name];
    if (wanted !== undefined && found[name] !== wanted) throw otherName(name, found[name], wanted);
  }
}

function compareRecord(transfer: TransferName, records: readonly RunRecord[]): Comparison {
  const attempts = indexOf(records).attempts.get(attemptKey(transfer)) ?? [];
  if (attempts.some(({ digest }) => digest === transfer.digest)) return 'verified';
  let left = records.filter((record): record is TransferRecord => record.kind === 'transfer');
  for (const name of ['run', 'hop', 'attempt'] as const) {
    left = left.filter((record) => record[name] === transfer[name]);
    if (left.length === 0)
      throw other(name, `no handoff of ${name} ${quoted(transfer[name])} is in the records`);
  }
  throw other('record', 'the record of this handoff attempt is not the one that was judged', CHANGED);
}

/**
 * A verdict says by digest what live config it was decided on. Records that hold other readings of the same attempt
 * would give another verdict; records that hold none leave it to the signer's word.
 */
function compareConfig(
  { config, transfer }: VerdictPredicate['verdict'],
  records: readonly RunRecord[] | undefined,
): Comparison {
  if (config === undefined) return 'none';
  if (records === undefined) return 'not_asked';
  const { run, hop, attempt } = transfer;
  const own = records.filter((one): one is ConfigRecord => one.kind === 'config' && one.run === run);
  for (const { source, digest, baseline } of config) {
    const ofSource = own.filter((record) => record.source === source);
    const sent = ofSource.find(
      (one) => one.moment === 'sent' && one.hop === hop && (one.attempt ?? 1) === attempt,
    );
    if (sent === undefined) return 'not_asked';
    if (digestIn(sent.reading) !== digest) throw otherConfig(source, 'reading');
    const others = ofSource.flatMap(({ reading, baseline: other }) => [reading, ...(other ? [other] : [])]);
    if (baseline.digest !== null && !others.some((one) => digestIn(one) === baseline.digest))
      throw otherConfig(source, 'baseline');
  }
  return 'verified';
}

function otherConfig(source: string, what: 'reading' | 'baseline'): DiagnosticError {
  return other('config', `the ${what} of ${quoted(source)} is not the one that was judged`, CHANGED);
}

/** Of the document itself, where it is there: a digest beside it may be anyone's. */
function digestIn(reading: ConfigReading): Digest | null {
  if ('error' in reading) return null;
  if (reading.document === undefined) return reading.digest;
  const digest = digests.get(reading) ?? digestValue(reading.document);
  digests.set(reading, digest);
  return digest;
}

/** Of documents, each digested once however many attestations rest on it. */
const digests = new WeakMap<ConfigReading, Digest>();

function compareRecords(
  run: string,
  attested: RunVerdictPredicate['records'],
  records: readonly RunRecord[],
): Comparison {
  const own = indexOf(records).runs.get(run);
  if (own === undefined) throw other('run', `no record of run ${quoted(run)} is there`);
  if (own.records.length === attested.count && own.digest() === attested.digest) return 'verified';
  throw other(
    'records',
    `the ${own.records.length} records of the run are not the ${attested.count} that were judged`,
    CHANGED,
  );
}

/** What the records are, looked up and digested once, however many attestations are held to them. */
interface RecordIndex {
  readonly attempts: ReadonlyMap<string, readonly { readonly digest: Digest }[]>;
  readonly runs: ReadonlyMap<
    string,
    { readonly records: readonly RunRecord[]; readonly digest: () => Digest }
  >;
}

const indexes = new WeakMap<readonly RunRecord[], RecordIndex>();

function indexOf(records: readonly RunRecord[]): RecordIndex {
  const known = indexes.get(records);
  if (known !== undefined) return known;
  const attempts = new Map<string, { readonly digest: Digest }[]>();
  const byRun = new Map<string, RunRecord[]>();
  for (const record of records) {
    const run = byRun.get(record.run);
    if (run === undefined) byRun.set(record.run, [record]);
    else run.push(record);
    if (record.kind !== 'transfer') continue;
    const key = attemptKey(record);
    const digest = recordDigest(record);
    attempts.set(key, [...(attempts.get(key) ?? []), { digest }]);
  }
  const runs = new Map(
    [...byRun].map(([run, own]) => [run, { records: own, digest: once(() => runDigest(own)) }]),
  );
  const index = { attempts, runs };
  indexes.set(records, index);
  return index;
}

function attemptKey({ run, hop, attempt }: Pick<TransferRecord, 'run' | 'hop' | 'attempt'>): string {
  return JSON.stringify([run, hop, attempt]);
}

function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}

const CHANGED = 'the records were changed since, or the attestation is of others';

function compareEdge(found: string | null, wanted: string | undefined): Comparison {
  if (wanted === undefined) return 'not_asked';
  if (found === wanted) return 'verified';
  throw otherName('edge', found ?? undefined, wanted);
}

function compareContract(
  { contract }: VerdictPredicate['verdict'],
  { manifest, expected = {} }: VerifyOptions,
): Comparison {
  if (manifest === undefined && expected.contract === undefined) return 'not_asked';
  if (contract === null && expected.contract === undefined) return 'none';
  if (contract === null) throw other('contract', 'no contract decided');
  if (expected.contract !== undefined) requireDigest(expected.contract, contract.digest);
  if (manifest !== undefined) requireDigest(semanticDigest(manifest, contract.name), contract.digest);
  return 'verified';
}

function semanticDigest(manifest: NonNullable<VerifyOptions['manifest']>, name: string): Digest {
  const edge = manifest.edges.find((known) => known.name === name);
  if (edge !== undefined) return edge.digest;
  throw other('contract', `there is no contract for the edge ${quoted(name)}`);
}

function requireDigest(wanted: Digest, found: Digest): void {
  if (wanted === found) return;
  throw other(
    'contract',
    `the contract that decided is ${found}, and it is ${wanted} now`,
    'verify with the contracts as they were then',
  );
}

function compareBundle(found: Digest, wanted: Digest | undefined): Comparison {
  if (wanted === undefined) return 'not_asked';
  if (found === wanted) return 'verified';
  throw other('bundle', `the bundle that decided is ${found}, and not ${wanted}`);
}

function otherName(
  name: keyof Expected,
  found: string | number | undefined,
  wanted: string | number,
): DiagnosticError {
  const is = found === undefined ? 'none' : quoted(found);
  return other(name, `expected ${name} ${quoted(wanted)}, found ${is}`);
}

function other(what: Other, message: string, help?: string): DiagnosticError {
  return failure(OTHER[what], message, help === undefined ? {} : { help });
}

type Other = keyof typeof OTHER;

/** Written out, so that a reader finds each. */
const OTHER = {
  kind: 'attestation.other_kind',
  run: 'attestation.other_run',
  hop: 'attestation.other_hop',
  attempt: 'attestation.other_attempt',
  record: 'attestation.other_record',
  records: 'attestation.other_records',
  edge: 'attestation.other_edge',
  contract: 'attestation.other_contract',
  bundle: 'attestation.other_bundle',
  config: 'attestation.other_config',
} as const;

/** Names are anyone's text. */
function quoted(name: string | number): string {
  const text = String(name).slice(0, 100);
  return `\`${text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029`]/gu, '\ufffd')}\``;
}
