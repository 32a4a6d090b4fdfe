package main

import "cmp"

func (p problem) compare(o problem) int {
	return cmp.Or(
		cmp.Compare(p.File, o.File), cmp.Compare(p.Row, o.Row), cmp.Compare(p.Col, o.Col),
		cmp.Compare(p.Code, o.Code), cmp.Compare(p.Message, o.Message),
	)
}

func (r testResult) compare(o testResult) int {
	return cmp.Or(
		cmp.Compare(r.Location.File, o.Location.File), cmp.Compare(r.Location.Row, o.Location.Row),
		cmp.Compare(r.Location.Col, o.Location.Col), cmp.Compare(r.Name, o.Name),
	)
}
