/** A piece of Rego: a rule with the comments above it, or what is before the first one. */
export interface RegoPart {
  /** `reasons contains`: the rule's head, with a number where one is written more than once; null: before all rules. */
  readonly part: string | null;
  readonly lines: readonly string[];
}

/** Text in pieces by what stands at its left edge: policies are formatted, so that a rule begins there. */
export function regoParts(text: string): readonly RegoPart[] {
  const blocks = text.replace(/\n$/, '').split(/\n{2,}/);
  const parts: { part: string | null; lines: string[] }[] = [];
  const seen = new Map<string, number>();
  for (const block of blocks) {
    const lines = block.split('\n');
    const head = headOf(lines);
    const last = parts.at(-1);
    if (head === null && last !== undefined) last.lines.push('', ...lines);
    else parts.push({ part: head === null ? null : numbered(head, seen), lines });
  }
  return parts;
}

/** The first line at the left edge that is no comment, up to where the rule's body or value begins. */
function headOf(lines: readonly string[]): string | null {
  const first = lines.find((line) => /^[a-z_]/i.test(line));
  if (first === undefined || /^(?:package|import)\b/.test(first)) return null;
  const [head = ''] = first.split(/ (?:if|:=|=|contains)(?: |$)| \{/);
  return head.trim().slice(0, 200);
}

function numbered(head: string, seen: Map<string, number>): string {
  const count = (seen.get(head) ?? 0) + 1;
  seen.set(head, count);
  return count === 1 ? head : `${head} (${count})`;
}
