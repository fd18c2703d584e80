import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Whom the provider says its browser belongs to. */
export interface ProviderAccount {
  email: string
  email_verified: boolean
  name: string
}

export interface CompanyProvider {
  issuer: string
  port: number
  /** Who signs in next; undefined: they refuse. */
  account: ProviderAccount | undefined
  close(): Promise<void>
}

export const company = { clientId: 'almanac', clientSecret: 'a-secret-of-the-company' }

/** The OpenID Connect provider of a company, on loopback: whoever comes is signed in as `account` without a question. */
export async function companyProvider(redirectUri: string): Promise<CompanyProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const made: CompanyProvider = {
    issuer,
    port,
    account: undefined,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...jwk, use: 'sig', alg: 'ES256' } as never] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clients: [
      {
        client_id: company.clientId,
        client_secret: company.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['cookies of a test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...made.account }),
    }),
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response)
    void (async () => {
      const { account } = made
      if (account === undefined)
        return provider.interactionFinished(request, response, { error: 'access_denied' })
      const accountId = account.email
      const grant = new provider.Grant({ accountId, clientId: company.clientId })
      grant.addOIDCScope('openid email profile')
      const consent = { grantId: await grant.save() }
      await provider.interactionFinished(request, response, {
        login: { accountId, remember: false },
        consent,
      })
    })()
  })
  return made
}
