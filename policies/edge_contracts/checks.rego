# METADATA
# title: "The checks"
# description: "Written by edge-contracts from its table of checks. An edge says by which terms, and what blocks."
# scope: "package"
# schemas: [{"input":"schema.facts"}]
package edge_contracts.checks

import data.edge_contracts.confidence
import data.edge_contracts.config
import data.edge_contracts.constraint
import data.edge_contracts.discharge
import data.edge_contracts.effect
import data.edge_contracts.established
import data.edge_contracts.stop_condition
import data.edge_contracts.transfer

# What has to be proven, of a handoff and of a side effect.
judged := {
	"confidence.missing",
	"confidence.raised",
	"config.claimed_not_real",
	"config.declared_but_absent",
	"config.out_of_bounds",
	"config.real_not_claimed",
	"config.undeclared_change",
	"config.unreadable",
	"constraint.discharge_refused",
	"constraint.discharged_and_carried",
	"constraint.dropped",
	"constraint.duplicated",
	"constraint.forgotten",
	"constraint.invented",
	"constraint.lost_upstream",
	"constraint.modality_changed",
	"constraint.narrowed",
	"constraint.reattributed",
	"constraint.retargeted",
	"constraint.stale",
	"constraint.strengthened",
	"constraint.unbound",
	"constraint.unresolved",
	"constraint.violated",
	"constraint.weakened",
	"constraint.widened",
	"edge.mismatch",
	"established.altered",
	"established.expired",
	"established.missing",
	"established.unsupported",
	"payload.invalid",
	"run.context_missing",
	"run.out_of_order",
	"side_effect.claimed_not_observed",
	"side_effect.forbidden",
	"side_effect.malformed",
	"side_effect.observed_not_claimed",
	"side_effect.undeclared",
	"stop_condition.missing",
	"stop_condition.overwritten",
	"tool_result.missing",
} if input.subject == "transfer"

judged := {
	"constraint.unbound",
	"constraint.violated",
	"side_effect.forbidden",
	"side_effect.malformed",
	"side_effect.undeclared",
} if input.subject == "effect"

# What blocks while it is not proven, unless a contract says otherwise.
blocking := {
	"config.claimed_not_real",
	"config.out_of_bounds",
	"config.undeclared_change",
	"config.unreadable",
	"constraint.discharge_refused",
	"constraint.discharged_and_carried",
	"constraint.dropped",
	"constraint.duplicated",
	"constraint.lost_upstream",
	"constraint.modality_changed",
	"constraint.narrowed",
	"constraint.retargeted",
	"constraint.unbound",
	"constraint.unresolved",
	"constraint.violated",
	"constraint.weakened",
	"edge.mismatch",
	"established.altered",
	"established.expired",
	"established.unsupported",
	"payload.invalid",
	"run.context_missing",
	"run.out_of_order",
	"side_effect.forbidden",
	"side_effect.malformed",
	"side_effect.undeclared",
	"stop_condition.missing",
	"stop_condition.overwritten",
}

# Every check at once: a handoff in order is proven by this, any other check by check.
all_proven(terms) if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	input.present.sender_constraints == true
	input.present.stop_conditions == true
	input.present.confidence == true
	input.present.established == true
	input.present.sender_facts == true
	input.present.sender_tool_calls == true
	input.present.side_effects == true
	input.present.config == true
	count(input.payload.errors) == 0
	confidence.reported
	confidence.not_raised
	count(input.established.missing) == 0
	count(input.established.altered) == 0
	count(input.tool_results.missing) == 0
	config.happened(terms.declared_changes)
	transfer.context_known
	count(input.transfer.order) == 0
	transfer.on_edge(terms.agents)
	every item in input.constraints.pairs {
		constraint.not_dropped(item, terms.accepted_speakers)
		constraint.not_lost_upstream(item, terms.accepted_speakers)
		constraint.not_weakened(item)
		constraint.same_duty(item)
		constraint.not_narrowed(item)
		constraint.same_target(item)
		constraint.resolved(item)
		constraint.one_way(item)
		constraint.sent_once(item)
		constraint.not_strengthened(item)
		constraint.not_widened(item)
		constraint.not_stale(item)
		constraint.stated(item)
		constraint.same_source(item)
		constraint.remembered(item)
	}
	every item in input.discharges {
		discharge.accepted(item, terms.may_discharge, terms.policy_ids)
	}
	every item in input.config.changes {
		config.honoured(item)
		config.declared(item, terms.declared_changes)
		config.in_bounds(item, terms.declared_changes)
		config.told(item)
	}
	every item in input.constraints.unbound {
		constraint.guardable(item, terms.irreversible_effects)
	}
	every item in input.stop_conditions.lost {
		stop_condition.not_missing(item)
		stop_condition.not_overwritten(item)
	}
	every item in input.established.entries {
		established.supported(item, terms.accepted_sources, terms.policy_ids)
		established.fresh(item, terms.max_age_seconds)
	}
	every item in input.side_effects.observed {
		effect.declared(item, terms.sender_effects)
		effect.well_formed(item)
		effect.told(item)
	}
	every item in input.side_effects.claimed {
		effect.permitted(item)
		effect.seen(item)
	}
	every item in input.config.claims {
		config.real(item)
	}
	every item in input.config.sources {
		config.readable(item)
	}
}

