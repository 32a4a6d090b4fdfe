/** What `explain CODE` says of a code that a verdict can hold and that is no check. */
export interface EngineCodePage {
  readonly code: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** A page for every such code. */
export const ENGINE_CODES: readonly EngineCodePage[] = [
  {
    code: 'engine.error',
    title: 'the policy ended with an error',
    why: 'Without an answer nothing was decided, and what is not decided does not pass.',
    fix: 'Compile again. If it stays, please report it with the record.',
  },
  {
    code: 'engine.timeout',
    title: 'the policy did not answer in time',
    why: 'A custom rule can loop, and a gate that waits for it holds up every agent behind it.',
    fix: 'Simplify the custom rules of the edge, or give them more time with `ruleDeadlineMs`.',
  },
  {
    code: 'engine.tampered',
    title: 'the bundle is missing, changed or broken',
    why: 'A policy of which it is not sure who wrote it decides nothing.',
    fix: 'Run `edge-contracts compile`; where a digest is pinned, deploy the bundle that it is of.',
  },
  {
    code: 'engine.version',
    title: 'the bundle was compiled by another version',
    why: 'Facts and policy belong together: an older policy would not ask for what a newer gate finds.',
    fix: 'Run `edge-contracts compile` with the version that evaluates.',
  },
  {
    code: 'engine.internal',
    title: 'something happened that must not happen',
    why: 'This is a bug in edge-contracts, and nothing that you wrote.',
    fix: 'Please report it, with the command and the message.',
  },
  {
    code: 'engine.overrides',
    title: 'the overrides of an edge could not be asked',
    why: 'What the host gave as `overrides` failed, or answered with what is no list of override notes. Nothing of it counts then: an error neither loosens nor tightens what a contract says.',
    fix: 'Look at what the host passes to `loadGate({ overrides })`: `followOverrides` and `overridesFrom` answer at once, and do not fail.',
  },
  {
    code: 'edge.uncovered',
    title: 'no contract covers the handoff',
    why: 'Nothing about this handoff was checked. What is done about it is `uncovered` in `edge-contracts.yaml`: block unless it says otherwise.',
    fix: 'Write a contract for the edge (`edge-contracts init --edge FROM TO`), or `contracts/_default.yaml` for all.',
  },
  {
    code: 'tool.unknown',
    title: 'a tool is called that the tools file does not have',
    why: 'Nobody said what it may do. A server can offer a new tool at any time, also under a name that sounds harmless.',
    fix: 'Import the server’s tools with `edge-contracts tools`, review what it writes, and compile.',
  },
  {
    code: 'tool.exceeded',
    title: 'a tool call reaches what the tools file says that the tool does not',
    why: 'Either the tools file is too narrow, or the call is not what the tool is for. Neither is guessed at.',
    fix: 'Widen `effects` of the tool in the tools file after a review, or do not make the call.',
  },
  {
    code: 'rule.not_proven',
    title: 'a custom rule does not hold of the handoff',
    why: 'A contract’s own rule states what has to hold; its author gave it its severity.',
    fix: 'Read the rule that the reason names; `edge_check.rules` says in which file it is.',
  },
];
