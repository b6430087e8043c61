#!/usr/bin/env bash
source ./lib.sh
. "$DIR/other.sh"
readonly MAX=3
declare -r A=1
export PATH_X="/x"
alias ll='ls -l'
# Doc
function run_it() { local x=1; helper "$x" | grep y; }
go() { cat <<EOF
hi
EOF
}
name=$(date)
trap cleanup EXIT
