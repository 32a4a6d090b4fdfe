package edge_contracts.constraint_test

import data.edge_contracts.constraint

all_speakers := {"customer", "policy", "agent"}

carried := {
	"constraint": "c1",
	"standing": "held",
	"origins": ["received", "sender"],
	"in_sender": true,
	"modality": "prohibition",
	"stated_by": "customer",
	"lost_at": null,
	"sent": [0],
	"discharged": [],
	"differs": {},
}

but(changes) := object.union(carried, changes)

differing(differs) := but({"differs": differs})

test_carried_is_in_order if {
	constraint.not_dropped(carried, all_speakers)
	constraint.not_lost_upstream(carried, all_speakers)
	constraint.not_weakened(carried)
	constraint.same_duty(carried)
	constraint.not_strengthened(carried)
	constraint.not_narrowed(carried)
	constraint.not_widened(carried)
	constraint.resolved(carried)
	constraint.same_target(carried)
	constraint.same_source(carried)
	constraint.stated(carried)
	constraint.not_stale(carried)
	constraint.sent_once(carried)
	constraint.one_way(carried)
	constraint.remembered(carried)
}

test_not_sent_is_dropped if not constraint.not_dropped(but({"sent": []}), all_speakers)

test_discharged_is_not_dropped if constraint.not_dropped(but({"sent": [], "discharged": [0]}), all_speakers)

test_of_a_speaker_that_is_not_accepted_is_not_dropped if {
	constraint.not_dropped(but({"sent": []}), {"policy"})
}

test_a_speaker_that_nobody_knows_proves_nothing if {
	not constraint.not_dropped(but({"sent": [], "stated_by": "somebody"}), {"policy"})
}

test_lost_before_and_still_missing if {
	not constraint.not_lost_upstream(but({"standing": "upstream", "sent": []}), all_speakers)
	constraint.not_dropped(but({"standing": "upstream", "sent": []}), all_speakers)
}

test_lost_before_and_sent_again if constraint.not_lost_upstream(but({"standing": "upstream"}), all_speakers)

test_a_standing_that_is_not_known_proves_nothing if {
	not constraint.not_lost_upstream(but({"standing": "somewhere", "sent": []}), all_speakers)
	not constraint.not_dropped(but({"standing": "somewhere", "sent": []}), all_speakers)
	not constraint.stated(but({"standing": "somewhere"}))
	not constraint.not_stale(but({"standing": "somewhere"}))
}

# What each change of modality is, and only that.
modalities := [
	["prohibition", "preference", {"weakened"}],
	["requirement", "preference", {"weakened"}],
	["preference", "prohibition", {"strengthened"}],
	["preference", "requirement", {"strengthened"}],
	["prohibition", "requirement", {"modality_changed"}],
	["requirement", "prohibition", {"modality_changed"}],
]

faults_of(pair) := {fault |
	some fault, proven in {
		"weakened": weakened_proven(pair),
		"strengthened": strengthened_proven(pair),
		"modality_changed": duty_proven(pair),
	}
	not proven
}

weakened_proven(pair) if constraint.not_weakened(pair) else := false

strengthened_proven(pair) if constraint.not_strengthened(pair) else := false

duty_proven(pair) if constraint.same_duty(pair) else := false

test_modalities if {
	every row in modalities {
		faults_of(differing({"modality": {"held": row[0], "sent": row[1]}})) == row[2]
	}
}

test_hedged_words_are_weaker if not constraint.not_weakened(differing({"hedged": true}))

test_scope if {
	narrowed := differing({"scope": {"held": "run", "sent": "task"}})
	widened := differing({"scope": {"held": "task", "sent": "run"}})
	not constraint.not_narrowed(narrowed)
	constraint.not_widened(narrowed)
	not constraint.not_widened(widened)
	constraint.not_narrowed(widened)
}

test_text_that_nobody_decided if not constraint.resolved(differing({"text": "unresolved"}))

test_another_target if {
	not constraint.same_target(differing({"forbids": {"lost": [], "added": []}}))
	not constraint.same_target(differing({"requires": {"lost": [], "added": []}}))
}

test_another_source if {
	not constraint.same_source(differing({"stated_by": {"held": "customer", "sent": "agent"}}))
	not constraint.same_source(differing({"stated_in": {"held": "m1", "sent": "m2"}}))
}

test_invented if not constraint.stated(but({"standing": "unknown"}))

test_stale if {
	not constraint.not_stale(but({"standing": "closed"}))
	constraint.not_stale(but({"standing": "closed", "sent": []}))
}

test_twice if not constraint.sent_once(but({"sent": [0, 1]}))

test_both_ways if not constraint.one_way(but({"discharged": [0]}))

test_forgotten if not constraint.remembered(but({"in_sender": false}))

test_stated_here_is_not_forgotten if constraint.remembered(but({"in_sender": false, "origins": ["stated"]}))

test_discharged_here_is_not_forgotten if constraint.remembered(but({"in_sender": false, "discharged": [0]}))

test_lost_before_of_a_speaker_that_is_not_accepted if {
	constraint.not_lost_upstream(but({"standing": "upstream", "sent": []}), {"policy"})
}

test_a_sender_without_a_list_proves_nothing if not constraint.remembered(but({"in_sender": null}))

test_guardable if {
	constraint.guardable({"constraint": "c1"}, set())
	not constraint.guardable({"constraint": "c1"}, {{"kind": "a", "target": "b"}})
}

test_without_differences_nothing_is_proven if {
	bare := object.remove(carried, ["differs"])
	not constraint.not_weakened(bare)
	not constraint.same_duty(bare)
	not constraint.not_strengthened(bare)
	not constraint.not_narrowed(bare)
	not constraint.not_widened(bare)
	not constraint.resolved(bare)
	not constraint.same_target(bare)
	not constraint.same_source(bare)
}

test_of_nothing_nothing_is_proven if {
	not constraint.not_dropped({}, all_speakers)
	not constraint.not_lost_upstream({}, all_speakers)
	not constraint.stated({})
	not constraint.not_stale({})
	not constraint.sent_once({})
	not constraint.one_way({})
	not constraint.remembered({})
}
