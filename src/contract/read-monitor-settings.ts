import type { MonitorSettings, WebhookSettings } from './contract.js';
import { readFromVariable, readHost, readSlug, readWebhookUrl } from './forms.js';
import { readUnique } from './read-list.js';
import { complete, openMap } from './read-map.js';
import { readRange } from './read-scalar.js';
import type { Read } from './scope.js';

/** What holds where nothing is written. */
export const DEFAULT_MONITOR_SETTINGS: MonitorSettings = { webhooks: [], metrics: null };
/** Names of edges are no secret, but nobody else's business either. */
export const DEFAULT_METRICS_HOST = '127.0.0.1';

export const MONITOR_KEYS = ['webhooks', 'metrics'] as const;
export const WEBHOOK_KEYS = ['name', 'url', 'secret'] as const;
export const METRICS_KEYS = ['host', 'port'] as const;

/** `monitor` of the project file. */
export const readMonitorSettings: Read<MonitorSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, MONITOR_KEYS);
  return (
    map &&
    complete({
      webhooks: map.optional('webhooks', readWebhooks, DEFAULT_MONITOR_SETTINGS.webhooks),
      metrics: map.optional('metrics', readMetrics, DEFAULT_MONITOR_SETTINGS.metrics),
    })
  );
};

const readWebhook: Read<WebhookSettings> = (node, scope, name) => {
  const map = openMap(node, scope, name, WEBHOOK_KEYS);
  return (
    map &&
    complete({
      name: map.required('name', readSlug),
      url: map.required('url', readWebhookUrl),
      secret: map.required('secret', readSecret),
    })
  );
};

/** Only the variable's name is kept. */
const readSecret: Read<string> = (node, scope, name) =>
  readFromVariable(node, scope, name)?.slice('env:'.length);

const readWebhooks: Read<readonly WebhookSettings[]> = readUnique(readWebhook, ({ name }) => name, 'name');

const readMetrics: Read<{ readonly host: string; readonly port: number }> = (node, scope, name) => {
  const map = openMap(node, scope, name, METRICS_KEYS);
  return (
    map &&
    complete({
      host: map.optional('host', readHost, DEFAULT_METRICS_HOST),
      port: map.required('port', readPort),
    })
  );
};

const readPort: Read<number> = (node, scope, name) => {
  const port = readRange(1, 65_535)(node, scope, name);
  if (port === undefined || Number.isInteger(port)) return port;
  scope.findings.common('wrong_value', node.span, `\`${name}\`: expected a whole number`);
  return undefined;
};
