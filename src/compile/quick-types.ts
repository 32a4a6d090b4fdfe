import type { RegoFile } from '../opa/opa-types.js';

/**
 * A module that goes to the compiler beside the policies, and nowhere else: nothing refers to it, so that the WASM is
 * the same without it.
 *
 * OPA 1.22.4 asks, for every rule that can be an empty set, whether a `with` anywhere in the modules replaces it, and
 * keeps the answer only where it is not empty (`typeChecker.isReplaced` in `v1/ast/check.go`). Our policies have
 * empty sets and no `with`: then it walks all modules anew for each of them, which is quadratic in the edges and was
 * three quarters of the time of a check. This one rule makes the answer one that is kept.
 */
export const QUICK_TYPES: RegoFile = {
  path: 'edge_contracts/quick_types.rego',
  text: `package edge_contracts.quick_types

value := 1

replaced if value == 2 with data.edge_contracts.quick_types.value as 2
`,
};
