# METADATA
# title: "triage--refunds"
# description: "Hands a refund that a customer asked for to the agent that issues it."
# scope: "package"
# custom: {"owner":"support-platform"}
# schemas: [{"input":"schema.facts"}]
package edges["triage--refunds"]

import data.edge_contracts.checks
import data.edge_contracts.constraint
import data.edge_contracts.discharge
import data.edge_contracts.effect
import data.edge_contracts.established
import data.edge_contracts.transfer

# Where facts may come from.
accepted_sources := {"customer", "policy", "tool_result"}

# Whose constraints this edge carries.
accepted_speakers := {"customer", "policy"}

# Who hands on to whom, under which name.
agents := {"from": "triage", "to": "refunds", "edge": "triage--refunds"}

# What cannot be undone.
irreversible_effects := {{"kind": "payment.refund", "target": "customer"}}

# How old the evidence of a fact may be, in seconds.
max_age_seconds := 900

# Who may close a constraint, and how.
may_discharge := {"satisfied": {"triage"}, "superseded": set(), "withdrawn": {"triage"}}

# Policies that may supersede, and stand for facts.
policy_ids := set()

# What the receiver may do after it.
receiver_effects := {{"kind": "payment.refund", "target": "customer"}}

# What the sender may have done before this handoff.
sender_effects := set()

# What has to be proven, of a handoff and of a side effect.
judged := {"confidence.missing", "confidence.raised", "constraint.discharge_refused", "constraint.discharged_and_carried", "constraint.dropped", "constraint.duplicated", "constraint.forgotten", "constraint.invented", "constraint.lost_upstream", "constraint.modality_changed", "constraint.narrowed", "constraint.reattributed", "constraint.retargeted", "constraint.stale", "constraint.strengthened", "constraint.unbound", "constraint.unresolved", "constraint.weakened", "constraint.widened", "edge.mismatch", "established.altered", "established.expired", "established.missing", "established.unsupported", "payload.invalid", "run.context_missing", "run.out_of_order", "side_effect.claimed_not_observed", "side_effect.forbidden", "side_effect.observed_not_claimed", "side_effect.undeclared", "stop_condition.missing", "stop_condition.overwritten", "tool_result.missing"} if input.subject == "transfer"

judged := {"constraint.unbound", "constraint.violated", "side_effect.forbidden", "side_effect.undeclared"} if input.subject == "effect"

# What blocks while it is not proven.
blocking := {"constraint.discharge_refused", "constraint.discharged_and_carried", "constraint.dropped", "constraint.duplicated", "constraint.lost_upstream", "constraint.modality_changed", "constraint.narrowed", "constraint.retargeted", "constraint.unbound", "constraint.unresolved", "constraint.violated", "constraint.weakened", "edge.mismatch", "established.altered", "established.expired", "established.unsupported", "payload.invalid", "run.context_missing", "run.out_of_order", "side_effect.forbidden", "side_effect.undeclared", "stop_condition.missing", "stop_condition.overwritten"}

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
# title: "The verdict of triage--refunds"
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

# established.unsupported: every fact has an accepted source, and evidence in the run
proven contains "established.unsupported" if {
	input.subject == "transfer"
	input.present.established == true
	every item in input.established.entries { established.supported(item, accepted_sources, policy_ids) }
}

findings contains {"check": "established.unsupported", "item": index} if {
	input.subject == "transfer"
	some index, item in input.established.entries
	not established.supported(item, accepted_sources, policy_ids)
}

# established.expired: no fact is older than the contract allows
proven contains "established.expired" if {
	input.subject == "transfer"
	input.present.established == true
	every item in input.established.entries { established.fresh(item, max_age_seconds) }
}

findings contains {"check": "established.expired", "item": index} if {
	input.subject == "transfer"
	some index, item in input.established.entries
	not established.fresh(item, max_age_seconds)
}

# side_effect.undeclared: every observed side effect is one that the contract declares
proven contains "side_effect.undeclared" if {
	input.subject == "transfer"
	every item in input.side_effects.observed { effect.declared(item, sender_effects) }
}

findings contains {"check": "side_effect.undeclared", "item": index} if {
	input.subject == "transfer"
	some index, item in input.side_effects.observed
	not effect.declared(item, sender_effects)
}

# side_effect.undeclared: every observed side effect is one that the contract declares
proven contains "side_effect.undeclared" if {
	input.subject == "effect"
	count(input.effects) == 1
	every item in input.effects { effect.declared(item, receiver_effects) }
}

findings contains {"check": "side_effect.undeclared", "item": index} if {
	input.subject == "effect"
	some index, item in input.effects
	not effect.declared(item, receiver_effects)
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
