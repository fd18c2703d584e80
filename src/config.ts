import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseEuroRates, type ExchangeRates } from './lib/exchange-rates.ts'
import { defaultNetworkHosts } from './lib/network-url.ts'
import { parsePlatformHosts, parsePlatformNames } from './lib/platform-names.ts'
import { fillSettings } from './lib/fill-settings.ts'
import { checkTogether } from './settings-together.ts'
import { tracingSettings } from './tracing-settings.ts'
import { hours, originList, portList, rangeList, readableBy, roleList, url } from './setting-forms.ts'

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
  ALMANAC_ROLES: roleList.prefault('api,worker,scheduler').describe('What this process does.'),
  ALMANAC_BASE_URL: z.url().optional().describe('Address clients reach the service at; used in links.'),
  ALMANAC_TRUSTED_PROXIES: rangeList
    .optional()
    .describe('Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted.'),
  ALMANAC_CORS_ORIGINS: originList
    .optional()
    .describe('Origins whose pages may call the service from a browser, or *; unset allows none.'),
  ALMANAC_OPERATOR_TOKEN: z.string().min(16).optional().describe('Token of operator-only operations.'),
  ALMANAC_SIGN_IN_ISSUER: url(/^https?$/).describe(
    "Issuer of your company's OpenID Connect provider, by which people sign in to the console; unset offers none.",
  ),
  ALMANAC_SIGN_IN_CLIENT_ID: z.string().min(1).optional().describe('Id of this installation there.'),
  ALMANAC_SIGN_IN_CLIENT_SECRET: z.string().min(1).optional().describe('Its secret.'),
  ALMANAC_SIGN_IN_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .optional()
    .describe('Domains of addresses that may sign in by it, separated by commas.'),
  ALMANAC_SIGN_IN_ORGANIZATION: z
    .string()
    .min(1)
    .optional()
    .describe('Organization that they belong to; unset: the only one.'),
  ALMANAC_SIGN_IN_ROLE: z
    .enum(['admin', 'member', 'read-only', 'billing'])
    .default('member')
    .describe('Role of whoever signs in by it for the first time.'),
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
  ALMANAC_RECORD_REREAD_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(30)
    .describe(
      'Days during which a record already paid for by a list or its id is not charged again; 0 charges every time.',
    ),
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
    .describe('File that sets up outside sources, YAML; unset: sources.yaml of the data directory.'),
  ALMANAC_DATASET_CONTACT: z
    .string()
    .regex(/^[ -~]{3,200}$/)
    .optional()
    .describe('Address that publishers of open data can write to; sent with every request to them.'),
  ALMANAC_DATASET_WINDOW: hours
    .optional()
    .describe('Hours in UTC in which added data sets are updated, 01:00-05:00; unset: at any time.'),
  ALMANAC_MARKED_DATASETS: z
    .stringbool()
    .default(false)
    .describe('Let data sets be added whose licence is share-alike or forbids commercial use.'),
  ALMANAC_BACKUP_EVERY_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 31)
    .optional()
    .describe(
      'Hours between backups that the service makes by itself, into the folder backups of the data directory; unset: none.',
    ),
  ALMANAC_BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(7)
    .describe('How many of them are kept; those that somebody asked for stay.'),
  ALMANAC_BACKUP_TARGET: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!*'().-]+)+$/, 'must look like s3://BUCKET/PREFIX')
    .optional()
    .describe(
      'Where they go instead: s3://BUCKET/PREFIX, with server and account of the ALMANAC_S3 settings.',
    ),
  ALMANAC_BACKUP_TRY_EVERY_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 92)
    .optional()
    .describe(
      'Hours between trials in which the service restores the newest backup beside itself, compares it and removes it again; not with DATABASE_URL, RECORDS_URL or CLICKHOUSE_URL; unset: none.',
    ),
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
  ...tracingSettings,
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
  /** The sources file, as written and with its variables filled in; it need not be there. */
  sources: { file: string; template: unknown; content: unknown }
}

/** The faults of the settings, one line each. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings'
}

const invalidSettings = (lines: readonly string[]) =>
  new InvalidSettings(`Invalid settings\n  ${lines.join('\n  ')}`)

/** Reads the environment, completed from `.env`. The only reader of process.env. */
export function loadConfig(environment: NodeJS.ProcessEnv = { ...dotEnv(), ...process.env }): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = settings.safeParse(nonEmpty)
  if (!result.success)
    throw invalidSettings(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const faults = checkTogether(result.data)
  if (faults.length > 0) throw invalidSettings(faults)
  const { ALMANAC_DATA_DIR, ALMANAC_SOURCES, ALMANAC_EXCHANGE_RATES: rates } = result.data
  const config = {
    ...result.data,
    dataDir: resolve(ALMANAC_DATA_DIR),
    ...(rates === undefined ? {} : { exchangeRates: readRates(resolve(rates)) }),
  }
  const file = resolve(ALMANAC_SOURCES ?? join(config.dataDir, 'sources.yaml'))
  const isThere = ALMANAC_SOURCES !== undefined || existsSync(file)
  return {
    ...config,
    sources: isThere ? readSources(file, environment) : { file, ...parseSources('sources: []') },
  }
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

/** The sources file; `${NAME}` in it is the variable of that name. */
function readSources(file: string, environment: NodeJS.ProcessEnv): Config['sources'] {
  try {
    return { file, ...parseSources(readFileSync(file, 'utf8'), environment) }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidSettings(`ALMANAC_SOURCES: ${file}\n  ${why}`, { cause })
  }
}

/** A sources file as it was written and with its variables filled in. Throws for what is not YAML, and for unset variables. */
export function parseSources(
  text: string,
  environment: NodeJS.ProcessEnv = { ...dotEnv(), ...process.env },
): { template: unknown; content: unknown } {
  const template: unknown = parse(text, { maxAliasCount: 100 })
  const { content, missing, misplaced } = fillSettings(template, environment)
  const lines = [
    ...misplaced.map(({ path }) => `${path}: a variable can stand in settings only`),
    ...missing.map(({ path, name }) => `${path}: ${name} is not set`),
  ]
  if (lines.length > 0) throw new InvalidSettings(lines.join('\n  '))
  return { template, content }
}

function dotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}
