package main

import (
	"runtime"

	"github.com/open-policy-agent/opa/v1/version"
)

func opVersion([]byte) (any, error) {
	return map[string]string{"opa": version.Version, "go": runtime.Version()}, nil
}
