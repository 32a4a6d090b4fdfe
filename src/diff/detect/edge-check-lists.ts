import type { CustomRule } from '../../contract/contract.js';
import type { ExceptionEntry } from '../../model/bundle.js';
import type { DischargeKind } from '../../model/payload.js';
import type { Change } from '../../model/policy-diff.js';
import { addedAndRemoved, asJson } from './added-removed.js';
import { type ContractPair, changeOf, isSame } from './contract-pair.js';

const HOWS: readonly DischargeKind[] = ['satisfied', 'withdrawn', 'superseded'];

/** Who may discharge, by how. */
export function dischargeChanges(pair: ContractPair): readonly Change[] {
  return HOWS.flatMap((how) => {
    const list = {
      at: `/edge_check/discharge/${how}`,
      key: (agent: string) => agent,
      subject: (agent: string) => `${how}: ${agent}`,
      added: 'dischargerAdded' as const,
      removed: 'dischargerRemoved' as const,
    };
    const [before, after] = [pair.base.edgeCheck.discharge[how], pair.head.edgeCheck.discharge[how]];
    return addedAndRemoved(pair, before, after, list).changes;
  });
}

/** Custom rules, by name; a rule's text is what it is. */
export function ruleChanges(pair: ContractPair): readonly Change[] {
  const list = {
    at: '/edge_check/rules',
    key: ({ name }: CustomRule) => name,
    added: 'ruleAdded' as const,
    removed: 'ruleRemoved' as const,
  };
  const { changes, kept } = addedAndRemoved(pair, pair.base.edgeCheck.rules, pair.head.edgeCheck.rules, list);
  return [
    ...changes,
    ...kept.flatMap(({ before, after }) => {
      const at = { base: `/edge_check/rules/${before.index}`, head: `/edge_check/rules/${after.index}` };
      const subject = after.key;
      const [was, is] = [before.item, after.item];
      return [
        ...(was.text === is.text
          ? []
          : [changeOf(pair, { kind: 'ruleTextChanged', subject, at, before: was.text, after: is.text })]),
        ...(was.severity === is.severity
          ? []
          : [
              changeOf(pair, {
                kind: 'ruleSeverityChanged',
                subject,
                at,
                before: was.severity,
                after: is.severity,
              }),
            ]),
      ];
    }),
  ];
}

/** Exceptions, by the code that they suspend. Who owns one and why is no change of what it lets through. */
export function exceptionChanges(pair: ContractPair): readonly Change[] {
  const list = {
    at: '/edge_check/exceptions',
    key: ({ code }: ExceptionEntry) => code,
    added: 'exceptionAdded' as const,
    removed: 'exceptionRemoved' as const,
  };
  const { changes, kept } = addedAndRemoved(
    pair,
    pair.base.edgeCheck.exceptions,
    pair.head.edgeCheck.exceptions,
    list,
  );
  return [
    ...changes,
    ...kept
      .filter(({ before, after }) => before.item.expires !== after.item.expires)
      .map(({ before, after }) =>
        changeOf(pair, {
          kind: 'exceptionExpiryChanged',
          subject: after.key,
          before: before.item.expires,
          after: after.item.expires,
          at: {
            base: `/edge_check/exceptions/${before.index}`,
            head: `/edge_check/exceptions/${after.index}`,
          },
        }),
      ),
  ];
}

/** What is watched, and when it alerts. */
export function monitorChanges(pair: ContractPair): readonly Change[] {
  const [before, after] = [pair.base.edgeCheck.monitor, pair.head.edgeCheck.monitor];
  const at = '/edge_check/monitor';
  if (before === null && after === null) return [];
  if (before === null) return [changeOf(pair, { kind: 'monitorAdded', at, after: asJson(after) })];
  if (after === null) return [changeOf(pair, { kind: 'monitorRemoved', at, before: asJson(before) })];
  const members = [
    ['class', 'monitorClassChanged'],
    ['below', 'monitorThresholdChanged'],
    ['window', 'monitorWindowChanged'],
    ['min_observations', 'monitorMinimumChanged'],
  ] as const;
  return members
    .filter(([member]) => !isSame(before[member], after[member]))
    .map(([member, kind]) =>
      changeOf(pair, { kind, at: `${at}/${member}`, before: before[member], after: after[member] }),
    );
}
