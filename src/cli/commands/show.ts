import { readContracts } from '../../compile/compile-project.js';
import { describeChecks } from '../../compile/describe-checks.js';
import { findProject } from '../../compile/find-project.js';
import type { Contract } from '../../contract/contract.js';
import { showContract } from '../../contract/show-contract.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { nearest } from '../../diagnostics/nearest.js';
import { CONTRACT_VIEW_SCHEMA, contractText } from '../../report/contract-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { projectFiles } from '../project-files.js';

export interface ShowFlags {
  readonly contracts?: string;
  readonly json?: boolean;
}

/** `show EDGE`: a contract as resolved, and where each value and each severity came from. */
export async function show(edge: string, { contracts: folder, json }: ShowFlags, io: Io): Promise<ExitCode> {
  const { place, diagnostics: first } = await findProject(io.cwd, folder);
  const read = readContracts(place, { today: io.today });
  const contract = read.contracts.find(({ metadata }) => metadata.name === edge);
  // Errors of other contracts are theirs; this one was read.
  const diagnostics =
    contract !== undefined ? [] : notFound(edge, read.contracts, first.length > 0 ? first : read.diagnostics);
  const view = contract === undefined ? null : viewOf(contract);
  const files = projectFiles(io, place);
  if (json === true) io.out(jsonText({ schema: CONTRACT_VIEW_SCHEMA, contract: view, diagnostics }));
  else if (view !== null) io.out(contractText(view, io.paint, files.place));
  else io.err(diagnosticsText(diagnostics, { paint: io.errPaint, ...files }));
  return worstOf(exitOf(diagnostics));
}

function viewOf(contract: Contract): Parameters<typeof contractText>[0] & { readonly name: string } {
  const { metadata, file } = contract;
  return { name: metadata.name, file, text: showContract(contract), checks: describeChecks(contract) };
}

function notFound(
  edge: string,
  contracts: readonly Contract[],
  others: readonly Diagnostic[],
): readonly Diagnostic[] {
  const names = contracts.map(({ metadata }) => metadata.name);
  const near = nearest(edge, names);
  const all = names.length === 0 ? 'no contract was read' : `there are: ${names.join(', ')}`;
  const help = near === undefined ? all : `did you mean \`${near}\`?`;
  const message = `there is no contract for the edge \`${edge}\`, or it has errors`;
  return [...failure('input.unknown_edge', message, { help }).diagnostics, ...others];
}
