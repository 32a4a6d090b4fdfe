import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Gate } from '../../src/evaluate/gate.js';
import type { Case } from '../../src/model/case.js';
import { compiledGate, repositoryContracts } from '../proof/repository-gate.js';
import { DEADLINE_MS } from '../proof/settings.js';
import { caseFiles, projectOf, readCase, runCaseFile } from './run-cases.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
const files = caseFiles();
const gates = new Map<string, Gate>();
before(async () => {
  for (const project of new Set(files.map(projectOf)))
    gates.set(project, await compiledGate(repositoryContracts(project), tools));
});
after(() => tools.opa.close());

function gateOf(file: string): Gate {
  const gate = gates.get(projectOf(file));
  assert.ok(gate);
  return gate;
}

test('there are cases, and each expects something', () => {
  assert.ok(files.length >= 28);
  assert.ok(gates.size >= 2);
  for (const file of files) assert.ok(Object.keys(readCase(file).expect).length > 0, file);
});

for (const file of files) {
  test(`${file.replaceAll('\\', '/')} comes as expected`, () => {
    assert.deepEqual(runCaseFile(gateOf(file), file).differences, []);
  });
}

const HONEST = join('examples', 'config-rollout', 'cases', '02-honest.json');

/** The honest rollout with other config, judged. */
function rolledOut(change: (config: Sides) => void): ReturnType<typeof runCaseFile> {
  const example = structuredClone(readCase(HONEST)) as Case & { config: Sides };
  change(example.config);
  return runCaseFile(gateOf(HONEST), HONEST, example);
}

type Side = Record<string, { flags: unknown[] } | undefined>;
interface Sides {
  readonly before: Side;
  readonly after: Side;
}

const MISTAKES: readonly (readonly [about: string, change: (config: Sides) => void, told: RegExp])[] = [
  [
    'a source that no handoff reads',
    ({ before: side }) => {
      side['feature-flag'] = { flags: [] };
    },
    /the case `honest`: no handoff reads the config source `feature-flag`/,
  ],
  [
    'items without their identity',
    ({ after: side }) => side['feature-flags']?.flags.push({ enabled: true }),
    /the case `honest`: feature-flags\/flags\/2: /,
  ],
  [
    'two items of one identity',
    ({ after: side }) => side['feature-flags']?.flags.push({ name: 'checkout_v2' }),
    /the case `honest`: feature-flags\/flags\/2: /,
  ],
];

for (const [about, change, told] of MISTAKES) {
  test(`a mistake in the config of a case is told: ${about}`, () => {
    assert.throws(
      () => rolledOut(change),
      (error: { code?: string; message: string }) => {
        assert.match(error.message, told);
        return true;
      },
    );
  });
}

test('a source that a case says nothing of could not be read', () => {
  const { differences } = rolledOut(({ after: side }) => {
    delete side['payments'];
  });
  assert.match(differences.join('\n'), /config\.unreadable/);
});

test('the order of items that have an identity means nothing, and a secret shows only that it changed', () => {
  const reordered = rolledOut(({ after: side }) => side['feature-flags']?.flags.reverse());
  assert.deepEqual(reordered.differences, []);
  const changed = runCaseFile(gateOf(HONEST), join(HONEST, '..', '08-secret-changed.json'));
  const told = JSON.stringify(changed.evaluation);
  assert.match(told, /secret …/);
  assert.doesNotMatch(told, /not-a-real-key/);
});
