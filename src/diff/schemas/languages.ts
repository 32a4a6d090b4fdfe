import type { Budget } from './budget.js';
import { type Language, languageOf } from './pattern/language.js';
import type { Regex } from './pattern/regex.js';

/** The languages that were worked out in one comparison. */
export class Languages {
  readonly #budget: Budget;
  readonly #known: Map<string, Language | null> = new Map();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Null: too large to say. */
  of(regex: Regex): Language | null {
    const known = this.#known.get(regex.key);
    if (known !== undefined) return known;
    const language = languageOf(regex, this.#budget);
    this.#known.set(regex.key, language);
    return language;
  }
}