all_proven(terms) if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects {
		effect.honoured(item)
		effect.declared(item, terms.receiver_effects)
		effect.well_formed(item)
		effect.permitted(item)
	}
	every item in input.constraints.unbound {
		effect.guardable(item, terms.irreversible_effects)
	}
}

# Checks that go by the terms of an edge.
by_terms := {
	"config.declared_but_absent",
	"config.out_of_bounds",
	"config.undeclared_change",
	"constraint.discharge_refused",
	"constraint.dropped",
	"constraint.lost_upstream",
	"constraint.unbound",
	"edge.mismatch",
	"established.expired",
	"established.unsupported",
	"side_effect.undeclared",
}

proven_by(terms) := {code |
	some code in by_terms
	proven_for(code, terms)
}

# What each of these failed on.
findings_of(codes, terms) := {{"check": code, "item": index} |
	some code in codes
	some index in failed_on(code, terms)
}

# payload.invalid: the payload has the shape that its edge asks for
proven contains "payload.invalid" if {
	input.subject == "transfer"
	count(input.payload.errors) == 0
}

failed_on("payload.invalid", _) := {index |
	some index, _ in input.payload.errors
} if input.subject == "transfer"

# constraint.dropped: every constraint that the sender held is carried, or discharged
proven_for("constraint.dropped", terms) if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_dropped(item, terms.accepted_speakers) }
}

failed_on("constraint.dropped", terms) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_dropped(item, terms.accepted_speakers)
} if input.subject == "transfer"

# constraint.lost_upstream: what an ancestor lost is not still missing
proven_for("constraint.lost_upstream", terms) if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_lost_upstream(item, terms.accepted_speakers) }
}

failed_on("constraint.lost_upstream", terms) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_lost_upstream(item, terms.accepted_speakers)
} if input.subject == "transfer"

# constraint.weakened: a prohibition or requirement is not sent as a preference
proven contains "constraint.weakened" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_weakened(item) }
}

failed_on("constraint.weakened", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_weakened(item)
} if input.subject == "transfer"

# constraint.modality_changed: a prohibition stays a prohibition, and a requirement a requirement
proven contains "constraint.modality_changed" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.same_duty(item) }
}

failed_on("constraint.modality_changed", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.same_duty(item)
} if input.subject == "transfer"

# constraint.narrowed: what holds for the whole run is not sent as holding for one task
proven contains "constraint.narrowed" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_narrowed(item) }
}

failed_on("constraint.narrowed", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_narrowed(item)
} if input.subject == "transfer"

# constraint.retargeted: a constraint forbids and requires the same effects as when it was stated
proven contains "constraint.retargeted" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.same_target(item) }
}

failed_on("constraint.retargeted", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.same_target(item)
} if input.subject == "transfer"

# constraint.unresolved: the text of a constraint still says the same
proven contains "constraint.unresolved" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.resolved(item) }
}

failed_on("constraint.unresolved", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.resolved(item)
} if input.subject == "transfer"

# constraint.discharge_refused: a discharge has its evidence, and is made by an agent that may
proven_for("constraint.discharge_refused", terms) if {
	input.subject == "transfer"
	input.present.discharged == true
	every item in input.discharges { discharge.accepted(item, terms.may_discharge, terms.policy_ids) }
}

failed_on("constraint.discharge_refused", terms) := {index |
	some index, item in input.discharges
	not discharge.accepted(item, terms.may_discharge, terms.policy_ids)
} if input.subject == "transfer"

