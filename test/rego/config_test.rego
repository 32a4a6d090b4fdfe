package edge_contracts.config_test

import data.edge_contracts.config

change := {
	"source": "flags",
	"path": "/flags/checkout/rollout",
	"operation": "replace",
	"from": null,
	"before": 5,
	"after": 10,
	"large": false,
	"secret": false,
	"claimed": true,
	"other": null,
	"matches": [],
}

but(more) := object.union(change, more)

rollouts := {"source": "flags", "path": "/flags/*/rollout", "like": `^/flags/[^/]*/rollout$`, "operations": {"replace", "move"}, "bounds": {"maximum": 25}}

anything := {"source": "flags", "path": "/**", "like": `^(?:/[^/]*)+$`, "operations": {"add", "remove", "replace", "move"}, "bounds": {}}

somebody := {"other": {"agent": "planner", "hop": null}}

forbidden := [{"constraint": "c1", "modality": "prohibition"}]

test_readable if {
	config.readable({"read": true, "baseline": {"read": true}})
	not config.readable({"read": false, "baseline": {"read": true}})
	not config.readable({"read": true, "baseline": {"read": false}})
	not config.readable({"read": true, "baseline": {}})
	not config.readable({"read": "true", "baseline": {"read": true}})
	not config.readable({})
}

test_no_bound_holds_of_a_secret if {
	hidden := but({"secret": true, "after": "secret:hmac-sha256:k:00"})
	texts := object.union(object.remove(rollouts, ["bounds"]), {"bounds": {"type": ["string"], "minLength": 16}})
	not config.in_bounds(hidden, {texts})
	config.in_bounds(object.union(hidden, {"secret": false}), {texts})
	config.in_bounds(hidden, {anything})
}

test_declared if config.declared(change, {rollouts})

test_declared_by_source_path_and_operation if {
	not config.declared(but({"source": "payments"}), {rollouts})
	not config.declared(but({"path": "/flags/checkout/enabled"}), {rollouts})
	not config.declared(but({"path": "/flags/checkout/x/rollout"}), {rollouts})
	not config.declared(but({"path": "/x/flags/checkout/rollout"}), {rollouts})
	not config.declared(but({"operation": "add"}), {rollouts})
	not config.declared(change, set())
}

test_any_rest_is_one_segment_or_more if {
	config.declared(but({"path": "/a/b/c"}), {anything})
	not config.declared(but({"path": ""}), {anything})
}

test_a_move_is_declared_at_both_ends if {
	config.declared(but({"operation": "move", "from": "/flags/old/rollout"}), {rollouts})
	not config.declared(but({"operation": "move", "from": "/flags/old/enabled"}), {rollouts})
	not config.declared(but({"operation": "move", "from": null}), {rollouts})
	not config.declared(but({"operation": "move", "path": "/x", "from": "/flags/old/rollout"}), {rollouts})
	config.declared(but({"operation": "move", "from": "/elsewhere"}), {rollouts, anything})
}

test_what_another_agent_did_is_declared_elsewhere if {
	config.declared(but(object.union(somebody, {"path": "/x"})), set())
	config.in_bounds(but(object.union(somebody, {"after": 100})), {rollouts})
	config.told(but(object.union(somebody, {"claimed": false})))
	config.honoured(but(object.union(somebody, {"matches": forbidden})))
	not config.declared(but({"path": "/x", "other": {"agent": null}}), set())
	not config.declared(but({"path": "/x", "other": {}}), set())
	not config.declared(object.remove(but({"path": "/x"}), ["other"]), set())
}

test_in_bounds if {
	config.in_bounds(change, {rollouts})
	config.in_bounds(but({"after": 25}), {rollouts})
	not config.in_bounds(but({"after": 25.5}), {rollouts})
	not config.in_bounds(but({"after": "10"}), {rollouts})
	not config.in_bounds(object.remove(change, ["after"]), {rollouts})
}

test_one_of_several_declarations_is_enough if {
	config.in_bounds(but({"after": 100}), {rollouts, anything})
	config.in_bounds(object.remove(change, ["after"]), {anything})
}

test_what_is_not_declared_is_told_as_that_alone if {
	config.in_bounds(but({"path": "/x", "after": 100}), {rollouts})
	config.in_bounds(but({"operation": "add", "after": 100}), {rollouts})
	not config.in_bounds(object.remove(change, ["path"]), {rollouts})
}

