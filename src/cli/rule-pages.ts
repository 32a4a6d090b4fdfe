import type { Rule } from '../diff/judge/rule.js';
import { RULES } from '../diff/judge/rules.js';
import type { Broken, Direction } from '../model/policy-diff.js';
import type { InputCodePage } from './codes.js';

/** A page for every rule that judges a change: what the rule itself does not say is the same for all of its direction. */
export function rulePages(): readonly InputCodePage[] {
  return RULES.map(({ id, kind, direction, breaks }) => ({
    code: id,
    title: `a change of contracts: ${wordsOf(kind)}, ${MEANS[direction]}`,
    why: [WHY[direction], ...breaks.map((one) => BREAKS[one])].join(' '),
    fix: FIX[direction],
  }));
}

/** `severityChanged`: severity changed. */
function wordsOf(kind: Rule['kind']): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/^standing /, 'a standing constraint ');
}

const MEANS: Readonly<Record<Direction, string>> = {
  loosened: 'and what was blocked can cross',
  tightened: 'and what crossed can be blocked',
  both: 'looser for some and tighter for others',
  neutral: 'and no decision depends on it',
};

const WHY: Readonly<Record<Direction, string>> = {
  loosened: 'What this contract was there to stop is not stopped any more.',
  tightened: 'Handoffs that are in order today would be blocked.',
  both: 'Some of what was stopped would cross, and some of what crosses would be stopped.',
  neutral: 'It changes what people read, or what is told, and nothing that is decided.',
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
