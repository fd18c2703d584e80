/** Members a client may not register: secrets it cannot keep, and addresses that would have to be fetched. */
const refused = [
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
  'request_uris',
  'client_secret',
  'post_logout_redirect_uris',
  'initiate_login_uri',
]

export interface RegistrationFault {
  error: 'invalid_client_metadata' | 'invalid_redirect_uri'
  error_description: string
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Schemes that a browser would run or show instead of opening an app. */
const neverApps = /^(javascript|data|blob|file|vbscript|about|ftp|wss?|filesystem|view-source):$/

/**
 * A registration as the server takes it (RFC 7591), or what is wrong with it. Redirects go to https, to this machine, or to
 * an app by a scheme of its own (RFC 8252). A client that does not state its type gets the type of its redirects.
 */
export function checkedRegistration(body: unknown): Record<string, unknown> | RegistrationFault {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return fault('Expected a JSON object.')
  // The scope is requested at the sign-in; there is only one.
  const { scope: _scope, ...metadata } = body as Record<string, unknown>
  const extra = refused.find((name) => metadata[name] !== undefined)
  if (extra !== undefined) return fault(`${extra} is not supported.`)
  const method = metadata['token_endpoint_auth_method'] ?? 'none'
  if (method !== 'none') return fault('token_endpoint_auth_method: only none, with PKCE.')
  const uris = metadata['redirect_uris']
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > 10)
    return redirectFault('1 to 10 redirect_uris')
  const marked = nameOfMarked(metadata)
  if (marked !== undefined)
    return fault(`${marked}: at most ${maxNameLength} characters, without control or direction characters.`)
  if (uris.some((uri) => /\*|%2a/i.test(String(uri))))
    return redirectFault('redirect_uris: without wildcards')
  const kinds = new Set(uris.map(judgeKind))
  if (kinds.has('refused'))
    return redirectFault('redirect_uris: https, http to this machine, or a scheme of an app; no fragment')
  const type = metadata['application_type'] ?? (kinds.has('web') ? 'web' : 'native')
  return { ...metadata, token_endpoint_auth_method: 'none', application_type: type }
}

/** Characters that are invisible, or that reverse the text beside them. */
const unseen = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u
const maxNameLength = 200

/** The member whose text would be displayed misleadingly, or is too long for a name. */
function nameOfMarked(metadata: Record<string, unknown>): string | undefined {
  const name = metadata['client_name']
  if (typeof name === 'string' && name.length > maxNameLength) return 'client_name'
  const invalid = Object.entries(metadata).find(([, value]) =>
    [value].flat().some((text) => typeof text === 'string' && unseen.test(text)),
  )
  return invalid?.[0].replaceAll(/[^\w#-]/g, '').slice(0, 60)
}

function judgeKind(uri: unknown): 'web' | 'native' | 'refused' {
  const parsed = typeof uri === 'string' && uri.length <= 2048 ? URL.parse(uri) : null
  if (parsed === null || String(uri).includes('#') || parsed.username !== '' || parsed.password !== '')
    return 'refused'
  if (parsed.protocol === 'https:') return 'web'
  if (parsed.protocol === 'http:') return loopback.has(parsed.hostname) ? 'native' : 'refused'
  return neverApps.test(parsed.protocol) ? 'refused' : 'native'
}

const fault = (text: string): RegistrationFault => ({
  error: 'invalid_client_metadata',
  error_description: text,
})
const redirectFault = (text: string): RegistrationFault => ({
  error: 'invalid_redirect_uri',
  error_description: text,
})
