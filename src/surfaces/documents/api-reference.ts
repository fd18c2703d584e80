import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export const bundlePath = '/docs/api-reference.js'
export const startPath = '/docs/start.js'

/**
 * Only this service: scripts, requests and fonts of any other host are refused by the browser, whatever the bundle
 * names. Styles are written into the page by the bundle.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Settings of the reference. Every default that would reach another host is turned off here. */
const configuration = {
  url: '/openapi.json',
  theme: 'default',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  showOperationId: true,
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
}

/** The page of the interactive documentation. */
export function apiReferencePage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Almanac API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs scripts. The same is in <a href="/ai-docs/index.md">/ai-docs/index.md</a>.</noscript>
<script src="${bundlePath}"></script>
<script src="${startPath}"></script>
</body>
</html>
`
}

/** Starts the reference; a file of its own, so that the page needs no inline script. */
export function startScript(): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration, null, 2)})\n`
}

/** The reference's browser bundle; scripts/vendor-api-reference.ts brought it here. */
export function apiReferenceBundle(): Uint8Array {
  return brotliDecompressSync(
    readFileSync(new URL('../../../data/documents/api-reference.js.br', import.meta.url)),
  )
}
