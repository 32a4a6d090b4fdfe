import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { Facts } from '../../src/model/facts.js';
import { askInterpreter, compileEngines, type Engines } from './engines.js';
import { EVERY_CHECK, IN_ORDER } from './every-check.js';
import { DEADLINE_MS } from './settings.js';

const EDGE = EVERY_CHECK.metadata.name;
const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
let engines: Engines;
before(async () => {
  engines = await compileEngines([EVERY_CHECK], tools);
});
after(() => tools.opa.close());

/**
 * Members that no check reads: names, counts and values for reasons, scores and custom rules. `stated_in` and the
 * like are read through `differs`, whose members are absent where nothing differs.
 */
const NOT_READ: readonly RegExp[] = [
  /^\/now(\/seconds)?$/, // the day is read by exceptions, and this contract has none
  /^\/now\/date$/,
  /^\/transfer\/(run|attempt)$/,
  /^\/present\/(objective|remaining|sender_confidence|sender_stop_conditions)$/,
  /^\/payload\/(established|fields)$/,
  /^\/constraints\/(held|carried|intact|unresolved)$/,
  /^\/constraints\/pairs\/\d+\/(constraint|modality|lost_at)$/,
  /^\/discharges\/\d+\/(index|constraint)$/,
  /^\/stop_conditions\/(held|carried|added)$/,
  /^\/established\/(held|carried)$/,
  /^\/established\/entries\/\d+\/(index|key)$/,
  /^\/established\/entries\/\d+\/relayed\/hop$/,
  /^\/tool_results\/(held|carried)$/,
  /^\/side_effects\/(observed|claimed)\/\d+\/(index|id)$/,
  /\/matches\/\d+\/constraint$/,
  /^\/effects\/\d+\/by$/,
  /^\/config\/omitted$/, // `present.config` says it
  /^\/config\/sources\/\d+\/(baseline\/)?(source|adapter|location|kind|fault|why|ref|etag|digest|at)$/,
  /^\/config\/changes\/\d+\/(before|large|secret)$/,
  /^\/config\/claims\/\d+\/(index|source|path|operation|before|after)$/,
  // And what is not read of just these facts, because another member says enough.
  /^\/transfer\/hop$/, // the history is complete
  /^\/constraints\/pairs\/[01]\/origins$/, // it is in the sender's list
  /^\/constraints\/pairs\/1\/in_sender$/, // it is discharged
  /^\/constraints\/pairs\/\d+\/stated_by$/, // it is carried or discharged
  /^\/discharges\/0\/(modality|evidence\/(id|succeeded|meets_requires))$/, // it is withdrawn
  /^\/discharges\/1\/(stated_by|evidence\/(id|later|withdraws))$/, // it is satisfied
  /^\/discharges\/2\/(modality|evidence(\/(kind|succeeded|later|withdraws|meets_requires))?)$/, // superseded
  /^\/established\/entries\/[013]\/evidence$/, // its record is found
  /^\/established\/entries\/1\/succeeded$/, // a message
  /^\/established\/entries\/1\/relayed\/own_evidence$/, // it has the evidence that it came with
  /^\/established\/entries\/3\/relayed\/same_source$/, // it stands on evidence of its own
  /^\/established\/entries\/2\/(found|succeeded)$/, // a policy that is listed
  /^\/side_effects\/claimed\/0\/(kind|target|matches.*)$/, // it was observed
  /^\/config\/changes\/[01]\/(from|other)$/, // it was not moved, and nobody else's: the stricter reading
  /^\/config\/changes\/2\/(source|path|operation|from|after|claimed|matches.*|other\/hop)$/, // another agent's
];

/** What an effect's facts say of a handoff is not read. */
const HANDOFF_ONLY =
  /^\/(transfer|present|payload|discharges|stop_conditions|confidence|established|tool_results|side_effects|config)\b|^\/constraints\/pairs/;

/** Another type that says the same, or that the facts may have there: nothing is hidden by it. */
const TOLERATED: readonly RegExp[] = [
  // A list is read by its count and its items, and so is an object.
  / = (\{\}|\{"a":1\})$/,
  /\/discharged = "other"$/,
  // Where facts may say null.
  /^\/(transfer\/edge|confidence\/sender|established\/entries\/\d+\/age_seconds) = null$/,
  /^\/established\/entries\/2\/age_seconds = 7$/,
  /^\/established\/entries\/\d+\/(shows|relayed) = null$/,
  /^\/established\/entries\/\d+\/shows = true$/,
];

