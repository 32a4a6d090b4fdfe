import { visible } from '../code-frame.js';

/** Markup that is safe to put into a page. Only the functions of this file make one. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** The template's own pieces are markup, everything between them is text, or was markup before. */
  static of(pieces: TemplateStringsArray, parts: readonly Part[]): Html {
    const text = pieces.map((piece, index) => (index === 0 ? piece : `${shown(parts[index - 1])}${piece}`));
    return new Html(text.join(''));
  }

  static inline(element: 'style' | 'script', text: string): Html {
    if (/<\/|<!--/.test(text)) throw new TypeError(`this text would end its ${element} element`);
    return new Html(`<${element}>${text}</${element}>`);
  }
}

/** What may stand in a template. A plain text can only become text. */
export type Part = Html | string | number | readonly Part[];

/**
 * Markup from a template: html`<td class="n">${text}</td>`. Attributes are to be quoted in the template; then no text
 * that is put between the quotes gets out of them.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return Html.of(pieces, parts);
}

/** Nothing. */
export const NONE: Html = html``;

/** A style or a script of our own, which is no text of any report. */
export function inlineElement(element: 'style' | 'script', text: string): Html {
  return Html.inline(element, text);
}

/** Something where it holds, else nothing. */
export function when(holds: boolean, markup: () => Html): Html {
  return holds ? markup() : NONE;
}

function shown(part: Part | undefined): string {
  if (part === undefined) throw new TypeError('a template has a part that is not there');
  if (part instanceof Html) return part.toString();
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part.map(shown).join('');
}

const PLAIN = /^[\w ,.;:()/=+*%–→×·-]*$/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** The one place where text becomes markup: what is invisible is shown as a sign, what means something is not. */
export function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  return visible(text).replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}
