import type { ConfigReading, ConfigSource } from '../model/config.js';

/** Was this source read, and not another one. What a URL asks for beside its path is not shown in a reading. */
export function isReadingOf(
  { adapter, location }: Pick<ConfigSource, 'adapter' | 'location'>,
  reading: ConfigReading,
): boolean {
  if (reading.adapter !== adapter) return false;
  return reading.location === location || (adapter === 'http' && isSamePage(location, reading.location));
}

function isSamePage(wanted: string, shown: string): boolean {
  if (!URL.canParse(wanted) || !URL.canParse(shown)) return false;
  const [one, other] = [new URL(wanted), new URL(shown)];
  return one.origin === other.origin && one.pathname === other.pathname;
}
