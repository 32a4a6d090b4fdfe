package edge_contracts.established_test

import data.edge_contracts.established

sources := {"tool_result", "customer", "policy", "crm"}

policies := {"POL-7"}

entry := {
	"source": "tool_result",
	"evidence": "t1",
	"found": "tool_call",
	"succeeded": true,
	"shows": true,
	"relayed": null,
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

test_evidence_that_does_not_hold_the_value if {
	not supported({"shows": false})
	not supported({"shows": "true"})
	supported({"shows": null})
}

relayed(same_source, same_evidence, own_evidence) := {
	"hop": 1,
	"same_source": same_source,
	"same_evidence": same_evidence,
	"own_evidence": own_evidence,
}

test_what_is_relayed_keeps_its_source_and_evidence if {
	supported({"relayed": relayed(true, true, false)})
	not supported({"relayed": relayed(false, true, false)})
	not supported({"relayed": relayed(false, true, true)})
	not supported({"relayed": {}})
	not supported({"relayed": false})
}

test_or_stands_on_new_evidence if {
	supported({"shows": null, "relayed": relayed(true, false, true)})
	supported({"shows": null, "relayed": relayed(false, false, true)})
	supported({"relayed": relayed(false, false, false)})
	not supported({"shows": null, "relayed": relayed(true, false, false)})
}

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
