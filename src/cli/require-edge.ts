import { readContracts } from '../compile/compile-project.js';
import type { ProjectPlace } from '../compile/find-project.js';
import { DiagnosticError, failure } from '../diagnostics/diagnostic.js';
import { nearestEdge } from '../diagnostics/nearest.js';
import type { Ledger } from '../ledger/ledger.js';
import type { OverrideSetting } from '../model/ledger.js';
import type { Io } from './io.js';

/** How many names a message lists. */
const LISTED = 20;

/**
 * An override is taken for every edge that alerts can name: of a contract, of the ledger, or a pair of agents that the
 * default contract covers and that is no misspelling of another.
 *
 * @throws DiagnosticError `input.unknown_edge`: on a mistyped edge it would do nothing, in the middle of the night.
 */
export async function requireEdge(
  edge: string,
  set: OverrideSetting,
  place: ProjectPlace,
  ledger: Ledger,
  io: Io,
): Promise<void> {
  const { contracts, diagnostics } = readContracts(place, { today: io.today });
  const names = contracts.map(({ metadata }) => metadata.name);
  if (names.includes(edge)) return;
  const covering = contracts.find(({ edge: { from, to } }) => `${from}--${to}` === edge)?.metadata.name;
  const byDefault = contracts.some(({ edge: { from, to } }) => from === '*' && to === '*') && isPair(edge);
  const near = covering ?? nearestEdge(edge, names);
  const known =
    covering === undefined && ((await isKnown(edge, ledger)) || (byDefault && near === undefined));
  if (known && (byDefault || !isGateSetting(set))) return;
  const all = names.length === 0 ? 'no contract was read' : `there are: ${names.slice(0, LISTED).join(', ')}`;
  const unknown = known
    ? failure('input.unknown_edge', `no contract covers the edge \`${edge}\`: no gate would act on it`, {
        help: 'give it a contract, or write `_default`; `--silence` and `--acknowledge` work without one',
      })
    : failure('input.unknown_edge', `no contract covers \`${edge}\`, and the ledger has no such edge`, {
        help: near === undefined ? all : `did you mean \`${near}\`?`,
      });
  const [first, ...rest] = [...unknown.diagnostics, ...diagnostics];
  if (first !== undefined) throw new DiagnosticError([first, ...rest]);
}

/** Only what a contract covers is judged, so only there it counts. */
function isGateSetting({ what }: OverrideSetting): boolean {
  return what === 'mode' || what === 'compose';
}

function isPair(edge: string): boolean {
  return /^.+--.+$/.test(edge);
}

async function isKnown(edge: string, ledger: Ledger): Promise<boolean> {
  for await (const _ of ledger.entries({ edge, limit: 1 })) return true;
  return false;
}
