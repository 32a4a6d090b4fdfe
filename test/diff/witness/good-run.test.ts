import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonSchema } from '../../../src/canonical/json-value.js';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import type { Contract } from '../../../src/contract/contract.js';
import type { CompiledSide } from '../../../src/diff/compiled-side.js';
import { type EdgeView, severityOf } from '../../../src/diff/witness/edge-view.js';
import { goodRun } from '../../../src/diff/witness/good-run.js';
import { putToGate } from '../../../src/diff/witness/put-to-gate.js';
import { type RunDraft, recordsOf } from '../../../src/diff/witness/run-draft.js';
import { SCENES } from '../../../src/diff/witness/scenes/index.js';
import { sideOf, viewOf } from '../../../src/diff/witness/view-of.js';
import { CHECKS } from '../../../src/checks/index.js';
import { validateRecord } from '../../../src/model/validate-record.js';
import { arbitraryContract } from '../../contract/arbitrary-contract.js';
import { contractText, readGenerated } from '../../proof/contract-generator.js';
import { EVERY_CHECK } from '../../proof/every-check.js';
import { DEADLINE_MS, seedOf } from '../../proof/settings.js';
import { contractOf } from '../support.js';
import { compiledSide, setOf } from './support.js';

const COUNT = 40;
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let generated: CompiledSide;
let arbitrary: CompiledSide;
let every: CompiledSide;
before(async () => {
  generated = await compiledSide(setOf(Array.from({ length: COUNT }, (_, at) => drawn(`g${at}`))), tools);
  arbitrary = await compiledSide(setOf(anyContracts()), tools);
  every = await compiledSide(setOf([EVERY_CHECK]), tools);
});
after(async () => {
  for (const side of [generated, arbitrary, every]) side?.gate.close();
  await tools.opa.close();
});

function drawn(name: string): Contract {
  const [text] = fc.sample(contractText(name), { numRuns: 1, seed: seedOf('good-run', name) });
  return readGenerated(text ?? '', name);
}

/** Sources and standing constraints mean one thing in a set: here each contract has names of its own. */
function anyContracts(): Contract[] {
  const documents = fc.sample(arbitraryContract, { numRuns: COUNT, seed: seedOf('good-run') });
  return documents.map((document, at) => {
    const own = JSON.stringify(document).replaceAll(
      /"(flags|payments|at-a-ref|rows|served|names)"/g,
      `"s${at}-$1"`,
    );
    const parsed = JSON.parse(own) as {
      metadata: object;
      provenance?: { constraints?: { standing?: { id: string }[] } };
    };
    for (const standing of parsed.provenance?.constraints?.standing ?? [])
      standing.id = `s${at}-${standing.id}`;
    return contractOf({ ...parsed, metadata: { ...parsed.metadata, name: `a${at}` } }, `a${at}.yaml`);
  });
}

function views(side: CompiledSide): EdgeView[] {
  return side.set.contracts.flatMap((contract) => {
    const edge = sideOf(side, contract);
    return edge === null ? [] : [viewOf([edge], [side])];
  });
}

function ask(side: CompiledSide, draft: RunDraft): ReturnType<typeof putToGate> {
  const records = recordsOf(draft);
  for (const record of records) assert.deepEqual(validateRecord(record), { record }, JSON.stringify(record));
  return putToGate(side.gate, { records, asked: 'handoff', question: null });
}

describe('a good run', () => {
  it('is allowed by the contract that it was built from, wherever one can be', () => {
    for (const [label, side] of [
      ['generated', generated],
      ['arbitrary', arbitrary],
    ] as const) {
      const possible = views(side).filter(canBeSatisfied);
      const answers = possible.map((view) => {
        const draft = goodRun(view);
        return draft === null ? { decision: 'none', codes: ['no run'] } : ask(side, draft);
      });
      const allowed = answers.filter(({ decision }) => decision === 'allow').length;
      const why = answers.flatMap(({ decision, codes }) => (decision === 'allow' ? [] : codes));
      const share = `${allowed} of ${answers.length} allowed`;
      console.log(
        `good runs, ${label}: ${share} (${why.join()}), ${COUNT - possible.length} cannot be satisfied`,
      );
      assert.ok(allowed >= 0.9 * answers.length && answers.length >= COUNT / 3);
    }
  });
});

/** An oracle for what contracts are generated with, and nothing else: some ask for what nobody can send. */
function canBeSatisfied({ sides }: EdgeView): boolean {
  return sides.every(({ contract }) => {
    const { schema, provenance } = contract;
    const values = Object.values({ ...schema.established, ...schema.properties });
    const needsFacts = Object.keys(schema.established).length > 0;
    return (
      values.every(accepts) &&
      !(needsFacts && provenance.established?.sources.length === 0) &&
      isBound(contract)
    );
  });
}

function accepts(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return schema;
  const { const: only, pattern, minimum, maximum } = schema as Record<string, number | string | undefined>;
  if (only !== undefined && pattern !== undefined) return /^a+$/.test(String(only));
  return minimum === undefined || maximum === undefined || minimum <= maximum;
}

/** What it holds on every transfer says what it forbids, or nothing that it declares is final. */
function isBound({ provenance, declaredSideEffects }: Contract): boolean {
  const final = (declaredSideEffects ?? []).some(({ reversible }) => !reversible);
  return (
    !final ||
    provenance.standing.every(
      ({ modality, forbids }) => modality !== 'prohibition' || (forbids?.length ?? 0) > 0,
    )
  );
}

describe('scenes', () => {
  it('fail one check each, and it alone blocks', () => {
    const missing: string[] = [];
    for (const [view] of [views(every)]) {
      assert.ok(view);
      for (const { code, missing: later } of CHECKS) {
        if (later !== undefined || code === 'side_effect.malformed') continue;
        const scenes = [...(SCENES.get(code)?.(view) ?? [])];
        if (scenes.length === 0) missing.push(code);
        for (const { draft, asked, question, says } of scenes) {
          const records = recordsOf(draft);
          for (const record of records) assert.deepEqual(validateRecord(record), { record }, code);
          const answer = putToGate(every.gate, { records, asked, question } as never);
          if (answer.codes.join() !== code) missing.push(`${code} (${says}): ${answer.codes.join()}`);
        }
      }
    }
    assert.deepEqual(missing, []);
  });

  it('do so under most contracts', () => {
    const seen = new Map<string, [number, number]>();
    for (const side of [generated, arbitrary])
      for (const view of views(side))
        for (const [code, scenesOf] of SCENES) {
          const [edge] = view.sides;
          if (edge === undefined || severityOf(edge, code) !== 'block') continue;
          const counts = seen.get(code) ?? [0, 0];
          counts[1] += 1;
          for (const { draft, asked, question } of scenesOf(view)) {
            const answer = putToGate(side.gate, { records: recordsOf(draft), asked, question } as never);
            if (answer.codes.join() !== code) continue;
            counts[0] += 1;
            break;
          }
          seen.set(code, counts);
        }
    for (const [code, [shown, all]] of [...seen].sort())
      console.log(`  ${code.padEnd(36)} ${shown} of ${all}`);
  });
});
