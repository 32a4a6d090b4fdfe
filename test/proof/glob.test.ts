import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { emitPattern } from '../../src/compile/emit-term.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import { FORMS } from '../../src/contract/forms.js';
import { matchesPattern } from '../../src/model/effect-pattern.js';
import { type Dice, drawn } from './dice.js';
import { again, DEADLINE_MS, seedOf } from './settings.js';

const tools = loadToolchain({ deadlineMs: DEADLINE_MS });
after(() => tools.opa.close());

/** The library's own `matches`, from its file: whatever it says is what is asked here. */
function matcherModule(): { path: string; text: string } {
  const file = tools.library.find(({ path }) => path === 'edge_contracts/effect.rego');
  const rules = [...(file?.text ?? '').matchAll(/^(?:matches|covers)\([a-z, ]*\) if (?:\{[^}]*\n\}|.*)/gm)];
  assert.ok(rules.length > 0, 'the library has no `matches`');
  return {
    path: 'proof/glob.rego',
    text: `package proof.glob\n\n${rules.join('\n\n')}\n\nverdict := [matched |\n\tsome one in input.asked\n\tmatched := said(one)\n]\n\nsaid(one) := true if matches(one.pattern, one.effect)\n\nsaid(one) := false if not matches(one.pattern, one.effect)\n`,
  };
}

interface Asked {
  readonly pattern: { readonly kind: string; readonly target: string };
  readonly effect: { readonly kind: string; readonly target: string };
}

/** Characters that a glob library may have plans for. */
const ODD = [
  'a',
  'b',
  'A',
  '.',
  '.',
  '-',
  '_',
  '/',
  '\\',
  '?',
  '[',
  ']',
  '{',
  '}',
  '!',
  ',',
  '^',
  '$',
  '+',
  '(',
  ')',
  ' ',
  '"',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u0000',
  'é',
  'e\u0301',
  '日',
  '😀',
  '|',
  '#',
  "'",
  '`',
];
const KIND = ['a', 'b', '0', '_', '-', '.', '*', '*'];
const TARGET = [...ODD, '*', '*', '*'];

function text(dice: Dice, alphabet: readonly string[], most: number): string {
  return dice.list(0, most, () => dice.pick(alphabet)).join('');
}

/** A pattern that the contract language lets through. */
function form(dice: Dice, alphabet: readonly string[], allowed: RegExp): string {
  for (;;) {
    const made = text(dice, alphabet, 7);
    if (allowed.test(made)) return made;
  }
}

/** What a pattern matches, sometimes with one character changed. */
function near(dice: Dice, pattern: string, alphabet: readonly string[]): string {
  const filled = pattern.replaceAll('*', () => text(dice, alphabet, 3));
  if (dice.chance(60)) return filled;
  const characters = [...filled];
  characters.splice(dice.int(0, characters.length), dice.int(0, 1), dice.pick([...alphabet, '']));
  return characters.join('');
}

const question: fc.Arbitrary<Asked> = drawn((dice) => {
  const pattern = { kind: form(dice, KIND, FORMS.effectKind), target: form(dice, TARGET, FORMS.line) };
  const effect = { kind: near(dice, pattern.kind, ODD), target: near(dice, pattern.target, ODD) };
  return { pattern, effect };
});

const CASES = 3000;

test(`patterns match alike in TypeScript, WASM and the interpreter (${again()})`, async () => {
  const all = fc.sample(question, { numRuns: CASES, seed: seedOf('glob') });
  const plain = all.map(({ pattern, effect }) => matchesPattern(pattern, effect));
  const asked = all.map(({ pattern, effect }) => ({ pattern: emitPattern(pattern), effect }));
  const modules = [matcherModule()];
  const interpreted = await tools.opa.eval({
    modules,
    query: 'data.proof.glob.verdict',
    input: { asked },
  });
  const { wasm } = await tools.opa.build({ modules, entrypoints: ['proof/glob/verdict'] });
  const compiled = askCompiled(wasm, asked);
  const differing = all
    .map((one, index) => ({
      ...one,
      plain: plain[index],
      interpreted: (interpreted.value as boolean[])[index],
      wasm: compiled[index],
    }))
    .filter((one) => one.plain !== one.interpreted || one.plain !== one.wasm);
  const matched = plain.filter((one) => one).length;
  console.log(`patterns: ${CASES} cases, ${matched} match, ${differing.length} differ (${again()})`);
  assert.deepEqual(differing.slice(0, 10), []);
  assert.ok(matched > CASES / 5 && matched < (4 * CASES) / 5, `${matched} of ${CASES} match`);
});

function askCompiled(wasm: Uint8Array, asked: readonly unknown[]): readonly boolean[] {
  const { loadPolicySync } = createRequire(import.meta.url)(
    '@open-policy-agent/opa-wasm',
  ) as typeof import('@open-policy-agent/opa-wasm');
  const policy = loadPolicySync(wasm as Parameters<typeof loadPolicySync>[0], { initial: 5, maximum: 1024 });
  const answers: boolean[] = [];
  // Few at once: each expression stays in the instance's memory to the end of one evaluation.
  for (let from = 0; from < asked.length; from += 50) {
    const [answer] = policy.evaluate({ asked: asked.slice(from, from + 50) }) as { result: boolean[] }[];
    answers.push(...(answer?.result ?? []));
  }
  return answers;
}
