import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/canonical/canonical-json.js';
import { semanticDigest } from '../../src/contract/index.js';
import { detectChanges } from '../../src/diff/detect/detect-changes.js';
import { decidesNothing } from '../../src/diff/judge/decides-nothing.js';
import { judgeChanges } from '../../src/diff/judge/judge-changes.js';
import { RULES } from '../../src/diff/judge/rules.js';
import { CHANGE_KINDS, type Direction } from '../../src/model/policy-diff.js';
import { arbitraryContract, shuffled } from '../contract/arbitrary-contract.js';
import { compareCarefully, contractOf, setOf } from './support.js';

const REVERSE: Readonly<Record<Direction, Direction>> = {
  tightened: 'loosened',
  loosened: 'tightened',
  both: 'both',
  neutral: 'neutral',
};

const rules = new Map(RULES.map((rule) => [rule.id, rule]));

describe('the table of rules', () => {
  it('has a rule for every kind of change, and no id twice', () => {
    const kinds = new Set(RULES.map(({ kind }) => kind));
    assert.deepEqual(
      CHANGE_KINDS.filter((kind) => !kinds.has(kind)),
      [],
    );
    assert.equal(rules.size, RULES.length);
  });

  it('gives each rule a mirror that mirrors it, in the other direction', () => {
    for (const { id, mirror, direction } of RULES) {
      const reverse = rules.get(mirror);
      assert.equal(reverse?.mirror, id, id);
      assert.equal(reverse?.direction, REVERSE[direction], id);
    }
  });

  it('breaks somebody where it tightens a decision', () => {
    const nobody = RULES.filter(({ direction, breaks }) => direction === 'tightened' && breaks.length === 0);
    // An alert that comes sooner breaks nobody, nor does what is redacted or signed.
    assert.deepEqual(
      nobody.filter(({ kind }) => !decidesNothing(kind)).map(({ id }) => id),
      [],
    );
  });
});

describe('changes between contracts', () => {
  it('are none between a contract and itself, however its keys are ordered', () => {
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(arbitraryContract, order, (document, numbers) => {
        const again = shuffled(document, (length) => permutation(length, numbers));
        const { changes } = detectChanges(setOf(contractOf(document)), setOf(contractOf(again)));
        assert.deepEqual(changes, []);
      }),
      { numRuns: 200 },
    );
  });

  it('are some wherever the two mean something else', () => {
    const seen = { equal: 0, other: 0 };
    fc.assert(
      fc.property(arbitraryContract, arbitraryContract, (one, other) => {
        const [base, head] = [contractOf(one), contractOf(other)];
        const same = semanticDigest(base) === semanticDigest(head);
        seen[same ? 'equal' : 'other'] += 1;
        if (!same) assert.notDeepEqual(detectChanges(setOf(base), setOf(head)).changes, []);
      }),
      { numRuns: 150 },
    );
    assert.ok(seen.other > 120, JSON.stringify(seen));
  });

  it('mirror: what is judged one way is judged the other way when the versions are swapped', () => {
    const directions: Record<string, number> = {};
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [base, head] = [setOf(contractOf(one)), setOf(contractOf(other))];
        const there = judgeChanges(detectChanges(base, head), compareCarefully);
        const back = judgeChanges(detectChanges(head, base), compareCarefully);
        for (const { direction } of there) directions[direction] = (directions[direction] ?? 0) + 1;
        const mirrored = there.map((finding) => ({
          rule: rules.get(finding.rule)?.mirror,
          direction: REVERSE[finding.direction],
          before: finding.change.after,
          after: finding.change.before,
        }));
        const found = back.map(({ rule, direction, change }) => {
          return { rule, direction, before: change.before, after: change.after };
        });
        assert.deepEqual(sorted(mirrored), sorted(found));
      }),
      { numRuns: 200 },
    );
    for (const direction of ['tightened', 'loosened', 'both', 'neutral'])
      assert.ok((directions[direction] ?? 0) > 25, JSON.stringify(directions));
  });

  it('keep their fingerprint when lines move, and lose it when the change is another', () => {
    const base = contractOf(text('warn'));
    const moved = contractOf(`# moved\n\n${text('ignore')}`);
    const printOf = (head: typeof base): string | undefined =>
      judgeChanges(detectChanges(setOf(base), setOf(head)), compareCarefully)[0]?.fingerprint;
    assert.equal(printOf(contractOf(text('ignore'))), printOf(moved));
    assert.notEqual(printOf(contractOf(text('block'))), printOf(moved));
  });

  it('of a whole contract they are over the text of its rules too, which it only names', () => {
    const withRule = '{ rules: [{ name: limit, file: limit.rego }], constraint:';
    const contract = contractOf(text('warn').replace('{ constraint:', withRule));
    const { edgeCheck } = contract;
    const rules = edgeCheck.rules.map((rule) => ({ ...rule, text: `${rule.text}\nother := true\n` }));
    const other = { ...contract, edgeCheck: { ...edgeCheck, rules } };
    for (const sides of [
      (one: typeof contract) => [setOf(), setOf(one)] as const,
      (one: typeof contract) => [setOf(one), setOf()] as const,
    ]) {
      const [was, is] = [contract, other].map((one) =>
        judgeChanges(detectChanges(...sides(one)), compareCarefully),
      );
      assert.equal(was?.length, 1);
      assert.match(was?.[0]?.rule ?? '', /^contract\.(?:added|removed)$/);
      assert.notEqual(was?.[0]?.fingerprint, is?.[0]?.fingerprint);
    }
  });
});

