import type { OpaMention, OpaPlace, ParsedModule } from '../opa/opa-types.js';

/** A fact or a field of the payload that a rule reads by its name. */
export interface PayloadMember {
  readonly part: 'established' | 'fields';
  readonly key: string;
  readonly location: OpaPlace;
}

/** What a rule reads by name of `input.payload.established` and `input.payload.fields`, each once. */
export function payloadMembers({ refs, imports }: ParsedModule): readonly PayloadMember[] {
  const paths = new Map(
    imports.map(({ path, alias }) => {
      const steps = stepsOf(path);
      return [alias ?? steps.at(-1) ?? '', steps] as const;
    }),
  );
  const imported = imports.map(({ path, location }): OpaMention => ({ name: path, location }));
  const members = [...refs, ...imported].flatMap(({ name, location }): PayloadMember[] => {
    const [first = '', ...rest] = stepsOf(name);
    const [input, payload, part, key] = [...(paths.get(first ?? '') ?? [first]), ...rest];
    if (input !== 'input' || payload !== 'payload' || typeof key !== 'string') return [];
    return part === 'established' || part === 'fields' ? [{ part, key, location }] : [];
  });
  const unique = new Map<string, PayloadMember>();
  for (const member of members) {
    const id = `${member.part}.${member.key}`;
    if (!unique.has(id)) unique.set(id, member);
  }
  return [...unique.values()];
}

/** `input.a["b-c"][i]` as its steps; null for one that is known only when the rule runs. */
function stepsOf(name: string): (string | null)[] {
  const steps = name.matchAll(/(?:^|\.)(?<word>[^.[]+)|\["(?<text>.*?)"\](?=[.[]|$)|\[[^\]]*\]/gs);
  return [...steps].map(({ groups }) => groups?.['word'] ?? groups?.['text'] ?? null);
}
