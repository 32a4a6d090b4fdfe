import { InvalidArgumentError } from 'commander';

/** The value of a flag that is a whole number from 1. */
export function positive(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new InvalidArgumentError('Give a whole number from 1.');
  return value;
}