# constraint.discharged_and_carried: a constraint is carried or discharged, not both
proven contains "constraint.discharged_and_carried" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.one_way(item) }
}

failed_on("constraint.discharged_and_carried", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.one_way(item)
} if input.subject == "transfer"

# constraint.duplicated: one entry for one constraint
proven contains "constraint.duplicated" if {
	input.subject == "transfer"
	input.present.constraints == true
	every item in input.constraints.pairs { constraint.sent_once(item) }
}

failed_on("constraint.duplicated", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.sent_once(item)
} if input.subject == "transfer"

# constraint.strengthened: a preference stays a preference
proven contains "constraint.strengthened" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_strengthened(item) }
}

failed_on("constraint.strengthened", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_strengthened(item)
} if input.subject == "transfer"

# constraint.widened: what holds for one task is not sent as holding for the whole run
proven contains "constraint.widened" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_widened(item) }
}

failed_on("constraint.widened", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_widened(item)
} if input.subject == "transfer"

# constraint.stale: what was discharged is not carried on
proven contains "constraint.stale" if {
	input.subject == "transfer"
	input.present.constraints == true
	every item in input.constraints.pairs { constraint.not_stale(item) }
}

failed_on("constraint.stale", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.not_stale(item)
} if input.subject == "transfer"

# constraint.invented: every constraint in the payload was stated by somebody
proven contains "constraint.invented" if {
	input.subject == "transfer"
	input.present.constraints == true
	every item in input.constraints.pairs { constraint.stated(item) }
}

failed_on("constraint.invented", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.stated(item)
} if input.subject == "transfer"

# constraint.reattributed: a constraint is told as stated by the same speaker, in the same place
proven contains "constraint.reattributed" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.same_source(item) }
}

failed_on("constraint.reattributed", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.same_source(item)
} if input.subject == "transfer"

# constraint.forgotten: what the sender received is still in its own state
proven contains "constraint.forgotten" if {
	input.subject == "transfer"
	input.present.sender_constraints == true
	every item in input.constraints.pairs { constraint.remembered(item) }
}

failed_on("constraint.forgotten", _) := {index |
	some index, item in input.constraints.pairs
	not constraint.remembered(item)
} if input.subject == "transfer"

# constraint.violated: no observed effect is one that a live prohibition forbids
proven contains "constraint.violated" if {
	input.subject == "transfer"
	every item in input.config.changes { config.honoured(item) }
}

failed_on("constraint.violated", _) := {index |
	some index, item in input.config.changes
	not config.honoured(item)
} if input.subject == "transfer"

# constraint.violated: no observed effect is one that a live prohibition forbids
proven contains "constraint.violated" if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects { effect.honoured(item) }
}

failed_on("constraint.violated", _) := {index |
	some index, item in input.effects
	not effect.honoured(item)
} if input.subject == "effect"

# constraint.unbound: before an irreversible effect, every live prohibition names what it forbids
proven_for("constraint.unbound", terms) if {
	input.subject == "transfer"
	every item in input.constraints.unbound { constraint.guardable(item, terms.irreversible_effects) }
}

failed_on("constraint.unbound", terms) := {index |
	some index, item in input.constraints.unbound
	not constraint.guardable(item, terms.irreversible_effects)
} if input.subject == "transfer"

# constraint.unbound: before an irreversible effect, every live prohibition names what it forbids
proven_for("constraint.unbound", terms) if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.constraints.unbound { effect.guardable(item, terms.irreversible_effects) }
}

failed_on("constraint.unbound", terms) := {index |
	some index, item in input.constraints.unbound
	not effect.guardable(item, terms.irreversible_effects)
} if input.subject == "effect"

# stop_condition.missing: every stop condition of the run is carried
proven contains "stop_condition.missing" if {
	input.subject == "transfer"
	input.present.stop_conditions == true
	every item in input.stop_conditions.lost { stop_condition.not_missing(item) }
}

failed_on("stop_condition.missing", _) := {index |
	some index, item in input.stop_conditions.lost
	not stop_condition.not_missing(item)
} if input.subject == "transfer"

# stop_condition.overwritten: the run's stop condition is not replaced by another
proven contains "stop_condition.overwritten" if {
	input.subject == "transfer"
	input.present.stop_conditions == true
	every item in input.stop_conditions.lost { stop_condition.not_overwritten(item) }
}

