#!/bin/sh
# The GIFT export is read by a parser of npm's: gift_test.sh LOCKSTEP SOURCE_FOLDER BUILD_FOLDER
# Exit status 77: skipped, and the reason is printed.
set -u
lockstep=$1 source=$2 build=$3
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "skipped: node and npm are not installed"
  exit 77
fi
mkdir -p "$build" && cd "$build" || exit 1
cp "$source/package.json" "$source/package-lock.json" "$source/read_gift.js" . || exit 1
if ! [ -d node_modules/gift-pegjs ] && ! npm ci --no-audit --no-fund >npm.log 2>&1; then
  echo "skipped: npm cannot install the parser (no network?): $(tail -n 1 npm.log)"
  exit 77
fi
status=0
for level in 1 2 3; do
  for target in reduce/strided-index scan/blelloch hazards/missing-barrier patterns/transpose-padded \
                "reduce/tuned --type float" "scan/hillis-steele-local --schedule independent"; do
    arguments="$target --n 64 --group 16 --level $level --seed $level --count 20"
    "$lockstep" quiz $arguments --format gift >questions.gift || { echo "failed: $arguments"; status=1; continue; }
    "$lockstep" quiz $arguments --format json >questions.json || status=1
    node read_gift.js questions.gift questions.json || { echo "failed: $arguments"; status=1; }
  done
done
exit $status
