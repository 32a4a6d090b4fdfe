import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { JsonObject } from '../../../src/canonical/json-value.js';
import { loadToolchain } from '../../../src/compile/load-toolchain.js';
import type { Contract } from '../../../src/contract/contract.js';
import { parseContract } from '../../../src/contract/parse-contract.js';
import type { CompiledSide } from '../../../src/diff/compiled-side.js';
import { detectChanges } from '../../../src/diff/detect/detect-changes.js';
import { type JudgedChange, judgeChanges } from '../../../src/diff/judge/judge-changes.js';
import type { WitnessPorts } from '../../../src/diff/witness/area.js';
import { showClaim } from '../../../src/diff/witness/show-claim.js';
import type { Claim } from '../../../src/model/policy-diff.js';
import type { TransferRecord } from '../../../src/model/record.js';
import { DEADLINE_MS } from '../../proof/settings.js';
import { compareCarefully } from '../support.js';
import { type Compiled, compiledSide, setOf } from './support.js';

/** The rule of docs/contract.md. */
const REFUND_LIMIT = `proven if {
	amount := input.payload.established.amount
	startswith(amount, "GBP ")
	to_number(substring(amount, 4, -1)) <= 500
}`;
const NEVER = 'proven if count(input.side_effects.claimed) > 40';
const PAIR = `proven if {
	input.payload.established.amount == "GBP 12"
	input.payload.fields.ticket.kind == "refund"
	count(input.payload.fields.team) > 3
}`;
/** Nothing in its text says which. */
const GUESSED_BY_NOBODY = `proven if {
	number := to_number(input.payload.established.amount)
	number > 1000
	number % 97 == 13
}`;

const AMOUNT = { schema: { established: { amount: { type: 'string' } } } };
const TICKET = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };
const WITH_FIELDS = {
  schema: {
    established: { amount: { type: 'string' } },
    properties: { ticket: TICKET, team: { type: 'string' } },
  },
};
const narrowed = (severity: string): JsonObject => ({ constraint: { narrowed: severity } });
const SHORT = { schema: { established: { amount: { type: 'string', maxLength: 9 } } } };
const LONG = { schema: { established: { amount: { type: 'string', maxLength: 20 } } } };
const NO_CARDS = { id: 'no-cards', text: 'never repeat a card number', modality: 'prohibition' };
const standing = (...list: JsonObject[]): JsonObject => ({ provenance: { constraints: { standing: list } } });

interface Example {
  readonly says: string;
  readonly text: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
  readonly checks?: { readonly base: JsonObject; readonly head: JsonObject };
  readonly rule: string;
  /** A status, or the reason of what is unknown. */
  readonly shows: readonly Claim['status'][] | RegExp;
}

const LOWERED = { base: narrowed('block'), head: narrowed('warn') };
const SHOWN = ['proven', 'decided'] as const;
const BLOCKS = /^the rule `a\d+` blocks every run that was tried$/;
const EXAMPLES: readonly Example[] = [
  ...(
    [
      ['a severity', AMOUNT, AMOUNT, LOWERED, 'severity.lowered'],
      ['a standing constraint', { ...AMOUNT, ...standing(NO_CARDS) }, AMOUNT, undefined, 'standing.removed'],
      ['a fact', LONG, SHORT, undefined, 'fact.narrowed'],
    ] as const
  ).flatMap(([says, base, head, checks, rule]): Example[] => {
    const example = { base, head, rule, ...(checks === undefined ? {} : { checks }) };
    return [
      { ...example, says: `${says}, the rule satisfied`, text: REFUND_LIMIT, shows: SHOWN },
      { ...example, says: `${says}, the rule never`, text: NEVER, shows: BLOCKS },
    ];
  }),
  ...(
    [
      ['several parts at once', WITH_FIELDS, PAIR, SHOWN],
      ['a value that nothing says', AMOUNT, GUESSED_BY_NOBODY, BLOCKS],
    ] as const
  ).map(
    ([says, parts, text, shows]): Example => ({
      ...{ says, text, shows, base: parts, head: parts, checks: LOWERED, rule: 'severity.lowered' },
    }),
  ),
];
const GUESSED_AT = EXAMPLES.length - 1;
/** Its facts' sources do not matter: nothing that they decide blocks. */
const IDLE_AT = EXAMPLES.length;
const idle = (...sources: string[]): JsonObject => ({ provenance: { established: { sources } } });

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
const open: Compiled[] = [];
let base: CompiledSide;
let head: CompiledSide;
before(async () => {
  for (const side of ['base', 'head'] as const)
    open.push(await compiledSide(setOf(contractsOf(side)), tools));
  const [one, other] = open;
  assert.ok(one && other);
  [base, head] = [one, other];
});
after(async () => {
  for (const { gate } of open) gate.close();
  await tools.opa.close();
});

