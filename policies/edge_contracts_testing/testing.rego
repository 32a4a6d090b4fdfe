# METADATA
# title: Facts for the tests of custom rules
# description: |
#  `edge-contracts test` gives this to `*_test.rego`. No bundle holds it, and no rule may refer to it.
# scope: package
package edge_contracts.testing

# METADATA
# description: a second hop from `sender` to `receiver` with nothing wrong and nothing carried
facts := {
	"schema": "edge-contracts/facts/v1",
	"subject": "transfer",
	"now": {"date": "2030-01-15", "seconds": 1894708800},
	"transfer": {
		"run": "run",
		"hop": 2,
		"attempt": 1,
		"from": "sender",
		"to": "receiver",
		"edge": null,
		"history": "complete",
		"order": [],
	},
	"present": {
		"objective": true,
		"remaining": true,
		"constraints": true,
		"discharged": true,
		"established": true,
		"confidence": true,
		"stop_conditions": true,
		"side_effects": true,
		"sender_facts": true,
		"sender_tool_calls": true,
		"sender_constraints": true,
		"sender_confidence": true,
		"sender_stop_conditions": true,
		"config": true,
	},
	"payload": {"errors": [], "established": {}, "fields": {}},
	"constraints": {"held": 0, "carried": 0, "intact": 0, "unresolved": 0, "pairs": [], "unbound": []},
	"discharges": [],
	"stop_conditions": {"held": 0, "carried": 0, "lost": [], "added": 0},
	"confidence": {"sender": 0.9, "sent": 0.9},
	"established": {"held": 0, "carried": 0, "missing": [], "altered": [], "entries": []},
	"tool_results": {"held": 0, "carried": 0, "missing": []},
	"side_effects": {"observed": [], "claimed": []},
	"config": {"sources": [], "changes": [], "omitted": 0, "claims": []},
	"effects": [],
	"complete": true,
}

# METADATA
# description: the facts with other members; maps are merged, everything else is replaced
with_facts(changes) := object.union(facts, changes)

# METADATA
# description: the facts of a payload that establishes these values, by key
with_established(values) := with_facts({
	"payload": {"established": values},
	"established": {"held": count(values), "carried": count(values)},
})

# METADATA
# description: the facts of a payload that has these further fields
with_fields(values) := with_facts({"payload": {"fields": values}})

# METADATA
# description: the facts of a handoff between these two agents
between(sender, receiver) := with_facts({"transfer": {"from": sender, "to": receiver}})

# METADATA
# description: the facts of a sender that was observed to do these, each with `kind` and `target`
with_observed(effects) := with_facts({"side_effects": {"observed": [observed |
	some index, effect in effects
	observed := object.union({"id": concat("", ["e", format_int(index + 1, 10)]), "claimed": true, "faults": []}, effect)
]}})

# METADATA
# description: the facts without a field that a payload should have, such as `constraints`
without(field) := with_facts({"present": {field: false}})
