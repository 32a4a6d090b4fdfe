#!/usr/bin/env bash
# no-link.sh FOLDER, in that folder: ends with 1 where a part of it, below the workspace, is a link. A change can put one in
# the folder's place, and both versions would be read from what it leads to.
set -u
unset CDPATH
here=$(pwd -P)
case $1 in
"$GITHUB_WORKSPACE" | "$GITHUB_WORKSPACE"/*) below=.${1#"$GITHUB_WORKSPACE"} ;;
*) below=$1 ;;
esac
cd -P -- "$GITHUB_WORKSPACE" && cd -L -- "$below" && [ "$(pwd -L)" = "$here" ]
