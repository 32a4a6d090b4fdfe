package main

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"
)

type evalRequest struct {
	Modules             []file            `json:"modules"`
	Data                map[string]any    `json:"data"`
	Capabilities        *ast.Capabilities `json:"capabilities"`
	StrictBuiltinErrors bool              `json:"strictBuiltinErrors"`
	Query               string            `json:"query"`
	Input               json.RawMessage   `json:"input"`
}

// answer tells undefined from a value. Errors holds what ended the evaluation
// or, where StrictBuiltinErrors is off, the builtin errors it went on after.
//
// The value travels as JSON text inside the JSON: whoever reads the answer with
// JavaScript's JSON.parse still gets its numbers as they were.
type answer struct {
	Defined bool      `json:"defined"`
	JSON    string    `json:"json,omitempty"`
	Errors  []problem `json:"errors"`
}

// opEval asks OPA's interpreter, an engine independent of the WASM compiler.
func opEval(raw []byte) (any, error) {
	var req evalRequest
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	p, err := programOf(&req)
	if err != nil {
		return nil, err
	}
	return p.ask(req.Query, req.Input)
}

func opEvalMany(raw []byte) (any, error) {
	var req struct {
		evalRequest
		Inputs []struct {
			Query string          `json:"query"`
			Input json.RawMessage `json:"input"`
		} `json:"inputs"`
	}
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	p, err := programOf(&req.evalRequest)
	if err != nil {
		return nil, err
	}
	out := make([]answer, 0, len(req.Inputs))
	for _, one := range req.Inputs {
		query := one.Query
		if query == "" {
			query = req.Query
		}
		a, err := p.ask(query, one.Input)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return map[string]any{"results": out}, nil
}

func (p *program) ask(query string, input json.RawMessage) (answer, error) {
	prepared, err := p.prepare(query)
	if err != nil {
		return answer{}, err
	}
	options, err := inputOption(input)
	if err != nil {
		return answer{}, err
	}
	p.swallowed = nil
	results, err := prepared.Eval(context.Background(), options...)
	if err != nil {
		return answer{Errors: problems(err)}, nil
	}
	return read(results, p.swallowed), nil
}

// inputOption: no input at all and the input null are two different things.
func inputOption(input json.RawMessage) ([]rego.EvalOption, error) {
	if len(input) == 0 {
		return nil, nil
	}
	var v any
	if err := decode(input, &v); err != nil {
		return nil, err
	}
	value, err := ast.InterfaceToValue(v)
	if err != nil {
		return nil, err
	}
	return []rego.EvalOption{rego.EvalParsedInput(value)}, nil
}

func read(results rego.ResultSet, swallowed []topdown.Error) answer {
	out := answer{Errors: []problem{}}
	for i := range swallowed {
		out.Errors = append(out.Errors, fromTopdown(&swallowed[i]))
	}
	out.Errors = sorted(out.Errors)
	if len(results) == 0 {
		return out
	}
	text, err := toJSON(results[0].Expressions[0].Value)
	if err != nil { // to_number("01") is the number 01, which JSON does not have
		out.Errors = append(out.Errors, problem{Code: "not_json", Message: err.Error()})
		return out
	}
	out.Defined, out.JSON = true, string(bytes.TrimSuffix(text, []byte("\n")))
	return out
}
