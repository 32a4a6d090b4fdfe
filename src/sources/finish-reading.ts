import { digestValue } from '../canonical/digest.js';
import { pointerSegments } from '../canonical/pointer.js';
import { hideSecrets, type SecretsKey } from '../config/hide-secrets.js';
import { type ConfigFault, normaliseConfig } from '../config/normalise-config.js';
import type { ConfigSeen, ConfigSource } from '../model/config.js';
import type { RawReading } from './read-context.js';
import { SourceFault } from './source-fault.js';

/** What was read, as it may leave this folder: normalised, and without its secrets. */
export function finishReading(
  source: ConfigSource,
  raw: RawReading,
  key: SecretsKey,
): Pick<ConfigSeen, 'digest' | 'document' | 'ref' | 'etag' | 'secrets_key'> {
  const normalised = normaliseConfig(raw.document, { identity: source.identity });
  if ('fault' in normalised) throw identityFault(normalised.fault, source);
  const { document, hidden } = hideSecrets(normalised.document, { patterns: source.secrets, key });
  return {
    digest: digestValue(document),
    ...(raw.ref === undefined ? {} : { ref: raw.ref }),
    ...(raw.etag === undefined ? {} : { etag: raw.etag }),
    ...(hidden === 0 ? {} : { secrets_key: key.id }),
    document,
  };
}

/** Where it is, as far as the contract's own patterns name it; the other segments are keys of the document. */
function identityFault({ at }: ConfigFault, { identity }: ConfigSource): SourceFault {
  const known = new Set(Object.keys(identity).flatMap(pointerSegments));
  const segments = pointerSegments(at).map((segment) =>
    known.has(segment) || /^\d{1,6}$/.test(segment) ? segment : '*',
  );
  return new SourceFault(
    'config_source.identity',
    `at /${segments.join('/')}: not told apart by the declared identity, or no value of JSON`,
  );
}
