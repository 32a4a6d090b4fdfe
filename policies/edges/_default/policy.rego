# METADATA
# title: "_default"
# description: "Any handoff between agents that no other contract covers."
# scope: "package"
# custom: {"owner":"agent-platform"}
# schemas: [{"input":"schema.facts"}]
package edges._default

import data.edge_contracts.checks

# Whose constraints this edge carries.
accepted_speakers := {"agent", "customer", "policy"}

# Who hands on to whom, under which name.
agents := {"from": "*", "to": "*", "edge": "_default"}

# What the sender may have changed in live config before this handoff.
declared_changes := set()

# What cannot be undone.
irreversible_effects := set()

# Who may close a constraint, and how.
may_discharge := {"satisfied": set(), "superseded": set(), "withdrawn": set()}

# Policies that may supersede, and stand for facts.
policy_ids := set()

# By which the checks go.
terms := {"accepted_speakers": accepted_speakers, "agents": agents, "declared_changes": declared_changes, "irreversible_effects": irreversible_effects, "may_discharge": may_discharge, "policy_ids": policy_ids}

# Not judged, since the contract does not say by what.
not_judged := {
	"config.claimed_not_real",
	"config.declared_but_absent",
	"config.out_of_bounds",
	"config.real_not_claimed",
	"config.undeclared_change",
	"config.unreadable",
	"established.expired",
	"established.unsupported",
	"side_effect.undeclared",
}

judged := checks.judged - not_judged

# What blocks while it is not proven.
blocking := checks.blocking

# Let through on record, to the end of a day: none.
excepted := set()

default decision := "block"

decision := "allow" if {
	input.schema == "edge-contracts/facts/v1"
	input.complete == true
	count(blocked) == 0
}

blocked := set() if count(unproven) == 0

else := (unproven & blocking) - excepted

unproven := set() if checks.all_proven(terms)

else := (judged - checks.proven) - checks.proven_by(terms)

# METADATA
# entrypoint: true
# title: "The verdict of _default"
verdict := {
	"complete": true,
	"decision": decision,
	"unproven": unproven,
	"excepted": excepted,
	"findings": checks.findings_of(unproven, terms),
}
