# METADATA
# title: Confidence
# description: From 0 to 1, as the sender reports it; null was never reported.
# schemas:
#   - input: schema.facts
package edge_contracts.confidence

# METADATA
# description: a confidence that the sender has is sent
reported if is_null(input.confidence.sender)

reported if is_number(input.confidence.sent)

# METADATA
# description: what is sent is not above what the sender has
not_raised if is_null(input.confidence.sender)

not_raised if is_null(input.confidence.sent)

not_raised if {
	is_number(input.confidence.sender)
	is_number(input.confidence.sent)
	input.confidence.sent <= input.confidence.sender
}
