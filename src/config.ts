import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEuroRates, type ExchangeRates } from './lib/exchange-rates.ts'
import { normalizeRange } from './lib/network-address.ts'
import { defaultNetworkHosts } from './lib/network-url.ts'
import { parsePlatformHosts, parsePlatformNames } from './lib/platform-names.ts'
import { fillVariables } from './lib/template-variables.ts'

const flagList = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(['api', 'worker', 'scheduler'])).min(1))

/** A range of all addresses would let every client write its own. */
const rangeList = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.flatMap((entry) => {
    const range = normalizeRange(entry)
    if (range !== undefined && !range.endsWith('/0') && !range.includes('%')) return [range]
    context.addIssue({
      code: 'custom',
      message: `${JSON.stringify(entry)} is neither an address nor a CIDR range`,
    })
    return []
  })
})

/** Origins as browsers write them, or `*`. */
const originList = z.string().transform((text, context) => {
  const origins = text.split(',').map((entry) => entry.trim().replace(/\/$/, ''))
  const bad = origins.find((entry) => entry !== '*' && URL.parse(entry)?.origin !== entry)
  if (bad === undefined) return origins
  context.addIssue({
    code: 'custom',
    message: `${JSON.stringify(bad)} is not an origin; expected https://app.example without a path, or *`,
  })
  return z.NEVER
})

const portList = z.string().transform((text, context) => {
  const ports = text.split(',').map(Number)
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports
  context.addIssue({ code: 'custom', message: 'Expected port numbers, separated by commas.' })
  return z.NEVER
})

/** Refuses a text its parser refuses, with the parser's message; a valid text stays unchanged. */
const readableBy =
  (read: (text: string) => unknown) =>
  (text: string, context: z.RefinementCtx): void => {
    try {
      read(text)
    } catch (cause) {
      context.addIssue({ code: 'custom', message: cause instanceof Error ? cause.message : String(cause) })
    }
  }

const url = (protocol: RegExp) => z.url({ protocol }).optional()

