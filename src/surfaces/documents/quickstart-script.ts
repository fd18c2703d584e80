import { quoteForShell } from '../../operation/index.ts'

/** The quickstart, for any POSIX shell: checks service and key, then makes a free and a charged call. */
export function quickstartScript(baseUrl: string): string {
  return `#!/bin/sh
# Almanac quickstart: checks the service, counts companies (free), and runs a search that returns one.
# Usage: curl -s ${baseUrl}/quickstart | ALMANAC_API_KEY=<API_KEY> sh
# Settings: ALMANAC_API_KEY (required), ALMANAC_URL (default ${baseUrl}).
set -eu

default_url=${quoteForShell(baseUrl)}
url=\${ALMANAC_URL:-$default_url}
url=\${url%/}

fail() {
  printf '%s\\n' "almanac quickstart: $1" >&2
  exit 1
}

command -v curl >/dev/null 2>&1 || fail 'curl is needed; please install it.'

curl -sf --max-time 10 "$url/health" >/dev/null || fail "no answer from $url/health. Is Almanac running there? Set ALMANAC_URL."
printf '%s\\n' "1. $url is healthy."

key=\${ALMANAC_API_KEY:-}
[ -n "$key" ] || fail 'set ALMANAC_API_KEY to an API key (printed once at the first start, or: npm run almanac -- key create, where the service is installed).'
printf '%s\\n' "2. Using the key \${key%"\${key#????????????}"}..."

# Calls POST $1 with the body $2; sets status, charged, remaining and body.
# The key goes in by standard input: arguments can be read by every user of the machine.
call() {
  answer=$(printf 'header = "x-api-key: %s"\\n' "$key" |
    curl -si --max-time 60 -K - -H 'content-type: application/json' -d "$2" "$url$1" | tr -d '\\r') ||
    fail "no answer from $url$1"
  status=$(printf '%s\\n' "$answer" | sed -n '1s/^[^ ]* \\([0-9]*\\).*/\\1/p')
  charged=$(printf '%s\\n' "$answer" | sed -n 's/^[Xx]-[Cc]redits-[Cc]harged: //p')
  remaining=$(printf '%s\\n' "$answer" | sed -n 's/^[Xx]-[Cc]redits-[Rr]emaining: //p')
  body=$(printf '%s\\n' "$answer" | sed '1,/^$/d')
  [ "$status" = 200 ] || fail "$1 answered $status: $body"
}

call /v1/company-count '{"searchParams":{}}'
printf '%s\\n' "3. Companies that can be searched (free, charged $charged):" "$body"

call /v1/company-search '{"searchParams":{},"pageSize":1}'
printf '%s\\n' '4. A search for one company:' "$body"
printf '%s\\n' "Credits charged: $charged. Credits left: $remaining." "Next: $url/docs in a browser, or $url/llms.txt for agents."
`
}
