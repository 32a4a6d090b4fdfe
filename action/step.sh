#!/usr/bin/env bash
# One command of edge-contracts, as a step of action.yml: step.sh COMMAND ARGUMENTS…
# Keeps its exit code as the step's output `code`, and itself ends with 0.
set -u

name=$1
read -ra edge_contracts <<<"$EDGE_CONTRACTS"

# What is printed quotes contracts and names of branches. While commands are stopped, a line of theirs is no command of the
# workflow, such as one that makes an annotation of its own. In one stream: the runner reads two of them in any order.
stop=$(od -An -tx1 -N16 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$stop"
code=0
"${edge_contracts[@]}" "$name" ${CONTRACTS:+"--contracts=$CONTRACTS"} "${@:2}" 2>&1 || code=$?
printf '\n::%s::\n' "$stop"

[ ! -e "$OUT/$name.annotations" ] || cat "$OUT/$name.annotations"
case $code in
0) ;;
2) echo "::error title=edge-contracts $name::Something is blocked, or a case failed (exit code 2): see the log of this step" ;;
3) echo "::error title=edge-contracts $name::What it was given is wrong (exit code 3): see the log of this step" ;;
4) echo "::error title=edge-contracts $name::Not let through (exit code 4): see the log of this step" ;;
*) echo "::error title=edge-contracts $name::It could not do its work (exit code $code): see the log of this step" ;;
esac
echo "code=$code" >>"$GITHUB_OUTPUT"
