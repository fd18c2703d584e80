import type { Assembly } from './assembly.ts'
import type { OpenedSlices } from './capabilities/index.ts'
import type { Config } from './config.ts'
import type { Corpus } from './corpus/corpus.ts'
import { recordTracer } from './corpus/lookup/index.ts'
import type { Log } from './lib/log.ts'
import { version } from './lib/version.ts'
import { measured } from './measured.ts'
import {
  createPipeline,
  type AnyOperation,
  type PipelinePorts,
  type Registry,
  type Sandbox,
} from './operation/index.ts'
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
} from './surfaces/http/index.ts'
import { mcpMounts } from './surfaces/mcp/index.ts'
import { oauthMounts } from './surfaces/oauth/index.ts'

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
    pipeline: measured(openPipeline(assembly, parts), installation.telemetry),
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
  return createHttpApp({
    ...surface,
    ...errors,
    mounts: [
      ...mcpMounts({ ...agents, ...surface, errors, version }),
      ...(agents.oauth === undefined ? [] : oauthMounts({ ...agents, oauth: agents.oauth })),
      ...slices.all.flatMap(({ receivers = [] }) => receivers.map(receiverMount)),
      ...slices.all.flatMap(({ files = [] }) => files.map(fileMount)),
      downloadMount(platform.downloads),
      readinessMount(installation, clock),
    ],
    trustedProxies: config.ALMANAC_TRUSTED_PROXIES,
    corsOrigins: config.ALMANAC_CORS_ORIGINS,
  })
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
