import { createHmac, generateKeyPairSync } from 'node:crypto'
import { errors, interactionPolicy, type AdapterFactory, type Configuration } from 'oidc-provider'
import { shortMessage } from '../../lib/short-message.ts'
import { paths, scope } from './oauth-paths.ts'

export interface ProviderSettings {
  adapter: AdapterFactory
  secret: Buffer
  /** Addresses that tokens may be for, the usual one first. */
  resources: readonly string[]
  /** How long somebody stays signed in, seconds; a refresh does not prolong it. */
  grantSeconds: number
  /** Whether the key that signed in still works. */
  isUsable(keyId: string): Promise<boolean>
}

const accessTokenSeconds = 3600

/** OAuth 2.1 and no more: public clients, codes with S256, opaque tokens for one resource, refresh tokens used once. */
export function providerConfiguration(settings: ProviderSettings): Configuration {
  const { adapter, resources, grantSeconds, isUsable } = settings
  const { consent, ...routes } = paths
  return {
    adapter,
    routes,
    // There are no ID tokens, so their key signs nothing.
    scopes: [],
    jwks: { keys: [{ ...unusedKey(), use: 'sig', alg: 'ES256' }] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    features: pickFeatures(resources),
    interactions: { policy: alwaysAsk(), url: (_ctx, interaction) => `${consent}/${interaction.uid}` },
    findAccount: async (_ctx, keyId) =>
      (await isUsable(keyId))
        ? { accountId: keyId, claims: () => Promise.resolve({ sub: keyId }) }
        : undefined,
    issueRefreshToken: (_ctx, client) => Promise.resolve(client.grantTypeAllowed('refresh_token')),
    rotateRefreshToken: true,
    expiresWithSession: () => Promise.resolve(false),
    cookies: {
      keys: [createHmac('sha256', settings.secret).update('oauth cookies').digest('base64url')],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: grantSeconds,
      Interaction: 600,
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? grantSeconds,
      // Nobody stays signed in: each sign-in asks for the key.
      Session: 5,
    },
    // Addresses a client registers are never fetched.
    fetch: () => Promise.reject(new Error('the authorization server makes no outbound requests')),
    renderError(ctx, { error, error_description: description }) {
      ctx.type = 'html'
      ctx.body = errorPage(shortMessage(`${error}${description === undefined ? '' : `: ${description}`}`))
    },
  }
}

/** Clients register themselves, and each token is for one resource. */
function pickFeatures(resources: readonly string[]): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: {
      enabled: true,
      // Without secrets anybody can name a client, so a client revokes its own tokens alone.
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, oneOf) => oneOf ?? (resources[0] as string),
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx, resource) {
        if (!resources.includes(resource)) throw new errors.InvalidTarget()
        return {
          scope,
          audience: resource,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'opaque',
        }
      },
    },
  }
}

function unusedKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

/** Every authorization goes by the page that asks for a key, whoever signed in before. */
function alwaysAsk() {
  const { Check, Prompt } = interactionPolicy
  const check = new Check('key_needed', 'an API key is needed', (ctx) => ctx.oidc.result?.login === undefined)
  return [
    new Prompt({ name: 'login', requestable: true }, check),
    new Prompt({ name: 'consent', requestable: true }),
  ]
}

const errorPage = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign-in failed</title><h1>Sign-in failed</h1><p>${escaped(text)}</p></html>`

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
