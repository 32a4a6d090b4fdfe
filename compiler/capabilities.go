package main

import "github.com/open-policy-agent/opa/v1/ast"

// opCapabilities returns what this OPA can do in full. The reduced set that
// the project ships is derived from it by tools/capabilities.
func opCapabilities([]byte) (any, error) {
	return map[string]any{"capabilities": offline(nil)}, nil
}

// forTests adds what OPA's test runner injects into test modules itself and
// print, whose output a test report shows. Neither reaches a policy.
func forTests(caps *ast.Capabilities) *ast.Capabilities {
	for _, b := range []*ast.Builtin{ast.InternalTestCase, ast.InternalPrint, ast.Print} {
		if !caps.ContainsBuiltin(b.Name) {
			caps.Builtins = append(caps.Builtins, b)
		}
	}
	return caps
}
