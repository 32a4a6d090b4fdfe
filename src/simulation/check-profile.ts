import { pointer } from '../canonical/pointer.js';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.js';
import type { EffectPattern } from '../model/constraint.js';
import { matchesPattern } from '../model/effect-pattern.js';
import { unblocked } from './held-constraint.js';
import { setSize } from './plan-set.js';
import type { ConstraintPlan, ConstraintTemplate, SimulationProfile } from './profile.js';

/** @throws DiagnosticError `simulation.profile`, with everything that is wrong */
export function requireConsistent(profile: SimulationProfile): void {
  const [first, ...others] = profileFaults(profile);
  if (first !== undefined) throw new DiagnosticError([first, ...others]);
}

/** What contradicts itself in a profile whose form is right: names that nothing has, counts that cannot come out. */
export function profileFaults(profile: SimulationProfile): readonly Diagnostic[] {
  const named = [...routeFaults(profile), ...runFaults(profile)];
  return named.length > 0 ? named : countFaults(profile);
}

function routeFaults({ routes, agents }: SimulationProfile): Diagnostic[] {
  return Object.entries(routes).flatMap(([name, path]) => {
    const at = pointer('routes', name);
    if (path.length < 2) return fault(at, 'a route has at least two agents');
    const unknown = path.filter((agent) => !Object.hasOwn(agents, agent));
    const itself = path.some((agent, index) => agent === path[index + 1]);
    return [
      ...unknown.flatMap((agent) => fault(at, `there is no agent \`${agent}\` among \`agents\``)),
      ...(itself ? fault(at, 'an agent hands to itself') : []),
    ];
  });
}

function runFaults(profile: SimulationProfile): Diagnostic[] {
  return profile.runs.flatMap((kind, index) => {
    const path = Object.hasOwn(profile.routes, kind.route) ? profile.routes[kind.route] : undefined;
    if (path === undefined)
      return fault(pointer('runs', index, 'route'), `there is no route \`${kind.route}\``);
    return kind.constraints.flatMap((plan, place) =>
      planFaults(profile, path, plan, pointer('runs', index, 'constraints', place)),
    );
  });
}

function planFaults(
  profile: SimulationProfile,
  path: readonly string[],
  plan: ConstraintPlan,
  at: string,
): Diagnostic[] {
  const before = plan.before_hop ?? 1;
  const hops = path.length - before;
  if (hops < 1)
    return fault(at, `\`before_hop\` ${before} is beyond the route, which has ${path.length - 1} hops`);
  const ends = plan.fates.findIndex((fate) => ENDS.includes(fate));
  if (plan.fates.length > hops) return fault(at, `${plan.fates.length} fates for ${hops} hops`);
  if (ends >= 0 && ends < plan.fates.length - 1) return fault(at, 'a fate follows the one that ended it');
  if (ends < 0 && plan.fates.length < hops)
    return fault(at, `${plan.fates.length} fates for ${hops} hops, and none ends it`);
  return plan.of.flatMap((name) => {
    const template = Object.hasOwn(profile.constraints, name) ? profile.constraints[name] : undefined;
    if (template === undefined) return fault(at, `there is no constraint \`${name}\` among \`constraints\``);
    return templateFaults(profile, path, plan, template).flatMap((why) => fault(at, `\`${name}\` ${why}`));
  });
}

/** After these it is not on the way any more. */
const ENDS: readonly string[] = ['dropped', 'satisfied', 'withdrawn'];

function templateFaults(
  profile: SimulationProfile,
  path: readonly string[],
  { fates, before_hop: before = 1 }: ConstraintPlan,
  template: ConstraintTemplate,
): string[] {
  const { modality, stated_by } = template;
  const why: string[] = [];
  if (fates.some((fate) => unblocked(fate).faulty === 'weakened') && modality === 'preference')
    why.push('is a preference, which cannot be weakened');
  if (fates.includes('withdrawn') && stated_by !== 'customer') why.push('is not the customer’s to withdraw');
  if (fates.includes('satisfied')) {
    const acting = path
      .slice(0, before - 1 + fates.length)
      .filter((agent, index) => index >= before - 1 && path.indexOf(agent) === index);
    if (modality !== 'requirement' || !canBeMet(profile, acting, template.requires ?? []))
      why.push('cannot be satisfied there: no agent on the way so far does what it requires');
  }
  return why;
}

/** Agents act when they are first reached. */
function canBeMet(
  { agents }: SimulationProfile,
  acting: readonly string[],
  requires: readonly EffectPattern[],
): boolean {
  const uses = acting.flatMap((agent) => agents[agent]?.actions.flat() ?? []);
  return uses.some(({ effect }) => effect && requires.some((pattern) => matchesPattern(pattern, effect)));
}

function countFaults(profile: SimulationProfile): Diagnostic[] {
  const { runs, hops } = setSize(profile);
  const { open_runs: open, stop_conditions: stops, start } = profile;
  return [
    ...(runs === 0 ? fault(pointer('runs'), 'a set without runs') : []),
    ...(open > runs ? fault(pointer('open_runs'), `${open} of ${runs} runs`) : []),
    ...(stops.carried > hops
      ? fault(pointer('stop_conditions', 'carried'), `${stops.carried} of ${hops} hops`)
      : []),
    ...(Date.parse(start) >= 0 ? [] : fault(pointer('start'), 'no time since 1970')),
  ];
}

function fault(at: string, message: string): Diagnostic[] {
  return [{ code: 'simulation.profile', severity: 'error', message, pointer: at }];
}
