package edge_contracts.confidence_test

import data.edge_contracts.confidence

said(sender, sent) := {"confidence": {"sender": sender, "sent": sent}}

test_a_confidence_that_is_sent_is_reported if confidence.reported with input as said(0.9, 0.9)

test_one_that_the_sender_never_had_need_not_be if confidence.reported with input as said(null, null)

test_one_that_the_sender_has_and_does_not_send_is_missing if not confidence.reported with input as said(0.9, null)

test_equal_is_not_raised if confidence.not_raised with input as said(0.9, 0.9)

test_lower_is_not_raised if confidence.not_raised with input as said(0.9, 0)

test_higher_is_raised if not confidence.not_raised with input as said(0.9, 0.900001)

test_none_sent_is_not_raised if confidence.not_raised with input as said(0.9, null)

test_text_proves_nothing if {
	not confidence.reported with input as said("0.9", "0.9")
	not confidence.not_raised with input as said("0.9", "0.1")
}

test_nothing_proves_nothing if {
	not confidence.reported with input as {}
	not confidence.not_raised with input as {}
}
