const LONGEST = 100;

/** The name of the contract of an edge: a slug of its agents, `refunds--notifications`; unlike those taken. */
export function edgeName(from: string, to: string, taken: ReadonlySet<string>): string {
  const name = `${slug(from)}--${slug(to)}`;
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}

function slug(agent: string): string {
  const words = agent
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return words.slice(0, LONGEST / 2 - 4).replace(/-+$/, '') || 'agent';
}
