import type { IncomingMessage, ServerResponse } from 'node:http'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit } from '../audit/index.ts'
import { lockSecret, type Keys } from '../keys/index.ts'
import { oauthRecords, purgeOAuthRecords, type GrantPayload } from './oauth-records.ts'
import { paths, scope } from './provider-configuration.ts'

export interface OAuthSettings {
  db: Postgres
  clock: Clock
  secret: Buffer
  keys: Keys
  audit: Audit
  /** Address clients reach the service at, without a path. */
  baseUrl: string
  /** Days a sign-in lasts. */
  signInDays: number
  onError(cause: unknown): void
}

/** Somebody is asked whether a client may act for their organization. */
export interface Consent {
  clientName: string
  /** Where the answer goes. */
  redirectUri: string
}

/** The authorization server for agents: the holder of an API key lets a client act with it without revealing the key. */
export interface OAuth {
  readonly issuer: string
  readonly scope: string
  readonly paths: typeof paths
  /** Answers a request to one of its paths but that of consent. */
  handle(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>
  /** The sign-in that a request to the page of consent belongs to; undefined when there is none, or no more. */
  findConsent(request: IncomingMessage, response: ServerResponse): Promise<Consent | undefined>
  /**
   * Ends it: with a key it is allowed, which is audited, without or with a secret that was replaced meanwhile refused.
   * Answers where the browser goes on.
   */
  decide(
    request: IncomingMessage,
    response: ServerResponse,
    by: { keyId: string; keyPrefix: string; address: string } | undefined,
  ): Promise<string>
  /** The caller behind a token; undefined unless it is good now, for that resource, and its key still works. */
  findCaller(token: string, resource: string): Promise<Caller | undefined>
  purge(nowMs: number): Promise<number>
}

export function openOAuth(settings: OAuthSettings): OAuth {
  const { db, keys, baseUrl } = settings
  const { origin } = new URL(baseUrl)
  let opening: Promise<Provider> | undefined
  // Most installations never see a sign-in, and the library takes a while to load.
  const provider = () => (opening ??= openProvider(settings, origin))
  return {
    issuer: origin,
    scope,
    paths,
    async handle(request, response, address) {
      const answer = (await provider()).callback()
      await requests.run({ address, path: new URL(request.url ?? '', origin).pathname }, () =>
        answer(request, response),
      )
    },
    async findConsent(request, response) {
      const server = await provider()
      const interaction = await server.interactionDetails(request, response).catch(() => undefined)
      if (interaction === undefined) return undefined
      const { client_id: clientId, redirect_uri: redirectUri } = interaction.params
      const client = await server.Client.find(String(clientId))
      if (client === undefined) return undefined
      return { clientName: client.clientName ?? client.clientId, redirectUri: String(redirectUri) }
    },
    async decide(request, response, by) {
      const server = await provider()
      const { params } = await server.interactionDetails(request, response)
      const ended = { mergeWithLastSubmission: false }
      const refuse = () => server.interactionResult(request, response, { error: 'access_denied' }, ended)
      if (by === undefined) return refuse()
      const clientId = String(params['client_id'])
      const grant = new server.Grant({ accountId: by.keyId, clientId })
      const resources = [params['resource'] ?? []].flat().map(String)
      for (const resource of resources) grant.addResourceScope(resource, scope)
      const consent = { grantId: await grant.save() }
      const client = await server.Client.find(clientId)
      const detail = {
        client: client?.clientName ?? clientId,
        redirectUri: String(params['redirect_uri']),
        resources,
      }
      if (!(await admitted(settings, by, detail))) return refuse()
      const login = { accountId: by.keyId, remember: false }
      return server.interactionResult(request, response, { login, consent }, ended)
    },
    async findCaller(token, resource) {
      const record = await (await provider()).AccessToken.find(token)
      if (record === undefined || record.aud !== resource || !record.scopes.has(scope)) return undefined
      return keys.findCaller(record.accountId)
    },
    purge: (nowMs) => purgeOAuthRecords(db, nowMs),
  }
}

/**
 * Enters a sign-in into the audit, before its code leaves: without its entry nobody is signed in. False where the secret of
 * the key was replaced meanwhile: a rotation ends the grants there are, and of a later one nobody may hear.
 */
function admitted(
  settings: OAuthSettings,
  { keyId, keyPrefix, address }: { keyId: string; keyPrefix: string; address: string },
  detail: Record<string, unknown>,
): Promise<boolean> {
  return settings.db.transact(async (tx) => {
    if (!(await lockSecret(tx, keyId, keyPrefix))) return false
    await audited(settings, { action: 'agent.signed-in', keyId, address, detail, tx })
    return true
  })
}

/** The request that the library is answering: it tells its store nothing of it. */
const requests = new AsyncLocalStorage<{ address: string; path: string }>()

interface SignInEvent {
  action: 'agent.signed-in' | 'agent.signed-out'
  keyId: string
  address: string | undefined
  detail: Record<string, unknown>
  tx?: Queryable
}

async function audited({ db, keys, audit }: OAuthSettings, event: SignInEvent): Promise<void> {
  const { action, keyId, address, detail, tx } = event
  const append = async (inside: Queryable) => {
    const organizationId = await keys.findAuditOwner(keyId, inside)
    if (organizationId === undefined) return
    const by = { actor: `key:${keyId}`, address: address ?? null }
    await audit.append(inside, { organizationId, by, action, subject: keyId, detail })
  }
  await (tx === undefined ? db.transact(append) : append(tx))
}

async function openProvider(settings: OAuthSettings, issuer: string): Promise<Provider> {
  const { Provider, errors } = await import('oidc-provider')
  const { providerConfiguration } = await import('./provider-configuration.ts')
  const { db, clock, secret, keys, baseUrl, signInDays, onError } = settings
  const ended = async (tx: Queryable, { accountId, clientId }: GrantPayload) => {
    const { address, path } = requests.getStore() ?? {}
    const reason = path === paths.revocation ? 'revoked' : 'a code or token was used twice'
    const detail = { clientId, reason }
    await audited(settings, { action: 'agent.signed-out', keyId: accountId, address, detail, tx })
  }
  const usedBefore = () => new errors.InvalidGrant('used before')
  const server = new Provider(
    issuer,
    providerConfiguration({
      adapter: oauthRecords({ db, clock, secret, usedBefore, ended }),
      secret,
      resources: ['', '/all', '/core'].map((path) => `${baseUrl}/mcp/oauth${path}`),
      grantSeconds: signInDays * 86_400,
      isUsable: async (keyId) => (await keys.findCaller(keyId)) !== undefined,
    }),
  )
  // Addresses are those of the settings, which its caller puts into every request.
  server.proxy = true
  server.on('server_error', (_ctx, error) => onError(error))
  return server
}
