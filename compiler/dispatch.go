package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type operation func(request []byte) (any, error)

var operations = map[string]operation{
	"version":      opVersion,
	"build":        opBuild,
	"check":        opCheck,
	"parse":        opParse,
	"format":       opFormat,
	"test":         opTest,
	"eval":         opEval,
	"evalMany":     opEvalMany,
	"capabilities": opCapabilities,
}

// handle answers one request. Whatever goes wrong inside becomes
// {"error": {...}}, so that a bad request never ends the process.
func handle(request []byte) (response []byte) {
	defer func() {
		if p := recover(); p != nil {
			response = encodeFailure(&failure{Code: "panic", Message: fmt.Sprint(p)})
		}
	}()
	result, err := dispatch(request)
	if err != nil {
		return encodeFailure(asFailure(err))
	}
	return encode(result)
}

func dispatch(request []byte) (any, error) {
	var head struct {
		Op string `json:"op"`
	}
	if err := json.Unmarshal(request, &head); err != nil {
		return nil, invalid("request is not JSON: %v", err)
	}
	op, ok := operations[head.Op]
	if !ok {
		return nil, invalid("unknown op %q", head.Op)
	}
	return op(request)
}

// decode keeps numbers as written (json.Number): a float64 in between would
// change integers above 2^53 and decimals.
func decode(request []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(request))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return invalid("malformed request: %v", err)
	}
	return nil
}

func encode(v any) []byte {
	text, err := toJSON(v)
	if err != nil {
		return encodeFailure(&failure{Code: "internal", Message: err.Error()})
	}
	return text
}

func toJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return out.Bytes(), err
}

func encodeFailure(f *failure) []byte {
	return encode(map[string]*failure{"error": f})
}
