import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../../src/canonical/json-value.js';
import { digestValue } from '../../../src/canonical/digest.js';
import { emitManifest } from '../../../src/compile/emit-manifest.js';
import { emitPayloadSchema } from '../../../src/compile/emit-payload-schema.js';
import { wholeVocabulary } from '../../../src/contract/speak-vocabulary.js';
import { loadGate } from '../../../src/evaluate/load-gate.js';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import type { Contract, ContractSet } from '../../../src/contract/contract.js';
import { parseContract } from '../../../src/contract/parse-contract.js';
import { readProject } from '../../../src/contract/read-project.js';
import type { CompiledSide } from '../../../src/diff/compiled-side.js';
import { detectChanges } from '../../../src/diff/detect/detect-changes.js';
import { type JudgedChange, judgeChanges } from '../../../src/diff/judge/judge-changes.js';
import { RULES } from '../../../src/diff/judge/rules.js';
import { showClaim } from '../../../src/diff/witness/show-claim.js';
import { validateRecord } from '../../../src/model/validate-record.js';
import type { Claim, Witness } from '../../../src/model/policy-diff.js';
import { DEADLINE_MS } from '../../proof/settings.js';
import {
  PROJECT_EXAMPLES,
  type Parts,
  type ProjectParts,
  RULE_EXAMPLES,
  type RuleExample,
} from '../rules.js';
import { compareCarefully } from '../support.js';
import { type Compiled, compiledSide, setOf } from './support.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
const open: Compiled[] = [];
after(async () => {
  for (const { gate } of open) gate.close();
  await tools.opa.close();
});

const mirrors = new Map(RULES.map(({ id, mirror }) => [id, mirror]));

/** Every example of a contract, compiled at once: two bundles, in each of which an example is an edge. */
let base: CompiledSide;
let head: CompiledSide;
before(async () => {
  const contractsOf = (side: 'base' | 'head'): Contract[] =>
    RULE_EXAMPLES.flatMap((example, at) => contractOf(example, at, side) ?? []);
  base = await opened(setOf(contractsOf('base')));
  head = await opened(setOf(contractsOf('head')));
});

async function opened(set: ContractSet): Promise<Compiled> {
  const side = await compiledSide(set, tools);
  open.push(side);
  return side;
}

function contractOf(example: RuleExample, at: number, side: 'base' | 'head'): Contract | null {
  const name = `a${at}`;
  const rule = `${name}-${side}`;
  const parts = example[side];
  if (parts['gone'] === true) return null;
  const text = JSON.stringify(documentOf(parts, at))
    .replaceAll('"NAME"', JSON.stringify(name))
    .replaceAll('NAME.rego', `${rule}.rego`)
    .replaceAll('FROM', `s${at}`);
  const files = new Map([[`${rule}.rego`, `package rules.${name}\n\n${example.texts?.[side] ?? ''}`]]);
  const { contract, diagnostics } = parseContract(
    text,
    `${parts['renamed'] === true ? 'b' : 'a'}${at}.yaml`,
    { folder: '', files },
  );
  assert.ok(contract !== null, `${example.rule}: ${JSON.stringify(diagnostics)}`);
  return parts['part_severity'] === true ? withIdleSeverity(contract) : contract;
}

/** No text that is read without an error has this. */
function withIdleSeverity(contract: Contract): Contract {
  return { ...contract, edgeCheck: { ...contract.edgeCheck, severities: { 'established.expired': 'warn' } } };
}

function documentOf(parts: Parts, at: number): object {
  const {
    owner = 'team',
    description,
    runbook,
    gone: _,
    renamed,
    other_agents,
    part_severity: __,
    ...rest
  } = parts;
  return {
    ...{ apiVersion: 'edge-contracts/v1', kind: 'EdgeContract' },
    metadata: {
      ...{ name: renamed === true ? `b${at}` : `a${at}`, owner },
      ...(description === undefined ? {} : { description }),
      ...(runbook === undefined ? {} : { runbook }),
    },
    edge: { from: `s${at}`, to: other_agents === true ? `t${at}` : `r${at}` },
    ...rest,
  };
}

function findingsOf(one: CompiledSide, other: CompiledSide): readonly JudgedChange[] {
  return judgeChanges(detectChanges(one.set, other.set), compareCarefully);
}

type Wanted = Pick<RuleExample, 'neutral' | 'waiver'>;

/** What is wrong with a claim; each is printed. */
function faultsOf(finding: JudgedChange, claim: Claim, { neutral, waiver }: Wanted): string[] {
  const { status } = claim;
  const label = `${finding.rule}: ${shown(claim)}`;
  console.log(`  ${label}`);
  if (neutral === true) return status === 'none' ? [] : [label];
  if (waiver !== undefined) return status === 'unknown' ? [] : [label];
  // An example is chosen so that there is a witness.
  if ((status !== 'proven' && status !== 'decided') || claim.witness === null) return [label];
  checkWitness(claim.witness, finding, label);
  if (status === 'proven' && claim.also !== undefined) checkWitness(claim.also, finding, label);
  return [];
}

