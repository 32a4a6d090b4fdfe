import type { Check, Subject } from '../checks/check.js';
import { CHECKS } from '../checks/index.js';
import { emitAllProven, emitCheck, isContractBound, librariesOf } from './emit-check.js';
import { comment, lines, metadata, paragraphs, type Rego, reference, rego, setOf } from './rego/rego.js';

/** Where it stands among the outputs. */
export const COMMON_POLICY = 'edge_contracts/checks.rego';

/**
 * Every check, once for all edges: those that name no value of a contract, and those that take an edge's `terms`. What
 * an edge's own policy adds is its terms, and what of this blocks.
 */
export function emitCommonPolicy(): Rego {
  const libraries = [...new Set(CHECKS.flatMap(librariesOf))].sort();
  return rego`${paragraphs([
    lines(
      metadata({
        title: 'The checks',
        description:
          'Written by edge-contracts from its table of checks. An edge says by which terms, and what blocks.',
        scope: 'package',
        schemas: [{ input: 'schema.facts' }],
      }),
      rego`package edge_contracts.checks`,
      rego``,
      ...libraries.map((library) => rego`import data.edge_contracts.${reference(library)}`),
    ),
    emitJudged(),
    emitAll(),
    emitByTerms(),
    ...CHECKS.flatMap(emitCheck),
  ])}
`;
}

/** The checks of this version; an edge takes away what it does not say by what, and changes what blocks. */
function emitJudged(): Rego {
  const checks = present();
  const about = (subject: Subject): string[] =>
    checks.filter(({ proofs }) => proofs[subject] !== undefined).map(({ code }) => code);
  const blocking = checks.filter((check) => check.default === 'block').map(({ code }) => code);
  return lines(
    comment('What has to be proven, of a handoff and of a side effect.'),
    rego`judged := ${setOf(about('transfer'))} if input.subject == "transfer"`,
    rego``,
    rego`judged := ${setOf(about('effect'))} if input.subject == "effect"`,
    rego``,
    comment('What blocks while it is not proven, unless a contract says otherwise.'),
    rego`blocking := ${setOf(blocking)}`,
  );
}

function present(): Check[] {
  return CHECKS.filter(({ missing }) => missing === undefined);
}

function emitAll(): Rego {
  const [first = rego``, ...rest] = emitAllProven(present());
  return paragraphs([
    lines(
      comment('Every check at once: a handoff in order is proven by this, any other check by check.'),
      first,
    ),
    ...rest,
  ]);
}

function emitByTerms(): Rego {
  const bound = CHECKS.filter(isContractBound).map(({ code }) => code);
  return lines(
    comment('Checks that go by the terms of an edge.'),
    rego`by_terms := ${setOf(bound)}`,
    rego``,
    rego`proven_by(terms) := {code |
	some code in by_terms
	proven_for(code, terms)
}`,
    rego``,
    comment('What each of these failed on.'),
    rego`findings_of(codes, terms) := {{"check": code, "item": index} |
	some code in codes
	some index in failed_on(code, terms)
}`,
  );
}
