export interface ConsentPage {
  /** The client's own name, which anybody may choose. */
  clientName: string
  redirectUri: string
  /** The error of the previous answer. */
  fault?: string
}

/**
 * The page on which a user lets an agent act for their organization. They enter an API key, since there is no other sign-in.
 */
export function consentPage({ clientName, redirectUri, fault }: ConsentPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Let an agent use Almanac</title>
<style>body{font:1rem/1.5 sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}input{width:100%;font:inherit;padding:.4rem;box-sizing:border-box}button{font:inherit;padding:.4rem 1rem;margin:1rem .5rem 0 0}.fault{color:#b00020}</style>
</head>
<body>
<h1>Let an agent use Almanac</h1>
<p><strong>${escaped(clientName)}</strong> asks to call operations for your organization and to spend its credits. The agent chose this name itself. You will be sent to <strong>${escaped(nameDestination(redirectUri))}</strong>.</p>
<p>It never sees your key but can do everything the key can. Revoke the key to end its access.</p>
${fault === undefined ? '' : `<p class="fault" role="alert">${escaped(fault)}</p>`}
<form method="post">
<label for="key">API key of your organization</label>
<input id="key" name="key" type="password" autocomplete="off" autofocus>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form>
</body>
</html>
`
}

/** For requests that come too late or without a sign-in. */
export const nothingToDecide = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Nothing to decide</title></head>
<body><h1>Nothing to decide</h1><p>This sign-in has expired or began in another browser. Start again from the agent.</p></body></html>
`

/** Host of a website; of an app the scheme that opens it. */
function nameDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : `an app (${protocol})`
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
