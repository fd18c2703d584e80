/** Where a reader in a browser, or an agent, continues from the root address. */
const links = [
  ['/guide', 'Guide', 'what it does and how to run it, in pages for people'],
  ['/docs', 'Interactive documentation', 'every operation, with a client to try it'],
  [
    '/ai-docs/index.md',
    'Operation index',
    'one Markdown page an operation, a tag and a schema; `/llms.txt` for agents',
  ],
  ['/openapi.json', 'OpenAPI 3.1', 'the machine-readable description'],
  ['/quickstart', 'Quickstart', 'a shell script that runs a first search'],
  ['/billing/credits', 'Credits', 'how to get more'],
  ['/health', 'Health', 'this process takes requests'],
  ['/ready', 'Readiness', 'its stores answer'],
  ['/status', 'Status', 'version, uptime and how operations fare'],
] as const

export function startPage(): string {
  const items = links.map(
    ([path, name, what]) =>
      `<li><a href="${path}">${name}</a>: ${what.replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Almanac</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem; }
code { font-family: ui-monospace, monospace; background: #8882; border-radius: 4px; padding: .1em .3em; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>Almanac</h1>
<p>Finds, enriches and watches companies and people. Requests carry an API key in <code>x-api-key</code>.</p>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`
}

/** The same for programs. */
export function startDocument(baseUrl: string): string {
  const entries = links.map(([path, , what]) => ({ url: baseUrl + path, what: what.replaceAll('`', '') }))
  const description = 'Finds, enriches and watches companies and people.'
  return `${JSON.stringify({ name: 'almanac', description, links: entries }, null, 2)}\n`
}