function contractsOf(side: 'base' | 'head'): Contract[] {
  const warns = { established: { unsupported: 'warn' } };
  return [
    ...EXAMPLES.map((example, at) =>
      contractOf(at, example[side], example.checks?.[side] ?? {}, example.text),
    ),
    contractOf(IDLE_AT, side === 'base' ? idle('customer') : idle('customer', 'policy'), warns),
  ];
}

function contractOf(at: number, parts: JsonObject, checks: JsonObject, text?: string): Contract {
  const name = `a${at}`;
  const rules = text === undefined ? {} : { rules: [{ name, file: `${name}.rego` }] };
  const document = {
    ...{ apiVersion: 'edge-contracts/v1', kind: 'EdgeContract', metadata: { name, owner: 'team' } },
    ...{ edge: { from: `s${at}`, to: `r${at}` }, ...parts, edge_check: { ...checks, ...rules } },
  };
  const files = new Map([[`${name}.rego`, `package rules.${name}\n\n${text}\n`]]);
  const { contract, diagnostics } = parseContract(JSON.stringify(document), `${name}.yaml`, {
    folder: '',
    files,
  });
  assert.ok(contract !== null, JSON.stringify(diagnostics));
  return contract;
}

function findingOf(at: number): JudgedChange {
  const findings = judgeChanges(detectChanges(base.set, head.set), compareCarefully);
  const [finding] = findings.filter(({ change }) => change.edge === `a${at}`);
  assert.ok(finding, `${at}`);
  return finding;
}

function claimAt(at: number, ports?: WitnessPorts): Claim {
  return showClaim(findingOf(at), base, head, ports);
}

describe('a claim where a custom rule blocks', () => {
  for (const [at, { says, rule, shows }] of EXAMPLES.entries())
    it(`is shown, or says that the rule hides it: ${says}`, () => {
      assert.equal(findingOf(at).rule, rule);
      const claim = claimAt(at);
      const reason = 'reason' in claim ? claim.reason : '';
      if (shows instanceof RegExp) {
        assert.equal(claim.status, 'unknown');
        assert.match(reason, shows);
      } else {
        assert.ok(shows.includes(claim.status), `${claim.status}: ${reason}`);
        assert.ok('witness' in claim && claim.witness);
      }
    });

  it('is shown by what recorded handoffs of the edge have', () => {
    assert.equal(claimAt(GUESSED_AT, { seeds: [seed('another', '1080')] }).status, 'unknown');
    assert.equal(claimAt(GUESSED_AT, { seeds: [seed(`s${GUESSED_AT}`, '1081')] }).status, 'unknown');
    const claim = claimAt(GUESSED_AT, { seeds: [seed(`s${GUESSED_AT}`, '1080')] });
    assert.equal(claim.status, 'decided');
    assert.ok(claim.status === 'decided' && claim.witness !== null);
  });
});

function seed(from: string, value: string): TransferRecord {
  return {
    ...{ schema: 'edge-contracts/record/v1', run: 'r', kind: 'transfer', at: '2026-01-05T12:00:00Z' },
    ...{ hop: 1, attempt: 1, after: [], from, to: `r${GUESSED_AT}`, delivered: true, sender: {} },
    payload: { established: [{ key: 'amount', value, source: 'tool_result', evidence: 't1' }] },
  };
}

describe('a claim that no run shows', () => {
  it('is decided only where what it is about blocks in neither version, and says so', () => {
    const claim = showClaim({ ...findingOf(IDLE_AT), direction: 'loosened' }, base, head);
    assert.ok(claim.status === 'decided' && claim.witness === null, JSON.stringify(claim));
    assert.equal(claim.reason, 'established.expired, established.unsupported block in neither version');
  });

  it('is unknown where it could', () => {
    const claim = showClaim(
      { ...findingOf(0), change: { ...findingOf(0).change, subject: 'constraint.dropped' } },
      base,
      head,
    );
    assert.equal(claim.status, 'unknown');
  });
});
