import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own, removed at the end. */
export async function inTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'edge-contracts-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a project with this many contracts, each of its own agents, facts, effects and limits. */
export function writeProject(folder: string, root: string, edges: number): void {
  mkdirSync(join(folder, 'contracts'), { recursive: true });
  const model = readFileSync(join(root, 'contracts', 'refunds--notifications.yaml'), 'utf8');
  for (let edge = 0; edge < edges; edge += 1) {
    const name = edge === 0 ? 'refunds--notifications' : `agent-${edge}--agent-${edge + 1}`;
    writeFileSync(join(folder, 'contracts', `${name}.yaml`), edge === 0 ? model : contract(model, edge));
  }
}

/** The contract of the example with another edge's names: no two compile to the same policy. */
function contract(model: string, edge: number): string {
  return model
    .replaceAll('refunds--notifications', `agent-${edge}--agent-${edge + 1}`)
    .replaceAll('{ from: refunds, to: notifications }', `{ from: agent-${edge}, to: agent-${edge + 1} }`)
    .replaceAll('[refunds]', `[agent-${edge}]`)
    .replaceAll('refund_id', `reference_${edge}`)
    .replaceAll('PT15M', `PT${15 + edge}M`)
    .replaceAll('payment.refund', `payment.kind-${edge}`);
}
