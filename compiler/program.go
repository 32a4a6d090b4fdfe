package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// program is a set of modules compiled once, with the queries prepared on it.
type program struct {
	key       [sha256.Size]byte
	compiler  *ast.Compiler
	store     storage.Store
	strict    bool
	queries   map[string]*rego.PreparedEvalQuery
	swallowed []topdown.Error // builtin errors of the evaluation in progress
}

const (
	maxPrograms = 8   // compiled sets kept over requests
	maxQueries  = 512 // prepared queries kept for each of them
)

// programs is ordered by last use, the latest last. Requests come one at a
// time, so there is no lock.
var programs []*program

func programOf(req *evalRequest) (*program, error) {
	if err := sortFiles(req.Modules); err != nil {
		return nil, err
	}
	key := req.digest()
	if i := slices.IndexFunc(programs, func(p *program) bool { return p.key == key }); i >= 0 {
		p := programs[i]
		programs = append(slices.Delete(programs, i, i+1), p)
		return p, nil
	}
	p, err := newProgram(req)
	if err != nil {
		return nil, err
	}
	p.key = key
	programs = append(programs, p)
	if len(programs) > maxPrograms {
		programs = slices.Delete(programs, 0, 1)
	}
	return p, nil
}

func (req *evalRequest) digest() [sha256.Size]byte {
	bs, err := json.Marshal([]any{req.Modules, req.Data, req.Capabilities, req.StrictBuiltinErrors})
	if err != nil {
		panic(err) // it came out of JSON
	}
	return sha256.Sum256(bs)
}

func newProgram(req *evalRequest) (*program, error) {
	caps := offline(req.Capabilities)
	modules, errs := parseFiles(req.Modules, caps, false)
	if len(errs) > 0 {
		return nil, &failure{Code: "rego", Message: "modules do not parse", Errors: errs}
	}
	c := ast.NewCompiler().WithCapabilities(caps).SetErrorLimit(errorLimit)
	if c.Compile(modules); c.Failed() {
		return nil, c.Errors
	}
	return &program{
		compiler: c, store: storeOf(req.Data), strict: req.StrictBuiltinErrors,
		queries: map[string]*rego.PreparedEvalQuery{},
	}, nil
}

func (p *program) prepare(query string) (*rego.PreparedEvalQuery, error) {
	if q, ok := p.queries[query]; ok {
		return q, nil
	}
	q, err := rego.New(
		rego.Compiler(p.compiler),
		rego.Store(p.store),
		rego.Query(query),
		rego.StrictBuiltinErrors(p.strict),
		rego.BuiltinErrorList(&p.swallowed),
	).PrepareForEval(context.Background())
	if err != nil {
		return nil, err
	}
	if len(p.queries) >= maxQueries {
		clear(p.queries)
	}
	p.queries[query] = &q
	return &q, nil
}
