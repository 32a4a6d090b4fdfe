package main

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// errorLimit is far above what a person reads; OPA's own is 10.
const errorLimit = 10_000

type checkRequest struct {
	Modules      []file            `json:"modules"`
	Schemas      map[string]any    `json:"schemas"`
	InputSchema  string            `json:"inputSchema"`
	Capabilities *ast.Capabilities `json:"capabilities"`
	Strict       *bool             `json:"strict"`
}

type checkOptions struct {
	capabilities *ast.Capabilities
	schemas      *ast.SchemaSet
	strict       bool
	anyFunction  bool // calls of unknown functions pass
}

func opCheck(raw []byte) (any, error) {
	var req checkRequest
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	if err := sortFiles(req.Modules); err != nil {
		return nil, err
	}
	schemas, err := schemaSet(req.Schemas, req.InputSchema)
	if err != nil {
		return nil, err
	}
	found := checkFiles(req.Modules, checkOptions{
		capabilities: offline(req.Capabilities),
		schemas:      schemas,
		strict:       req.Strict == nil || *req.Strict,
	})
	return map[string]any{"errors": append([]problem{}, found...)}, nil
}

// schemaSet installs each schema as schema.<name>, where METADATA annotations
// find it, and the one named input as the type of input in every module.
func schemaSet(schemas map[string]any, input string) (*ast.SchemaSet, error) {
	set := ast.NewSchemaSet()
	for name, schema := range schemas {
		set.Put(ast.SchemaRootRef.Append(ast.StringTerm(name)), schema)
	}
	if input == "" {
		return set, nil
	}
	schema, ok := schemas[input]
	if !ok {
		return nil, invalid("inputSchema %q is not among the schemas", input)
	}
	set.Put(ast.SchemaRootRef, schema)
	return set, nil
}

// checkFiles finds the errors of all files. OPA stops at the first stage of its
// compiler that fails; two things keep that from hiding the others. Files at
// fault are set aside and the rest is compiled again, see findErrors. And where
// there are errors at all, the check is repeated more leniently: an unused
// import (strict mode) or a call of a function that there is none of then no
// longer hides what later stages say about the same file.
func checkFiles(files []file, o checkOptions) []problem {
	found := findErrors(files, o)
	if len(found) == 0 {
		return found
	}
	o.strict = false
	found = append(found, findErrors(files, o)...)
	o.anyFunction = true
	return sorted(append(found, findErrors(files, o)...))
}

func findErrors(files []file, o checkOptions) []problem {
	modules, found := parseFiles(files, o.capabilities, true)
	aside := notParsed(files, modules)
	for len(modules) > 0 {
		errs := aside.keepReal(modules, compileErrors(copyModules(modules), o))
		if len(errs) == 0 {
			break
		}
		found = append(found, errs...)
		if !aside.move(modules, errs) {
			break
		}
	}
	return found
}

func compileErrors(modules map[string]*ast.Module, o checkOptions) []problem {
	c := ast.NewCompiler().
		WithCapabilities(o.capabilities).
		WithSchemas(o.schemas).
		WithUseTypeCheckAnnotations(true).
		WithStrict(o.strict).
		WithAllowUndefinedFunctionCalls(o.anyFunction).
		SetErrorLimit(errorLimit)
	c.Compile(modules)
	return problems(asError(c.Errors))
}

func asError(errs ast.Errors) error {
	if len(errs) == 0 {
		return nil
	}
	return errs
}

// copyModules is needed because the compiler rewrites what it is given.
func copyModules(modules map[string]*ast.Module) map[string]*ast.Module {
	out := make(map[string]*ast.Module, len(modules))
	for path, m := range modules {
		out[path] = m.Copy()
	}
	return out
}
