import type { CodePage } from '../explanation-text.js';
import type { Paint } from '../paint.js';

/** What a format is given besides the document. */
export interface FormatOptions {
  readonly paint: Paint;
  /** A file's path as the reader can open it from where they are. */
  readonly place: (file: string) => string;
  /** The text of a file, for frames; undefined where there is none to show. */
  readonly source: (file: string) => string | undefined;
  /** A file's path from the root of the repository, with `/`; null for what is no file in it. */
  readonly artifact: (file: string) => string | null;
  /** The pages of `explain`; asked for only where a format shows them. */
  readonly pages: () => readonly CodePage[];
  /** How to see the whole where a format cut something: a command. */
  readonly whole: string;
}