/** Every setting. Names are environment variables; `.env` in the working directory supplies those not set. */
export const settings = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8080)
    .describe('Port to listen on; 0 picks a free one.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  ALMANAC_DATA_DIR: z
    .string()
    .min(1)
    .default('./.almanac')
    .describe('Where the embedded stores keep their data.'),
  DATABASE_URL: url(/^postgres(ql)?$/).describe('Postgres to use; unset starts an embedded one.'),
  RECORDS_URL: url(/^postgres(ql)?$/).describe(
    'Postgres for records, identifiers and history of the corpus; unset keeps them in DATABASE_URL.',
  ),
  CLICKHOUSE_URL: url(/^https?$/).describe('ClickHouse to use; unset starts an embedded engine.'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .min(1)
    .optional()
    .describe('Cluster of the ClickHouse server to spread tables over.'),
  ALMANAC_BOOTSTRAP_KEY: z.string().optional().describe('API key to install for the first organization.'),
  ALMANAC_BOOTSTRAP_CREDITS: z.coerce
    .number()
    .min(0)
    .max(1e12)
    .default(500)
    .describe('Credits of the first organization.'),
  ALMANAC_SAMPLE: z
    .union([z.enum(['small', 'none']), z.coerce.number().int().min(1).max(50_000_000)])
    .default('small')
    .describe('Synthetic companies to load at the first start: small, none, or a number.'),
  ALMANAC_ROLES: flagList.prefault('api,worker,scheduler').describe('What this process does.'),
  ALMANAC_BASE_URL: z.url().optional().describe('Address clients reach the service at; used in links.'),
  ALMANAC_TRUSTED_PROXIES: rangeList
    .optional()
    .describe('Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted.'),
  ALMANAC_CORS_ORIGINS: originList
    .optional()
    .describe('Origins whose pages may call the service from a browser, or *; unset allows none.'),
  ALMANAC_OPERATOR_TOKEN: z.string().min(16).optional().describe('Token of operator-only operations.'),
  ALMANAC_SMTP_URL: url(/^smtps?$/).describe(
    'Mail server, smtp://user:password@host:587; unset writes mail to the outbox folder of the data directory.',
  ),
  ALMANAC_MAIL_FROM: z
    .string()
    .regex(/^[^\p{Cc}]*@[^\p{Cc}]+$/u)
    .default('Almanac <almanac@localhost>')
    .describe('Sender of mail, a name and an address.'),
  ALMANAC_STRIPE_SECRET_KEY: z
    .string()
    .min(8)
    .optional()
    .describe('Stripe key for paying purchases; without it no credits can be bought.'),
  ALMANAC_LEDGER_ONLY_PURCHASES: z
    .stringbool()
    .default(false)
    .describe('Without Stripe: let keys buy credits without charging a card; you bill them by other means.'),
  ALMANAC_STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(8)
    .optional()
    .describe('Signs the messages Stripe sends to /billing/notices/stripe.'),
  ALMANAC_STRIPE_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.stripe.com')
    .describe('Address of Stripe, or of a replacement.'),
  ALMANAC_CREDIT_PRICE: z.coerce.number().min(0).max(1e6).default(20).describe('Price of 1,000 credits.'),
  ALMANAC_CURRENCY: z
    .string()
    .regex(/^[a-z]{3}$/)
    .default('usd')
    .describe('Currency of purchases, as Stripe writes it.'),
  ALMANAC_NETWORK_HOSTS: z
    .string()
    .default(defaultNetworkHosts.hosts.join(','))
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .describe('Host names of the professional network; URLs are written with the first.'),
  ALMANAC_PLATFORM_NAMES: z
    .string()
    .superRefine(readableBy(parsePlatformNames))
    .optional()
    .describe(
      'Words for outside platforms in paths and operation ids, photo=pictures,forum=boards; maps, codehost, photo, forum, video and microblog when unset.',
    ),
  ALMANAC_PLATFORM_HOSTS: z
    .string()
    .superRefine(readableBy(parsePlatformHosts))
    .default('photo=photo.example,forum=forum.example,video=video.example')
    .describe(
      'Hosts whose addresses requests may name, by platform, several as photo=a.example,photo=b.example.',
    ),
  ALMANAC_CONTACT_REREAD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe('Days during which a contact already paid for is not charged again; 0 charges every time.'),
  ALMANAC_CONTACT_REFUND_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(14)
    .describe('Days during which paid addresses are checked again and refunded when invalid; 0 never.'),
  ALMANAC_SITE_ICONS: z
    .stringbool()
    .default(false)
    .describe("Fetch the icon of a company's own site where the corpus has no logo."),
  ALMANAC_OUTBOUND_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe(
      'Let outgoing requests reach this machine itself, also over http; never the ports of the service and its stores.',
    ),
  ALMANAC_OUTBOUND_PORTS: portList
    .optional()
    .describe('Ports other than 443 that outgoing requests may use, separated by commas.'),
  ALMANAC_UPLOAD_QUOTA_MB: z.coerce
    .number()
    .int()
    .min(1)
    .default(1024)
    .describe('Most uploaded data an organization may store at a time.'),
  ALMANAC_EXPORT_ROWS: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000_000)
    .describe('Most rows that a subscription may export in a calendar month (UTC).'),
  ALMANAC_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe('Bucket for the files of the service; unset keeps them in the data directory.'),
  ALMANAC_S3_ENDPOINT: url(/^https?$/).describe(
    'Address of an S3-compatible server; unset uses AWS in the region.',
  ),
  ALMANAC_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket.'),
  ALMANAC_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key that may list, read, write and delete in the bucket.'),
  ALMANAC_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret.'),
  ALMANAC_S3_PATH_STYLE: z
    .stringbool()
    .default(false)
    .describe('Put the bucket in the path instead of the host, as most servers other than AWS require.'),
  ALMANAC_SOURCES: z
    .string()
    .min(1)
    .optional()
    .describe('File that sets up outside sources, YAML; unset leaves them out.'),
  ALMANAC_EXCHANGE_RATES: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File of exchange rates as the European Central Bank publishes them (eurofxref-hist.csv), used in addition to the built-in ones.',
    ),
  ALMANAC_LANGUAGE_MODEL_URL: url(/^https?$/).describe(
    'Address of an OpenAI-compatible server (…/v1) whose model reads questions; unset leaves them to the parser.',
  ),
  ALMANAC_LANGUAGE_MODEL: z.string().min(1).optional().describe('Name of the model there.'),
  ALMANAC_LANGUAGE_MODEL_KEY: z.string().min(1).optional().describe('Key for that server.'),
  ALMANAC_AGENT_SIGN_IN: z
    .stringbool()
    .default(true)
    .describe('Let people sign agents in with OAuth, for the servers below /mcp/oauth.'),
  ALMANAC_AGENT_SIGN_IN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days until an agent has to be signed in again.'),
  ALMANAC_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ALMANAC_ACCESS_LOG: z
    .stringbool()
    .default(true)
    .describe('Log a line for each request: operation, status, time, charge, key prefix and address.'),
  ALMANAC_CHECK_OUTPUTS: z
    .stringbool()
    .default(false)
    .describe('Check every answer and event against its schema (development).'),
  ALMANAC_DISK_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024)
    .describe(
      'Free megabytes below which imports wait; the embedded stores need them to finish running work.',
    ),
  ALMANAC_ENGINE_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(256)
    .optional()
    .describe('Memory cap of the embedded engine.'),
})

