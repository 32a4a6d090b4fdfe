import { CONFIG_ADAPTERS, type ConfigAdapterName, type ConfigSource } from '../model/config.js';
import { FORMS, readLine, readPathPattern, readPointerPattern, readSlug } from './forms.js';
import { type Located, locate } from './located.js';
import { quote } from './quote.js';
import { readTexts, readUnique } from './read-list.js';
import { complete, openMap, readAnyMap } from './read-map.js';
import { readText, readWord } from './read-scalar.js';
import type { Read, Scope } from './scope.js';

/** What the published schema says of a source's members, from the same table as the reader. */
export interface SourceForm {
  /** Of `location`; anchored and linear. */
  readonly location: RegExp;
  readonly means: string;
  /** Can its baseline be read from git. */
  readonly git: boolean;
}

const file: SourceForm = {
  location: FORMS.file,
  means: 'a file inside the project, such as `config/flags.yaml`',
  git: true,
};

/** By adapter: where it reads. */
export const SOURCE_FORMS: Readonly<Record<ConfigAdapterName, SourceForm>> = {
  yaml: file,
  json: file,
  toml: file,
  ini: file,
  dotenv: file,
  env: {
    location: /^(?=.{1,200}$)[A-Za-z_*][A-Za-z0-9_*]*$/,
    means: 'names of environment variables, such as `CHECKOUT_*`',
    git: false,
  },
  git: {
    location: /^(?=.{1,500}$)(?!-)[^\s:*]+:(?!(?:.*\/)?\.{0,2}(?:\/|$))[^\\:\n\r]+$/,
    means: '`REF:PATH`, such as `main:config/flags.yaml`',
    git: true,
  },
  http: {
    location: /^(?=.{1,2000}$)https?:\/\/[^\s/@?#]+(?:[/?][^\s#@]*)?$/,
    means: 'a URL without a user name, a password or a fragment',
    git: false,
  },
  postgres: {
    location: /^(?=.{1,200}$)[A-Za-z_][A-Za-z0-9_]*$/,
    means: 'the name of the environment variable that holds the connection string',
    git: false,
  },
};

/** `previous`, `git:REF`, `file:PATH` or `snapshot:NAME`. */
export const BASELINE_FORM: RegExp =
  /^(?=.{1,500}$)(?:previous|git:(?!-)[^\s:*]+|file:(?!(?:.*\/)?\.{0,2}(?:\/|$))(?![A-Za-z]:)[^\\\n\r]+|snapshot:[a-z0-9]+(?:-+[a-z0-9]+)*)$/;

const KEYS = ['source', 'adapter', 'location', 'baseline', 'identity', 'secrets', 'query', 'headers'];

const readSource: Read<ConfigSource> = (node, scope, name) => {
  const map = openMap(node, scope, name, KEYS);
  const read =
    map &&
    complete({
      source: map.required('source', readSlug),
      adapter: map.required('adapter', readWord(CONFIG_ADAPTERS)),
      location: map.required('location', readLine),
      baseline: map.optional('baseline', readLine, 'previous'),
      identity: map.optional('identity', readIdentity, NO_PAIRS),
      secrets: map.optional('secrets', readTexts(readPathPattern), []),
      query: map.optional('query', readText, null),
      headers: map.optional('headers', readHeaders, null),
    });
  if (read === undefined || !hasItsForm(node, read, scope, name)) return undefined;
  warnOfHead(node, read, scope);
  const { query, headers, ...rest } = read;
  return { ...rest, ...(query === null ? {} : { query }), ...(headers === null ? {} : { headers }) };
};

type ReadSource = Omit<ConfigSource, 'query' | 'headers'> & {
  readonly query: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
};

function hasItsForm(node: Located, read: ReadSource, scope: Scope, name: string): boolean {
  const faults = [...formFaults(read), ...memberFaults(read)];
  for (const [key, message, help] of faults) {
    const at = locate(node, key) ?? node;
    scope.findings.common(
      'wrong_value',
      at.span,
      `\`${name}.${key}\`: ${message}`,
      help === '' ? undefined : help,
    );
  }
  return faults.length === 0;
}

type Fault = readonly [key: string, message: string, help: string];

function formFaults({ adapter, location, baseline }: ReadSource): Fault[] {
  const form = SOURCE_FORMS[adapter];
  const faults: Fault[] = [];
  if (!form.location.test(location))
    faults.push(['location', `expected ${form.means}${foundLocation(location)}`, '']);
  if (!BASELINE_FORM.test(baseline)) {
    const message = `expected \`previous\`, \`git:REF\`, \`file:PATH\` or \`snapshot:NAME\`, not ${quote(baseline)}`;
    faults.push(['baseline', message, '`previous` is what was there when the sender received its task']);
  } else if (baseline.startsWith('git:') && !form.git) {
    const message = `\`${adapter}\` is not read from a file, and so has no \`${baseline}\``;
    faults.push(['baseline', message, 'take `previous` or `snapshot:NAME`']);
  }
  return faults;
}

/** A URL may have a password in it, which must not come to stand in a log. */
function foundLocation(location: string): string {
  return location.includes('://') ? '' : `, not ${quote(location)}`;
}

/** `HEAD` is wherever the last commit is: a sender that commits takes its change out of the comparison. */
function warnOfHead(node: Located, { baseline, source }: ReadSource, scope: Scope): void {
  if (!/^git:(?:HEAD|@)$/.test(baseline)) return;
  const at = locate(node, 'baseline') ?? node;
  const message = `\`${baseline}\` moves with every commit: what the sender of ${quote(source)} commits is not seen`;
  const help = 'take `previous`, a commit, or a branch that the sender cannot push to';
  scope.findings.warning('contract.moving_baseline', at.span, message, help);
}

function memberFaults({ adapter, query, headers }: ReadSource): Fault[] {
  const faults: Fault[] = [];
  if (adapter === 'postgres' && query === null)
    faults.push(['query', 'there is none', 'write the SELECT statement that shows the config']);
  if (adapter !== 'postgres' && query !== null)
    faults.push(['query', 'is for `adapter: postgres` alone', 'delete it']);
  if (adapter !== 'http' && headers !== null)
    faults.push(['headers', 'are for `adapter: http` alone', 'delete them']);
  return faults;
}

const readIdentity: Read<Readonly<Record<string, string>>> = (node, scope, name) =>
  readPairs(node, scope, name, readPointerPattern);

const readHeaders: Read<Readonly<Record<string, string>>> = (node, scope, name) =>
  readPairs(node, scope, name, readHeaderName);

const readHeaderName: Read<string> = (node, scope, name) => {
  const text = readLine(node, scope, name);
  if (text === undefined || /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(text)) return text;
  const message = `\`${name}\`: expected the name of a header, not ${quote(text)}`;
  scope.findings.common('wrong_value', node.span, message);
  return undefined;
};

/** A map of texts by keys of a form; without a prototype, so that no key is found which nobody wrote. */
function readPairs(
  node: Located,
  scope: Scope,
  name: string,
  readKey: Read<string>,
): Readonly<Record<string, string>> | undefined {
  const map = readAnyMap(node, scope, name);
  if (map === undefined) return undefined;
  const pairs = Object.create(null) as Record<string, string>;
  let whole = true;
  for (const { key, keySpan, value } of map.entries.values()) {
    const at = { kind: 'scalar', value: key, source: key, plain: true, span: keySpan } as const;
    const named = readKey(at, scope, name);
    const text = readLine(value, scope, `${name}.${key}`);
    if (named !== undefined && text !== undefined) pairs[named] = text;
    else whole = false;
  }
  return whole ? pairs : undefined;
}

/** Like those that are read, so that a default that is written is the same. */
const NO_PAIRS: Readonly<Record<string, string>> = Object.freeze(
  Object.create(null) as Record<string, string>,
);

/** `provenance.config`. */
export const readConfig: Read<readonly ConfigSource[]> = readUnique(
  readSource,
  ({ source }) => source,
  'source',
);
