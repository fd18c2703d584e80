import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

export const bundlePath = '/docs/api-reference.js'
export const startPath = '/docs/start.js'

/**
 * Allows this service only: the browser refuses scripts, requests and fonts of any other host, whatever the bundle names.
 * The bundle writes its styles into the page.
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

/** Settings of the reference, with every default turned off that would reach another host. */
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
  // The header is the usual place of the key; without this a reader has to choose one of three first.
  authentication: { preferredSecurityScheme: 'ApiKeyHeader' },
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
<noscript>This page needs scripts. The same content is in <a href="/ai-docs/index.md">/ai-docs/index.md</a>.</noscript>
<script src="${bundlePath}"></script>
<script src="${startPath}"></script>
</body>
</html>
`
}

/** Starts the reference; a separate file, so that the page needs no inline script. */
export function startScript(): string {
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration, null, 2)})\n`
}

/** The reference's browser bundle; scripts/vendor-api-reference.ts brought it here. */
export function apiReferenceBundle(): Uint8Array {
  return brotliDecompressSync(
    readFileSync(new URL('../../../data/documents/api-reference.js.br', import.meta.url)),
  )
}