type Settings = z.output<typeof settings>

export interface Config extends Settings {
  /** Absolute. */
  dataDir: string
  /** Rates of the operator's file. */
  exchangeRates?: ExchangeRates | undefined
  /** The sources file, as written and with its variables filled in. */
  sources?: { file: string; template: unknown; content: unknown } | undefined
}

/** The faults of the settings, one line each. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings'
}

/** Reads the environment, completed from `.env`. The only reader of process.env. */
export function loadConfig(environment: NodeJS.ProcessEnv = { ...dotEnv(), ...process.env }): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = settings.safeParse(nonEmpty)
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new InvalidSettings(`Invalid settings\n  ${lines.join('\n  ')}`)
  }
  const { ALMANAC_DATA_DIR, ALMANAC_SOURCES, ALMANAC_EXCHANGE_RATES: rates } = result.data
  checkBucket(result.data)
  checkModel(result.data)
  const config = {
    ...result.data,
    dataDir: resolve(ALMANAC_DATA_DIR),
    ...(rates === undefined ? {} : { exchangeRates: readRates(resolve(rates)) }),
  }
  if (ALMANAC_SOURCES === undefined) return config
  return { ...config, sources: readSources(resolve(ALMANAC_SOURCES), environment) }
}

function checkBucket(config: Settings): void {
  if (config.ALMANAC_S3_BUCKET === undefined) return
  const needed = ['ALMANAC_S3_ACCESS_KEY_ID', 'ALMANAC_S3_SECRET_ACCESS_KEY'] as const
  const missing = needed.filter((name) => config[name] === undefined)
  const lines = missing.map((name) => `${name}: needed with ALMANAC_S3_BUCKET`)
  if (lines.length > 0) throw new InvalidSettings(`Invalid settings\n  ${lines.join('\n  ')}`)
}

/** The file of exchange rates, which is named as their source. */
function readRates(file: string): ExchangeRates {
  try {
    return parseEuroRates(readFileSync(file, 'utf8'), basename(file))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidSettings(`ALMANAC_EXCHANGE_RATES: ${file}\n  ${why}`, { cause })
  }
}

function checkModel(config: Settings): void {
  const { ALMANAC_LANGUAGE_MODEL_URL: url, ALMANAC_LANGUAGE_MODEL: model } = config
  if ((url === undefined) === (model === undefined)) return
  const missing = url === undefined ? 'ALMANAC_LANGUAGE_MODEL_URL' : 'ALMANAC_LANGUAGE_MODEL'
  const other = url === undefined ? 'ALMANAC_LANGUAGE_MODEL' : 'ALMANAC_LANGUAGE_MODEL_URL'
  throw new InvalidSettings(`Invalid settings\n  ${missing}: needed with ${other}`)
}

/** The sources file; `${NAME}` in it is the variable of that name. */
function readSources(file: string, environment: NodeJS.ProcessEnv): NonNullable<Config['sources']> {
  const refuse = (lines: readonly string[], cause?: unknown) =>
    new InvalidSettings(`ALMANAC_SOURCES: ${file}\n  ${lines.join('\n  ')}`, { cause })
  let template: unknown
  try {
    template = parse(readFileSync(file, 'utf8'), { maxAliasCount: 100 })
  } catch (cause) {
    throw refuse([cause instanceof Error ? cause.message : String(cause)], cause)
  }
  const { content, missing } = fillVariables(template, environment)
  if (missing.length > 0) throw refuse(missing.map(({ path, name }) => `${path}: ${name} is not set`))
  return { file, template, content }
}

function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

const secretNames = new Set([
  'ALMANAC_STRIPE_SECRET_KEY',
  'ALMANAC_STRIPE_WEBHOOK_SECRET',
  'ALMANAC_BOOTSTRAP_KEY',
  'ALMANAC_OPERATOR_TOKEN',
  'ALMANAC_S3_SECRET_ACCESS_KEY',
  'ALMANAC_LANGUAGE_MODEL_KEY',
])

/** The effective settings for people, secrets masked (passwords in addresses included); the sources file by its path. */
export function maskedConfig(config: Config): Record<string, unknown> {
  const { dataDir: _absolute, sources: _file, ...named } = config
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, maskValue(name, value)]))
}

function maskValue(name: string, value: unknown): unknown {
  if (value !== undefined && secretNames.has(name)) return '********'
  return typeof value === 'string' ? value.replace(/(:\/\/[^:/@]*:)[^@]*@/, '$1********@') : value
}
