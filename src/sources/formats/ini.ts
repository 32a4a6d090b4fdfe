import { parse, unsafe } from 'ini';
import type { JsonValue } from '../../canonical/json-value.js';
import { faultAt, type Place } from '../source-fault.js';
import type { Format } from './format.js';
import { Members } from './members.js';

/**
 * INI. Values are text, a key without `=` is `true`, `key[]` is a list. A section is one member by its whole name:
 * `[a.b]` is `/a.b`. The library reads line by line and lets the last of two keys win, so each line is put to it
 * alone: here is known what was there before.
 */
export const INI: Format = { title: 'INI', endings: ['.ini', '.cfg', '.conf'], parse: parseIni };

const HEADER = /^\[([^\]]*)\]\s*(?:[;#].*)?$/;

function parseIni(text: string): JsonValue {
  const root = new Section();
  const sections = new Map<string, Section>();
  let current = root;
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const line = raw.trim();
    const place = (): Place => ({ line: index + 1 });
    if (line === '' || line.startsWith(';') || line.startsWith('#')) continue;
    if (line.startsWith('[')) current = sectionOf(line, sections, place);
    else addLine(line, current, place);
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
  const key = String(unsafe(name));
  const section = sections.get(key) ?? new Section(place());
  sections.set(key, section);
  return section;
}

function addLine(line: string, section: Section, place: () => Place): void {
  const [entry] = Object.entries(parse(line));
  // The library drops a line that sets `__proto__`, and one that starts with `=`.
  if (entry === undefined)
    throw faultAt(
      line.startsWith('=') ? 'config_source.syntax' : 'config_source.key_refused',
      'this line sets no key that could be read',
      place(),
    );
  const [key, value] = entry;
  if (!Array.isArray(value)) section.members.add(key, textOf(value, line), place);
  else addItem(key, textOf(value[0], line), section, place);
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

/** The library makes `true`, `false`, `null`, and what is quoted as JSON more than text. */
function textOf(value: unknown, line: string): JsonValue {
  if (value === true && !line.includes('=')) return true;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
