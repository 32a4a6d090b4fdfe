# METADATA
# title: Established facts
# description: Where a fact comes from, what shows it, how old that is.
# schemas:
#   - input: schema.facts
package edge_contracts.established

# METADATA
# description: |
#   An accepted source, and evidence in the run of the kind that such a source leaves; which does not hold another
#   value, and is not less than what the fact was received with.
supported(entry, accepted_sources, policy_ids) if {
	accepted_sources[entry.source]
	shown(entry, policy_ids)
	unrefuted(entry)
	kept(entry)
}

# The value is in what was recorded, or nothing can be told by that.
unrefuted(entry) if entry.shows == true

unrefuted(entry) if entry.shows == null

# A fact that was received keeps its source and evidence, or stands on a record of the sender's own, or on one that holds the value.
kept(entry) if entry.relayed == null

kept(entry) if {
	entry.relayed.same_source == true
	entry.relayed.same_evidence == true
}

kept(entry) if {
	entry.relayed.same_evidence == false
	entry.relayed.own_evidence == true
}

kept(entry) if {
	entry.relayed.same_evidence == false
	entry.shows == true
}

shown(entry, _) if {
	entry.source == "tool_result"
	entry.found == "tool_call"
	entry.succeeded == true
}

shown(entry, _) if {
	entry.source == "customer"
	entry.found == "message"
}

shown(entry, _) if {
	entry.source == "policy"
	entry.found == "statement"
}

shown(entry, policy_ids) if {
	entry.source == "policy"
	policy_ids[entry.evidence]
}

# A source of the project's own: any record of the run that did not fail.
shown(entry, _) if {
	is_string(entry.source)
	not {"tool_result", "customer", "policy"}[entry.source]
	{"tool_call", "effect", "message", "statement"}[entry.found]
	entry.succeeded == true
}

# METADATA
# description: not older than the contract allows; evidence that is not in the run has no age and is unsupported
fresh(entry, _) if entry.age_seconds == null

fresh(entry, max_age_seconds) if {
	is_number(entry.age_seconds)
	entry.age_seconds <= max_age_seconds
}
