package edge_contracts.transfer_test

import data.edge_contracts.transfer

agents := {"from": "refunds", "to": "notifications", "edge": "refunds--notifications"}

anyone := {"from": "*", "to": "*", "edge": "_default"}

place := {"hop": 2, "from": "refunds", "to": "notifications", "edge": null, "history": "complete"}

at(changes) := {"transfer": object.union(place, changes)}

test_on_its_edge if {
	transfer.on_edge(agents) with input as at({})
	transfer.on_edge(agents) with input as at({"edge": "refunds--notifications"})
}

test_on_another if {
	not transfer.on_edge(agents) with input as at({"from": "triage"})
	not transfer.on_edge(agents) with input as at({"to": "triage"})
	not transfer.on_edge(agents) with input as at({"edge": "another"})
}

test_the_default_contract_is_for_anyone if {
	transfer.on_edge(anyone) with input as at({})
	not transfer.on_edge(anyone) with input as at({"from": null})
}

test_an_agent_named_by_a_star_is_not_anyone if not transfer.on_edge(agents) with input as at({"from": "*"})

test_context if {
	transfer.context_known with input as at({})
	transfer.context_known with input as at({"hop": 1, "history": "none"})
	not transfer.context_known with input as at({"history": "partial"})
	not transfer.context_known with input as at({"history": "none"})
}

test_of_nothing_nothing_is_proven if {
	not transfer.on_edge(agents) with input as {}
	not transfer.on_edge(anyone) with input as {}
	not transfer.context_known with input as {}
}