test_what_is_gone_has_no_bounds if {
	removes := object.union(rollouts, {"operations": {"remove"}})
	config.in_bounds(object.remove(but({"operation": "remove"}), ["after"]), {removes})
}

# `object.union` merges objects, and a bound that is not replaced would stay.
bound(bounds, value) if config.in_bounds(
	but({"after": value}),
	{object.union(object.remove(rollouts, ["bounds"]), {"bounds": bounds})},
)

test_types if {
	every type, value in {"null": null, "boolean": false, "object": {}, "array": [], "number": 1.5, "integer": 2, "string": ""} {
		bound({"type": [type]}, value)
	}
	not bound({"type": ["integer"]}, 1.5)
	not bound({"type": ["number"]}, "1")
	not bound({"type": ["string"]}, null)
	not bound({"type": ["null"]}, false)
	not bound({"type": []}, 1)
	bound({"type": ["string", "null"]}, null)
}

test_values if {
	bound({"const": {"a": [1]}}, {"a": [1]})
	not bound({"const": true}, "true")
	bound({"const": false}, false)
	bound({"const": null}, null)
	bound({"enum": ["a", false, null]}, false)
	bound({"enum": ["a", false, null]}, null)
	not bound({"enum": ["a"]}, "b")
}

test_numbers if {
	bound({"minimum": 1}, 1)
	not bound({"minimum": 1}, 0.9)
	not bound({"minimum": 1}, "2")
	not bound({"minimum": 1}, [])
	bound({"maximum": 1}, 1)
	not bound({"maximum": 1}, null)
	not bound({"maximum": 1}, false)
	bound({"exclusiveMinimum": 1}, 1.1)
	not bound({"exclusiveMinimum": 1}, 1)
	not bound({"exclusiveMinimum": 1}, "2")
	bound({"exclusiveMaximum": 1}, 0)
	not bound({"exclusiveMaximum": 1}, 1)
	not bound({"exclusiveMaximum": 1}, null)
}

test_texts if {
	bound({"minLength": 2}, "éé")
	not bound({"minLength": 2}, "é")
	not bound({"minLength": 0}, [])
	bound({"maxLength": 2}, "éé")
	not bound({"maxLength": 2}, "ééé")
	not bound({"maxLength": 2}, {})
	bound({"pattern": "b"}, "abc")
	not bound({"pattern": "^b"}, "abc")
	not bound({"pattern": ""}, 7)
}

test_formats if {
	bound({"format": "date"}, "2026-11-30")
	not bound({"format": "date"}, "2026-13-01")
	not bound({"format": "date"}, "2026-11-30T10:00:00Z")
	not bound({"format": "date"}, 20261130)
	bound({"format": "date-time"}, "2026-11-30T10:00:00.5+01:00")
	not bound({"format": "date-time"}, "2026-11-30T24:00:00Z")
	not bound({"format": "date-time"}, "2026-11-30")
	not bound({"format": "date-time"}, null)
}

test_every_bound_is_met if {
	bound({"minimum": 0, "maximum": 25}, 25)
	not bound({"minimum": 0, "maximum": 25}, 26)
	not bound({"minimum": 0, "maximum": 25}, -1)
}

test_an_unknown_bound_is_met_by_nothing if not bound({"multipleOf": 5}, 10)

test_happened if {
	config.happened({rollouts}) with input as {"config": {"changes": [change]}}
	config.happened(set()) with input as {"config": {"changes": []}}
	not config.happened({rollouts}) with input as {"config": {"changes": []}}
	not config.happened({rollouts}) with input as {}
	not config.happened({rollouts}) with input as {"config": {"changes": [but({"path": "/x"})]}}
}

test_real if {
	config.real({"real": true})
	not config.real({"real": false})
	not config.real({})
}

test_told if {
	config.told(change)
	not config.told(but({"claimed": false}))
	not config.told(object.remove(change, ["claimed"]))
}

test_honoured if {
	config.honoured(change)
	config.honoured(but({"matches": [{"constraint": "c1", "modality": "preference"}]}))
	not config.honoured(but({"matches": forbidden}))
	not config.honoured(but({"matches": [{"constraint": "c1"}]}))
	not config.honoured(object.remove(change, ["matches"]))
}