failed_on("stop_condition.overwritten", _) := {index |
	some index, item in input.stop_conditions.lost
	not stop_condition.not_overwritten(item)
} if input.subject == "transfer"

# confidence.missing: a confidence that the sender has is sent
proven contains "confidence.missing" if {
	input.subject == "transfer"
	input.present.confidence == true
	confidence.reported
}

failed_on("confidence.missing", _) := {0 |
	not confidence.reported
} if input.subject == "transfer"

# confidence.raised: the confidence that is sent is not above the sender's own
proven contains "confidence.raised" if {
	input.subject == "transfer"
	input.present.confidence == true
	confidence.not_raised
}

failed_on("confidence.raised", _) := {0 |
	not confidence.not_raised
} if input.subject == "transfer"

# established.missing: every fact of the sender is sent
proven contains "established.missing" if {
	input.subject == "transfer"
	input.present.established == true
	input.present.sender_facts == true
	count(input.established.missing) == 0
}

failed_on("established.missing", _) := {index |
	some index, _ in input.established.missing
} if input.subject == "transfer"

# established.altered: a fact with the same key and evidence has the same value
proven contains "established.altered" if {
	input.subject == "transfer"
	input.present.established == true
	count(input.established.altered) == 0
}

failed_on("established.altered", _) := {index |
	some index, _ in input.established.altered
} if input.subject == "transfer"

# established.unsupported: every fact has an accepted source, and evidence in the run that does not show another value
proven_for("established.unsupported", terms) if {
	input.subject == "transfer"
	input.present.established == true
	every item in input.established.entries { established.supported(item, terms.accepted_sources, terms.policy_ids) }
}

failed_on("established.unsupported", terms) := {index |
	some index, item in input.established.entries
	not established.supported(item, terms.accepted_sources, terms.policy_ids)
} if input.subject == "transfer"

# established.expired: no fact is older than the contract allows
proven_for("established.expired", terms) if {
	input.subject == "transfer"
	input.present.established == true
	every item in input.established.entries { established.fresh(item, terms.max_age_seconds) }
}

failed_on("established.expired", terms) := {index |
	some index, item in input.established.entries
	not established.fresh(item, terms.max_age_seconds)
} if input.subject == "transfer"

# tool_result.missing: every tool call of the sender that succeeded backs a fact that is sent
proven contains "tool_result.missing" if {
	input.subject == "transfer"
	input.present.established == true
	input.present.sender_tool_calls == true
	count(input.tool_results.missing) == 0
}

failed_on("tool_result.missing", _) := {index |
	some index, _ in input.tool_results.missing
} if input.subject == "transfer"

# side_effect.undeclared: every observed side effect is one that the contract declares
proven_for("side_effect.undeclared", terms) if {
	input.subject == "transfer"
	every item in input.side_effects.observed { effect.declared(item, terms.sender_effects) }
}

failed_on("side_effect.undeclared", terms) := {index |
	some index, item in input.side_effects.observed
	not effect.declared(item, terms.sender_effects)
} if input.subject == "transfer"

# side_effect.undeclared: every observed side effect is one that the contract declares
proven_for("side_effect.undeclared", terms) if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects { effect.declared(item, terms.receiver_effects) }
}

failed_on("side_effect.undeclared", terms) := {index |
	some index, item in input.effects
	not effect.declared(item, terms.receiver_effects)
} if input.subject == "effect"

# side_effect.malformed: the details of a side effect are what its kind asks for
proven contains "side_effect.malformed" if {
	input.subject == "transfer"
	every item in input.side_effects.observed { effect.well_formed(item) }
}

failed_on("side_effect.malformed", _) := {index |
	some index, item in input.side_effects.observed
	not effect.well_formed(item)
} if input.subject == "transfer"

# side_effect.malformed: the details of a side effect are what its kind asks for
proven contains "side_effect.malformed" if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects { effect.well_formed(item) }
}

failed_on("side_effect.malformed", _) := {index |
	some index, item in input.effects
	not effect.well_formed(item)
} if input.subject == "effect"

# side_effect.forbidden: no effect that is proposed or claimed is one that a live prohibition forbids
proven contains "side_effect.forbidden" if {
	input.subject == "transfer"
	input.present.side_effects == true
	every item in input.side_effects.claimed { effect.permitted(item) }
}

failed_on("side_effect.forbidden", _) := {index |
	some index, item in input.side_effects.claimed
	not effect.permitted(item)
} if input.subject == "transfer"

