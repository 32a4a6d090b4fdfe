import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { formatted } from '../../../src/report/formats/index.js';
import type { Reported } from '../../../src/report/formats/reported.js';
import { encodedPath } from '../../../src/report/formats/sarif.js';
import { hostileText } from './hostile-text.js';
import { asIs, OPTIONS, sampleCheck, sampleEvaluation, samples } from './samples.js';

const validate = sarifValidator();
const runs = Number(process.env['FC_RUNS'] ?? 100);

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly unknown[];
  readonly locations: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
      readonly region: { readonly startLine: number; readonly endLine?: number };
    };
  }[];
}

interface Log {
  readonly runs: readonly [
    {
      readonly results: readonly Result[];
      readonly tool: {
        readonly driver: { readonly rules: readonly { readonly id: string; readonly help?: unknown }[] };
      };
      readonly invocations: readonly [
        { readonly executionSuccessful: boolean; readonly toolExecutionNotifications?: readonly unknown[] },
      ];
    },
  ];
}

const logOf = (reported: Reported): Log => JSON.parse(formatted(reported, 'sarif', OPTIONS)) as Log;
const printsOf = ({ runs: [run] }: Log): readonly string[] =>
  run.results.map((result) => result.partialFingerprints['primaryLocationLineHash'] ?? '');

describe('SARIF', () => {
  it('is what the schema says, of every command', () => {
    for (const reported of samples(asIs)) valid(logOf(reported));
  });

  it('is that with hostile texts, and refers to rules that are there', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const reported of samples((word) => `${text}${word}`)) {
          const log = logOf(reported);
          valid(log);
          const [{ results, tool }] = log.runs;
          for (const { ruleId, ruleIndex } of results) assert.equal(tool.driver.rules[ruleIndex]?.id, ruleId);
        }
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  it('the validator refuses what is none', () => {
    const log = logOf(samples(asIs)[0] as Reported);
    assert.equal(validate({ ...log, version: '2.0.0' }), false);
    assert.equal(validate({ ...log, runs: [{ ...log.runs[0], tool: {} }] }), false);
    const [run] = log.runs;
    assert.equal(validate({ ...log, runs: [{ ...run, results: [{ level: 'error' }] }] }), false);
  });

  it('rules have the pages of `explain`, once each', () => {
    const [{ tool }] = logOf({ command: 'evaluate', document: sampleEvaluation(asIs) }).runs;
    const ids = tool.driver.rules.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    assert.deepEqual(tool.driver.rules.find(({ id }) => id === 'constraint.dropped')?.help, {
      text: 'What is not carried is not known to the receiver.\n\nHow to fix: Carry the constraint, or [discharge](it) in `discharged`.',
      markdown:
        'What is not carried is not known to the receiver.\n\n**How to fix:** Carry the constraint, or &#91;discharge&#93;(it) in &#96;discharged&#96;.',
    });
  });

  it('fingerprints are one a result, and stay when lines move', () => {
    for (const reported of samples(asIs)) {
      const prints = printsOf(logOf(reported));
      assert.deepEqual(prints, [...new Set(prints)]);
      const moved = JSON.parse(JSON.stringify(reported).replace(/"line":(\d+)/g, '"line":9$1')) as Reported;
      assert.deepEqual(printsOf(logOf(moved)), prints);
    }
  });

  it('a message cannot make a link, nor ask for an argument', () => {
    const message = '[x](http://a.b) {0} \\ {x}';
    const document = {
      ...sampleCheck(asIs),
      diagnostics: [{ code: 'a.b', severity: 'error', message } as Diagnostic],
    };
    const [{ results }] = logOf({ command: 'check', document }).runs;
    assert.equal(results[0]?.message.text, '\\[x\\](http://a.b) {{0}} \\\\ {x}');
  });

  it('paths are encoded segment by segment, and what is no file of the repository has no place', () => {
    assert.equal(encodedPath('a b/ü#?%:.yaml'), 'a%20b/%C3%BC%23%3F%25%3A.yaml');
    assert.equal(encodedPath('a/\ud800'), 'a/%EF%BF%BD');
    const log = JSON.parse(
      formatted({ command: 'check', document: sampleCheck(asIs) }, 'sarif', {
        ...OPTIONS,
        artifact: () => null,
      }),
    ) as Log;
    valid(log);
    assert.ok(
      log.runs[0].results.every(({ locations }) =>
        locations.every((at) => at.physicalLocation === undefined),
      ),
    );
  });

  it('what was let through is suppressed, what was waived until yesterday is not', () => {
    const suppressed = (index: number): number =>
      logOf(samples(asIs)[index] as Reported).runs[0].results.filter((one) => one.suppressions !== undefined)
        .length;
    assert.deepEqual([suppressed(0), suppressed(3)], [1, 1]);
  });

  it('says that a command could not do its work', () => {
    const successful = samples(asIs).map((one) => logOf(one).runs[0].invocations[0].executionSuccessful);
    assert.deepEqual(successful, [true, false, true, false, false]);
  });

  it('holds 25,000 results, the worst, and says how many it leaves out', () => {
    const diagnostics = Array.from(
      { length: 25_002 },
      (_, index): Diagnostic => ({
        ...{ code: 'a.b', message: `m${index}`, severity: index === 25_001 ? 'error' : 'warning' },
      }),
    );
    const [{ results, invocations }] = logOf({
      command: 'check',
      document: { ...sampleCheck(asIs), diagnostics },
    }).runs;
    assert.deepEqual([results.length, results[0]?.level], [25_000, 'error']);
    assert.match(JSON.stringify(invocations[0].toolExecutionNotifications), /2 results are left out/);
  });
});

function valid(log: Log): void {
  assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3)));
}

/**
 * The schema of OASIS as `@microsoft/jest-sarif` carries it (2.1.0-rtm.5, draft 4); the first erratum adds that a region
 * has a place.
 */
function sarifValidator(): ReturnType<typeof Ajv.default.prototype.compile> {
  const main = createRequire(import.meta.url).resolve('@microsoft/jest-sarif');
  const text = readFileSync(join(dirname(main), 'schemas', 'sarif-2.1.0-rtm.5.json'), 'utf8');
  const {
    id: _,
    $schema: __,
    ...schema
  } = JSON.parse(text) as {
    readonly id: string;
    readonly $schema: string;
    readonly definitions: { readonly region: object };
  };
  Object.assign(schema.definitions.region, {
    anyOf: [{ required: ['startLine'] }, { required: ['charOffset'] }, { required: ['byteOffset'] }],
  });
  const ajv = new Ajv.default({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
