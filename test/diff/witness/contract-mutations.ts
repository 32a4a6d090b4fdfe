import type { Contract } from '../../../src/contract/contract.js';
import { parseContract } from '../../../src/contract/parse-contract.js';
import { AGENTS, POLICIES, RULE_FILES, SOURCES } from '../../proof/contract-generator.js';
import type { Dice } from '../../proof/dice.js';
import { CODES } from '../../proof/plain-reading.js';

type Json = Record<string, unknown>;
type Mutation = (document: Json, dice: Dice, from: string) => void;

const SEVERITIES = ['block', 'block', 'warn', 'ignore'];
const DAYS = ['2026-11-29', '2026-11-30', '2026-12-01', '2027-03-31'];

/** A contract with a few parts changed, each change of a kind that is judged one way, or both; null: it does not read. */
export function mutated(contract: Contract, dice: Dice, count: number): Contract | null {
  const document = structuredClone(contract.resolved) as Json;
  for (let done = 0; done < count; done += 1) dice.pick(MUTATIONS)(document, dice, contract.edge.from);
  const read = parseContract(JSON.stringify(document), contract.file, { files: RULE_FILES });
  return read.contract;
}

const MUTATIONS: readonly Mutation[] = [
  severity,
  severity,
  severity,
  (document, dice) => {
    at(document, 'edge_check')['mode'] = dice.pick(['enforce', 'warn', 'observe']);
  },
  exception,
  exception,
  (document, dice, from) => {
    const how = dice.pick(['satisfied', 'withdrawn', 'superseded']);
    toggle(
      at(document, 'edge_check', 'discharge'),
      how,
      dice.pick([from === '*' ? 'triage' : from, dice.pick(AGENTS)]),
    );
  },
  (document, dice) => toggle(at(document, 'provenance', 'established'), 'sources', dice.pick(SOURCES)),
  (document, dice) => {
    const established = at(document, 'provenance', 'established');
    established['sources'] ??= [];
    established['max_age'] = dice.pick(['PT15M', 'PT1H', 'PT1S', 'P1DT12H']);
  },
  (document, dice) => toggle(at(document, 'provenance', 'constraints'), 'policies', dice.pick(POLICIES)),
  (document, dice) =>
    toggle(
      at(document, 'provenance', 'constraints'),
      'stated_by',
      dice.pick(['customer', 'policy', 'agent']),
    ),
  effects,
  effects,
  effects,
  rules,
];

function severity(document: Json, dice: Dice): void {
  const [group = '', name = ''] = dice.pick(CODES).split('.');
  at(document, 'edge_check', group)[name] = dice.pick(SEVERITIES);
}

function exception(document: Json, dice: Dice): void {
  const check = at(document, 'edge_check');
  const list = (check['exceptions'] ?? []) as Json[];
  const one = list.length > 0 && dice.chance(50) ? dice.pick(list) : null;
  const fresh = { code: dice.pick(CODES), reason: 'x', owner: 'x', expires: dice.pick(DAYS) };
  const rest = list.filter((entry) => entry !== one && entry['code'] !== fresh.code);
  if (one !== null && dice.chance(50)) check['exceptions'] = [...rest, { ...one, expires: dice.pick(DAYS) }];
  else check['exceptions'] = one === null ? [...rest, fresh] : rest;
}

const BOUNDS = [
  { type: 'integer', minimum: 0, maximum: 25 },
  { maximum: 50 },
  { minimum: 5 },
  { enum: ['acme'] },
];

function effects(document: Json, dice: Dice): void {
  const list = (document['declared_side_effects'] ?? []) as Json[];
  const one = list.length > 0 ? dice.pick(list) : null;
  const others = list.filter((entry) => entry !== one);
  const what = dice.int(0, 4);
  const kind = dice.pick(['message.app', 'payment.*', 'log', 'payment.refund.partial']);
  const fresh = {
    by: dice.pick(['sender', 'receiver']),
    kind,
    target: dice.pick(['customer', '*']),
    reversible: true,
  };
  if (one === null || what === 0) document['declared_side_effects'] = [...list, fresh];
  else if (what === 1) document['declared_side_effects'] = others;
  else if (what === 2)
    document['declared_side_effects'] = [...others, { ...one, reversible: dice.chance(50) }];
  else if (one['kind'] === 'config.change') {
    const value = dice.chance(30) ? {} : { value: dice.pick(BOUNDS) };
    const { value: _, ...plain } = one;
    const operations = dice.chance(50)
      ? { operations: dice.some(['add', 'remove', 'replace', 'move'], 70) }
      : {};
    document['declared_side_effects'] = [...others, { ...plain, ...value, ...operations }];
  }
}

function rules(document: Json, dice: Dice): void {
  const check = at(document, 'edge_check');
  const rule = dice.pick([
    { name: 'refund-limit', file: 'rules/refund_limit.rego' },
    { name: 'few-claims', file: 'rules/few_claims.rego' },
  ]);
  const list = ((check['rules'] ?? []) as Json[]).filter(({ name }) => name !== rule.name);
  check['rules'] = dice.chance(40) ? list : [...list, { ...rule, severity: dice.pick(SEVERITIES) }];
}

/** The map at a path; made where it is not there. */
function at(document: Json, ...path: readonly string[]): Json {
  let map = document;
  for (const key of path) {
    map[key] ??= {};
    map = map[key] as Json;
  }
  return map;
}

function toggle(map: Json, key: string, item: string): void {
  const list = (map[key] ?? []) as string[];
  map[key] = list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}
