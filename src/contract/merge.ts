import type { LocatedEntry, LocatedMap } from './located.js';

/**
 * One map over another: maps are merged deeply, everything else is replaced. A value keeps the place it was written
 * at; a map that both write has the place of the upper one.
 */
export function mergeMaps(under: LocatedMap, over: LocatedMap): LocatedMap {
  const entries = new Map(under.entries);
  for (const entry of over.entries.values()) {
    const before = entries.get(entry.key);
    entries.set(entry.key, before === undefined ? entry : mergeEntries(before, entry));
  }
  return { ...over, entries };
}

function mergeEntries(under: LocatedEntry, over: LocatedEntry): LocatedEntry {
  if (under.value.kind !== 'map' || over.value.kind !== 'map') return over;
  return { ...over, value: mergeMaps(under.value, over.value) };
}

/** The map without these keys. */
export function without(map: LocatedMap, ...keys: readonly string[]): LocatedMap {
  const entries = new Map(map.entries);
  for (const key of keys) entries.delete(key);
  return { ...map, entries };
}