function shown(claim: Claim): string {
  const witness = 'witness' in claim ? claim.witness : undefined;
  const cases = claim.status === 'decided' ? ` over ${claim.cases}` : '';
  const reason = 'reason' in claim ? ` (${claim.reason})` : '';
  return `${claim.status}${cases}${reason}${witness ? `, ${witness.records.length} records: ${witness.says}` : ''}`;
}

function checkWitness({ records, base, head }: Witness, { direction }: JudgedChange, label: string): void {
  for (const record of records) assert.deepEqual(validateRecord(record), { record }, label);
  const [was, is] = [`${base.decision} ${base.action}`, `${head.decision} ${head.action}`];
  assert.notEqual(was, is, label);
  if (direction === 'both') return;
  const [looser, tighter] = direction === 'loosened' ? [head, base] : [base, head];
  assert.ok(tighter.decision === 'block' && looser.action === 'allow', label);
}

describe('examples of rules', () => {
  it('are there for every rule', () => {
    const there = [...RULE_EXAMPLES, ...PROJECT_EXAMPLES].flatMap(({ rule }) => [rule, mirrors.get(rule)]);
    assert.deepEqual(
      RULES.map(({ id }) => id).filter((id) => !there.includes(id)),
      [],
    );
  });

  it('come out as the finding of their rule, with a claim that is proven or decided', () => {
    const wrong: string[] = [];
    for (const isSwapped of [false, true]) {
      const [one, other] = isSwapped ? [head, base] : [base, head];
      const findings = findingsOf(one, other);
      for (const [at, example] of RULE_EXAMPLES.entries()) {
        const own = findings.filter(({ change }) => [`a${at}`, `b${at}`].includes(change.edge ?? ''));
        const rule = isSwapped ? mirrors.get(example.rule) : example.rule;
        const found = own.map((finding) => finding.rule).join();
        if (found !== rule) wrong.push(`${at} ${rule}: ${found}`);
        for (const finding of own) wrong.push(...faultsOf(finding, showClaim(finding, one, other), example));
      }
    }
    assert.deepEqual(wrong, []);
  });

  it('do so for changes of a project', async () => {
    const first = await opened(projectOf({}));
    for (const example of PROJECT_EXAMPLES) {
      const [one, other] = [await spoken(first, example.base), await spoken(first, example.head)];
      for (const isSwapped of [false, true]) {
        const [was, is] = isSwapped ? [other, one] : [one, other];
        const rule = isSwapped ? mirrors.get(example.rule) : example.rule;
        const findings = findingsOf(was, is);
        assert.deepEqual(
          findings.map((finding) => finding.rule),
          [rule],
        );
        for (const finding of findings) {
          const claim = showClaim(finding, was, is);
          assert.deepEqual(faultsOf(finding, claim, example), []);
        }
      }
    }
  });
});

/** Only a contract of another name has other policies. */
async function spoken(first: Compiled, parts: ProjectParts): Promise<CompiledSide> {
  const set = projectOf(parts);
  return parts.renamed === true ? opened(set) : respoken(first, set);
}

/** The same policies under another project: what it says is in the manifest alone, so that nothing is compiled again. */
function respoken({ files, bundle }: Compiled, set: ContractSet): CompiledSide {
  const manifest = {
    ...bundle.manifest,
    uncovered: set.project.uncovered,
    effects: set.project.effects === null ? null : wholeVocabulary(set.project.effects),
    tools: set.tools,
    edges: set.contracts.map((contract) =>
      emitManifest(contract, emitPayloadSchema(contract, tools.schemas.payload)),
    ),
  };
  const other = { ...bundle, manifest, digest: digestValue(manifest as unknown as JsonObject) };
  const gate = loadGate({ bundle: Buffer.from(JSON.stringify(other)) });
  return { set, files, manifest, gate };
}

function projectOf({ tools: list, tools_file, renamed, ...rest }: ProjectParts): ContractSet {
  const project = tools_file === undefined ? rest : { ...rest, tools: tools_file };
  const name = renamed === true ? 'b0' : 'a0';
  const contract = {
    ...documentOf(renamed === true ? { renamed } : {}, 0),
    declared_side_effects: [{ by: 'receiver', kind: 'message.email', target: 'customer*' }],
  };
  const ceiling = { read_only: false, destructive: true, idempotent: false, open_world: true };
  const entries = (list ?? []).map(({ name, ...more }) => [name, { ceiling, ...more }]);
  const files: [string, string][] = [
    [`${project.contracts ?? 'contracts'}/${name}.yaml`, JSON.stringify(contract)],
    ['edge-contracts.yaml', JSON.stringify(project)],
    ...(list === undefined
      ? []
      : [
          [tools_file ?? 'tools.yaml', JSON.stringify({ tools: Object.fromEntries(entries) })] as [
            string,
            string,
          ],
        ]),
  ];
  const { set, diagnostics } = readProject(new Map(files));
  assert.deepEqual(diagnostics, []);
  return set;
}
