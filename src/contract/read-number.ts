import { quote } from './quote.js';

/** Why a number is refused. */
export interface NumberProblem {
  readonly message: string;
  readonly help: string;
}

/**
 * The number that is written, where every reader agrees about it. Refused: leading zeros (ten or eight), octal and
 * hexadecimal, infinity and NaN (JSON has none), integers above 2^53 (they are rounded).
 */
export function readNumber(source: string, value: unknown): number | NumberProblem {
  const shown = quote(source);
  if (typeof value !== 'number' || /^[-+]?0[ox]/i.test(source)) {
    return { message: `${shown} is not a decimal number`, help: 'write it in decimal digits' };
  }
  if (/^[-+]?0[0-9]/.test(source)) {
    const help = `write ${value}, or "${source}" where text is meant`;
    return { message: `${shown} is ${value} in YAML 1.2 and octal in YAML 1.1`, help };
  }
  if (!Number.isFinite(value))
    return { message: `${shown} is not a number of JSON`, help: 'write a finite number' };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return {
      message: `${shown} is beyond 2^53, where integers are rounded`,
      help: 'quote it, to keep its digits',
    };
  }
  return value;
}
