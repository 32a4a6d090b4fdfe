import type { Project } from '../contract/contract.js';

/** One setting a line, a plain word each: read the same by every YAML. Anything else is for the YAML reader. */
const LINE = /^(contracts|policies|uncovered): +([a-z](?:[a-z0-9_/-]*[a-z0-9])?)$/;
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/;
const UNCOVERED: readonly string[] = ['block', 'warn', 'observe'];

/**
 * The settings of a project file that is written in the simplest way; null for any other, which `readProjectFile`
 * reads. The gate asks this first: to load a YAML parser takes longer than to judge a run.
 */
export function plainSettings(text: string, defaults: Project): Project | null {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '' || /^#[ -~]*$/.test(line)) continue;
    const [, key = '', value = ''] = LINE.exec(line) ?? [];
    if (key === '' || found.has(key) || NOT_TEXT.test(value) || value.includes('//')) return null;
    found.set(key, value);
  }
  const uncovered = found.get('uncovered') ?? defaults.uncovered;
  if (found.size === 0 || !UNCOVERED.includes(uncovered)) return null;
  const project = { ...defaults, ...Object.fromEntries(found) } as Project;
  const [contracts, policies] = [`${project.contracts}/`, `${project.policies}/`];
  return contracts.startsWith(policies) || policies.startsWith(contracts) ? null : project;
}
