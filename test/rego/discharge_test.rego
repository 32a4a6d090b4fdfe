package edge_contracts.discharge_test

import data.edge_contracts.discharge

may := {"satisfied": {"refunds"}, "withdrawn": {"refunds"}, "superseded": {"refunds"}}

policies := {"POL-7"}

withdrawn := {
	"how": "withdrawn",
	"agent": "refunds",
	"by_sender": true,
	"known": true,
	"modality": "prohibition",
	"stated_by": "customer",
	"evidence": {
		"id": "m2",
		"kind": "message",
		"succeeded": false,
		"later": true,
		"withdraws": true,
		"meets_requires": true,
	},
}

satisfied := object.union(withdrawn, {
	"how": "satisfied",
	"modality": "requirement",
	"evidence": {"id": "t1", "kind": "tool_call", "succeeded": true, "withdraws": false},
})

superseded := object.union(withdrawn, {
	"how": "superseded",
	"stated_by": "policy",
	"evidence": {"id": "POL-7", "kind": null, "later": false, "withdraws": false},
})

accepted(rightful, changes) if discharge.accepted(object.union(rightful, changes), may, policies)

test_rightful if {
	accepted(withdrawn, {})
	accepted(satisfied, {})
	accepted(satisfied, {"evidence": {"kind": "effect"}})
	accepted(superseded, {})
}

test_nobody_else if {
	every rightful in [withdrawn, satisfied, superseded] {
		not accepted(rightful, {"by_sender": false})
		not accepted(rightful, {"known": false})
		not accepted(rightful, {"agent": "triage"})
		not discharge.accepted(rightful, {"satisfied": set(), "withdrawn": set(), "superseded": set()}, policies)
		not discharge.accepted(rightful, {}, policies)
	}
}

test_a_sentence_closes_nothing if {
	not accepted(withdrawn, {"evidence": {"kind": null}})
	not accepted(satisfied, {"evidence": {"kind": null}})
}

test_an_earlier_message if not accepted(withdrawn, {"evidence": {"later": false}})

test_a_message_about_something_else if not accepted(withdrawn, {"evidence": {"withdraws": false}})

test_the_customer_cannot_withdraw_a_policy if not accepted(withdrawn, {"stated_by": "policy"})

test_a_prohibition_is_never_satisfied if not accepted(satisfied, {"modality": "prohibition"})

test_a_preference_can_be_satisfied if accepted(satisfied, {"modality": "preference"})

test_a_tool_call_that_failed if not accepted(satisfied, {"evidence": {"succeeded": false}})

test_another_effect if not accepted(satisfied, {"evidence": {"meets_requires": false}})

test_a_policy_that_is_not_listed if {
	not accepted(superseded, {"evidence": {"id": "POL-8"}})
	not discharge.accepted(superseded, may, set())
}

test_a_policy_cannot_supersede_the_customer if not accepted(superseded, {"stated_by": "customer"})

test_of_nothing_nothing_is_accepted if not discharge.accepted({}, may, policies)
