import type { PolicyDiff } from '../model/policy-diff.js';
import type { Paint } from './paint.js';
import { safe } from './safe-text.js';

/** What changed between two versions, for a terminal. */
export function diffText(
  { base, head, findings, impact }: PolicyDiff,
  { paint }: { readonly paint: Paint },
): string {
  const title = `${safe(base.label)} → ${safe(head.label)}`;
  const lines = findings.map(({ level, direction, rule, change, message, fingerprint, claim }) =>
    [
      `${paint(level === 'error' ? 'bad' : 'strong', direction)} ${rule}  ${safe(change.edge ?? 'the project')}`,
      `  ${safe(message)}`,
      `  ${claim.status}; ${fingerprint}`,
    ].join('\n'),
  );
  const replayed =
    impact.source === null ? 'no recorded runs were given' : `${impact.replayed} transfers replayed`;
  return `${[title, ...(lines.length === 0 ? ['nothing changed'] : lines), replayed].join('\n')}\n`;
}
