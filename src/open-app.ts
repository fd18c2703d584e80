import type { Assembly } from './assembly.ts'
import type { OpenedSlices } from './capabilities/index.ts'
import type { Config } from './config.ts'
import type { Corpus } from './corpus/corpus.ts'
import { recordTracer } from './corpus/lookup/index.ts'
import type { Log } from './lib/log.ts'
import { version } from './lib/version.ts'
import {
  listOperatorPaths,
  openBrowserSessions,
  openConsoleDoor,
  openProviderDoor,
  type CompanyDoor,
} from './open-console.ts'
import { countAnswers } from './open-installation.ts'
import {
  createPipeline,
  type AnyOperation,
  type PipelinePorts,
  type Registry,
  type Sandbox,
} from './operation/index.ts'
import { openCompanySignIn } from './platform/members/index.ts'
import type { Platform } from './platform/platform.ts'
import type { Installation } from './platform/telemetry/index.ts'
import { createDocuments, documentLinks } from './surfaces/documents/index.ts'
import {
  createHttpApp,
  downloadMount,
  fileMount,
  readinessMount,
  receiverMount,
  type HttpApp,
  type HttpAppOptions,
  type Mount,
} from './surfaces/http/index.ts'
import { consoleMounts } from './surfaces/console/index.ts'
import { guideMounts } from './surfaces/guide/index.ts'
import { mcpMounts } from './surfaces/mcp/index.ts'
import { oauthMounts } from './surfaces/oauth/index.ts'
import { providerMounts, providerPath, sessionMounts } from './surfaces/sessions/index.ts'

/** What the surfaces offer. */
interface AppParts {
  platform: Platform
  corpus: Corpus
  registry: Registry
  installation: Installation
  slices: OpenedSlices
  sandbox: Sandbox
}

/** The surfaces over one pipeline: operations, servers for agents, sign-in, files and probes. */
export function openApp(assembly: Assembly, parts: AppParts): HttpApp {
  const { config, clock, log, baseUrl } = assembly
  const { platform, registry, installation, slices } = parts
  const links = documentLinks(baseUrl)
  const errors = { clock, links, onError: loggedBy(log, config).onError }
  const surface = {
    registry,
    pipeline: countAnswers(openPipeline(assembly, parts), installation.telemetry),
    documents: assembly.documents ?? createDocuments({ registry, baseUrl, server: config.ALMANAC_BASE_URL }),
    openDeps: (operation: AnyOperation) => slices.byName(operation.slice),
  }
  const agents = {
    baseUrl,
    authenticator: platform.keys,
    limiter: platform.limits,
    // Behind a path the addresses of the standard would be those of somebody else.
    ...(config.ALMANAC_AGENT_SIGN_IN && new URL(baseUrl).pathname === '/' ? { oauth: platform.oauth } : {}),
  }
  const browsers = openBrowserDoors(assembly, parts)
  return createHttpApp({
    ...surface,
    ...errors,
    sessions: browsers.sessions,
    mounts: [
      ...browsers.mounts,
      ...mcpMounts({ ...agents, ...surface, errors, version }),
      ...(agents.oauth === undefined ? [] : oauthMounts({ ...agents, oauth: agents.oauth })),
      ...slices.all.flatMap(({ receivers = [] }) => receivers.map(receiverMount)),
      ...slices.all.flatMap(({ files = [] }) => files.map(fileMount)),
      downloadMount(platform.downloads),
      readinessMount(installation, clock),
      ...consoleMounts(),
      ...guideMounts(),
    ],
    trustedProxies: config.ALMANAC_TRUSTED_PROXIES,
    corsOrigins: config.ALMANAC_CORS_ORIGINS,
  })
}

/** The sign-in of people: sessions of browsers, and the paths at which they begin. */
function openBrowserDoors(
  assembly: Assembly,
  { platform, registry }: AppParts,
): Pick<HttpAppOptions, 'sessions'> & { mounts: Mount[] } {
  const { config, clock, baseUrl, stores } = assembly
  const { limits: limiter } = platform
  const settings = {
    ...platform,
    baseUrl,
    secret: stores.secret,
    operatorToken: config.ALMANAC_OPERATOR_TOKEN,
    sendsMail: config.ALMANAC_SMTP_URL !== undefined,
    sellsCredits: config.ALMANAC_STRIPE_SECRET_KEY !== undefined || config.ALMANAC_LEDGER_ONLY_PURCHASES,
    db: stores.db,
    company: openCompany(assembly, platform),
  }
  const sessions = openBrowserSessions(settings)
  const provider = openProviderDoor(settings)
  const door = openConsoleDoor(settings)
  const mounts = sessionMounts({ door, sessions, limiter, operatorPaths: listOperatorPaths(registry) })
  if (provider === undefined) return { sessions, mounts }
  const { secret } = stores
  return {
    sessions,
    mounts: [...mounts, ...providerMounts({ provider, sessions, limiter, secret, now: () => clock.now() })],
  }
}

/** The provider by which people of a company sign in, where the settings name one. */
function openCompany(
  { config, log, baseUrl }: Assembly,
  { outbound }: Pick<Platform, 'outbound'>,
): CompanyDoor | undefined {
  const { ALMANAC_SIGN_IN_ISSUER: issuer, ALMANAC_SIGN_IN_CLIENT_ID: clientId } = config
  const { ALMANAC_SIGN_IN_CLIENT_SECRET: clientSecret, ALMANAC_SIGN_IN_DOMAINS: domains = [] } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const redirectUri = `${baseUrl}${providerPath}/callback`
  const onError = (cause: unknown) =>
    log('sign-in at the provider failed', { level: 'warn', cause: String(cause) })
  return {
    name: new URL(issuer).host,
    signIn: openCompanySignIn(
      { issuer, clientId, clientSecret, domains, redirectUri },
      { outbound, onError },
    ),
    organizationId: config.ALMANAC_SIGN_IN_ORGANIZATION,
    role: config.ALMANAC_SIGN_IN_ROLE,
  }
}

function openPipeline(
  { config, clock, log, baseUrl }: Assembly,
  { platform, corpus, sandbox }: Pick<AppParts, 'platform' | 'corpus' | 'sandbox'>,
) {
  return createPipeline({
    ...pickPorts(platform),
    ...loggedBy(log, config),
    sandbox,
    tracer: recordTracer(corpus.search),
    clock,
    links: documentLinks(baseUrl),
    operatorToken: config.ALMANAC_OPERATOR_TOKEN,
    checkOutputs: config.ALMANAC_CHECK_OUTPUTS,
  })
}

/** What the log hears of requests. */
function loggedBy(log: Log, { ALMANAC_ACCESS_LOG }: Config): Pick<PipelinePorts, 'onAnswer' | 'onError'> {
  return {
    onError({ cause, ...error }) {
      const text = cause instanceof Error ? cause.stack : String(cause)
      log('request failed', { level: 'error', ...error, cause: text })
    },
    ...(ALMANAC_ACCESS_LOG ? { onAnswer: (line) => log('request', { ...line }) } : {}),
  }
}

/** What the pipeline needs of the platform. */
function pickPorts({ keys, limits, ledger, idempotency, requests, uploads }: Platform) {
  return { authenticator: keys, limiter: limits, ledger, idempotency, requestLog: requests, files: uploads }
}
