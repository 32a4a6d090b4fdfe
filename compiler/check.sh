#!/bin/sh
# Shows where the committed module comes from: rebuilds it and compares the digests.
# Exit 0: equal, or no Go on this machine. Exit 4: something differs; it is said what.
set -eu
cd "$(dirname "$0")"

if ! command -v go > /dev/null 2>&1; then
  echo "skipped: no go"
  exit 0
fi

field() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" opa.wasm.json; }
digest() { node -e 'process.stdout.write(require("node:crypto").createHash("sha256").update(require("node:fs").readFileSync(process.argv[1])).digest("hex"))' "$1"; }

status=0
compare() { # what, committed, rebuilt
  if [ "$2" = "$3" ]; then
    echo "equal: $1 $2"
  else
    echo "differs: $1: committed $2, rebuilt $3"
    status=4
  fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sh ./build.sh --raw "$work/opa.wasm"
go run -mod=readonly ./tools/capabilities > "$work/capabilities.json"
node -e '
const [packed, raw] = process.argv.slice(1);
const { readFileSync, writeFileSync } = require("node:fs");
writeFileSync(raw, require("node:zlib").brotliDecompressSync(readFileSync(packed)));
' opa.wasm.br "$work/committed.wasm"

compare "go version" "$(field go)" "$(go env GOVERSION)"
compare "opa version" "$(field opa)" "$(go list -m -f '{{.Version}}' github.com/open-policy-agent/opa | sed 's/^v//')"
compare "module opa.wasm.json" "$(field sha256)" "$(digest "$work/opa.wasm")"
compare "module opa.wasm.br" "$(digest "$work/committed.wasm")" "$(digest "$work/opa.wasm")"
compare "glue wasm_exec.js" "$(digest wasm_exec.js)" "$(digest "$(go env GOROOT)/lib/wasm/wasm_exec.js")"
compare "capabilities.json" "$(digest capabilities.json)" "$(digest "$work/capabilities.json")"
exit $status
