# METADATA
# title: Side effects
# description: Declared, claimed, observed, and forbidden by a live constraint.
# schemas:
#   - input: schema.facts
package edge_contracts.effect

# METADATA
# description: a declaration of the contract covers it
declared(effect, patterns) if {
	some pattern in patterns
	matches(pattern, effect)
}

# METADATA
# description: no live prohibition matches it, or it happened and is judged as a violation
permitted(effect) if effect.observed == true

permitted(effect) if {
	effect.observed == false
	unforbidden(effect)
}

# METADATA
# description: it did not happen, or no live prohibition matches it
honoured(effect) if effect.observed == false

honoured(effect) if {
	effect.observed == true
	unforbidden(effect)
}

unforbidden(effect) if {
	every match in effect.matches { {"requirement", "preference"}[match.modality] }
}

# METADATA
# description: |
#   The effect happened already, or can be undone: then a prohibition that names no effect does not have to be
#   settled first.
guardable(_, irreversible_effects) if {
	count(input.effects) == 1
	every effect in input.effects { not_at_stake(effect, irreversible_effects) }
}

not_at_stake(effect, _) if effect.observed == true

not_at_stake(effect, irreversible_effects) if {
	effect.observed == false
	is_string(effect.kind)
	is_string(effect.target)
	every pattern in irreversible_effects { not matches(pattern, effect) }
}

# METADATA
# description: its details are what the vocabulary says of its kind
well_formed(effect) if {
	is_array(effect.faults)
	count(effect.faults) == 0
}

# METADATA
# description: the run's records show it
seen(claim) if claim.observed == true

# METADATA
# description: the payload tells it
told(effect) if effect.claimed == true

# Plain names are compared; a pattern with `*` brings the regular expression that says the same.
matches(pattern, effect) if {
	covers(pattern, "kind", effect.kind)
	covers(pattern, "target", effect.target)
}

covers(pattern, member, name) if pattern[member] == name

covers(pattern, member, name) if regex.match(pattern.like[member], name)
