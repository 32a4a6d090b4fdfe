// Program capabilities prints the capabilities file that the project compiles
// with: those of this version of OPA, reduced to the builtins that its WASM
// compiler implements natively, less those that are no good there.
//
// The list of native builtins is a map in an internal package of OPA
// (internal/compiler/wasm), which no other module may import. It is therefore
// read out of OPA's source, at the version go.mod pins.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	opa "github.com/open-policy-agent/opa/v1/ast"
)

const module = "github.com/open-policy-agent/opa"

// features that Rego v1 needs. Left out are rego_v2 and rego_v2_import (no file
// switches the language version by itself) and the opt-in keywords
// (future.keywords: and, not, or).
var features = []string{
	opa.FeatureKeywordsInRefs,
	opa.FeatureRegoV1,
	opa.FeatureTemplateStrings,
}

// left out although native, with the reason
var leftOut = map[string]string{
	"replace": "never returns from WASM when the text to be replaced is empty; strings.replace_n does",
}

func main() {
	out, err := reduced()
	if err != nil {
		fmt.Fprintln(os.Stderr, "capabilities:", err)
		os.Exit(1)
	}
	os.Stdout.Write(append(out, '\n'))
}

func reduced() ([]byte, error) {
	dir, err := sourceDir()
	if err != nil {
		return nil, err
	}
	native, err := nativeBuiltins(dir)
	if err != nil {
		return nil, err
	}
	full := opa.CapabilitiesForThisVersion()
	var kept []*opa.Builtin
	for _, b := range full.Builtins {
		if native[b.Name] && !b.Nondeterministic && leftOut[b.Name] == "" {
			kept = append(kept, b)
		}
	}
	return json.MarshalIndent(map[string]any{
		"builtins":          kept,
		"wasm_abi_versions": full.WasmABIVersions,
		"features":          features,
		"future_keywords":   []string{},
		"allow_net":         []string{},
	}, "", " ")
}

func sourceDir() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// nativeBuiltins also holds = and :=, which the planner compiles out.
func nativeBuiltins(dir string) (map[string]bool, error) {
	names, err := builtinNames(filepath.Join(dir, "v1", "ast", "builtins.go"))
	if err != nil {
		return nil, err
	}
	native := map[string]bool{opa.Equality.Name: true, opa.Assign.Name: true}
	variables, err := nativeVariables(filepath.Join(dir, "internal", "compiler", "wasm", "wasm.go"))
	if err != nil {
		return nil, err
	}
	for _, v := range variables {
		name, ok := names[v]
		if !ok {
			return nil, fmt.Errorf("no builtin is declared as ast.%s", v)
		}
		native[name] = true
	}
	return native, nil
}

// nativeVariables lists X for each key ast.X.Name of the map builtinsFunctions.
func nativeVariables(path string) ([]string, error) {
	var out []string
	err := eachVar(path, "builtinsFunctions", func(_ string, value ast.Expr) {
		literal, ok := value.(*ast.CompositeLit)
		if !ok {
			return
		}
		for _, e := range literal.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				out = append(out, builtinOfKey(pair.Key))
			}
		}
	})
	if err == nil && len(out) == 0 {
		err = errors.New("builtinsFunctions not found in OPA's source")
	}
	return out, err
}

func builtinOfKey(key ast.Expr) string {
	if name, ok := key.(*ast.SelectorExpr); ok {
		if builtin, ok := name.X.(*ast.SelectorExpr); ok {
			return builtin.Sel.Name
		}
	}
	return "?" // is refused by the caller
}

// builtinNames maps X to N for each `var X = &Builtin{Name: N}`.
func builtinNames(path string) (map[string]string, error) {
	out := map[string]string{}
	return out, eachVar(path, "", func(variable string, value ast.Expr) {
		if name := nameField(value); name != "" {
			out[variable] = name
		}
	})
}

func nameField(value ast.Expr) string {
	pointer, ok := value.(*ast.UnaryExpr)
	if !ok {
		return ""
	}
	literal, ok := pointer.X.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	for _, e := range literal.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok || fmt.Sprint(pair.Key) != "Name" {
			continue
		}
		if text, ok := pair.Value.(*ast.BasicLit); ok {
			name, _ := strconv.Unquote(text.Value)
			return name
		}
	}
	return ""
}

// eachVar visits the package variables of a file; an empty name means all.
func eachVar(path, name string, visit func(string, ast.Expr)) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, s := range group.Specs {
			spec := s.(*ast.ValueSpec)
			for i, v := range spec.Values {
				if n := spec.Names[i].Name; name == "" || n == name {
					visit(n, v)
				}
			}
		}
	}
	return nil
}
