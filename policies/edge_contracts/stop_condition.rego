# METADATA
# title: Stop conditions
# description: What ends the run is the run's, not the sender's own task.
# schemas:
#   - input: schema.facts
package edge_contracts.stop_condition

# METADATA
# description: lost, and another stands in its place, which is told as overwritten instead
not_missing(lost) if {
	is_string(lost.text)
	input.stop_conditions.added > 0
}

# METADATA
# description: lost, and none stands in its place, which is told as missing instead
not_overwritten(lost) if {
	is_string(lost.text)
	input.stop_conditions.added == 0
}
