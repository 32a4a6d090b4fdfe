import type { JsonSchema } from '../../canonical/json-value.js';
import type { SchemaVerdict } from '../../model/policy-diff.js';
import { Budget, TooLarge } from './budget.js';
import { counterexample } from './counterexample.js';
import { literal } from './formula.js';
import { Reader } from './holds.js';
import { type Goal, Prover } from './prover.js';
import { SchemaCheck } from './schema-check.js';
import { type SchemaNode, Universe, Unsupported } from './universe.js';

export interface SchemaVerdicts {
  /** Is everything that base accepts accepted by head. */
  readonly forward: SchemaVerdict;
  /** Is everything that head accepts accepted by base. */
  readonly backward: SchemaVerdict;
}

const PROOF_STEPS = 20_000;

/**
 * Is every value that one schema accepts accepted by the other, both ways. `compatible` is proven over the schemas,
 * never sampled; `broken` comes with an example that the gate's validator was asked about under both; all else is
 * `unknown`. Takes a bounded number of steps, so that the answer is the same everywhere.
 */
export function compareSchemas(base: JsonSchema, head: JsonSchema): SchemaVerdicts {
  try {
    const universe = new Universe(base, head);
    if (universe.base.key === universe.head.key) return both({ verdict: 'compatible' });
    const checks = { base: new SchemaCheck(base, 'old'), head: new SchemaCheck(head, 'new') };
    return {
      forward: verdictOf(universe, universe.base, universe.head, checks),
      backward: verdictOf(universe, universe.head, universe.base, checks),
    };
  } catch (error) {
    if (error instanceof Unsupported)
      return both({ verdict: 'unknown', at: error.at, reason: error.message });
    throw error;
  }
}

function both(verdict: SchemaVerdict): SchemaVerdicts {
  return { forward: verdict, backward: verdict };
}

type Checks = Readonly<Record<'base' | 'head', SchemaCheck>>;

/** Is everything valid under `from` valid under `to`. */
function verdictOf(universe: Universe, from: SchemaNode, to: SchemaNode, checks: Checks): SchemaVerdict {
  const goal: Goal = { literals: [literal(from), literal(to, false)] };
  const proof = prove(universe, goal);
  if (proof.empty) return { verdict: 'compatible' };
  const found = counterexample(universe, goal, checks[from.side], checks[to.side]);
  if (found !== null) return { verdict: 'broken', ...found };
  return { verdict: 'unknown', at: proof.at, reason: reasonOf(proof) };
}

function reasonOf({ tooLarge, unread }: Proof): string {
  if (tooLarge) return 'too large: the comparison was given up after a bounded number of steps';
  const reason = 'neither a proof nor an example that breaks was found';
  return unread === null ? reason : `${reason}: ${unread}`;
}

interface Proof {
  readonly empty: boolean;
  readonly tooLarge: boolean;
  readonly at: string;
  readonly unread: string | null;
}

function prove(universe: Universe, goal: Goal): Proof {
  const budget = new Budget(PROOF_STEPS);
  const prover = new Prover(new Reader(universe, budget), budget);
  try {
    return { empty: prover.isEmpty(goal), tooLarge: false, ...openOf(prover) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { empty: false, tooLarge: true, ...openOf(prover) };
  }
}

function openOf({ openAt, unread }: Prover): Pick<Proof, 'at' | 'unread'> {
  return { at: openAt ?? '', unread };
}
