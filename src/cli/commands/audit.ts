import type { Digest } from '../../canonical/digest.js';
import { failure } from '../../diagnostics/diagnostic.js';
import type { Ledger } from '../../ledger/ledger.js';
import type { Audited } from '../../model/audit.js';
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
    if (flags.csv === true) return auditCsv(document);
    return flags.json === true ? jsonText(document) : auditText(document, io.paint);
  });
}

/** `audit contract DIGEST`: the contract whole, as it was kept when it decided. */
export function auditContract(digest: Digest, flags: LedgerFlags, io: Io): Promise<ExitCode> {
  return shown(flags, io, async (ledger) => {
    const source = (await ledger.blob(digest)) ?? (await sourceOf(ledger, digest));
    if (source !== null) return shownSource(source);
    throw failure('input.no_contract', 'the ledger keeps no contract of this digest', {
      help: 'gates keep the contract that they decide by where they append to the ledger; `audit` shows which digests there are',
    });
  });
}

/** Verdicts name a contract by what it means, and the ledger keeps its source by its bytes. */
async function sourceOf(ledger: Ledger, digest: Digest): Promise<Uint8Array | null> {
  for await (const { record } of ledger.entries({ kinds: ['verdict'] })) {
    if (record?.kind !== 'verdict' || record.verdict.contract?.digest !== digest) continue;
    if (record.contract_source !== null) return ledger.blob(record.contract_source);
  }
  return null;
}

/** Line by line, so that what somebody wrote into a comment moves no cursor. */
function shownSource(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const lines = text.replace(/\n$/, '').split('\n');
  return `${lines.map((line) => safe(line, 100_000)).join('\n')}\n`;
}

async function shown(
  flags: LedgerFlags,
  io: Io,
  use: (ledger: Ledger) => Promise<string>,
): Promise<ExitCode> {
  const done = await textOf(flags, io, use);
  if ('result' in done) {
    io.out(done.result);
    return EXIT.ok;
  }
  io.err(diagnosticsText(done.diagnostics, { paint: io.errPaint }));
  return worstOf(exitOf(done.diagnostics));
}

async function textOf(
  flags: LedgerFlags,
  io: Io,
  use: (ledger: Ledger) => Promise<string>,
): ReturnType<typeof withLedger<string>> {
  try {
    return await withLedger(io, flags, { purpose: 'read' }, use);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    if (diagnostics === null) throw thrown;
    return { diagnostics };
  }
}
