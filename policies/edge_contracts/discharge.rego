# METADATA
# title: Discharges
# description: The only rightful way for a constraint to leave a run, and so an auditable act.
# schemas:
#   - input: schema.facts
package edge_contracts.discharge

# METADATA
# description: claimed by the sender itself, of a constraint that is live, on evidence, by an agent that may
accepted(discharge, may_discharge, policy_ids) if {
	discharge.by_sender == true
	discharge.known == true
	on_evidence(discharge, policy_ids)
	may_discharge[discharge.how][discharge.agent]
}

# A requirement is met by a tool call that succeeded or by an effect. A prohibition is never met.
on_evidence(discharge, _) if {
	discharge.how == "satisfied"
	{"requirement", "preference"}[discharge.modality]
	{"tool_call", "effect"}[discharge.evidence.kind]
	discharge.evidence.succeeded == true
	discharge.evidence.meets_requires == true
}

# The customer takes back what the customer stated, in a later message.
on_evidence(discharge, _) if {
	discharge.how == "withdrawn"
	discharge.stated_by == "customer"
	discharge.evidence.kind == "message"
	discharge.evidence.later == true
	discharge.evidence.withdraws == true
}

# Policy gives way to a policy that the contract lists.
on_evidence(discharge, policy_ids) if {
	discharge.how == "superseded"
	discharge.stated_by == "policy"
	policy_ids[discharge.evidence.id]
}