interface Broken {
  readonly at: string;
  readonly facts: unknown;
}

test('facts from which any one member is removed are never allowed', async () => {
  const found: string[] = [];
  for (const facts of Object.values(IN_ORDER)) {
    const broken = placesOf(facts).map(({ path, at }) => ({ at, facts: without(facts, path) }));
    found.push(...(await allowed(facts.subject, broken)));
  }
  assert.deepEqual(found, []);
});

test('facts in which any one member has another type are never allowed', async () => {
  const found: string[] = [];
  for (const facts of Object.values(IN_ORDER)) {
    const all = placesOf(facts).flatMap(({ path, at, value }) =>
      wrongFor(value).map((wrong) => ({
        at: `${at} = ${JSON.stringify(wrong)}`,
        place: at,
        facts: replaced(facts, path, wrong),
      })),
    );
    const broken = all.filter(({ at }) => !TOLERATED.some((pattern) => pattern.test(at)));
    found.push(...(await allowed(facts.subject, broken)));
  }
  assert.deepEqual(found, []);
});

test('facts that are none are never allowed', async () => {
  const subjects = [{ subject: 'transfer' }, { subject: 'effect' }];
  const nothing: unknown[] = [{}, [], 'facts', 7, true, { complete: true }, ...subjects];
  const noEffects = [
    { ...IN_ORDER.effect, effects: [] },
    { ...IN_ORDER.effect, effects: {} },
  ];
  const almost = subjects.map((one) => ({ ...one, complete: true, schema: 'edge-contracts/facts/v1' }));
  const broken = [...nothing, ...almost, ...noEffects].map((facts) => ({ at: JSON.stringify(facts), facts }));
  assert.deepEqual(await allowed('transfer', broken), []);
});

/** Where one of the engines said allow, and the member is one that is read. */
async function allowed(
  subject: Facts['subject'],
  broken: readonly (Broken & { readonly place?: string })[],
): Promise<string[]> {
  const read = broken.filter(({ at, place = at }) => isRead(subject, place));
  assert.ok(read.length > 0);
  const interpreted = await askInterpreter(
    tools.opa,
    engines.modules,
    read.map(({ facts }) => ({ edge: EDGE, facts })),
    'some',
  );
  return read
    .filter(({ facts }, index) => saysAllow(facts) || interpreted[index]?.decision === 'allow')
    .map(({ at }) => `${subject} ${at}`);
}

function saysAllow(facts: unknown): boolean {
  try {
    return engines.policy.evaluate(`edges/${EDGE}/verdict`, facts as Facts).decision === 'allow';
  } catch {
    return false;
  }
}

function isRead(subject: Facts['subject'], at: string): boolean {
  if (subject === 'effect' && HANDOFF_ONLY.test(at)) return false;
  if (subject === 'transfer' && at.startsWith('/effects')) return false;
  return !NOT_READ.some((pattern) => pattern.test(at));
}

type Path = readonly (string | number)[];

/** Every member of an object, at any depth. */
function placesOf(facts: unknown): { readonly path: Path; readonly at: string; readonly value: unknown }[] {
  const places: { path: Path; at: string; value: unknown }[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      const place = [...path, step];
      // An item that is left out is another list, not broken facts.
      if (typeof step === 'string') places.push({ path: place, at: `/${place.join('/')}`, value: inner });
      visit(inner, place);
    }
  };
  visit(facts, []);
  return places;
}

function without(facts: Facts, path: Path): unknown {
  return changed(facts, path, (parent, key) => delete parent[key]);
}

function replaced(facts: Facts, path: Path, value: unknown): unknown {
  return changed(facts, path, (parent, key) => {
    parent[key] = value;
  });
}

function changed(
  facts: Facts,
  path: Path,
  change: (parent: Record<string, unknown>, key: string) => void,
): unknown {
  const copy = structuredClone(facts) as unknown as Record<string, unknown>;
  let parent = copy;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string, unknown>;
  change(parent, String(path.at(-1)));
  return copy;
}

/** Values of the other types. */
function wrongFor(value: unknown): unknown[] {
  const all: unknown[] = [null, true, 7, 'other', [], {}, [null], { a: 1 }];
  return all.filter((wrong) => typeOf(wrong) !== typeOf(value));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
