import { fstatSync, writeSync } from 'node:fs';

type Standard = NodeJS.WriteStream & { readonly fd: number };

/** Standard output or error, and whether all that was said arrived: what was cut short must not pass for whole. */
export class StandardStream {
  readonly #stream: Standard;
  readonly #isFile: boolean;
  #error: string | null = null;

  constructor(stream: Standard) {
    this.#stream = stream;
    this.#isFile = isFile(stream.fd);
    stream.on('error', (error) => this.#failed(error));
  }

  /** Somebody takes what is written; the stream itself says so again after an error. */
  get isOpen(): boolean {
    return this.#error === null;
  }

  /** Why what was written is not whole; null where it is, or where a reader had seen enough (`| head`). */
  get fault(): string | null {
    return this.#error === 'EPIPE' ? null : this.#error;
  }

  write(text: string): void {
    if (!this.isOpen) return;
    if (this.#isFile) this.#writeAll(text);
    else this.#stream.write(text);
  }

  /** The stream of a file takes a part that found room for the whole, and says nothing. */
  #writeAll(text: string): void {
    const bytes = Buffer.from(text);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#stream.fd, bytes, done);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#error ??= error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
}

let known: { readonly out: StandardStream; readonly err: StandardStream } | undefined;

/** The process's own, each once: its errors are heard from the first time on that they are asked for. */
export function standardStreams(): { readonly out: StandardStream; readonly err: StandardStream } {
  known ??= { out: new StandardStream(process.stdout), err: new StandardStream(process.stderr) };
  return known;
}
