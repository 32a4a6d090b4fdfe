# METADATA
# title: Live config
# description: What really changed, next to what the contract declares and what the payload claims.
# schemas:
#   - input: schema.facts
package edge_contracts.config

# METADATA
# description: it could be read, and so could what it is compared with
readable(source) if {
	source.read == true
	source.baseline.read == true
}

# METADATA
# description: a declaration covers it, or it is another agent's, which answers for it on its own edge
declared(change, _) if of_another(change)

declared(change, declared_changes) if {
	change.operation != "move"
	some declaration in declared_changes
	covers(declaration, change, change.path)
}

# What is moved is taken away at one path and put at another.
declared(change, declared_changes) if {
	change.operation == "move"
	some to in declared_changes
	covers(to, change, change.path)
	some from in declared_changes
	covers(from, change, change.from)
}

# METADATA
# description: its new value is one that a declaration allows; what is not declared at all is told as that
in_bounds(change, _) if of_another(change)

in_bounds(change, _) if change.operation == "remove"

in_bounds(change, declared_changes) if {
	some declaration in declared_changes
	covers(declaration, change, change.path)
	within(change, declaration.bounds)
}

in_bounds(change, declared_changes) if {
	is_string(change.path)
	every declaration in declared_changes { not covers(declaration, change, change.path) }
}

# METADATA
# description: every declared change happened
happened(declared_changes) if {
	every declaration in declared_changes { seen(declaration) }
}

seen(declaration) if {
	some change in input.config.changes
	covers(declaration, change, change.path)
}

# METADATA
# description: the source shows it
real(claim) if claim.real == true

# METADATA
# description: the payload tells it, or it is another agent's to tell
told(change) if change.claimed == true

told(change) if of_another(change)

# METADATA
# description: no live prohibition forbids it, or it is another agent's
honoured(change) if of_another(change)

honoured(change) if {
	every match in change.matches { {"requirement", "preference"}[match.modality] }
}

of_another(change) if is_string(change.other.agent)

covers(declaration, change, path) if {
	declaration.source == change.source
	declaration.operations[change.operation]
	regex.match(declaration.like, path)
}

# A bound implies its type: a text is not below a maximum.
within(_, bounds) if count(bounds) == 0

# A secret is a digest here: what is within bounds nobody can see.
within(change, bounds) if {
	count(bounds) > 0
	change.secret == false
	value := change.after
	every keyword, limit in bounds { meets(keyword, limit, value) }
}

meets("type", types, value) if {
	some type in types
	has_type(type, value)
}

meets("const", limit, value) if value == limit

meets("enum", values, value) if {
	some allowed in values
	value == allowed
}

meets("minimum", limit, value) if {
	is_number(value)
	value >= limit
}

meets("maximum", limit, value) if {
	is_number(value)
	value <= limit
}

meets("exclusiveMinimum", limit, value) if {
	is_number(value)
	value > limit
}

meets("exclusiveMaximum", limit, value) if {
	is_number(value)
	value < limit
}

meets("minLength", limit, value) if {
	is_string(value)
	count(value) >= limit
}

meets("maxLength", limit, value) if {
	is_string(value)
	count(value) <= limit
}

meets("pattern", pattern, value) if {
	is_string(value)
	regex.match(pattern, value)
}

meets("format", "date", value) if {
	is_string(value)
	regex.match(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`, value)
}

meets("format", "date-time", value) if {
	is_string(value)
	regex.match(
		`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`,
		value,
	)
}

has_type("null", null)

has_type("boolean", value) if is_boolean(value)

has_type("object", value) if is_object(value)

has_type("array", value) if is_array(value)

has_type("number", value) if is_number(value)

has_type("integer", value) if {
	is_number(value)
	floor(value) == value
}

has_type("string", value) if is_string(value)
