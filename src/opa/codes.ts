/** What `explain CODE` says of a failure of the embedded compiler itself. */
export interface CompilerCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every code that the compiler fails with. */
export const COMPILER_CODES: readonly CompilerCodePage[] = [
  {
    code: 'compiler.timeout',
    title: 'the compiler did not answer in time',
    why: 'A policy that takes minutes to compile is usually a rule that blows up, or a machine under load.',
    fix: 'Try again on a quiet machine; then look at the largest custom rule.',
  },
  {
    code: 'compiler.crashed',
    title: 'the compiler ended before it answered',
    why: 'It runs in a process of its own, which was ended from outside or failed.',
    fix: 'Try again; see that the machine has 250 MB to spare. If it stays, please report it.',
  },
  {
    code: 'compiler.out_of_memory',
    title: 'the compiler needed more memory than it may have',
    why: 'It is capped, so that one contract cannot take the whole machine.',
    fix: 'Look at the largest custom rule, or at very large schemas.',
  },
  {
    code: 'compiler.tampered',
    title: 'the compiler that this package brings was changed',
    why: 'What compiles policies is run only if it is exactly what was built.',
    fix: 'Install the package again.',
  },
  {
    code: 'compiler.missing',
    title: 'the compiler that this package brings is not there',
    why: 'A bundler or an install that leaves files out loses it.',
    fix: 'Install the package again; keep its folder `compiler/`.',
  },
  {
    code: 'compiler.closed',
    title: 'the compiler was closed while it was asked',
    why: 'The program that uses it ended it too early.',
    fix: 'Close it after the last request.',
  },
];
