# The core rules of bench/README.md, over the whole sets: what was held and what is sent are both in the input.
# Lookups go by key and never by scanning, which is the fast way to write them.
package bench

may_discharge := {"refunds"}

declared_effects := {"payment.refund": {"customer"}}

accepted_sources := {"tool_result", "customer", "policy"}

payload := input.transfer.payload

sent := {constraint.id: constraint | some constraint in payload.constraints}

held := {constraint.id: constraint | some constraint in input.held}

rightful(discharge) if {
	discharge.by.agent == input.transfer.from
	discharge.by.hop == input.transfer.hop
	may_discharge[discharge.by.agent]
	input.evidence[discharge.evidence]
}

discharged contains discharge.constraint if {
	some discharge in payload.discharged
	rightful(discharge)
}

faults contains {"code": "constraint.dropped", "at": id} if {
	some id, _ in held
	not sent[id]
	not discharged[id]
}

faults contains {"code": "constraint.modality", "at": id} if {
	some id, constraint in held
	sent[id].modality != constraint.modality
}

faults contains {"code": "constraint.scope", "at": id} if {
	some id, constraint in held
	sent[id].scope != constraint.scope
}

faults contains {"code": "constraint.unresolved", "at": id} if {
	some id, constraint in held
	sent[id].text != constraint.text
}

faults contains {"code": "constraint.reattributed", "at": id} if {
	some id, constraint in held
	sent[id].stated_by != constraint.stated_by
}

faults contains {"code": "constraint.reattributed", "at": id} if {
	some id, constraint in held
	sent[id].stated_in != constraint.stated_in
}

faults contains {"code": "constraint.retargeted", "at": id} if {
	some id, constraint in held
	object.get(sent[id], "forbids", []) != object.get(constraint, "forbids", [])
}

faults contains {"code": "constraint.retargeted", "at": id} if {
	some id, constraint in held
	object.get(sent[id], "requires", []) != object.get(constraint, "requires", [])
}

faults contains {"code": "constraint.discharged_and_carried", "at": id} if {
	some id in discharged
	sent[id]
}

faults contains {"code": "constraint.duplicated", "at": "constraints"} if {
	count(payload.constraints) != count(sent)
}

own_constraints := {constraint.id | some constraint in input.transfer.sender.constraints}

faults contains {"code": "constraint.forgotten", "at": id} if {
	some id, _ in held
	not own_constraints[id]
}

faults contains {"code": "constraint.unbound", "at": id} if {
	some id, constraint in held
	constraint.modality == "prohibition"
	count(object.get(constraint, "forbids", [])) == 0
}

faults contains {"code": "constraint.invented", "at": id} if {
	some id, _ in sent
	not held[id]
}

faults contains {"code": "constraint.discharge_refused", "at": discharge.constraint} if {
	some discharge in payload.discharged
	not rightful(discharge)
}

sent_stops := {text | some text in payload.stop_conditions}

faults contains {"code": "stop_condition.missing", "at": text} if {
	some text in array.concat(input.stop_conditions, input.transfer.sender.stop_conditions)
	not sent_stops[text]
}

own_facts := {fact.key: fact.value | some fact in input.transfer.sender.facts}

faults contains {"code": "established.unsupported", "at": fact.key} if {
	some fact in payload.established
	not input.evidence[fact.evidence]
}

faults contains {"code": "established.unsupported", "at": fact.key} if {
	some fact in payload.established
	not accepted_sources[fact.source]
}

evidence_sent := {fact.evidence | some fact in payload.established}

faults contains {"code": "tool_result.missing", "at": call.id} if {
	some call in input.transfer.sender.tool_calls
	call.succeeded
	not evidence_sent[call.id]
}

faults contains {"code": "established.altered", "at": fact.key} if {
	some fact in payload.established
	own_facts[fact.key] != fact.value
}

faults contains {"code": "side_effect.undeclared", "at": effect.kind} if {
	some effect in payload.side_effects
	not declared_effects[effect.kind][effect.target]
}

claimed := {[effect.kind, effect.target] | some effect in payload.side_effects}

observed := {[effect.kind, effect.target] | some effect in input.observed}

faults contains {"code": "side_effect.observed_not_claimed", "at": effect} if {
	some effect in observed
	not claimed[effect]
}

faults contains {"code": "side_effect.claimed_not_observed", "at": effect} if {
	some effect in claimed
	not observed[effect]
}

faults contains {"code": "edge.mismatch", "at": "from"} if input.transfer.from != "refunds"

faults contains {"code": "edge.mismatch", "at": "to"} if input.transfer.to != "notifications"

faults contains {"code": "confidence.raised", "at": "confidence"} if {
	payload.confidence > input.transfer.sender.confidence
}

default decision := "block"

decision := "allow" if count(faults) == 0

verdict := {"decision": decision, "faults": faults}
