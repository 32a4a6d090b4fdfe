import type { ConstraintPlan, Fate, RunKind, SimulationProfile } from './profile.js';
import { SEED_WORLD, STOPS_OF_RUN } from './seed-world.js';

const MESSAGES = ['no_email', 'no_email', 'no_email_work', 'tell_in_app'];
const PROHIBITED = ['no_email', 'no_email_work'];

const LETTERS: Readonly<Record<string, Fate>> = {
  c: 'carried',
  w: 'weakened',
  n: 'narrowed',
  d: 'dropped',
  D: 'dropped_blocked',
  s: 'satisfied',
  x: 'withdrawn',
};

/** Runs with one constraint. `ccd`: carried, carried, dropped. */
function kind(
  route: string,
  count: number,
  fates = '',
  of: readonly string[] = MESSAGES,
  before_hop = 1,
): RunKind {
  const plan: ConstraintPlan = {
    of,
    ...(before_hop > 1 && { before_hop }),
    fates: [...fates].map((letter) => LETTERS[letter] ?? 'carried'),
  };
  return { route, count, constraints: fates === '' ? [] : [plan] };
}

function times(factor: number, kinds: readonly RunKind[]): readonly RunKind[] {
  return kinds.map((one) => ({ ...one, count: one.count * factor }));
}

/** Lost where refunds composes what notifications gets: 13 of 23. */
const LOST_AT_REFUNDS: readonly RunKind[] = [
  kind('refund', 6, 'cd'),
  kind('refund', 1, 'wd', PROHIBITED),
  kind('refund', 1, 'nd'),
  kind('refund_checked', 2, 'ccd'),
  kind('refund_checked', 1, 'cwd', PROHIBITED),
  kind('refund_risk', 2, 'cccd'),
];

/** The same runs where refunds copies what it holds. */
const KEPT_AT_REFUNDS: readonly RunKind[] = [
  kind('refund', 8, 'ccc'),
  kind('refund_checked', 3, 'cccc'),
  kind('refund_risk', 2, 'ccccc'),
];

/** Lost elsewhere: 10 of 23. */
const LOST_ELSEWHERE: readonly RunKind[] = [
  kind('delivery', 1, 'd'),
  kind('refund_checked', 2, 'cd', ['original_card', 'no_email']),
  kind('delivery', 2, 'cd', ['no_neighbour']),
  kind('exchange', 1, 'ccd', ['no_neighbour', 'prefers_evening']),
  kind('exchange', 1, 'cnd', ['no_neighbour']),
  kind('refund', 1, 'ccd'),
  kind('delivery', 1, 'ccd'),
  kind('by_triage', 1, 'ccd', MESSAGES, 3),
];

/** The same losses, of constraints that arrived whole until then. */
const LOST_WHOLE: readonly RunKind[] = LOST_ELSEWHERE.map((one) => ({
  ...one,
  constraints: one.constraints.map((plan) => ({
    ...plan,
    fates: plan.fates.map((fate) => (fate === 'narrowed' ? 'carried' : fate)),
  })),
}));

/** The same losses, blocked by a gate: the attempt after it carries the constraint on. */
const REPAIRED: readonly RunKind[] = [
  kind('delivery', 1, 'Dccc'),
  kind('refund_checked', 2, 'cDcc', ['original_card', 'no_email']),
  kind('delivery', 2, 'cDcc', ['no_neighbour']),
  kind('exchange', 2, 'ccDcc', ['no_neighbour']),
  kind('refund', 1, 'ccD'),
  kind('delivery', 1, 'ccDc'),
  kind('by_triage', 1, 'ccDc', MESSAGES, 3),
];

const KEPT: readonly RunKind[] = [
  kind('refund', 2, 'ccc'),
  kind('refund', 1, 'www', PROHIBITED),
  kind('refund', 1, 'cww', PROHIBITED),
  kind('refund', 1, 'cnn', PROHIBITED),
  kind('refund_checked', 1, 'ccww', PROHIBITED),
  kind('delivery', 1, 'cnns', ['tell_in_app']),
  kind('delivery', 1, 'cwx', ['no_neighbour']),
  kind('refund', 1, 'cs', ['original_card']),
];