describe('contracts are paired', () => {
  it('by name, by meaning, and by the agents that only they join', () => {
    const rows = [
      { head: text('warn', 'b'), status: 'renamed' },
      { head: text('block', 'b'), status: 'renamed' },
      { head: text('block', 'b', '{ from: x, to: y }'), status: 'added and removed' },
    ];
    for (const { head, status } of rows) {
      const { pairing } = detectChanges(setOf(contractOf(text('warn'))), setOf(contractOf(head, 'b.yaml')));
      assert.equal(pairing.pairs[0]?.renamed === true ? 'renamed' : 'added and removed', status, head);
      assert.equal(pairing.added.length + pairing.removed.length, status === 'renamed' ? 0 : 2);
    }
  });

  it('by nothing where two candidates are left', () => {
    const base = setOf(contractOf(text('warn', 'a')), contractOf(text('block', 'c'), 'c.yaml'));
    const head = setOf(contractOf(text('ignore', 'b'), 'b.yaml'), contractOf(text('ignore', 'd'), 'd.yaml'));
    const { pairing } = detectChanges(base, head);
    assert.deepEqual([pairing.pairs.length, pairing.added.length, pairing.removed.length], [0, 2, 2]);
  });
});

/** Two contracts, half of the time one with a few parts of the other, so that single changes are common. */
const pairs = fc
  .tuple(arbitraryContract, arbitraryContract, fc.subarray(['schema', 'edge_check', 'metadata']))
  .map(
    ([one, other, kept]) =>
      [
        one,
        {
          ...other,
          ...Object.fromEntries(kept.map((part) => [part, one[part]]).filter(([, v]) => v !== undefined)),
        },
      ] as const,
  );

function text(severity: string, name = 'a', edge = '{ from: a, to: b }'): string {
  return `apiVersion: edge-contracts/v1
kind: EdgeContract
metadata: { name: ${name}, owner: team }
edge: ${edge}
edge_check: { constraint: { weakened: ${severity} } }
`;
}

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => canonicalJson(item as never)).sort();
}

function permutation(length: number, numbers: fc.Stream<number>): number[] {
  const keyed = [...numbers.take(length)].map((number, index) => [number, index] as const);
  return keyed.sort(([a], [b]) => a - b).map(([, index]) => index);
}
