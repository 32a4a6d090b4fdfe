import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { LEDGER_CODES } from '../ledger/codes.js';
import type { LedgerFinding, LedgerVerification } from '../ledger/verify-ledger.js';
import type { CheckpointNote } from '../model/ledger.js';
import { counted } from './counted.js';
import type { Paint } from './paint.js';
import { safe, safeName } from './safe-text.js';

export const LEDGER_VERIFICATION_SCHEMA = 'edge-contracts/ledger-verification/v1';

/** What `ledger verify --json` prints. */
export interface LedgerVerificationDocument {
  readonly schema: typeof LEDGER_VERIFICATION_SCHEMA;
  /** Null where the ledger could not be read. */
  readonly verification: LedgerVerification | null;
  /** What this did not show, each a sentence. */
  readonly not_proven: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What was given to verify with. */
export interface VerifiedWith {
  /** The one from outside; null: none was given. */
  readonly checkpoint: CheckpointNote | null;
  readonly keys: boolean;
  readonly run: string | null;
}

/** What a verification leaves open: nobody takes it for more than it is. */
export function notProven(verification: LedgerVerification, given: VerifiedWith): readonly string[] {
  const { head, proven_until: until, erased, pruned, checkpoints, sources_missing } = verification;
  const later = until === null ? 0 : head.seq - until;
  return [
    ...(given.run === null
      ? []
      : ['only the entries of this run were looked at, not its place among the others']),
    ...(given.checkpoint !== null || given.run !== null
      ? []
      : [
          'no checkpoint from outside was given: a history that was rewritten as a whole, or cut at its end together with its head, would not show',
        ]),
    ...(given.keys ? [] : withoutKey(verification, given)),
    ...(given.checkpoint === null && checkpoints.count === 0 && given.run === null
      ? ['the ledger holds no checkpoint']
      : []),
    ...(later > 0
      ? [
          `${counted(later, 'entry', 'entries')} after the checkpoint ${later === 1 ? 'rests' : 'rest'} on the chain alone`,
        ]
      : []),
    ...(erased > 0
      ? [
          `what ${counted(erased, 'erased entry', 'erased entries')} said: the chain shows that nothing else of them changed`,
        ]
      : []),
    ...(given.run === null
      ? ['what was refused since the last checkpoint: refusals stand beside the chain']
      : []),
    ...(sources_missing === undefined ? [] : [missingSources(sources_missing)]),
    ...(pruned > 0 ? [`what ${counted(pruned, 'pruned entry', 'pruned entries')} said`] : []),
  ];
}

/** Which they are: a copy of the contracts can be held against the digests. */
function missingSources({ count, first }: NonNullable<LedgerVerification['sources_missing']>): string {
  const told = first.map(({ digest, seq }) => `${digest} (entry ${seq})`).join(', ');
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `what ${counted(count, 'contract')} said that verdicts name and whose source is not kept here: ${told}${more}`;
}

/** What a checkpoint shows by itself; where there is none, there is no signer either. */
function withoutKey(
  { sound, checkpoints }: LedgerVerification,
  { checkpoint }: VerifiedWith,
): readonly string[] {
  if (checkpoint !== null && sound)
    return [`agrees with the checkpoint up to entry ${checkpoint.head.seq}; its signer was not checked`];
  if (checkpoint === null && checkpoints.count === 0) return [];
  return ['no public key was given: who signed the checkpoints was not looked at'];
}

/** Each finding with what it means; then what was read, and what was not proven. */
export function ledgerVerificationText(
  verification: LedgerVerification,
  open: readonly string[],
  paint: Paint,
): string {
  const { findings, omitted, entries, runs, checkpoints, head, proven_until: until, sound } = verification;
  const read = [
    counted(entries, 'entry', 'entries'),
    counted(runs, 'run'),
    checkpoints.count === 0
      ? 'no checkpoint'
      : `${counted(checkpoints.count, 'checkpoint')} (${checkpoints.signed} signed with a key that was given)`,
  ];
  const lines = [
    ...findings.flatMap((finding) => findingLines(finding, paint)),
    ...(omitted === 0 ? [] : [`… ${counted(omitted, 'more finding')}`]),
    `${sound ? paint('good', 'sound') : paint('bad', 'NOT SOUND')}  ${read.join(', ')}; head ${head.seq} ${head.chain}`,
    ...(until === null
      ? []
      : [`${paint('good', 'proven')}      nothing was changed, by anybody, up to entry ${until}`]),
    ...open.map((sentence) => `${paint('warning', 'not proven')}  ${sentence}`),
  ];
  return `${lines.join('\n')}\n`;
}

const TITLES: ReadonlyMap<string, string> = new Map(LEDGER_CODES.map(({ code, title }) => [code, title]));

function findingLines({ code, seq, run, message }: LedgerFinding, paint: Paint): string[] {
  const where = [
    ...(seq === null ? [] : [`entry ${seq}`]),
    ...(run === null ? [] : [`run ${safeName(run)}`]),
  ];
  return [
    `${paint('bad', code)}${where.length === 0 ? '' : `  ${where.join(', ')}`}: ${safe(message)}`,
    `  ${TITLES.get(code) ?? ''}; \`edge-contracts explain ${code}\` tells more`,
  ];
}
