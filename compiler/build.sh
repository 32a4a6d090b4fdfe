#!/bin/sh
# Builds the embedded OPA: compiler/opa.wasm.br and compiler/opa.wasm.json, and compiler/capabilities.json.
# Needs Go (the version that go.mod names) and Node. Upgrading OPA:
#   go get github.com/open-policy-agent/opa@vX.Y.Z && go mod tidy && ./build.sh
#
# build.sh --raw <file>   only the raw module, into <file> (this is what check.sh compares)
set -eu
cd "$(dirname "$0")"

# The most memory that the module may ever hold. Building 100 edges takes less than a quarter of it, all of the process counted.
MEMORY_MIB=1024
OPA=github.com/open-policy-agent/opa

# -trimpath, no build id and no VCS stamp: the same bytes wherever it is built.
# opa_no_oci leaves the OCI bundle loader out, which would link a container registry client.
build_raw() {
  GOFLAGS= GOWORK=off GOEXPERIMENT= GOWASM= GOOS=js GOARCH=wasm CGO_ENABLED=0 \
    go build -mod=readonly -trimpath -buildvcs=false -tags opa_no_oci -ldflags="-s -w -buildid=" -o "$1" .
  go run -mod=readonly ./tools/cap-memory "$1" "$MEMORY_MIB"
}

if [ "${1:-}" = --raw ]; then
  build_raw "$2"
  exit
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build_raw "$work/opa.wasm"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" wasm_exec.js
node compress.mjs "$work/opa.wasm" wasm_exec.js . \
  "$(go list -m -f '{{.Version}}' $OPA | sed 's/^v//')" "$(go env GOVERSION)" "$MEMORY_MIB"
mkdir -p ../src/opa
go run -mod=readonly ./tools/capabilities > capabilities.json
cat opa.wasm.json
