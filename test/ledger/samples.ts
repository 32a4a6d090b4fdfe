import { ALERT_SCHEMA, type Alert } from '../../src/model/alert.js';
import { LEDGER_NOTE_SCHEMA, type LedgerNote } from '../../src/model/ledger.js';
import { facts, records, verdict } from '../model/samples.js';

const at = '2026-11-30T09:14:00.000Z';
const digest = `sha256:${'0'.repeat(64)}` as const;

export const alert: Alert = {
  schema: ALERT_SCHEMA,
  id: `refunds--notifications/constraints/${at}`,
  kind: 'carry_rate',
  severity: 'page',
  state: 'firing',
  edge: 'refunds--notifications',
  owner: 'payments',
  class: 'constraints',
  rate: { carried: 3, held: 4, value: 0.75, interval: [0.3, 0.95], needs_review: 0, intact: 3 },
  threshold: 0.98,
  window: {
    transfers: 50,
    from: { run: 'r1', hop: 1, at },
    to: { run: 'r1', hop: 2, at },
    before: { carried: 4, held: 4 },
  },
  mode: 'observe',
  blocked: 0,
  let_through: 1,
  violated: 1,
  violations: [],
  rescue: { open_runs: 1, runs: ['r1'], ends_by: at },
  faults: [
    {
      code: 'constraint.dropped',
      count: 1,
      constraints: [{ text: 'do not email the customer', modality: 'prohibition', count: 1 }],
    },
  ],
  first: { run: 'r1', hop: 2, at },
  changed_in_window: [{ what: 'sender.revision', from: 'a', to: 'b', at }],
  contract: { digest, changed_at: at },
  data: {
    transfers_per_min: 1,
    held_per_transfer: 0.1,
    held_per_transfer_before: 0.1,
    incomplete_runs: 0,
    skipped: 0,
    last_record_age_s: 3,
  },
  next: ['edge-contracts runs show r1'],
  runbook: 'https://runbooks.example/refunds',
};

const note = { schema: LEDGER_NOTE_SCHEMA, at } as const;

/** One note of each kind. */
export const notes = {
  verdict: { ...note, kind: 'verdict', id: 'v1', run: 'r1', verdict, facts, contract_source: digest },
  override: {
    ...note,
    kind: 'override',
    id: 'o1',
    edge: 'refunds--notifications',
    set: { what: 'compose', value: 'force' },
    by: 'payments on call',
    reason: 'the extractor is down',
    until: '2026-11-30T12:00:00.000Z',
  },
  alert: { ...note, kind: 'alert', id: 'a1', alert },
  judgement: {
    ...note,
    kind: 'judgement',
    id: 'j1',
    run: 'r1',
    hop: 2,
    attempt: 1,
    code: 'constraint.dropped',
    constraint: 'c1',
    label: 'right',
    by: 'ana',
    reason: 'the customer said so',
  },
  checkpoint: {
    ...note,
    kind: 'checkpoint',
    id: 'k1',
    head: { seq: 3, chain: digest },
    runs: { count: 1, digest },
    keyid: '0'.repeat(64),
    signature: `${'A'.repeat(86)}==`,
  },
  erasure: {
    ...note,
    kind: 'erasure',
    id: 'x1',
    what: 'content',
    of: { run: 'r1' },
    count: 3,
    by: 'privacy',
    reason: 'request 71',
  },
} satisfies { readonly [K in LedgerNote['kind']]: Extract<LedgerNote, { kind: K }> };

/** One record of each kind there is. */
export const everyRecord = { ...records, ...notes };

const { checkpoint: _checkpoint, erasure: _erasure, ...ofOthers } = everyRecord;
/** One of each kind that may be appended: the ledger writes the others itself. */
export const appendable = ofOthers;
