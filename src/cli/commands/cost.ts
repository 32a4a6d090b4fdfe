import { CostTally } from '../../carry/cost.js';
import { type Diagnostic, failure } from '../../diagnostics/diagnostic.js';
import { costText } from '../../report/cost-text.js';
import { diagnosticsText } from '../../report/diagnostics-text.js';
import { type ExitCode, worstOf } from '../exit-code.js';
import { tellFailure } from '../failure-document.js';
import { diagnosticsOf, exitOf } from '../failures.js';
import { type Io, jsonText } from '../io.js';
import { loadTokenizer } from '../load-tokenizer.js';
import { streamInputs } from '../stream-input.js';

export interface CostFlags {
  readonly tokenizer?: string;
  readonly json?: boolean;
}

const MOST_FAULTS = 50;

/** `cost FILE…`: tokens by hop, of the whole transcript and of the payload. */
export async function cost(
  files: readonly string[],
  { tokenizer, json }: CostFlags,
  io: Io,
): Promise<ExitCode> {
  try {
    const counter =
      tokenizer === undefined ? {} : { tokenizer, countTokens: await loadTokenizer(tokenizer, io) };
    const tally = new CostTally(counter);
    const faults: Diagnostic[] = [];
    const onFault = (
      _file: string,
      { diagnostics: [first] }: { diagnostics: readonly [Diagnostic, ...Diagnostic[]] },
    ): void => {
      tally.skip(1);
      if (faults.length < MOST_FAULTS) faults.push(first);
    };
    for await (const run of streamInputs(files, io, { onFault })) tally.add(run);
    const document = tally.report({ generatedAt: new Date().toISOString() });
    if (document.transfers === 0)
      throw failure(
        'input.nothing_evaluated',
        'no transfer was delivered in these runs: there is nothing to count',
      );
    io.out(json === true ? jsonText(document) : costText(document, { paint: io.paint }));
    if (faults.length > 0) io.err(diagnosticsText(faults, { paint: io.errPaint }));
    return worstOf(exitOf(faults));
  } catch (thrown) {
    const told = diagnosticsOf(thrown);
    if (told === null) throw thrown;
    return tellFailure(told, json, io);
  }
}
