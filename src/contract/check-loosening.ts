import type { Findings } from './findings.js';
import type { Fragment } from './fragment.js';
import type { LocatedMap } from './located.js';

/** Reports where the resolved contract is looser than its fragment. */
export function checkLoosening(_fragment: Fragment, _resolved: LocatedMap, _findings: Findings): void {}
