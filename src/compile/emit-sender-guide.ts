import type { Contract } from '../contract/contract.js';
import type { DeclaredEffect } from '../model/bundle.js';
import { DISCHARGE_KINDS, type DischargeKind } from '../model/payload.js';

/** `sender.md`: what the sender is told, in words that can stand in its prompt. */
export function emitSenderGuide(contract: Contract): string {
  const { edge, metadata } = contract;
  const sections = [
    [`# Handing on from ${edge.from} to ${edge.to}`, metadata.description].filter(isText).join('\n\n'),
    composing(),
    facts(contract),
    discharging(contract),
    effects(contract),
    afterBlock(),
  ];
  return `${sections.filter(isText).join('\n\n')}\n`;
}

function isText(text: string | null): text is string {
  return text !== null;
}

function composing(): string {
  return `## What you fill in

Fill in the draft (\`draft.schema.json\`): the objective, what remains to be done, the keys of the facts that the
receiver needs, what you discharge, and how sure you are, from 0 to 1.

Do not write constraints or stop conditions. Those that you hold are carried for you, word for word. They belong to
whoever stated them, also where your own task has nothing to do with them.`;
}

function facts({ schema, provenance }: Contract): string | null {
  const keys = Object.keys(schema.established).sort();
  const lines = keys.map((key) => `- \`${key}\``);
  if (provenance.established?.maxAgeSeconds != null) {
    lines.push(
      '',
      `A fact whose evidence is older than ${provenance.established.maxAgeSeconds} s has to be looked up again.`,
    );
  }
  if (lines.length === 0) return null;
  return ['## Facts that must go along', '', ...lines].join('\n');
}

const WHEN: Readonly<Record<DischargeKind, string>> = {
  satisfied:
    'a requirement is `satisfied` when a tool call that succeeded, or an effect, shows that it was met',
  withdrawn: 'what the customer stated is `withdrawn` when a later message of the customer takes it back',
  superseded: 'what policy stated is `superseded` when a policy that the contract lists replaces it',
};

function discharging({ edge, edgeCheck }: Contract): string {
  const ways = DISCHARGE_KINDS.filter((how) => edgeCheck.discharge[how].includes(edge.from));
  const told =
    ways.length === 0
      ? ['You may not discharge any constraint on this edge.']
      : [
          'You may discharge a constraint, with the id of the record that shows it as evidence:',
          '',
          ...ways.map(asItem),
        ];
  return ['## Closing a constraint', '', ...told, '', 'A sentence alone closes nothing.'].join('\n');
}

function asItem(how: DischargeKind): string {
  return `- ${WHEN[how]};`;
}

function effects({ declaredSideEffects }: Contract): string | null {
  if (declaredSideEffects === null) return null;
  const mine = declaredSideEffects.filter(({ by }) => by === 'sender');
  const lines = mine.map(effectItem);
  if (lines.length === 0) lines.push('None.');
  const changes = mine.some(({ change }) => change !== undefined) ? ['', CLAIMING] : [];
  return ['## Side effects that you may have had', '', ...lines, ...changes].join('\n');
}

function effectItem({ kind, target, change }: DeclaredEffect): string {
  if (change === undefined) return `- \`${kind}\` to \`${target}\``;
  const bounds = change.value === null ? '' : `, to a value with ${JSON.stringify(change.value)}`;
  return `- \`${kind}\` of \`${target}\` (${change.operations.join(', ')})${bounds}`;
}

const CLAIMING = `Tell every change of live config that you made, in \`side_effects\`: kind \`config.change\`, target source and path
together (\`flags/checkout/rollout\`), and in \`details\` the \`operation\`, \`before\` and \`after\`. What really changed is read
from the source and compared.`;

function afterBlock(): string {
  return `## When the handoff is blocked

You get the reasons, with a repair where there is one. Apply it and try again; do not send the same payload twice.`;
}
