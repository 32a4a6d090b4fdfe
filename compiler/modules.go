package main

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// file is a module as a request carries it. Path is the logical path: OPA
// writes it into error positions and into the WASM module, so it must not
// depend on the machine.
type file struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// place is where something stands in a module.
type place struct {
	File string `json:"file"`
	Row  int    `json:"row"`
	Col  int    `json:"col"`
}

func at(l *ast.Location) place {
	if l == nil {
		return place{}
	}
	return place{l.File, l.Row, l.Col}
}

// sortFiles orders by path and refuses a path that is given twice: OPA keeps
// modules in a map, the second one would silently replace the first.
func sortFiles(files []file) error {
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.Path, b.Path) })
	for i, f := range files {
		if f.Path == "" {
			return invalid("a module without a path")
		}
		if i > 0 && files[i-1].Path == f.Path {
			return invalid("the path %q is given twice", f.Path)
		}
	}
	return nil
}

// parseFiles parses all files and reports the errors of all of them. A file
// that holds nothing but comments is an error in OPA's parser, too.
func parseFiles(files []file, caps *ast.Capabilities, annotations bool) (map[string]*ast.Module, []problem) {
	modules := make(map[string]*ast.Module, len(files))
	var errs []problem
	for _, f := range files {
		m, err := parseFile(f, caps, annotations)
		if err != nil {
			errs = append(errs, problems(err)...)
			continue
		}
		modules[f.Path] = m
	}
	return modules, sorted(errs)
}

func parseFile(f file, caps *ast.Capabilities, annotations bool) (*ast.Module, error) {
	return ast.ParseModuleWithOpts(f.Path, f.Text, ast.ParserOptions{
		RegoVersion:       ast.RegoV1,
		Capabilities:      caps,
		ProcessAnnotation: annotations,
	})
}

// offline returns the capabilities to compile with. A nil allow_net means "any
// host" to OPA (it would fetch the $ref of a schema), so it is always set.
func offline(caps *ast.Capabilities) *ast.Capabilities {
	if caps == nil {
		caps = ast.CapabilitiesForThisVersion()
	}
	caps.AllowNet = []string{}
	return caps
}
