import type { Comparison, Comparisons } from '../attestation/compare-statement.js';
import { counted } from './counted.js';
import { diagnosticsText } from './diagnostics-text.js';
import type { Paint } from './paint.js';
import { safeName } from './safe-text.js';
import { actionWord } from './verdict-text.js';
import type { Attested, Unattested, VerificationDocument, VerifiedLine } from './verification-document.js';

/** How each comparison is asked for. */
const ASKED_BY: Readonly<Record<keyof Comparisons, string>> = {
  record: '--run',
  edge: '--edge',
  contract: '--contracts',
  bundle: '--bundle',
  config: '--run with the readings',
};

/** For each attestation what was verified of it, and what nobody asked for; then how many. */
export function verificationText(
  { attestations, missing }: Pick<VerificationDocument, 'attestations' | 'missing'>,
  paint: Paint,
): string {
  const lines = attestations.map((line) => lineText(line, paint));
  const gaps = missing.map(
    (gap) => `${paint('bad', 'not attested')}  ${placeText(gap)}  attestation.missing\n`,
  );
  return `${[...lines, ...gaps].join('')}\n${totals(attestations, missing)}\n${warningOf(attestations)}`;
}

function lineText({ line, attested, diagnostics }: VerifiedLine, paint: Paint): string {
  if (attested !== null) return attestedText(line, attested, paint);
  const told = diagnosticsText(diagnostics, { paint, closing: false }).replaceAll(/^(?=.)/gm, '  ');
  return `line ${line}  ${paint('bad', 'REFUSED')}\n${told}`;
}

function attestedText(line: number, attested: Attested, paint: Paint): string {
  const edge = attested.edge === null ? '' : `  ${safeName(attested.edge)}`;
  const head = `line ${line}  ${paint('strong', placeText(attested))}${edge}  ${actionWord(attested, paint)}`;
  const keys = attested.keys.map((keyid) => keyid.slice(0, 16)).join(', ');
  const verified = [`signature (key ${keys})`, ...named(attested.compared, 'verified')];
  const unasked = named(attested.compared, 'not_asked').map((name) => `${name} (${ASKED_BY[name]})`);
  const uncovered = attested.kind === 'transfer' && attested.compared.contract === 'none';
  const open = [...unasked, ...(uncovered ? ['contract (none decided)'] : [])];
  return [
    head,
    `  ${paint('good', 'verified')}      ${verified.join(', ')}`,
    ...(open.length === 0 ? [] : [`  ${paint('warning', 'not compared')}  ${open.join(', ')}`]),
    '',
  ].join('\n');
}

function named(compared: Comparisons, wanted: Comparison): (keyof Comparisons)[] {
  return (Object.keys(ASKED_BY) as (keyof Comparisons)[]).filter((name) => compared[name] === wanted);
}

function placeText({ run, hop, attempt }: Unattested): string {
  if (hop === null) return `run ${safeName(run)}`;
  return `run ${safeName(run)} hop ${hop} attempt ${attempt ?? 1}`;
}

function totals(attestations: readonly VerifiedLine[], missing: readonly Unattested[]): string {
  const refused = attestations.filter(({ outcome }) => outcome === 'refused').length;
  const counts = [
    counted(attestations.length, 'attestation'),
    `${attestations.length - refused} verified`,
    `${refused} refused`,
    ...(missing.length === 0 ? [] : [`${missing.length} missing`]),
  ];
  return counts.join(', ');
}

/** A signature alone says that somebody judged something. */
function warningOf(attestations: readonly VerifiedLine[]): string {
  const loose = attestations.some(({ attested }) => attested?.compared.record === 'not_asked');
  return loose
    ? 'no record was compared: give the records with --run to know what the verdicts are about\n'
    : '';
}
