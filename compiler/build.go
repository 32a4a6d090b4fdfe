package main

import (
	"context"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"
)

type buildRequest struct {
	Modules      []file            `json:"modules"`
	Entrypoints  []string          `json:"entrypoints"`
	Capabilities *ast.Capabilities `json:"capabilities"`
}

type buildResponse struct {
	Wasm        []byte   `json:"wasm"`
	Entrypoints []string `json:"entrypoints"`
}

// opBuild compiles modules to policy.wasm. The same modules and entrypoints
// give the same bytes in whatever order they come. It never optimises: -O1
// panics for the wasm target in this version of OPA.
func opBuild(raw []byte) (any, error) {
	var req buildRequest
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	if err := sortFiles(req.Modules); err != nil {
		return nil, err
	}
	req.Capabilities = offline(req.Capabilities)
	b, err := inMemoryBundle(&req)
	if err != nil {
		return nil, err
	}
	return compileWasm(&req, b)
}

// inMemoryBundle hands the modules over already parsed, under exactly the
// paths given: a loader would put a root directory in front of them.
func inMemoryBundle(req *buildRequest) (*bundle.Bundle, error) {
	modules, errs := parseFiles(req.Modules, req.Capabilities, false)
	if len(errs) > 0 {
		return nil, &failure{Code: "rego", Message: "modules do not parse", Errors: errs}
	}
	b := &bundle.Bundle{Data: map[string]any{}}
	b.SetRegoVersion(ast.RegoV1)
	b.Manifest.Init()
	for _, f := range req.Modules {
		b.Modules = append(b.Modules, bundle.ModuleFile{
			URL: f.Path, Path: f.Path, Raw: []byte(f.Text), Parsed: modules[f.Path],
		})
	}
	return b, nil
}

func compileWasm(req *buildRequest, b *bundle.Bundle) (any, error) {
	entrypoints := slices.Compact(slices.Sorted(slices.Values(req.Entrypoints)))
	c := compile.New().
		WithTarget(compile.TargetWasm).
		WithRegoVersion(ast.RegoV1).
		WithCapabilities(req.Capabilities).
		WithEntrypoints(entrypoints...).
		WithBundle(b)
	if err := c.Build(context.Background()); err != nil {
		return nil, explainBuild(req, err)
	}
	out := buildResponse{Wasm: c.Bundle().WasmModules[0].Raw}
	for _, r := range c.Bundle().Manifest.WasmResolvers {
		out.Entrypoints = append(out.Entrypoints, r.Entrypoint)
	}
	return out, nil
}

// explainBuild lists all errors: the build itself stops at the tenth, and
// which ten depends on the order of a Go map.
func explainBuild(req *buildRequest, err error) error {
	f := asFailure(err)
	if found := checkFiles(req.Modules, checkOptions{capabilities: req.Capabilities}); len(found) > 0 {
		f.Errors = found
	}
	return f
}
