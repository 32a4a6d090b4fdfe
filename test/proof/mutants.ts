import { COMMON_POLICY } from '../../src/compile/emit-common-policy.js';
import type { RegoFile } from '../../src/opa/opa-types.js';

/** Policies in which one thing was broken on purpose, under packages of their own beside the whole ones. */
export interface Mutant {
  readonly about: string;
  readonly files: readonly RegoFile[];
  readonly query: string;
}

type Edit = (text: string) => string;

/** Puts mutants of one edge's policy beside it, so that one compilation serves them all. */
export class Mutator {
  readonly #modules: readonly RegoFile[];
  readonly #edge: string;
  #count = 0;

  constructor(modules: readonly RegoFile[], edge: string) {
    this.#modules = modules;
    this.#edge = edge;
  }

  /** The proof of a check as it is emitted: which file, and its text. */
  proofOf(code: string, subject: string): { readonly path: string; readonly rule: string } {
    for (const path of [this.#policyPath, COMMON_POLICY]) {
      const rule = rulesOf(this.#text(path)).find((text) => isProof(text, code, subject));
      if (rule !== undefined) return { path, rule };
    }
    throw new Error(`no policy proves ${code} of a ${subject}`);
  }

  /** The check is proven whatever the facts say. */
  switchedOff(code: string, subject: string): Mutant {
    const { path, rule } = this.proofOf(code, subject);
    const head = rule.slice(0, rule.indexOf(' if {'));
    const always = `${head} if input.subject == "${subject}"`;
    return this.#mutant(`${code} (${subject}) switched off`, path, (text) =>
      text.replace(rule, () => always),
    );
  }

  /** What the library says of each item holds always; null where the proof names nothing of the library. */
  predicateBroken(code: string, subject: string): Mutant | null {
    const { rule } = this.proofOf(code, subject);
    const called =
      /\b(constraint|discharge|effect|established|stop_condition|confidence|transfer|config)\.([a-z_]+)(?:\(([^)]*)\))?(?= }|\n)/.exec(
        rule.slice(rule.indexOf('input.subject')),
      );
    if (called === null) return null;
    const [, library = '', name = '', args] = called;
    const places = args === undefined ? '' : `(${args.replace(/[^,]+/g, '_')})`;
    const about = `${library}.${name} always true (${code}, ${subject})`;
    return this.#mutant(
      about,
      `edge_contracts/${library}.rego`,
      (text) => `${text}\n${name}${places} if true\n`,
    );
  }

  /** What the rule that proves everything at once asks about a subject, expression by expression. */
  conjunctsOf(subject: string): readonly string[] {
    const rule = this.#conjunction(subject);
    const lines = rule.split('\n').map((line) => line.trim());
    return lines.filter((line) => /[a-z]/.test(line) && !line.startsWith('every') && !line.endsWith(' if {'));
  }

  /** That rule without one of its expressions. */
  conjunctBroken(expression: string, subject: string): Mutant {
    const rule = this.#conjunction(subject);
    // OPA refuses a variable that nothing uses.
    const always = expression.includes('item') ? 'item == item' : 'true';
    const broken = rule.replace(`\t${expression}\n`, () => `\t${always}\n`);
    return this.#mutant(`all at once without ${expression} (${subject})`, COMMON_POLICY, (text) =>
      text.replace(rule, () => broken),
    );
  }

  #conjunction(subject: string): string {
    const heads = (text: string): boolean =>
      text.startsWith('all_proven(terms) if {') && text.includes(`input.subject == "${subject}"`);
    const rule = rulesOf(this.#text(COMMON_POLICY)).find(heads);
    if (rule === undefined) throw new Error(`no rule proves everything of a ${subject}`);
    return rule;
  }

  /** Any edit of one file. */
  edited(about: string, path: string, edit: Edit): Mutant {
    return this.#mutant(about, path, edit);
  }

  /** Copies what is edited and all that imports it; the rest is shared with the whole policies. */
  #mutant(about: string, path: string, edit: Edit): Mutant {
    this.#count += 1;
    const name = `mutant_${this.#count}`;
    const copied = path === this.#policyPath ? [path] : [path, COMMON_POLICY, this.#policyPath];
    const files = [...new Set(copied)].map((one): RegoFile => {
      const text = this.#text(one);
      const edited = one === path ? edit(text) : text;
      if (one === path && edited === text) throw new Error(`${about}: the edit changes nothing`);
      return { path: `${name}/${one}`, text: this.#renamed(edited, name, copied) };
    });
    return { about, files, query: `data.${name}.edge.verdict` };
  }

  #renamed(text: string, name: string, copied: readonly string[]): string {
    const libraries = copied
      .filter((path) => path !== this.#policyPath)
      .map((path) => path.slice(0, -5).replace('/', '.'));
    const moved = libraries.reduce(
      (out, library) =>
        out
          .replace(`package ${library}\n`, `package ${name}.${library}\n`)
          .replaceAll(`import data.${library}\n`, `import data.${name}.${library}\n`),
      text,
    );
    return moved.replace(`package edges["${this.#edge}"]`, `package ${name}.edge`);
  }

  get #policyPath(): string {
    return `edges/${this.#edge}/policy.rego`;
  }

  #text(path: string): string {
    const file = this.#modules.find((module) => module.path === path);
    if (file === undefined) throw new Error(`there is no ${path}`);
    return file.text;
  }
}

/** Rules of a formatted file: paragraphs, without the comments above. */
function rulesOf(text: string): string[] {
  return text.split('\n\n').map((paragraph) => paragraph.replace(/^(#.*\n)+/, ''));
}

function isProof(rule: string, code: string, subject: string): boolean {
  const heads = [`proven contains "${code}" if {`, `proven_for("${code}", terms) if {`];
  return heads.some((head) => rule.startsWith(head)) && rule.includes(`input.subject == "${subject}"`);
}
