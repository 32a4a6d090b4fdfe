import type { Toolchain } from '../../src/compile/compile-contracts.js';
import { loadToolchain } from '../../src/compile/load-toolchain.js';
import type { OpaCompiler } from '../../src/opa/opa-compiler.js';
import { DEADLINE_MS } from '../proof/settings.js';

let owned: Toolchain | undefined;

/** The toolchain of this test file, for whoever closes what it used: a compiler takes a second or two to start. */
export function lentToolchain(): Toolchain {
  owned ??= loadToolchain({ deadlineMs: DEADLINE_MS });
  return { ...owned, opa: withoutClose(owned.opa) };
}

function withoutClose(opa: OpaCompiler): OpaCompiler {
  return new Proxy(opa, {
    get(target, key) {
      if (key === 'close') return () => undefined;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
