import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Alert } from '../../src/model/alert.js';
import type { AuditDocument, AuditLine } from '../../src/model/audit.js';
import type { EdgeStatus } from '../../src/model/edge-status.js';
import { alertText } from '../../src/report/alert-text.js';
import { auditCsv, csvCell } from '../../src/report/audit-csv.js';
import { auditText } from '../../src/report/audit-text.js';
import { edgeListText } from '../../src/report/edge-list-text.js';
import { edgeStatusText, sparkline } from '../../src/report/edge-status-text.js';
import { plain } from '../../src/report/paint.js';
import * as samples from '../model/samples.js';

const HOSTILE = 'a\n\u001b[2J\u202eb\r';
const LONG = 'x'.repeat(3000);

/** Every text of a document is another one. */
function withTexts<T>(value: T, text: string, keep: readonly string[]): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withTexts(item, text, keep)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]: [string, unknown]) => {
    if (typeof member === 'string' && !keep.includes(key)) return [key, text];
    return [key, withTexts(member, text, keep)];
  });
  return Object.fromEntries(members) as T;
}

const KEEP = [
  'state',
  'kind',
  'severity',
  'class',
  'what',
  'value',
  'audited',
  'outcome',
  'standing',
  'modality',
  'found',
  'mode',
  'action',
];
const controls = (text: string): boolean => /[\p{Cc}\p{Cf}]/u.test(text.replaceAll('\n', ''));
const many = <T>(item: T): T[] => Array.from({ length: 25 }, () => item);

/** All lists are full. */
function fullStatus(): EdgeStatus {
  const status: EdgeStatus = samples.edgeStatus;
  const { now } = status;
  return {
    ...status,
    composed: many(status.composed[0] as EdgeStatus['composed'][number]),
    alerts: many(status.alerts[0] as EdgeStatus['alerts'][number]),
    trend: Array.from({ length: 60 }, () => 1),
    overrides: many(status.overrides[0] as EdgeStatus['overrides'][number]),
    skipped: many({ what: 'runs', why: 'x', count: 1 }),
    now: {
      ...now,
      violations: many(now.violations[0] as EdgeStatus['now']['violations'][number]),
      faults: many(now.faults[0] as EdgeStatus['now']['faults'][number]),
      changed_in_window: many(now.changed_in_window[0] as EdgeStatus['now']['changed_in_window'][number]),
      next: many(now.next[0] as string),
      rescue: { open_runs: 25, runs: many('r1'), ends_by: 'guard or re-send' },
    },
  };
}

const STATUSES: readonly (readonly [string, EdgeStatus])[] = [
  ['as usual', samples.edgeStatus],
  ['with everything', fullStatus()],
  ['with long texts', withTexts(fullStatus(), LONG, [...KEEP, 'next'])],
  ['with hostile texts', withTexts(fullStatus(), HOSTILE, KEEP)],
];

it('an edge without a contract is not called in order', () => {
  const edge: EdgeStatus = { ...samples.edgeStatus, state: 'ok', alerts: [] };
  const listed = (digest: EdgeStatus['now']['contract']['digest']): string => {
    const now = { ...edge.now, contract: { digest, changed_at: null } };
    return edgeListText({ ...samples.edgeList, edges: [{ ...edge, now }] }, plain);
  };
  assert.match(listed(null), / {2}NO CONTRACT /);
  assert.doesNotMatch(listed(null), / OK /);
  assert.match(listed(`sha256:${'0'.repeat(64)}`), / {2}OK {10}/);
});

