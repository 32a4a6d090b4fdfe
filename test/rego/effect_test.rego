package edge_contracts.effect_test

import data.edge_contracts.effect

email := {"kind": "message.email", "target": "customer", "observed": false, "matches": []}

messages := {{"kind": "message.*", "target": "customer", "like": {"kind": `^message\.[^.]*$`}}}

forbidden := [{"constraint": "c1", "modality": "prohibition"}]

but(changes) := object.union(email, changes)

test_declared if {
	effect.declared(email, messages)
	effect.declared(email, {{"kind": "message.email", "target": "customer"}})
}

test_a_star_stays_within_a_segment if not effect.declared(but({"kind": "message.email.bulk"}), messages)

test_a_star_stands_for_nothing_too if effect.declared(but({"kind": "message."}), messages)

test_both_kind_and_target if {
	not effect.declared(but({"kind": "payment.refund"}), messages)
	not effect.declared(but({"target": "ops"}), messages)
}

test_nothing_declared if not effect.declared(email, set())

test_permitted if {
	effect.permitted(email)
	effect.permitted(but({"matches": [{"constraint": "c1", "modality": "preference"}]}))
	not effect.permitted(but({"matches": forbidden}))
}

test_what_happened_is_judged_as_a_violation if {
	effect.permitted(but({"matches": forbidden, "observed": true}))
	not effect.honoured(but({"matches": forbidden, "observed": true}))
	effect.honoured(but({"matches": forbidden}))
	effect.honoured(but({"observed": true}))
}

test_a_modality_that_nobody_knows_proves_nothing if {
	not effect.permitted(but({"matches": [{"constraint": "c1", "modality": "whim"}]}))
}

test_guardable if {
	effect.guardable({"constraint": "c1"}, set()) with input as {"effects": [email]}
	not effect.guardable({"constraint": "c1"}, messages) with input as {"effects": [email]}
	effect.guardable({"constraint": "c1"}, messages) with input as {"effects": [but({"kind": "log"})]}
	effect.guardable({"constraint": "c1"}, messages) with input as {"effects": [but({"observed": true})]}
}

test_without_one_effect_nothing_is_guardable if {
	not effect.guardable({"constraint": "c1"}, set()) with input as {"effects": []}
	not effect.guardable({"constraint": "c1"}, set()) with input as {}
	not effect.guardable({"constraint": "c1"}, messages) with input as {"effects": [object.remove(email, ["kind"])]}
}

test_seen_and_told if {
	effect.seen({"observed": true})
	not effect.seen({"observed": false})
	effect.told({"claimed": true})
	not effect.told({"claimed": false})
}

test_of_nothing_nothing_is_proven if {
	not effect.declared({}, messages)
	not effect.permitted({})
	not effect.honoured({})
	not effect.seen({})
	not effect.told({})
}
