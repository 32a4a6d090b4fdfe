import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { JsonObject } from '../../src/canonical/json-value.js';
import { CarryAggregate } from '../../src/carry/carry-aggregate.js';
import { scoreRun } from '../../src/carry/score-run.js';
import { formats } from '../../src/model/formats.js';
import { packageRoot } from '../../src/model/package-root.js';
import { marksOfSchema } from '../model/marks.js';
import { reportMarks } from '../model/type-marks.js';
import { exampleRun } from '../run/examples.js';
import { RANDOM_TERMS, randomRun } from '../run/random-run.js';

const schema = JSON.parse(
  readFileSync(join(packageRoot(), 'schemas/report.schema.json'), 'utf8'),
) as JsonObject;
const ajv = new Ajv2020.default({ strict: true, allowUnionTypes: true, ownProperties: true, formats });
const validate = ajv.compile(schema);

describe('the schema of a report', () => {
  it('says what the type says', () => {
    assert.deepEqual([...marksOfSchema(schema, schema)].sort(), Object.keys(reportMarks).sort());
  });

  it('takes reports of the example and of random runs', () => {
    const health = { missing: [2], late: 1, refused: 0, erased: 0, pruned: 0 };
    fc.assert(
      fc.property(randomRun, (records) => {
        const aggregate = new CarryAggregate();
        aggregate.add(scoreRun({ run: 'refund-41182', records: exampleRun('run') }));
        aggregate.add(scoreRun({ run: records[0]?.run ?? '', records, health }, { terms: RANDOM_TERMS }));
        aggregate.skip({ what: 'lines', why: 'record.syntax', count: 1 });
        const report = aggregate.report({
          generatedAt: '2026-11-30T12:00:00.000Z',
          since: '2026-11-01T00:00:00Z',
        });
        assert.ok(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors?.slice(0, 3)));
      }),
      { numRuns: 30 },
    );
  });
});
