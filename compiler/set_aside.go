package main

import (
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// absent is a module that a repeated check leaves out.
type absent struct {
	pkg   string          // its package path, as OPA prints it
	rules map[string]bool // names of its rules; nil where it does not parse
}

// setAside tells errors that only the absence of other modules causes from
// real ones.
type setAside []absent

var packageLine = regexp.MustCompile(`(?m)^package[ \t]+([^\s#;]+)`)

// notParsed starts with the files that have no module.
func notParsed(files []file, modules map[string]*ast.Module) setAside {
	var out setAside
	for _, f := range files {
		if modules[f.Path] != nil {
			continue
		}
		if found := packageLine.FindStringSubmatch(f.Text); found != nil {
			out = append(out, absent{pkg: "data." + found[1]})
		}
	}
	return out
}

// move takes the modules with errors out; false when there was none to take.
func (s *setAside) move(modules map[string]*ast.Module, errs []problem) bool {
	before := len(*s)
	for _, e := range errs {
		m, ok := modules[e.File]
		if !ok {
			continue
		}
		delete(modules, e.File)
		*s = append(*s, absent{m.Package.Path.String(), ruleNames(m)})
	}
	return len(*s) > before
}

func ruleNames(m *ast.Module) map[string]bool {
	out := map[string]bool{}
	for _, r := range m.Rules {
		out[r.Head.Ref()[0].Value.String()] = true
	}
	return out
}

func (s setAside) keepReal(modules map[string]*ast.Module, errs []problem) []problem {
	var out []problem
	for _, e := range errs {
		if !s.explains(modules, e) {
			out = append(out, e)
		}
	}
	return out
}

// explains: the error is about a function or rule of an absent module, or about
// a bare name that an absent file of the same package may define.
func (s setAside) explains(modules map[string]*ast.Module, e problem) bool {
	for _, prefix := range []string{"undefined function ", "undefined ref: "} {
		if name, ok := strings.CutPrefix(e.Message, prefix); ok {
			return s.defines(name)
		}
	}
	m, ok := modules[e.File]
	if !ok || e.Code != ast.UnsafeVarErr {
		return false
	}
	words := strings.Fields(e.Message) // "var x is unsafe"
	return len(words) > 1 && s.defines(m.Package.Path.String()+"."+words[1])
}

func (s setAside) defines(name string) bool {
	for _, a := range s {
		rest, ok := strings.CutPrefix(name, a.pkg+".")
		if !ok {
			continue
		}
		rule, _, _ := strings.Cut(rest, ".")
		if a.rules == nil || a.rules[rule] {
			return true
		}
	}
	return false
}
