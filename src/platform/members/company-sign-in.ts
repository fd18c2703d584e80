import type { Configuration } from 'openid-client'
import { normalizeEmail } from '../../lib/email.ts'
import type { Outbound } from '../outbound/index.ts'

/** The provider of a company, at which its people sign in (OpenID Connect). */
export interface CompanyProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Domains of addresses that may sign in by it, in lower case. */
  domains: readonly string[]
  /** Address of ours that the provider sends the browser back to. */
  redirectUri: string
}

/** What the answer of the provider is checked against; kept by the browser meanwhile. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/** Why somebody whom the provider knows may not sign in here. */
export type CompanyRefusal = 'refused' | 'address'

export interface CompanySignIn {
  begin(): Promise<{ location: string; pending: PendingSignIn }>
  /** `search`: the query that the browser came back with. An address is one that the provider has verified. */
  complete(
    search: string,
    pending: PendingSignIn,
  ): Promise<{ email: string; name: string | undefined } | CompanyRefusal>
}

/** Discovers the provider when somebody signs in first, and again after a failure. */
export function openCompanySignIn(
  provider: CompanyProvider,
  { outbound, onError }: { outbound: Pick<Outbound, 'request'>; onError: (cause: unknown) => void },
): CompanySignIn {
  let opening: Promise<Configuration> | undefined
  const discover = () =>
    (opening ??= discovered(provider, outbound).catch((cause: unknown) => {
      opening = undefined
      throw cause
    }))
  return {
    async begin() {
      const client = await import('openid-client')
      const configuration = await discover()
      const verifier = client.randomPKCECodeVerifier()
      const pending = { state: client.randomState(), nonce: client.randomNonce(), verifier }
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: provider.redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
      })
      return { location: location.href, pending }
    },
    async complete(search, { state, nonce, verifier }) {
      const client = await import('openid-client')
      const configuration = await discover()
      try {
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(search, provider.redirectUri),
          { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        )
        return readPerson({ ...tokens.claims() }, provider.domains)
      } catch (cause) {
        // Its error, or an answer that is not to our question: the person learns that it failed, the log why.
        onError(cause)
        return 'refused'
      }
    },
  }
}

function readPerson(
  { email: text, email_verified: isVerified, name: called }: Record<string, unknown>,
  domains: readonly string[],
): { email: string; name: string | undefined } | CompanyRefusal {
  const email = typeof text === 'string' ? normalizeEmail(text) : undefined
  // An address that the provider has not verified may be somebody else's: people can write there what they like.
  if (email === undefined || isVerified !== true) return 'address'
  if (!domains.includes(email.slice(email.indexOf('@') + 1))) return 'address'
  const name = typeof called === 'string' ? called.trim().slice(0, 200) : ''
  return { email, name: name === '' ? undefined : name }
}

async function discovered(
  { issuer, clientId, clientSecret }: CompanyProvider,
  outbound: Pick<Outbound, 'request'>,
): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery } = await import('openid-client')
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    // Outbound refuses http but to this machine, where the settings allow that.
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    [customFetch]: fetchThrough(outbound),
  })
}

/** Requests of the library, sent as all others of ours are. */
function fetchThrough(outbound: Pick<Outbound, 'request'>) {
  return async (url: string, init: { body?: unknown; headers?: Record<string, string>; method?: string }) => {
    const { status, headers, body } = await outbound.request({
      url,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: init.headers ?? {},
      ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
    })
    return new Response(new Uint8Array(body), { status, headers })
  }
}
