package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// failure is the whole answer to a request that could not be carried out.
type failure struct {
	Code    string    `json:"code"`
	Message string    `json:"message"`
	Errors  []problem `json:"errors,omitempty"`
}

func (f *failure) Error() string { return f.Message }

// problem is one error at one place of one module.
type problem struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	File    string   `json:"file"`
	Row     int      `json:"row"`
	Col     int      `json:"col"`
	Details []string `json:"details,omitempty"`
}

func invalid(format string, args ...any) *failure {
	return &failure{Code: "invalid_request", Message: fmt.Sprintf(format, args...)}
}

func asFailure(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return &failure{Code: "rego", Message: err.Error(), Errors: problems(err)}
}

// problems flattens every error type that OPA uses into one sorted list.
func problems(err error) []problem {
	var out []problem
	switch e := err.(type) {
	case nil:
	case ast.Errors:
		for _, one := range e {
			out = append(out, fromAST(one))
		}
	case *ast.Error:
		out = append(out, fromAST(e))
	case *topdown.Error:
		out = append(out, fromTopdown(e))
	default:
		out = append(out, problem{Code: "rego", Message: err.Error()})
	}
	return sorted(out)
}

func fromAST(e *ast.Error) problem {
	p := problem{Code: e.Code, Message: e.Message}
	p.place(e.Location)
	if e.Details != nil {
		p.Details = e.Details.Lines()
	}
	return p
}

func fromTopdown(e *topdown.Error) problem {
	p := problem{Code: e.Code, Message: e.Message}
	p.place(e.Location)
	return p
}

func (p *problem) place(l *ast.Location) {
	if l != nil {
		p.File, p.Row, p.Col = l.File, l.Row, l.Col
	}
}

// sorted orders problems by place and drops repetitions: OPA walks Go maps, so
// its own order differs from run to run.
func sorted(list []problem) []problem {
	slices.SortFunc(list, func(a, b problem) int { return a.compare(b) })
	return slices.CompactFunc(list, func(a, b problem) bool { return a.compare(b) == 0 })
}
