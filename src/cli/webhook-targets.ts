import type { WebhookSettings } from '../contract/contract.js';
import { FORMS } from '../contract/forms.js';
import { failure } from '../diagnostics/diagnostic.js';
import type { WebhookTarget } from '../monitor/post-webhook.js';
import type { Io } from './io.js';

/** In bytes; shorter secrets can be guessed. */
const SHORTEST_SECRET = 16;

/**
 * The webhooks of the project file with what their variables hold.
 *
 * @throws DiagnosticError `input.webhook`: nothing is sent unsigned, or to what was not reviewed
 */
export function webhookTargets(settings: readonly WebhookSettings[], io: Io): readonly WebhookTarget[] {
  return settings.map(({ name, url, secret }) => {
    const bytes = new TextEncoder().encode(io.env[secret] ?? '');
    if (bytes.length < SHORTEST_SECRET)
      throw wrong(
        name,
        `the environment variable ${secret} ${bytes.length === 0 ? 'is not set' : `holds less than ${SHORTEST_SECRET} bytes`}`,
        'set it to a long random text that the receiver knows too',
      );
    return { name, url: urlOf(name, url, io), secret: bytes };
  });
}

/** What the variable holds is in no message: addresses of webhooks are often secrets themselves. */
function urlOf(name: string, url: string, { env }: Io): string {
  if (!url.startsWith('env:')) return url;
  const variable = url.slice('env:'.length);
  const value = env[variable] ?? '';
  if (!value.startsWith('env:') && FORMS.webhook.test(value)) return value;
  throw wrong(
    name,
    `the environment variable ${variable} ${value === '' ? 'is not set' : 'holds no URL that alerts may go to'}`,
    'set it to a URL of `https` without a user name, or of `http` within a private network',
  );
}

function wrong(name: string, what: string, help: string): Error {
  return failure('input.webhook', `the webhook \`${name}\`: ${what}`, { help });
}
