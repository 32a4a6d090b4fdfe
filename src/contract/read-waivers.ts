import type { Digest } from '../canonical/digest.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { Findings } from './findings.js';
import { FORMS, readDay, readLine } from './forms.js';
import type { Located } from './located.js';
import { readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readForm, readText } from './read-scalar.js';
import { readYaml } from './read-yaml.js';
import type { Read, Scope } from './scope.js';

/** Somebody answers for one finding of `diff`, until a day. The shape of a contract's exception, and the fingerprint. */
export interface Waiver {
  readonly fingerprint: Digest;
  /** For readers; null where not written. A waiver that names another rule or edge than the finding's does nothing. */
  readonly rule: string | null;
  readonly edge: string | null;
  readonly reason: string;
  readonly owner: string;
  /** YYYY-MM-DD: to the end of that day, UTC. */
  readonly expires: string;
  readonly line: number;
}

export const WAIVER_KEYS = ['fingerprint', 'rule', 'edge', 'reason', 'owner', 'expires'] as const;

export interface ReadWaivers {
  readonly file: string;
  /** Empty where there is an error among the diagnostics. */
  readonly waivers: readonly Waiver[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file of waivers. */
export function readWaivers(text: string, file: string): ReadWaivers {
  const findings = new Findings('waivers');
  const scope: Scope = { findings, partial: false, folder: '', files: new Map(), today: null };
  const root = readYaml(text, file, findings);
  const read =
    root === null ? undefined : openMap(root, scope, '', ['waivers'])?.required('waivers', readAll);
  return {
    file,
    waivers: findings.hasErrors ? [] : (read ?? []),
    diagnostics: findings.diagnostics,
  };
}

const readPrint = readForm(
  FORMS.fingerprint,
  '`sha256:` and 64 hexadecimal digits, as the finding says',
) as Read<Digest>;

const readWaiver: Read<Waiver> = (node: Located, scope, name) => {
  const map = openMap(node, scope, name, WAIVER_KEYS);
  const read =
    map &&
    complete({
      fingerprint: map.required('fingerprint', readPrint),
      rule: map.optional('rule', readLine, null),
      edge: map.optional('edge', readLine, null),
      reason: map.required('reason', readText),
      owner: map.required('owner', readLine),
      expires: map.required('expires', readDay),
    });
  return read && { ...read, line: node.span.line };
};

const readAll: Read<readonly Waiver[]> = readUnique(
  readWaiver,
  ({ fingerprint }) => fingerprint,
  'fingerprint',
);
