package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
	"github.com/open-policy-agent/opa/v1/topdown"
)

type testRequest struct {
	Modules      []file            `json:"modules"`
	Data         map[string]any    `json:"data"`
	Capabilities *ast.Capabilities `json:"capabilities"`
	TimeoutMs    int               `json:"timeout_ms"`
}

type testResult struct {
	Package    string              `json:"package"`
	Name       string              `json:"name"`
	Pass       bool                `json:"pass"`
	Fail       bool                `json:"fail"`
	Skip       bool                `json:"skip"`
	Error      *problem            `json:"error,omitempty"`
	DurationUs int64               `json:"duration_us"`
	Location   place               `json:"location"`
	Output     string              `json:"output,omitempty"`
	Cases      tester.SubResultMap `json:"cases,omitempty"`
}

func opTest(raw []byte) (any, error) {
	var req testRequest
	if err := decode(raw, &req); err != nil {
		return nil, err
	}
	if err := sortFiles(req.Modules); err != nil {
		return nil, err
	}
	req.Capabilities = forTests(offline(req.Capabilities))
	modules, errs := parseFiles(req.Modules, req.Capabilities, true)
	if len(errs) > 0 {
		return nil, &failure{Code: "rego", Message: "modules do not parse", Errors: errs}
	}
	results, err := runTests(&req, modules)
	if err != nil {
		return nil, explainTest(&req, err)
	}
	return map[string]any{"results": results}, nil
}

func explainTest(req *testRequest, err error) error {
	f := asFailure(err)
	if found := checkFiles(req.Modules, checkOptions{capabilities: req.Capabilities}); len(found) > 0 {
		f.Errors = found
	}
	return f
}

func runTests(req *testRequest, modules map[string]*ast.Module) ([]testResult, error) {
	ctx := context.Background()
	store := storeOf(req.Data)
	txn, err := store.NewTransaction(ctx, storage.TransactionParams{})
	if err != nil {
		return nil, err
	}
	defer store.Abort(ctx, txn)
	events, err := runner(req, store).SetModules(modules).RunTests(ctx, txn)
	if err != nil {
		return nil, err
	}
	out := []testResult{}
	for r := range events {
		out = append(out, describeTest(r))
	}
	slices.SortFunc(out, func(a, b testResult) int { return a.compare(b) })
	return out, nil
}

func runner(req *testRequest, store storage.Store) *tester.Runner {
	compiler := ast.NewCompiler().
		WithCapabilities(req.Capabilities).
		WithEnablePrintStatements(true).
		SetErrorLimit(errorLimit)
	r := tester.NewRunner().
		SetCompiler(compiler).
		SetStore(store).
		SetParallel(1). // one thread anyway
		SetDefaultRegoVersion(ast.RegoV1).
		SetCoverageQueryTracer(&breather{})
	if req.TimeoutMs > 0 {
		r.SetTimeout(time.Duration(req.TimeoutMs) * time.Millisecond)
	}
	return r
}

func storeOf(data map[string]any) storage.Store {
	if data == nil {
		data = map[string]any{}
	}
	return inmem.NewFromObject(data)
}

func describeTest(r *tester.Result) testResult {
	out := testResult{
		Package: r.Package, Name: r.Name, Pass: r.Pass(), Fail: r.Fail, Skip: r.Skip,
		DurationUs: r.Duration.Microseconds(), Location: at(r.Location),
		Output: string(r.Output), Cases: r.SubResults,
	}
	if r.Error != nil {
		out.Error = &problems(r.Error)[0]
	}
	return out
}

// breather gives way to other goroutines now and then. WebAssembly has one
// thread and Go cannot preempt on it: without this, the timer that ends a slow
// test would never run.
type breather struct{ events int }

func (*breather) Enabled() bool               { return true }
func (*breather) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

func (b *breather) TraceEvent(topdown.Event) {
	b.events++
	if b.events%256 == 0 {
		runtime.Gosched()
	}
}
