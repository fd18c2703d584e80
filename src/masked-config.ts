import type { Config } from './config.ts'

const secretNames = new Set([
  'ALMANAC_STRIPE_SECRET_KEY',
  'ALMANAC_STRIPE_WEBHOOK_SECRET',
  'ALMANAC_BOOTSTRAP_KEY',
  'ALMANAC_OPERATOR_TOKEN',
  'ALMANAC_SIGN_IN_CLIENT_SECRET',
  'ALMANAC_S3_SECRET_ACCESS_KEY',
  'ALMANAC_LANGUAGE_MODEL_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
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
