package edge_contracts.stop_condition_test

import data.edge_contracts.stop_condition

lost := {"text": "the refund is settled"}

added(count) := {"stop_conditions": {"added": count}}

test_lost_alone_is_missing if {
	not stop_condition.not_missing(lost) with input as added(0)
	stop_condition.not_overwritten(lost) with input as added(0)
}

test_with_another_in_its_place_it_is_overwritten_instead if {
	stop_condition.not_missing(lost) with input as added(1)
	not stop_condition.not_overwritten(lost) with input as added(1)
}

test_of_nothing_nothing_is_proven if {
	not stop_condition.not_missing({}) with input as added(1)
	not stop_condition.not_overwritten({}) with input as added(0)
	not stop_condition.not_missing(lost) with input as {}
	not stop_condition.not_overwritten(lost) with input as {}
}