describe('an edge on one screen', () => {
  for (const [name, status] of STATUSES) {
    it(`${name}: at most 40 lines of 100 columns, and nothing that moves a cursor`, () => {
      const text = edgeStatusText(status, plain);
      const lines = text.trimEnd().split('\n');
      const commands = lines.filter((line) => line.startsWith('  '));
      assert.ok(lines.length - commands.length <= 40, `${lines.length} lines\n${text}`);
      for (const line of lines) assert.ok([...line].length <= 100, line);
      assert.ok(!controls(text), JSON.stringify(text));
    });
  }

  it('says what there is', () => {
    const text = edgeStatusText(samples.edgeStatus, plain);
    const words = [
      'FIRING',
      '50 % of constraints: 3 of 6',
      'threshold 98 %',
      'observe; blocked 0, let through 3',
      'composed      2 attempts, by override o2 (2); the rate is as sent',
    ];
    const more = [
      'acknowledged by ops',
      'refunds@1 → refunds@2',
      'payments-platform',
      'mode enforce until',
      'lower bound',
    ];
    for (const word of [...words, ...more]) assert.ok(text.includes(word), `${word} in\n${text}`);
  });

  it('says so where there is nothing, and where there is too little', () => {
    const { now } = samples.edgeStatus;
    const rate = { ...now.rate, carried: 0, held: 0, value: null, interval: [0, 1] as const, intact: 0 };
    const empty: EdgeStatus = {
      ...samples.edgeStatus,
      ...{ state: 'no_handoffs', since: null, alerts: [], trend: [], overrides: [], skipped: [] },
      now: {
        ...now,
        rate,
        window: { transfers: 0, from: null, to: null, before: { carried: 0, held: 0 } },
        first: null,
      },
    };
    assert.match(edgeStatusText(empty, plain), /NO HANDOFFS[\s\S]*no constraints held[\s\S]*no handoffs/);
    const few: EdgeStatus = { ...empty, state: 'too_few', now: { ...now, rate: { ...now.rate, held: 3 } } };
    assert.match(edgeStatusText(few, plain), /TOO FEW[\s\S]*too few \(4\)/);
  });

  it('draws a dot where nothing was held', () => {
    assert.equal(sparkline([0, 0.5, 1, null]), '▁▅█·');
  });
});

describe('other texts', () => {
  it('of alerts, lists and audits hold no hostile text either', () => {
    const alert = withTexts<Alert>(samples.alert, HOSTILE, KEEP);
    const list = withTexts(samples.edgeList, HOSTILE, KEEP);
    const audit = withTexts<AuditDocument>(samples.audit, HOSTILE, KEEP);
    for (const kind of ['carry_rate', 'violated', 'no_records', 'held_fell'] as const) {
      assert.ok(!controls(alertText({ ...alert, kind }, 'silenced', plain)));
      assert.equal(alertText({ ...alert, kind }, null, plain).split('\n').length, 4);
    }
    assert.ok(!controls(edgeListText(list, plain)));
    assert.ok(!controls(auditText(audit, plain)));
  });
});

describe('CSV', () => {
  it('is read back by a reader of RFC 4180 as it was, but for formulas', () => {
    const texts = ['plain', 'a,b', 'a "b"', 'a\nb', 'a\r\nb', '', 'ünï'];
    const line = samples.audit.lines[0] as AuditLine;
    const csv = auditCsv({ lines: texts.map((text) => ({ ...line, text })) });
    const rows = readCsv(csv);
    const column = rows[0]?.indexOf('text') ?? -1;
    assert.deepEqual(
      rows.slice(1).map((row) => row[column]),
      texts,
    );
    assert.ok(rows.every((row) => row.length === rows[0]?.length));
    assert.ok(csv.endsWith('\r\n'));
  });

  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '\r=1',
    '\n=1',
    '\uff1d1',
    '=HYPERLINK("x")',
  ]) {
    it(`takes ${JSON.stringify(text)} for no formula`, () => {
      const [[cell = ''] = []] = readCsv(`${csvCell(text)}\r\n`);
      assert.ok(cell.startsWith("'"), JSON.stringify(cell));
    });
  }

  it('holds no escape of a terminal', () => {
    assert.doesNotMatch(csvCell('a\u001b[2J\u0000\u009b'), /\p{Cc}/u);
  });

  /** By the grammar. */
  function readCsv(text: string): string[][] {
    const rows: string[][] = [];
    let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
    for (let i = 0; i < text.length; i += 1) {
      const sign = text[i];
      if (quoted) {
        if (sign === '"' && text[i + 1] === '"') {
          cell += '"';
          i += 1;
        } else if (sign === '"') quoted = false;
        else cell += sign;
      } else if (sign === '"') quoted = true;
      else if (sign === ',') [row, cell] = [[...row, cell], ''];
      else if (sign === '\r' && text[i + 1] === '\n') {
        rows.push([...row, cell]);
        [row, cell] = [[], ''];
        i += 1;
      } else cell += sign;
    }
    return rows;
  }
});