# side_effect.forbidden: no effect that is proposed or claimed is one that a live prohibition forbids
proven contains "side_effect.forbidden" if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects { effect.permitted(item) }
}

failed_on("side_effect.forbidden", _) := {index |
	some index, item in input.effects
	not effect.permitted(item)
} if input.subject == "effect"

# side_effect.claimed_not_observed: every side effect that the payload claims was observed
proven contains "side_effect.claimed_not_observed" if {
	input.subject == "transfer"
	input.present.side_effects == true
	every item in input.side_effects.claimed { effect.seen(item) }
}

failed_on("side_effect.claimed_not_observed", _) := {index |
	some index, item in input.side_effects.claimed
	not effect.seen(item)
} if input.subject == "transfer"

# side_effect.observed_not_claimed: every side effect that the sender had is told to the receiver
proven contains "side_effect.observed_not_claimed" if {
	input.subject == "transfer"
	input.present.side_effects == true
	every item in input.side_effects.observed { effect.told(item) }
}

failed_on("side_effect.observed_not_claimed", _) := {index |
	some index, item in input.side_effects.observed
	not effect.told(item)
} if input.subject == "transfer"

# config.undeclared_change: every change of live config is declared
proven_for("config.undeclared_change", terms) if {
	input.subject == "transfer"
	input.present.config == true
	every item in input.config.changes { config.declared(item, terms.declared_changes) }
}

failed_on("config.undeclared_change", terms) := {index |
	some index, item in input.config.changes
	not config.declared(item, terms.declared_changes)
} if input.subject == "transfer"

# config.out_of_bounds: every new value of live config is within its declared bounds
proven_for("config.out_of_bounds", terms) if {
	input.subject == "transfer"
	input.present.config == true
	every item in input.config.changes { config.in_bounds(item, terms.declared_changes) }
}

failed_on("config.out_of_bounds", terms) := {index |
	some index, item in input.config.changes
	not config.in_bounds(item, terms.declared_changes)
} if input.subject == "transfer"

# config.claimed_not_real: every change of live config that is claimed is real
proven contains "config.claimed_not_real" if {
	input.subject == "transfer"
	input.present.config == true
	input.present.side_effects == true
	every item in input.config.claims { config.real(item) }
}

failed_on("config.claimed_not_real", _) := {index |
	some index, item in input.config.claims
	not config.real(item)
} if input.subject == "transfer"

# config.unreadable: every source of live config can be read, and so can its baseline
proven contains "config.unreadable" if {
	input.subject == "transfer"
	every item in input.config.sources { config.readable(item) }
}

failed_on("config.unreadable", _) := {index |
	some index, item in input.config.sources
	not config.readable(item)
} if input.subject == "transfer"

# config.declared_but_absent: every change of live config that is declared happened
proven_for("config.declared_but_absent", terms) if {
	input.subject == "transfer"
	input.present.config == true
	config.happened(terms.declared_changes)
}

failed_on("config.declared_but_absent", terms) := {0 |
	not config.happened(terms.declared_changes)
} if input.subject == "transfer"

# config.real_not_claimed: every change of live config that is real is claimed
proven contains "config.real_not_claimed" if {
	input.subject == "transfer"
	input.present.config == true
	input.present.side_effects == true
	every item in input.config.changes { config.told(item) }
}

failed_on("config.real_not_claimed", _) := {index |
	some index, item in input.config.changes
	not config.told(item)
} if input.subject == "transfer"

# run.context_missing: all that came before this handoff is known
proven contains "run.context_missing" if {
	input.subject == "transfer"
	transfer.context_known
}

failed_on("run.context_missing", _) := {0 |
	not transfer.context_known
} if input.subject == "transfer"

# run.out_of_order: hops and attempts count up, and `after` names hops that reached the sender
proven contains "run.out_of_order" if {
	input.subject == "transfer"
	count(input.transfer.order) == 0
}

failed_on("run.out_of_order", _) := {index |
	some index, _ in input.transfer.order
} if input.subject == "transfer"

# edge.mismatch: the record is of the edge that it is judged by
proven_for("edge.mismatch", terms) if {
	input.subject == "transfer"
	transfer.on_edge(terms.agents)
}

failed_on("edge.mismatch", terms) := {0 |
	not transfer.on_edge(terms.agents)
} if input.subject == "transfer"
