/** Where lowCreditAlert and outOfCreditsAlert send people: how credits are bought and billing cycles restarted. */
export function creditsPage(baseUrl: string): string {
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
<h2>Buy credits</h2>
<p>With your API key. The credits count from the next request; sending it again with the same idempotency key never
charges twice. Let the key name the purchase, such as your order number: a new key for each attempt would buy each time. The answer says which payment processor was asked; one called <code>ledger-only</code> books the credits and charges no card. If no processor is set up, the answer is 403
<code>purchases_not_offered</code>: ask the operator for credits.</p>
<pre>curl -s ${baseUrl}/v1/buy-credits -H "x-api-key: $KEY" \\
  -H "Idempotency-Key: order-1042" -d '{"creditsToBuy": 1000}'</pre>
<p>Where cards are charged, put one on file first: start with <code>POST /v1/cards/attach</code> and an empty object.</p>
<h2>Never run out</h2>
<pre>curl -s ${baseUrl}/v1/auto-topup/configure -H "x-api-key: $KEY" \\
  -d '{"isEnabled": true, "creditThreshold": 500, "creditsToBuy": 5000, "maxPerDay": 1, "maxPerMonth": 4}'</pre>
<h2>When the billing period is over</h2>
<p>Credits stay usable for 14 days after a period has ended. After that, a purchase begins a new period and remaining credits are kept.
<code>GET /v1/get-org-credits</code> shows every subscription and when its period resets.</p>
<h2>For the operator of this service</h2>
<pre>npx almanac credits grant ORGANIZATION 1000
npx almanac subscription reset ORGANIZATION SUBSCRIPTION
npx almanac subscription set ORGANIZATION SUBSCRIPTION --auto-reset on</pre>
<p>No restart is needed.</p>
</body>
</html>
`
}
