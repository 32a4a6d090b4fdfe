import type { JsonValue } from '../../canonical/json-value.js';
import { faultAt, type Place } from '../source-fault.js';
import type { Format } from './format.js';
import { linesOf } from './lines.js';
import { Members } from './members.js';

/**
 * INI. A value is all that stands after the first `=`, as it stands: quotes, `;` and `#` too, since programs differ on
 * what they mean, and what a reader here left out one of them would use. A key without `=` is `true`, `key[]` is a list.
 * A section is one member by its whole name: `[a.b]` is `/a.b`.
 */
export const INI: Format = { title: 'INI', endings: ['.ini', '.cfg', '.conf'], parse: parseIni };

const HEADER = /^\[([^\]]+)\]\s*(?:[;#][^\]]*)?$/;

function parseIni(text: string): JsonValue {
  const root = new Section();
  const sections = new Map<string, Section>();
  let current = root;
  /** Of the key before, in its section. */
  let indent = Number.POSITIVE_INFINITY;
  for (const [index, raw] of linesOf(text).entries()) {
    const line = raw.trim();
    const place = (): Place => ({ line: index + 1 });
    if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
    const blanks = raw.length - raw.trimStart().length;
    if (blanks > indent)
      throw faultAt(
        'config_source.syntax',
        'indented below a key: to some readers its value goes on',
        place(),
      );
    if (line.startsWith('[')) current = sectionOf(line, sections, place);
    else addLine(line, current, place);
    indent = line.startsWith('[') ? Number.POSITIVE_INFINITY : blanks;
  }
  for (const [name, section] of sections) root.members.add(name, section.object(), () => section.place);
  return root.object();
}

class Section {
  readonly members = new Members();
  readonly lists: Map<string, JsonValue[]> = new Map();
  readonly place: Place;

  constructor(place: Place = { line: 1 }) {
    this.place = place;
  }

  object(): JsonValue {
    return this.members.object();
  }
}

/** A section may be opened again; its keys must not. */
function sectionOf(line: string, sections: Map<string, Section>, place: () => Place): Section {
  const [, name] = HEADER.exec(line) ?? [];
  if (name === undefined)
    throw faultAt('config_source.syntax', 'this is no header of an INI section', place());
  const key = name.trim();
  const section = sections.get(key) ?? new Section(place());
  sections.set(key, section);
  return section;
}

function addLine(line: string, section: Section, place: () => Place): void {
  const equals = line.indexOf('=');
  if (equals < 0) {
    section.members.add(line, true, place);
    return;
  }
  const key = line.slice(0, equals).trim();
  const value = line.slice(equals + 1).trim();
  if (key === '') throw faultAt('config_source.syntax', 'this line sets no key', place());
  if (key.length > 2 && key.endsWith('[]')) addItem(key.slice(0, -2), value, section, place);
  else section.members.add(key, value, place);
}

function addItem(key: string, item: JsonValue, { lists, members }: Section, place: () => Place): void {
  const before = lists.get(key);
  if (before !== undefined) {
    before.push(item);
    return;
  }
  const list = [item];
  members.add(key, list, place);
  lists.set(key, list);
}
