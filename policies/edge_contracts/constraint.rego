# METADATA
# title: Constraints, held and sent
# description: |
#   Each function is true of a pair that is in order. A pair that the facts describe in words that are not
#   known here is undefined, and what is undefined is not proven.
# schemas:
#   - input: schema.facts
package edge_contracts.constraint

# METADATA
# description: held by the sender, then carried; or a discharge is claimed, which is judged as such
not_dropped(pair, _) if {"upstream", "closed", "unknown"}[pair.standing]

not_dropped(pair, _) if count(pair.sent) > 0

not_dropped(pair, _) if count(pair.discharged) > 0

not_dropped(pair, accepted_speakers) if not_carried_here(pair, accepted_speakers)

# METADATA
# description: what an ancestor lost is back, or was not lost
not_lost_upstream(pair, _) if {"held", "closed", "unknown"}[pair.standing]

not_lost_upstream(pair, _) if count(pair.sent) > 0

not_lost_upstream(pair, _) if count(pair.discharged) > 0

not_lost_upstream(pair, accepted_speakers) if not_carried_here(pair, accepted_speakers)

# The contract does not carry what such a speaker states.
not_carried_here(pair, accepted_speakers) if {
	{"customer", "policy", "agent"}[pair.stated_by]
	not accepted_speakers[pair.stated_by]
}

# METADATA
# description: what binds still binds, in its modality and in its words
not_weakened(pair) if {
	not_hedged(pair)
	difference(pair, "modality") == null
}

not_weakened(pair) if {
	not_hedged(pair)
	{"prohibition", "requirement"}[difference(pair, "modality").sent]
}

not_weakened(pair) if {
	not_hedged(pair)
	difference(pair, "modality").held == "preference"
}

not_hedged(pair) if difference(pair, "hedged") == null

# METADATA
# description: a preference stays one
not_strengthened(pair) if difference(pair, "modality") == null

not_strengthened(pair) if {"prohibition", "requirement"}[difference(pair, "modality").held]

# METADATA
# description: a prohibition does not become a requirement, nor the other way round
same_duty(pair) if difference(pair, "modality") == null

same_duty(pair) if difference(pair, "modality").held == "preference"

same_duty(pair) if difference(pair, "modality").sent == "preference"

# METADATA
# description: what holds for the run still holds for the run
not_narrowed(pair) if difference(pair, "scope") == null

not_narrowed(pair) if difference(pair, "scope").sent == "run"

# METADATA
# description: what holds for one task does not come to hold for the run
not_widened(pair) if difference(pair, "scope") == null

not_widened(pair) if difference(pair, "scope").sent == "task"

# METADATA
# description: the text says the same
resolved(pair) if difference(pair, "text") == null

# METADATA
# description: it forbids and requires the same effects
same_target(pair) if {
	difference(pair, "forbids") == null
	difference(pair, "requires") == null
}

# METADATA
# description: it is told as stated by the same speaker in the same place
same_source(pair) if {
	difference(pair, "stated_by") == null
	difference(pair, "stated_in") == null
}

# METADATA
# description: somebody stated it
stated(pair) if {"held", "upstream", "closed"}[pair.standing]

# METADATA
# description: what was discharged is not carried on
not_stale(pair) if {"held", "upstream", "unknown"}[pair.standing]

not_stale(pair) if count(pair.sent) == 0

# METADATA
# description: one entry for one constraint
sent_once(pair) if count(pair.sent) <= 1

# METADATA
# description: carried or discharged, not both
one_way(pair) if count(pair.sent) == 0

one_way(pair) if count(pair.discharged) == 0

# METADATA
# description: what the sender received is in its own state
remembered(pair) if pair.in_sender == true

remembered(pair) if {"upstream", "closed", "unknown"}[pair.standing]

# What it discharges with this handoff, it may have taken out of its state.
remembered(pair) if count(pair.discharged) > 0

remembered(pair) if {
	pair.in_sender == false
	every origin in pair.origins { {"stated", "standing", "sender"}[origin] }
}

# METADATA
# description: a prohibition that names nothing it forbids cannot be guarded; before an irreversible effect it must
guardable(_, irreversible_effects) if count(irreversible_effects) == 0

# A member that is absent from `differs` does not differ; a pair without `differs` is undefined.
difference(pair, member) := object.get(pair.differs, member, null)
