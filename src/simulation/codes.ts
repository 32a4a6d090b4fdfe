/** What `explain CODE` says of a profile that runs cannot be made of. */
export interface SimulationCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

export const SIMULATION_CODES: readonly SimulationCodePage[] = [
  {
    code: 'simulation.profile',
    title: 'a simulation’s profile is wrong, or contradicts itself',
    why: 'Counts that do not come out would be shown as the profile’s. So no run is made of it.',
    fix: 'Correct what the message names; `schemas/simulation-profile.schema.json` says what a profile holds.',
  },
  {
    code: 'simulation.impossible',
    title: 'a constraint is to be satisfied, and nothing that the run does satisfies it',
    why: 'Two constraints that are to be satisfied want two alternatives of one action. The discharge would name no evidence and be refused, and the profile’s counts would not come out.',
    fix: 'Let one of the two end otherwise, or give the agent two actions.',
  },
];
