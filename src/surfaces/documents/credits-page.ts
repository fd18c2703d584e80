/** Where lowCreditAlert and outOfCreditsAlert send people: how credits are added on a self-hosted service. */
export function creditsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>More credits - Almanac</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; background: #8882; border-radius: 4px; }
code { padding: .1em .3em; }
pre { padding: .8rem 1rem; overflow-x: auto; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>More credits</h1>
<p>This service is run by its operator, who also grants credits. Ask your operator for a top-up, and name your
organization; <code>GET /v1/get-org-credits</code> shows the balance of each subscription and when its period resets.</p>
<p>If you are the operator, add credits on the machine the service runs on:</p>
<pre>npx almanac credits --help</pre>
<p>The new balance counts from the next request. Nothing has to be restarted.</p>
</body>
</html>
`
}
