# METADATA
# title: "_default"
# description: "Any handoff between agents that no other contract covers."
# scope: "package"
# custom: {"owner":"agent-platform"}
# schemas: [{"input":"schema.facts"}]
package edges._default

import data.edge_contracts.checks
import data.edge_contracts.constraint
import data.edge_contracts.discharge
import data.edge_contracts.effect
import data.edge_contracts.transfer

# Whose constraints this edge carries.
accepted_speakers := {"agent", "customer", "policy"}

# Who hands on to whom, under which name.
agents := {"from": "*", "to": "*", "edge": "_default"}

# What cannot be undone.
irreversible_effects := set()

# Who may close a constraint, and how.
may_discharge := {"satisfied": set(), "superseded": set(), "withdrawn": set()}

# Policies that may supersede, and stand for facts.
policy_ids := set()

# What has to be proven, of a handoff and of a side effect.
judged := {"confidence.missing", "confidence.raised", "constraint.discharge_refused", "constraint.discharged_and_carried", "constraint.dropped", "constraint.duplicated", "constraint.forgotten", "constraint.invented", "constraint.lost_upstream", "constraint.modality_changed", "constraint.narrowed", "constraint.reattributed", "constraint.retargeted", "constraint.stale", "constraint.strengthened", "constraint.unbound", "constraint.unresolved", "constraint.weakened", "constraint.widened", "edge.mismatch", "established.altered", "established.missing", "payload.invalid", "run.context_missing", "run.out_of_order", "side_effect.claimed_not_observed", "side_effect.forbidden", "side_effect.observed_not_claimed", "stop_condition.missing", "stop_condition.overwritten", "tool_result.missing"} if input.subject == "transfer"

judged := {"constraint.unbound", "constraint.violated", "side_effect.forbidden"} if input.subject == "effect"

# What blocks while it is not proven.
blocking := {"constraint.discharge_refused", "constraint.discharged_and_carried", "constraint.dropped", "constraint.duplicated", "constraint.lost_upstream", "constraint.modality_changed", "constraint.narrowed", "constraint.retargeted", "constraint.unbound", "constraint.unresolved", "constraint.violated", "constraint.weakened", "edge.mismatch", "established.altered", "payload.invalid", "run.context_missing", "run.out_of_order", "side_effect.forbidden", "stop_condition.missing", "stop_condition.overwritten"}

# Let through on record, to the end of a day: none.
excepted := set()

default decision := "block"

decision := "allow" if {
	input.schema == "edge-contracts/facts/v1"
	input.complete == true
	count((unproven & blocking) - excepted) == 0
}

unproven := (judged - checks.proven) - proven

# What is not proven is told with the items that it failed on. No decision rests on these.
told := set() if count(unproven) == 0

told := checks.findings | findings if count(unproven) > 0

# METADATA
# entrypoint: true
# title: "The verdict of _default"
verdict := {
	"complete": true,
	"decision": decision,
	"unproven": unproven,
	"excepted": excepted,
	"findings": told,
}

# constraint.dropped: every constraint that the sender held is carried, or discharged
proven contains "constraint.dropped" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_dropped(item, accepted_speakers) }
}

findings contains {"check": "constraint.dropped", "item": index} if {
	input.subject == "transfer"
	some index, item in input.constraints.pairs
	not constraint.not_dropped(item, accepted_speakers)
}

# constraint.lost_upstream: what an ancestor lost is not still missing
proven contains "constraint.lost_upstream" if {
	input.subject == "transfer"
	input.present.constraints == true
	input.present.discharged == true
	every item in input.constraints.pairs { constraint.not_lost_upstream(item, accepted_speakers) }
}

findings contains {"check": "constraint.lost_upstream", "item": index} if {
	input.subject == "transfer"
	some index, item in input.constraints.pairs
	not constraint.not_lost_upstream(item, accepted_speakers)
}

# constraint.discharge_refused: a discharge has its evidence, and is made by an agent that may
proven contains "constraint.discharge_refused" if {
	input.subject == "transfer"
	input.present.discharged == true
	every item in input.discharges { discharge.accepted(item, may_discharge, policy_ids) }
}

findings contains {"check": "constraint.discharge_refused", "item": index} if {
	input.subject == "transfer"
	some index, item in input.discharges
	not discharge.accepted(item, may_discharge, policy_ids)
}

# constraint.unbound: before an irreversible effect, every live prohibition names what it forbids
proven contains "constraint.unbound" if {
	input.subject == "transfer"
	every item in input.constraints.unbound { constraint.guardable(item, irreversible_effects) }
}

findings contains {"check": "constraint.unbound", "item": index} if {
	input.subject == "transfer"
	some index, item in input.constraints.unbound
	not constraint.guardable(item, irreversible_effects)
}

# constraint.unbound: before an irreversible effect, every live prohibition names what it forbids
proven contains "constraint.unbound" if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.constraints.unbound { effect.guardable(item, irreversible_effects) }
}

findings contains {"check": "constraint.unbound", "item": index} if {
	input.subject == "effect"
	some index, item in input.constraints.unbound
	not effect.guardable(item, irreversible_effects)
}

# edge.mismatch: the record is of the edge that it is judged by
proven contains "edge.mismatch" if {
	input.subject == "transfer"
	transfer.on_edge(agents)
}

findings contains {"check": "edge.mismatch", "item": 0} if {
	input.subject == "transfer"
	not transfer.on_edge(agents)
}
