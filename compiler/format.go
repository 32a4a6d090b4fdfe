package main

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

type formatted struct {
	Path   string    `json:"path"`
	Text   string    `json:"text"` // as given where there are errors
	Errors []problem `json:"errors,omitempty"`
}

// opFormat is `opa fmt` for Rego v1. One file that does not parse does not
// keep the others from being formatted.
func opFormat(raw []byte) (any, error) {
	var req struct {
		Modules []file `json:"modules"`
	}
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	if err := sortFiles(req.Modules); err != nil {
		return nil, err
	}
	out := []formatted{}
	for _, f := range req.Modules {
		out = append(out, formatFile(f))
	}
	return map[string]any{"modules": out}, nil
}

func formatFile(f file) formatted {
	text, err := format.SourceWithOpts(f.Path, []byte(f.Text), format.Opts{
		RegoVersion:   ast.RegoV1,
		ParserOptions: &ast.ParserOptions{RegoVersion: ast.RegoV1},
	})
	if err != nil {
		return formatted{Path: f.Path, Text: f.Text, Errors: problems(err)}
	}
	return formatted{Path: f.Path, Text: string(text)}
}
