#!/bin/bash
# Deploys a release.
#
# Usage: deploy.sh [options]
set -euo pipefail
shopt -s extglob

source "$(dirname "$0")/lib/common.sh"
. ./env.sh

readonly VERSION="1.2" RELEASES=/srv/releases
declare -A HOSTS=([web]=one [db]=two)
declare -ri RETRIES=3
typeset -x MODE=prod
export PATH="$HOME/bin:$PATH" LANG
DEBUG=${DEBUG:-}
targets=(one two "three four")
count=0 name=none
: "${TIMEOUT:=30}"

# Prints an error
# and leaves.
die() {
  local code=${2:-1}
  echo "error: $1" >&2
  exit "$code"
}

function log::info {
  printf '%s\n' "$*"
}

function log-debug() { [[ -n $DEBUG ]] && log::info "$@"; }

usage () (
  cat <<-HELP
	usage: $0
	function not_one() { }
	HELP
)

if [[ $MODE == prod ]]; then
  # Only in production.
  notify() {
    curl -s "https://example.com/$1"
  }
else
  notify() { :; }
fi

with_lock()
{
  local lock=$1
  shift
  inner() { "$@"; }
  flock "$lock" inner "$@"
}

deploy() {
  local host
  for host in "${!HOSTS[@]}"; do
    case $host in
      web) sync_web "$host" || die "no sync" 2 ;;
      *) log::info "skip" ;;
    esac
  done
  while read -r line; do
    targets+=("$line")
  done < <(list_targets | sort -u)
  result=$(compute --flag <<< "$name")
  trap cleanup EXIT INT
  eval "$cmd"
}

cleanup() { rm -rf "${tmp:?}"; }

sync_web() {
  rsync -a . "$1":/srv &
  wait $!
} >/dev/null 2>&1

alias deploy-now='deploy --now'
main() { deploy "$@"; }
[[ ${BASH_SOURCE[0]} == "$0" ]] && main "$@"
