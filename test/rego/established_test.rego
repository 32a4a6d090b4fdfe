package edge_contracts.established_test

import data.edge_contracts.established

sources := {"tool_result", "customer", "policy", "crm"}

policies := {"POL-7"}

entry := {
	"source": "tool_result",
	"evidence": "t1",
	"found": "tool_call",
	"succeeded": true,
	"age_seconds": 900,
}

supported(changes) if established.supported(object.union(entry, changes), sources, policies)

test_each_source_by_what_it_leaves if {
	supported({})
	supported({"source": "customer", "found": "message"})
	supported({"source": "policy", "found": "statement"})
	supported({"source": "policy", "found": null, "evidence": "POL-7"})
	supported({"source": "crm", "found": "effect"})
}

test_and_by_nothing_else if {
	not supported({"source": "customer"})
	not supported({"source": "policy"})
	not supported({"found": "message"})
	not supported({"source": "crm", "found": null})
}

test_a_source_that_is_not_accepted if {
	not supported({"source": "model"})
	not established.supported(entry, set(), policies)
}

test_a_tool_call_that_failed if not supported({"succeeded": false})

test_a_policy_that_is_not_listed if not supported({"source": "policy", "found": null, "evidence": "POL-8"})

test_age if {
	established.fresh(entry, 900)
	not established.fresh(entry, 899)
	established.fresh(object.union(entry, {"age_seconds": null}), 900)
	not established.fresh(object.union(entry, {"age_seconds": "old"}), 900)
}

test_of_nothing_nothing_is_proven if {
	not established.supported({}, sources, policies)
	not established.fresh({}, 900)
}
