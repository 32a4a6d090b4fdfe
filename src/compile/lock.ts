import type { Digest } from '../canonical/digest.js';

/** What one edge's outputs were made from and came to. */
export interface LockedEdge {
  readonly name: string;
  /** Semantic digest of the resolved contract. */
  readonly contract: Digest;
  readonly rego: Digest;
  /** Of payload and draft schema. */
  readonly schemas: Digest;
  /** Of its custom rules. */
  readonly rules: Digest;
}

/** What every edge's outputs were made with. */
export interface LockedTools {
  readonly engine: string;
  readonly opa: string;
  readonly capabilities: Digest;
  readonly library: Digest;
}

export interface Lock {
  readonly tools: LockedTools;
  /** Sorted by name. */
  readonly edges: readonly LockedEdge[];
}

const HEAD = '# Written by `edge-contracts compile`. Commit it; do not edit it.\n';

/**
 * One line for the tool chain and one for each edge, and no digest over all of them, so that two pull requests
 * that change two edges do not conflict. `parseLock` reverses it.
 */
export function printLock({ tools, edges }: Lock): string {
  const lines = edges.map(({ name, ...digests }) => `edge ${name} ${members(digests)}\n`);
  return `${HEAD}tools ${members({ ...tools })}\n${lines.join('')}`;
}

function members(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
}

/** The lock that a text says; null where it is not one. */
export function parseLock(text: string): Lock | null {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const [first, ...rest] = lines.map((line) => line.split(' '));
  if (first?.[0] !== 'tools') return null;
  const edges = rest.map(([kind, name = '', ...values]) => ({ kind, name, ...readMembers(values) }));
  if (edges.some(({ kind }) => kind !== 'edge')) return null;
  return {
    tools: readMembers(first.slice(1)) as unknown as LockedTools,
    edges: edges.map(({ kind: _, ...edge }) => edge as unknown as LockedEdge),
  };
}

function readMembers(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