const KEPT_WHOLE: readonly RunKind[] = [
  kind('refund', 5, 'ccc'),
  kind('refund_checked', 1, 'cccc'),
  kind('delivery', 1, 'cccs', ['tell_in_app']),
  kind('delivery', 1, 'ccx', ['no_neighbour']),
  kind('refund', 1, 'cs', ['original_card']),
];

const UNCONSTRAINED: readonly RunKind[] = [
  kind('refund', 16),
  kind('refund_checked', 24),
  kind('refund_risk', 40),
  kind('delivery', 20),
  kind('exchange', 30),
  kind('exchange_risk', 18),
  kind('by_triage', 15),
  kind('long', 19),
];

const MADE_UP =
  'Made up: the rates of established facts and of tool results, that every sender reports a confidence, agents, tools, routes, texts, times, discharges, effects and how many of them a constraint forbids, open runs, tokens between hop 1 and hop 5 and after it.';

/** The run set of the article that this product grew from: its counts exactly, and the rest made up. */
export const SEED_ARTICLE: SimulationProfile = {
  ...SEED_WORLD,
  name: 'seed-article',
  notes: [
    'From the article: 214 runs, 1,043 transfers; constraints 82 held, 59 carried, 23 dropped (71.95 %), 13 of these (more than half) on refunds--notifications; stop conditions 428 of 1,043 (41 %); confidence sent by nobody; the transcript 6.4k tokens at hop 1 and 21k at hop 5.',
    'Scaled from the article: of 40 carried that were read by hand 7 were weakened and 4 narrowed; of all 59 that is 10 and 6.',
    MADE_UP,
    'A weakened constraint keeps its words and changes its modality: one that is reworded has to be looked at, and would leave the counts open.',
  ],
  start: '2026-11-02T08:00:00.000Z',
  runs: [...LOST_AT_REFUNDS, ...LOST_ELSEWHERE, ...KEPT, ...UNCONSTRAINED],
  stop_conditions: { of_run: STOPS_OF_RUN, carried: 428 },
};

const REFUNDS_COPIES: SimulationProfile['agents'] = {
  ...SEED_WORLD.agents,
  ...(SEED_WORLD.agents['refunds'] && {
    refunds: { ...SEED_WORLD.agents['refunds'], revision: 'refunds@2026-11-09' },
  }),
};

/** After the article's fix: refunds copies constraints forward, modality and scope are compared exactly. */
export const SEED_ARTICLE_FIXED: SimulationProfile = {
  ...SEED_WORLD,
  name: 'seed-article-fixed',
  notes: [
    'From the article: refunds copies constraints forward, so that none is dropped on refunds--notifications; with modality and scope as exact fields 1 of 200 carried is weakened.',
    'Made up: how many runs there are (438, of the same kinds), and that edges which nobody mended lose what they lost before; the article gives no rate after the fix.',
    MADE_UP,
  ],
  start: '2026-11-09T08:00:00.000Z',
  agents: REFUNDS_COPIES,
  runs: [
    ...times(2, [...KEPT_AT_REFUNDS, ...LOST_WHOLE, ...KEPT_WHOLE, ...UNCONSTRAINED]),
    kind('refund', 9, 'ccc'),
    kind('refund', 1, 'ccw', PROHIBITED),
  ],
  open_runs: 18,
  stop_conditions: { of_run: STOPS_OF_RUN, carried: 868 },
};

/** After the fix, and with a gate that blocks on every edge. */
export const SEED_ARTICLE_ENFORCED: SimulationProfile = {
  ...SEED_WORLD,
  name: 'seed-article-enforced',
  notes: [
    'Nothing of this is in the article: the runs of seed-article after its fix, with a gate on every edge that blocks a lost constraint, so that the next attempt carries it.',
    MADE_UP,
  ],
  start: '2026-11-16T08:00:00.000Z',
  agents: REFUNDS_COPIES,
  runs: [...KEPT_AT_REFUNDS, ...REPAIRED, ...KEPT_WHOLE, ...UNCONSTRAINED],
  stop_conditions: { of_run: STOPS_OF_RUN, carried: 428 },
};

/** The ready-made profiles, by name. */
export const SIMULATION_PROFILES: Readonly<Record<string, SimulationProfile>> = {
  'seed-article': SEED_ARTICLE,
  'seed-article-fixed': SEED_ARTICLE_FIXED,
  'seed-article-enforced': SEED_ARTICLE_ENFORCED,
};
