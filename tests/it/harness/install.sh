#!/usr/bin/env bash
# Puts pinned agent harnesses into a cache, for the tests that run them; what is there stays.
#
#     install.sh [ID...]      ID: claude-code codex pi gemini-cli opencode copilot qwen
#
# The cache is $SKILLSCOPE_HARNESSES, or target/harnesses of this repository. Each harness has a
# folder of its own there, made whole or not at all, so that two runs at a time do no harm.
#
# Prints a line for Node and a line a harness, fields parted by a tab:
#     ID  VERSION  ready    FOLDER      the commands are in FOLDER
#     ID  VERSION  missing  REASON
set -uo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
cache=${SKILLSCOPE_HARNESSES:-$root/target/harnesses}
node_version=24.9.0
node_oldest=24

pinned() {
  case $1 in
    claude-code) echo "@anthropic-ai/claude-code 2.1.332 claude" ;;
    codex) echo "@openai/codex 0.171.0 codex" ;;
    pi) echo "@earendil-works/pi-coding-agent 1.6.0 pi" ;;
    gemini-cli) echo "@google/gemini-cli 0.61.0 gemini" ;;
    opencode) echo "opencode-ai 1.18.33 opencode" ;;
    copilot) echo "@github/copilot 1.0.102 copilot" ;;
    qwen) echo "@qwen-code/qwen-code 0.24.4 qwen" ;;
    *) return 1 ;;
  esac
}

line() { printf '%s\t%s\t%s\t%s\n' "$@"; }

# put ID PACKAGE VERSION COMMAND: installs it unless it is there, and prints its line.
put() {
  local folder=$cache/$1-$3 new said
  local commands=$folder/node_modules/.bin
  if [ ! -x "$commands/$4" ]; then
    new=$(mktemp -d "$cache/.new.XXXXXX") || { line "$1" "$3" missing "no folder can be made"; return; }
    if said=$(npm install --prefix "$new" --no-audit --no-fund --no-package-lock --loglevel=error \
        --fetch-retries=1 --fetch-retry-mintimeout=1000 "$2@$3" 2>&1 </dev/null) &&
      [ -x "$new/node_modules/.bin/$4" ]; then
      # Somebody else may have been faster; theirs is as good.
      [ -e "$folder" ] || mv "$new" "$folder"
    fi
    rm -rf "$new"
  fi
  if [ -x "$commands/$4" ]; then
    line "$1" "$3" ready "$commands"
  else
    line "$1" "$3" missing "$(printf '%s' "${said:-it brought no command $4}" | tr '\n\t' '  ' | cut -c1-300)"
  fi
}

mkdir -p "$cache" || { line node - missing "no cache at $cache"; exit 1; }
command -v npm >/dev/null || { line node - missing "npm is not on the PATH"; exit 1; }

version=$(node --version 2>/dev/null | tr -d v)
if [ "${version%%.*}" -ge "$node_oldest" ] 2>/dev/null; then
  line node "$version" ready "$(dirname "$(command -v node)")"
else
  told=$(put node node "$node_version" node)
  echo "$told"
  case $told in *"	ready	"*) ;; *) exit 1 ;; esac
  # From here on npm itself runs by it: packages name the Node that they need.
  PATH=$(printf '%s' "$told" | cut -f4):$PATH
fi

[ $# -gt 0 ] || set -- claude-code codex pi gemini-cli opencode copilot qwen
for id in "$@"; do
  if what=$(pinned "$id"); then
    # Three words without blanks of their own.
    # shellcheck disable=SC2086
    put "$id" $what
  else
    line "$id" - missing "no such harness"
  fi
done
