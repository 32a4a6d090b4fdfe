import { DOTENV } from './dotenv.js';
import type { Format } from './format.js';
import { INI } from './ini.js';
import { JSON_WITH_COMMENTS } from './json.js';
import { PROPERTIES } from './properties.js';
import { TOML } from './toml.js';
import { YAML } from './yaml.js';

/** All formats of files. Adding one: a file beside this, and a row. */
export const FORMATS: readonly Format[] = [YAML, JSON_WITH_COMMENTS, TOML, INI, PROPERTIES, DOTENV];

/** By the ending of a path; `.env`, `.env.local` and `prod.env` are all dotenv. */
export function formatOf(path: string): Format | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/^\.env(?:\.|$)/.test(name)) return DOTENV;
  return FORMATS.find(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}
