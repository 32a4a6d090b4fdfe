import { isRefused } from './refused.js';
import type { Leaf, Prover } from './prover.js';

/** Which numbers facts leave. */
export interface NumberView {
  readonly low: number;
  readonly lowStrict: boolean;
  readonly high: number;
  readonly highStrict: boolean;
  readonly integer: boolean;
  readonly multiples: readonly number[];
}

export function numberView({ facts }: Leaf): NumberView {
  const view = {
    ...{ low: Number.NEGATIVE_INFINITY, lowStrict: false, high: Number.POSITIVE_INFINITY, highStrict: false },
    ...{ integer: false, multiples: [] as number[] },
  };
  for (const { atom, is } of facts) {
    if (atom.about === 'integer' && is) view.integer = true;
    if (atom.about === 'multiple' && is) view.multiples.push(atom.of);
    if (atom.about !== 'least' && atom.about !== 'most') continue;
    const [isLow, strict] = [(atom.about === 'least') === is, atom.strict === is];
    if (isLow) raise(view, atom.bound, strict);
    else lower(view, atom.bound, strict);
  }
  return view;
}

function raise(view: { low: number; lowStrict: boolean }, bound: number, strict: boolean): void {
  if (bound > view.low) Object.assign(view, { low: bound, lowStrict: strict });
  else if (bound === view.low) view.lowStrict ||= strict;
}

function lower(view: { high: number; highStrict: boolean }, bound: number, strict: boolean): void {
  if (bound < view.high) Object.assign(view, { high: bound, highStrict: strict });
  else if (bound === view.high) view.highStrict ||= strict;
}

/** Up to here a quotient of whole numbers is whole only if it is without rounding. */
const EXACT = 2 ** 52;

export function numberIsClosed(leaf: Leaf, prover: Prover): boolean {
  const view = numberView(leaf);
  const { low, high } = view;
  if (low > high || (low === high && (view.lowStrict || view.highStrict))) return true;
  const few = fewNumbers(view);
  if (few !== null) return few.every((value) => isRefused(leaf, prover, value));
  return stepsClash(leaf, view);
}

const MOST_LISTED = 200;

/** The numbers themselves, where they are few. */
function fewNumbers(view: NumberView): readonly number[] | null {
  const { low, high } = view;
  if (low === high) return [low];
  const step = wholeStep(view);
  if (step === null || !isExact(view)) return null;
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  if (last - first > MOST_LISTED) return null;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** A whole number that all of them are multiples of. */
export function wholeStep({ integer, multiples }: NumberView): number | null {
  const whole = multiples.filter((one) => one % 1 === 0);
  if (whole.length > 0) return Math.max(...whole);
  return integer ? 1 : null;
}

function isExact({ low, high }: NumberView): boolean {
  return low >= -EXACT && high <= EXACT;
}

/** Multiples of 10 are multiples of 5: as long as the validator's division is exact. */
function stepsClash({ facts }: Leaf, view: NumberView): boolean {
  const step = wholeStep(view);
  if (step === null) return false;
  return facts.some(({ atom, is }) => {
    if (is) return false;
    if (atom.about === 'integer') return step === 1 || isExact(view);
    return atom.about === 'multiple' && isExact(view) && atom.of % 1 === 0 && step % atom.of === 0;
  });
}
