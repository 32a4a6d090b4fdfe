import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type ProposedContract,
  proposeContracts,
  starterContract,
} from '../../authoring/propose-contracts.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { INIT_SCHEMA, initText } from '../../report/init-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { readInputs } from '../read-input.js';

export interface InitFlags {
  /** FROM TO. */
  readonly edge?: readonly string[];
  readonly from?: readonly string[];
  readonly dir?: string;
  readonly json?: boolean;
}

interface Proposed {
  readonly contracts: readonly ProposedContract[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

/** `init`: a first contract, to fill in, or one for each edge that recorded runs show. */
export async function init(flags: InitFlags, io: Io): Promise<ExitCode> {
  const folder = flags.dir ?? 'contracts';
  const { contracts, diagnostics, texts } = await proposed(flags, io);
  const files = contracts.map(({ name, text }) => ({ path: `${folder}/${name}.yaml`, text }));
  const refusals = diagnostics.length > 0 ? [] : files.flatMap(({ path, text }) => write(path, text, io));
  const all = [...diagnostics, ...refusals];
  const refused = new Set(refusals.map(({ span }) => span?.file));
  const written =
    diagnostics.length > 0 ? [] : files.map(({ path }) => path).filter((path) => !refused.has(path));
  if (flags.json === true) io.out(jsonText({ schema: INIT_SCHEMA, written, diagnostics: all }));
  else {
    io.err(diagnosticsText(all, { paint: io.errPaint, source: (file) => texts.get(file) }));
    io.out(initText(written, folder, io.paint));
  }
  return worstOf(exitOf(all));
}

async function proposed({ edge, from }: InitFlags, io: Io): Promise<Proposed> {
  if (from === undefined) {
    const [sender = 'sender', receiver = 'receiver'] = edge ?? [];
    return { contracts: [starterContract(sender, receiver)], diagnostics: [], texts: new Map() };
  }
  const { records, diagnostics, texts } = await readInputs(from, io);
  if (diagnostics.length > 0) return { contracts: [], diagnostics, texts };
  const contracts = proposeContracts(records.map(({ record }) => record));
  const wanted = contracts.filter(
    (one) => edge === undefined || (one.from === edge[0] && one.to === edge[1]),
  );
  const none = failure('input.no_transfer', 'there is no delivered handoff in these runs to learn from');
  return { contracts: wanted, diagnostics: wanted.length === 0 ? none.diagnostics : [], texts };
}

/** What somebody wrote is never overwritten, also not between a look and a write. */
function write(path: string, text: string, { cwd }: Io): readonly Diagnostic[] {
  const target = resolve(cwd, path);
  const span = { file: path, line: 1, column: 1 };
  try {
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'EEXIST') {
      return failure('input.exists', 'this file is there already; it was not changed', { span }).diagnostics;
    }
    return failure('input.unwritable', `this file cannot be written (${code})`, { span }).diagnostics;
  }
}
