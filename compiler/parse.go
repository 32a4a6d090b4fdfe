package main

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

type parseRequest struct {
	Module       file              `json:"module"`
	Capabilities *ast.Capabilities `json:"capabilities"`
}

type parsedModule struct {
	Package  []string       `json:"package"` // path elements without "data"
	Location place          `json:"location"`
	Imports  []parsedImport `json:"imports"`
	Rules    []parsedRule   `json:"rules"`
	Refs     []mention      `json:"refs"`  // every reference, as written
	Calls    []mention      `json:"calls"` // every operator and function called
}

type parsedImport struct {
	Path     string `json:"path"`
	Alias    string `json:"alias,omitempty"`
	Location place  `json:"location"`
}

type parsedRule struct {
	Name     string `json:"name"` // first element of the head
	Ref      string `json:"ref"`  // the whole head: name.part[x]
	Default  bool   `json:"default"`
	Function bool   `json:"function"`
	Location place  `json:"location"`
}

// mention is a name and the first place it occurs at.
type mention struct {
	Name     string `json:"name"`
	Location place  `json:"location"`
}

// opParse describes one module as it is written (nothing resolved or rewritten).
func opParse(raw []byte) (any, error) {
	var req parseRequest
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	m, err := parseFile(req.Module, offline(req.Capabilities), true)
	if err != nil {
		return nil, &failure{Code: "rego", Message: "module does not parse", Errors: problems(err)}
	}
	return map[string]any{"ast": describe(m)}, nil
}

func describe(m *ast.Module) parsedModule {
	return parsedModule{
		Package:  packagePath(m.Package),
		Location: at(m.Package.Location),
		Imports:  describeImports(m),
		Rules:    describeRules(m),
		Refs:     mentionedRefs(m),
		Calls:    mentionedCalls(m),
	}
}

func packagePath(p *ast.Package) []string {
	out := []string{}
	for _, term := range p.Path[1:] {
		if s, ok := term.Value.(ast.String); ok {
			out = append(out, string(s))
		}
	}
	return out
}

func describeImports(m *ast.Module) []parsedImport {
	out := []parsedImport{}
	for _, i := range m.Imports {
		out = append(out, parsedImport{i.Path.String(), string(i.Alias), at(i.Location)})
	}
	return out
}

func describeRules(m *ast.Module) []parsedRule {
	out := []parsedRule{}
	ast.WalkRules(m, func(r *ast.Rule) bool {
		out = append(out, parsedRule{
			Name: r.Head.Ref()[0].Value.String(), Ref: r.Head.Ref().String(),
			Default: r.Default, Function: len(r.Head.Args) > 0, Location: at(r.Location),
		})
		return false
	})
	return out
}

// mentionedRefs also meets the targets of `with`. Package and import paths and
// the operators of calls are told elsewhere.
func mentionedRefs(m *ast.Module) []mention {
	operators := map[*ast.Term]bool{}
	eachOperator(m, func(operator *ast.Term) { operators[operator] = true })
	seen := map[string]place{}
	for _, rule := range m.Rules {
		ast.WalkTerms(rule, func(t *ast.Term) bool {
			if ref, ok := t.Value.(ast.Ref); ok && !operators[t] {
				note(seen, ref.String(), at(t.Location))
			}
			return false
		})
	}
	return listed(seen)
}

func mentionedCalls(m *ast.Module) []mention {
	seen := map[string]place{}
	eachOperator(m, func(operator *ast.Term) {
		note(seen, operator.String(), at(operator.Location))
	})
	return listed(seen)
}

// eachOperator visits what is called, in statements and inside terms.
func eachOperator(m *ast.Module, visit func(*ast.Term)) {
	for _, rule := range m.Rules {
		ast.WalkExprs(rule, func(e *ast.Expr) bool {
			if e.IsCall() {
				visit(e.OperatorTerm())
			}
			return false
		})
		ast.WalkTerms(rule, func(t *ast.Term) bool {
			if call, ok := t.Value.(ast.Call); ok {
				visit(call[0])
			}
			return false
		})
	}
}

func note(seen map[string]place, name string, p place) {
	if _, ok := seen[name]; !ok {
		seen[name] = p
	}
}

func listed(seen map[string]place) []mention {
	out := []mention{}
	for name, p := range seen {
		out = append(out, mention{name, p})
	}
	slices.SortFunc(out, func(a, b mention) int { return strings.Compare(a.Name, b.Name) })
	return out
}
