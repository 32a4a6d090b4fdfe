import { decidesNothing } from '../diff/judge/decides-nothing.js';
import type { Rule } from '../diff/judge/rule.js';
import { RULES } from '../diff/judge/rules.js';
import type { Broken, Direction } from '../model/policy-diff.js';
import type { InputCodePage } from './codes.js';

/** A page for every rule that judges a change: what the rule itself does not say is the same for all of its direction. */
export function rulePages(): readonly InputCodePage[] {
  return RULES.map(({ id, kind, direction, breaks }) => {
    const { means, why } = (decidesNothing(kind) ? AFTERWARDS : DECIDED)[direction];
    return {
      code: id,
      title: `a change of contracts: ${wordsOf(kind)}, ${means}`,
      why: [why, ...breaks.map((one) => BREAKS[one])].join(' '),
      fix: FIX[direction],
    };
  });
}

/** `severityChanged`: severity changed. */
function wordsOf(kind: Rule['kind']): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/^standing /, 'a standing constraint ');
}

type Meanings = Readonly<Record<Direction, { readonly means: string; readonly why: string }>>;

const NEUTRAL: Meanings['neutral'] = {
  means: 'and no decision depends on it',
  why: 'It changes what people read, or what is told, and nothing that is decided.',
};

const DECIDED: Meanings = {
  loosened: {
    means: 'and what was blocked can cross',
    why: 'What this contract was there to stop is not stopped any more.',
  },
  tightened: {
    means: 'and what crossed can be blocked',
    why: 'Handoffs that are in order today would be blocked.',
  },
  both: {
    means: 'looser for some and tighter for others',
    why: 'Some of what was stopped would cross, and some of what crosses would be stopped.',
  },
  neutral: NEUTRAL,
};

/** Of what comes after a decision: alerts, and what the ledger keeps. */
const AFTERWARDS: Meanings = {
  loosened: {
    means: 'and less is watched, or more stands open',
    why: 'No decision is another one. What was told, covered or vouched for so far is not any more.',
  },
  tightened: {
    means: 'and more is watched, or less stands open',
    why: 'No decision is another one. More is told, covered or vouched for than so far.',
  },
  both: {
    means: 'and other things are watched or kept',
    why: 'No decision is another one. Some of what was told, covered or vouched for may not be any more.',
  },
  neutral: NEUTRAL,
};

const BREAKS: Readonly<Record<Broken, string>> = {
  sender: 'The sender has to send something else.',
  receiver: 'The receiver has to expect something else.',
  author: 'Whoever names what changed, in a contract, a host or a gate, has to follow.',
};

const FIX: Readonly<Record<Direction, string>> = {
  loosened:
    'Take it back, or have somebody answer for it: a waiver with an owner, a reason and a day, in `contracts/waivers.yaml`.',
  tightened:
    'Give who has to follow the time to: first as a warning, then blocking. What a gate stops as breaking is waived in `contracts/waivers.yaml`.',
  both: 'Look at the runs that show it, and have somebody answer for what is looser: a waiver in `contracts/waivers.yaml`.',
  neutral:
    'No decision has to be looked at. Where it breaks somebody, tell them; a gate that stops that is opened by a waiver in `contracts/waivers.yaml`.',
};
