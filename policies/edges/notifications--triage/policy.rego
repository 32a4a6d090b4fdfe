# METADATA
# title: "notifications--triage"
# description: "Returns the conversation once the customer has been told."
# scope: "package"
# custom: {"owner":"support-platform"}
# schemas: [{"input":"schema.facts"}]
package edges["notifications--triage"]

import data.edge_contracts.checks

# Where facts may come from.
accepted_sources := {"customer", "policy", "tool_result"}

# Whose constraints this edge carries.
accepted_speakers := {"customer", "policy"}

# Who hands on to whom, under which name.
agents := {"from": "notifications", "to": "triage", "edge": "notifications--triage"}

# What the sender may have changed in live config before this handoff.
declared_changes := set()

# What cannot be undone.
irreversible_effects := {{"kind": "message.email", "target": "customer"}}

# How old the evidence of a fact may be, in seconds.
max_age_seconds := 900

# Who may close a constraint, and how.
may_discharge := {"satisfied": {"notifications"}, "superseded": set(), "withdrawn": {"notifications"}}

# Policies that may supersede, and stand for facts.
policy_ids := set()

# What the receiver may do after it.
receiver_effects := set()

# What the sender may have done before this handoff.
sender_effects := {{"kind": "message.app", "target": "customer"}, {"kind": "message.email", "target": "customer"}}

# By which the checks go.
terms := {"accepted_sources": accepted_sources, "accepted_speakers": accepted_speakers, "agents": agents, "declared_changes": declared_changes, "irreversible_effects": irreversible_effects, "max_age_seconds": max_age_seconds, "may_discharge": may_discharge, "policy_ids": policy_ids, "receiver_effects": receiver_effects, "sender_effects": sender_effects}

# Not judged, since the contract does not say by what.
not_judged := {
	"config.claimed_not_real",
	"config.declared_but_absent",
	"config.out_of_bounds",
	"config.real_not_claimed",
	"config.undeclared_change",
	"config.unreadable",
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
# title: "The verdict of notifications--triage"
verdict := {
	"complete": true,
	"decision": decision,
	"unproven": unproven,
	"excepted": excepted,
	"findings": checks.findings_of(unproven, terms),
}
