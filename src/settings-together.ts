/** Settings that are of no use without some others. */
const needs: readonly [setting: string, others: readonly string[]][] = [
  ['ALMANAC_S3_BUCKET', ['ALMANAC_S3_ACCESS_KEY_ID', 'ALMANAC_S3_SECRET_ACCESS_KEY']],
  ['ALMANAC_BACKUP_TARGET', ['ALMANAC_S3_ACCESS_KEY_ID', 'ALMANAC_S3_SECRET_ACCESS_KEY']],
  ['ALMANAC_LANGUAGE_MODEL', ['ALMANAC_LANGUAGE_MODEL_URL']],
  ['ALMANAC_LANGUAGE_MODEL_URL', ['ALMANAC_LANGUAGE_MODEL']],
  [
    'ALMANAC_SIGN_IN_ISSUER',
    ['ALMANAC_SIGN_IN_CLIENT_ID', 'ALMANAC_SIGN_IN_CLIENT_SECRET', 'ALMANAC_SIGN_IN_DOMAINS'],
  ],
]

/** Backups lack a store on a server of its own, so that no trial of one could ever be good. */
const servers = ['DATABASE_URL', 'RECORDS_URL', 'CLICKHOUSE_URL']

/** What is wrong with settings that are each right, one line for each setting. */
export function checkTogether(settings: Readonly<Record<string, unknown>>): string[] {
  const isSet = (name: string) => settings[name] !== undefined
  const lines = new Map<string, string>()
  for (const [setting, others] of needs.filter(([name]) => isSet(name)))
    for (const name of others)
      if (!isSet(name) && !lines.has(name)) lines.set(name, `${name}: needed with ${setting}`)
  const server = servers.find((name) => isSet(name))
  const trials = 'ALMANAC_BACKUP_TRY_EVERY_HOURS'
  if (isSet(trials) && server !== undefined)
    lines.set(
      trials,
      `${trials}: cannot be used with ${server}, because backups do not hold what is on that server; unset it, and try restores with the tools of the server`,
    )
  return [...lines.values()]
}
