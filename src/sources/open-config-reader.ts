import { resolve } from 'node:path';
import type { SecretsKey } from '../config/hide-secrets.js';
import type { ConfigReader, ConfigReading, ConfigSeen, ConfigSource } from '../model/config.js';
import { ADAPTERS } from './adapters.js';
import { finishReading } from './finish-reading.js';
import { SOURCE_LIMITS, type SourceLimits } from './limits.js';
import { readFileBaseline, readGitBaseline } from './read-baseline.js';
import type { RawReading, ReadContext, SourceAdapter, SourceHooks } from './read-context.js';
import { secretsKey } from './secrets-key.js';
import { readSnapshot } from './snapshots.js';
import { SourceFault } from './source-fault.js';

export interface ConfigReaderOptions {
  /** The project's root: what locations of files are relative to, and where git is asked. */
  readonly root: string;
  /** Folders that files may be read from, after every link; the root where it is absent. */
  readonly allowedRoots?: readonly string[];
  /** `host` or `host:port`. Where it is given, no other host is read; plain http is read from these alone. */
  readonly allowedHosts?: readonly string[];
  /** Also read hosts whose addresses are private, loopback or link-local. */
  readonly allowPrivateAddresses?: boolean;
  /** The environment: of `env` sources, connection strings and headers. Nothing else of it is looked at. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** At least 16 bytes that are kept secret; null for a random key of this process. */
  readonly secretsKey: Uint8Array | null;
  readonly clock: () => Date;
  readonly limits?: Partial<SourceLimits>;
  /** For tests. */
  readonly hooks?: SourceHooks;
}

/**
 * Opens a reader of live config. It never rejects: what goes wrong is a reading with a code and a message that hold
 * nothing of what was read.
 *
 * @throws TypeError for options that are none.
 */
export function openConfigReader(options: ConfigReaderOptions): ConfigReader {
  return new SourceReader(options);
}

type Read = (context: ReadContext) => Promise<RawReading | ConfigSeen>;

class SourceReader implements ConfigReader {
  readonly #context: Omit<ReadContext, 'signal'>;
  readonly #key: SecretsKey;
  readonly #clock: () => Date;

  constructor(options: ConfigReaderOptions) {
    if (typeof options.clock !== 'function')
      throw new TypeError('openConfigReader needs a `clock`, such as `() => new Date()`');
    const root = resolve(options.root);
    this.#clock = options.clock;
    this.#key = secretsKey(options.secretsKey);
    this.#context = {
      root,
      allowedRoots: (options.allowedRoots ?? ['.']).map((folder) => resolve(root, folder)),
      allowedHosts: options.allowedHosts ?? null,
      allowPrivateAddresses: options.allowPrivateAddresses === true,
      env: options.env,
      limits: { ...SOURCE_LIMITS, ...options.limits },
      hooks: options.hooks ?? {},
    };
  }

  live(source: ConfigSource): Promise<ConfigReading> {
    return this.#reading(source, (context) => ADAPTERS[source.adapter].read(source, context));
  }

  baseline(source: ConfigSource): Promise<ConfigReading> {
    return this.#reading(source, (context) => {
      const colon = source.baseline.indexOf(':');
      const [kind, rest] = [source.baseline.slice(0, colon), source.baseline.slice(colon + 1)];
      if (kind === 'git') return readGitBaseline(rest, source, context);
      if (kind === 'file') return readFileBaseline(rest, source, context);
      if (kind === 'snapshot') return readSnapshot(rest, source, context);
      throw new SourceFault(
        'config_source.baseline',
        'only `git:`, `file:` and `snapshot:` are read by a reader',
      );
    });
  }

  async #reading(source: ConfigSource, read: Read): Promise<ConfigReading> {
    const base = {
      adapter: source.adapter,
      location: shownLocation(source),
      at: this.#clock().toISOString(),
    };
    const deadline = new Deadline(this.#context.limits.deadlineMs);
    try {
      const context = { ...this.#context, signal: deadline.signal };
      const raw = await deadline.race(async () => read(context));
      return 'digest' in raw ? raw : { ...base, ...finishReading(source, raw, this.#key) };
    } catch (thrown) {
      // What is not ours may quote anything in its message: of that, nothing is told.
      const { code, message } =
        thrown instanceof SourceFault
          ? thrown
          : new SourceFault('config_source.internal', 'the reader failed unexpectedly');
      return { ...base, error: { code, message } };
    } finally {
      deadline.end();
    }
  }
}

function shownLocation({ adapter, location }: ConfigSource): string {
  const known: SourceAdapter | undefined = ADAPTERS[adapter];
  return known?.shown?.(location) ?? location;
}

/** The time that one reading has. Whatever still runs at its end is told to stop, and not waited for. */
class Deadline {
  readonly signal: AbortSignal;
  readonly #controller: AbortController = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.signal = this.#controller.signal;
    const late = new SourceFault('config_source.timeout', `no answer within ${milliseconds} ms`);
    this.#timer = setTimeout(() => this.#controller.abort(late), milliseconds);
  }

  race<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true });
      work().then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort(new SourceFault('config_source.timeout', 'the reading has ended'));
  }
}
