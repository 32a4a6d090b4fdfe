/** `edge-contracts/monitor`: alerts from a ledger, out to webhooks and to Prometheus. */

export type { Change, Told as ToldBefore } from '../carry/alert-rules.js';
export type * from '../model/alert.js';
export type * from '../model/audit.js';
export type * from '../model/edge-status.js';
export { type AuditQuery, auditLedger } from './audit-ledger.js';
export { edgeStatus } from './edge-status.js';
export { EdgeWatch, type WatchOptions, type WatchTerms } from './edge-watch.js';
export { type FollowOptions, followLedger, Monitor, startMonitor } from './follow-ledger.js';
export { MonitorMetrics } from './monitor-metrics.js';
export type { Posted, WebhookTarget } from './post-webhook.js';
export { readOn, readWatch } from './read-watch.js';
export { type SendOptions, type SentOutbox, sendOutbox } from './send-outbox.js';
export { type MetricsServer, serveMetrics } from './serve-metrics.js';
export { signWebhook, verifyWebhook } from './sign-webhook.js';
export type { Told } from './tell.js';
