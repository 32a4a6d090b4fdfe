import type { Io } from './io.js';

/** One line on a terminal that is written anew; nothing anywhere else. */
export interface Progress {
  readonly show: (text: () => string) => void;
  readonly wipe: () => void;
}

/** So that a line is read, and not flickers; and a short input shows none. */
const EVERY_MS = 250;

export function progressOn({ err, errIsTerminal }: Io): Progress {
  if (errIsTerminal !== true) return { show: () => undefined, wipe: () => undefined };
  let last = performance.now();
  let shown = false;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      shown = true;
      err(`\r\u001b[K${text()}`);
    },
    wipe: () => {
      if (shown) err('\r\u001b[K');
      shown = false;
    },
  };
}
