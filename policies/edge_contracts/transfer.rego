# METADATA
# title: The transfer's place in its run
# schemas:
#   - input: schema.facts
package edge_contracts.transfer

# METADATA
# description: between the agents that the contract joins, under its name or none
on_edge(agents) if {
	is_agent(agents.from, input.transfer.from)
	is_agent(agents.to, input.transfer.to)
	names_edge(agents.edge)
}

is_agent("*", name) if is_string(name)

is_agent(agent, name) if agent == name

names_edge(_) if is_null(input.transfer.edge)

names_edge(edge) if input.transfer.edge == edge

# METADATA
# description: all that came before is known, or nothing came before
context_known if input.transfer.hop == 1

context_known if input.transfer.history == "complete"
