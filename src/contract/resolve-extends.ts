import { checkLoosening } from './check-loosening.js';
import type { Fragment, Fragments } from './fragment.js';
import type { Located, LocatedMap } from './located.js';
import { mergeMaps, without } from './merge.js';
import { quote } from './quote.js';
import { readUnique } from './read-list.js';
import { MapReader } from './read-map.js';
import { readForm } from './read-scalar.js';
import { inFolder } from './relative-path.js';
import type { Read, Scope } from './scope.js';

/**
 * A contract's document with its fragments under it: a later fragment over an earlier one, the contract over all.
 * What it loosens is reported.
 */
export function resolveExtends(root: LocatedMap, scope: Scope, fragments: Fragments): LocatedMap {
  const extended = new MapReader(root, scope, '').optional('extends', readExtends(fragments), []) ?? [];
  for (const fragment of extended) scope.findings.addAll(fragment.findings);
  const own = without(root, 'extends');
  const [first, ...rest] = [...extended.map((fragment) => fragment.parts), own];
  const resolved = rest.reduce(mergeMaps, first ?? own);
  for (const fragment of extended) checkLoosening(fragment, resolved, scope.findings);
  return resolved;
}

function readExtends(fragments: Fragments): Read<readonly Fragment[]> {
  const readOne: Read<Fragment> = (node, scope, name) => {
    const path = readForm(/\.ya?ml$/, 'a file that ends in `.yaml`')(node, scope, name);
    return path === undefined ? undefined : fragmentAt(path, node, scope, fragments);
  };
  return readUnique(readOne, (fragment) => fragment.file);
}

function fragmentAt(path: string, at: Located, scope: Scope, fragments: Fragments): Fragment | undefined {
  const file = inFolder(scope.folder, path, at, scope, 'extends');
  if (file === undefined) return undefined;
  const fragment = fragments.get(file);
  if (fragment === undefined) {
    scope.findings.common('missing_file', at.span, `\`extends\`: there is no file ${quote(file)}`);
  } else if (fragment === null) {
    const help = 'a fragment has `kind: EdgeContractFragment`';
    scope.findings.error('contract.not_a_fragment', at.span, `${quote(file)} is not a fragment`, help);
  }
  return fragment ?? undefined;
}
