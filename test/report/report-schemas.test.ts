import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../src/canonical/json-value.js';
import { scoreRun } from '../../src/carry/score-run.js';
import { LOWER_BOUND } from '../../src/model/carry.js';
import { packageRoot } from '../../src/model/package-root.js';
import { RUN_LIST_SCHEMA, runLineOf, runViewOf } from '../../src/report/run-documents.js';
import { schemaErrors } from '../cli/cli.js';
import { marksOfSchema } from '../model/marks.js';
import { HOSTILE, hostileRuns } from './hostile-texts.js';
import * as marks from './report-marks.js';
import { manyRuns, ONE_OF_EACH, reportOf, sampleRecords } from './sample-runs.js';

const SCHEMAS = [
  ['report', marks.reportMarks],
  ['run-view', marks.runViewMarks],
  ['run-list', marks.runListMarks],
] as const;

describe('the schemas of reports', () => {
  for (const [name, lines] of SCHEMAS) {
    it(`${name}: says what the type says`, () => {
      const text = readFileSync(join(packageRoot(), 'schemas', `${name}.schema.json`), 'utf8');
      const schema = JSON.parse(text) as JsonObject;
      assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(lines).sort());
    });
  }

  const runs = [...ONE_OF_EACH, ...hostileRuns(HOSTILE.filter(({ length }) => length < 200))];
  const scores = runs.map((sample) => scoreRun({ run: sample.run, records: sampleRecords(sample) }));

  it('accept what is printed', () => {
    for (const report of [reportOf(ONE_OF_EACH), reportOf(manyRuns(50), { runsShown: 5 }), reportOf([])])
      assert.equal(schemaErrors('report', JSON.parse(JSON.stringify(report))), null);
    for (const score of scores)
      assert.equal(schemaErrors('run-view', JSON.parse(JSON.stringify(runViewOf(score)))), null);
    const list = {
      schema: RUN_LIST_SCHEMA,
      note: LOWER_BOUND,
      runs: scores.map(runLineOf),
      counts: { seen: 1, found: 1, omitted: 0 },
      skipped: [],
    };
    assert.equal(schemaErrors('run-list', JSON.parse(JSON.stringify(list))), null);
  });

  it('refuse what is not', () => {
    const report = reportOf(ONE_OF_EACH);
    assert.notEqual(schemaErrors('report', { ...report, more: 1 }), null);
    assert.notEqual(schemaErrors('report', { ...report, simulated: 'maybe' }), null);
    const { note: _, ...without } = report;
    assert.notEqual(schemaErrors('report', without), null);
  });
});
