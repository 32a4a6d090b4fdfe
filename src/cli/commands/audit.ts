import type { Digest } from '../../canonical/digest.js';
import { failure } from '../../diagnostics/diagnostic.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { AuditDocument, Audited } from '../../model/audit.js';
import type { Modality } from '../../model/constraint.js';
import { auditLedger } from '../../monitor/audit-ledger.js';
import { auditCsv } from '../../report/audit-csv.js';
import { auditText } from '../../report/audit-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { safe } from '../../report/safe-text.js';
import { EXIT, type ExitCode, worstOf } from '../exit-code.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import type { LedgerFlags } from '../open-ledger.js';
import { timeFlag } from '../time-flag.js';
import { watchTerms } from '../watch-terms.js';
import { withLedger } from '../with-ledger.js';

export interface AuditFlags extends LedgerFlags {
  readonly since?: string;
  readonly until?: string;
  readonly agent?: string;
  readonly modality?: Modality;
  readonly contracts?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

/** `audit discharges|exceptions|overrides|violations`: what an auditor asks for, from the ledger alone. */
export function audit(audited: Audited, flags: AuditFlags, io: Io): Promise<ExitCode> {
  return shown(flags, io, async (ledger) => {
    const { since, until, agent, modality } = flags;
    const query = {
      ...(since === undefined ? {} : { since: timeFlag('--since', since) }),
      ...(until === undefined ? {} : { until: timeFlag('--until', until) }),
      ...(agent === undefined ? {} : { agent }),
      ...(modality === undefined ? {} : { modality }),
    };
    const terms = await watchTerms(io, flags.contracts);
    const document = await auditLedger(ledger, audited, query, terms, new Date());
    const text = flags.json === true ? jsonText(document) : auditText(document, io.paint);
    return { text: flags.csv === true ? auditCsv(document) : text, code: codeOf(document) };
  });
}

/** What could not be read may hold what was asked for; what was pruned was taken out on purpose. */
function codeOf({ skipped }: AuditDocument): ExitCode {
  return skipped.some(({ why }) => why !== 'pruned') ? EXIT.invalid : EXIT.ok;
}

/** `audit contract DIGEST`: the contract whole, as it was kept when it decided. */
export function auditContract(digest: string, flags: LedgerFlags, io: Io): Promise<ExitCode> {
  return shown(flags, io, async (ledger) => {
    const source = await sourceOf(ledger, digest);
    if (source !== null) return { text: shownSource(source, io), code: EXIT.ok };
    throw failure('input.no_contract', 'the ledger keeps no contract of this digest', {
      help: 'gates keep the contract that they decide by where they append to the ledger; `audit` shows which digests there are',
    });
  });
}

const WHOLE = 'sha256:'.length + 64;

/** Verdicts name a contract by what it means, and the ledger keeps its source by its bytes. The beginning is enough. */
async function sourceOf(ledger: Ledger, digest: string): Promise<Uint8Array | null> {
  const own = digest.length === WHOLE ? await ledger.blob(digest as Digest) : null;
  if (own !== null) return own;
  const found = new Map<Digest, Digest>();
  for await (const { record } of ledger.entries({ kinds: ['verdict'] })) {
    if (record?.kind !== 'verdict' || record.contract_source === null) continue;
    const { contract } = record.verdict;
    if (contract?.digest.startsWith(digest) === true) found.set(contract.digest, record.contract_source);
  }
  if (found.size > 1)
    throw failure('input.no_contract', `${found.size} contracts have a digest that begins so`, {
      help: `give more of it: ${[...found.keys()].slice(0, 5).join(', ')}`,
    });
  const [source] = found.values();
  return source === undefined ? null : ledger.blob(source);
}

/** Line by line, so that what somebody wrote into a comment moves no cursor. */
function shownSource(bytes: Uint8Array, { terminal }: Io): string {
  const kept = new TextDecoder().decode(bytes);
  const text = terminal === true ? indented(kept) : kept;
  const lines = text.replace(/\n$/, '').split('\n');
  return `${lines.map((line) => safe(line, 100_000)).join('\n')}\n`;
}

/** For a person: JSON is kept in one line. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface Told {
  readonly text: string;
  readonly code: ExitCode;
}

async function shown(flags: LedgerFlags, io: Io, use: (ledger: Ledger) => Promise<Told>): Promise<ExitCode> {
  const done = await textOf(flags, io, use);
  if ('result' in done) {
    io.out(done.result.text);
    return done.result.code;
  }
  io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

async function textOf(
  flags: LedgerFlags,
  io: Io,
  use: (ledger: Ledger) => Promise<Told>,
): ReturnType<typeof withLedger<Told>> {
  try {
    return await withLedger(io, flags, { purpose: 'read' }, use);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}
