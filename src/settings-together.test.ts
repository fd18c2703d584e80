import { expect, test } from 'vitest'
import { checkTogether } from './settings-together.ts'

const account = { ALMANAC_S3_ACCESS_KEY_ID: 'id', ALMANAC_S3_SECRET_ACCESS_KEY: 'secret' }

test.each([
  [{}],
  [{ ALMANAC_S3_BUCKET: 'files', ALMANAC_BACKUP_TARGET: 's3://backups', ...account }],
  [{ ALMANAC_LANGUAGE_MODEL: 'm', ALMANAC_LANGUAGE_MODEL_URL: 'http://localhost' }],
  [{ DATABASE_URL: 'postgres://db' }],
  [{ ALMANAC_BACKUP_TRY_EVERY_HOURS: 24 }],
])('%o can be used', (settings) => expect(checkTogether(settings)).toEqual([]))

test.each([
  [
    { ALMANAC_S3_BUCKET: 'files', ALMANAC_BACKUP_TARGET: 's3://backups' },
    [
      'ALMANAC_S3_ACCESS_KEY_ID: needed with ALMANAC_S3_BUCKET',
      'ALMANAC_S3_SECRET_ACCESS_KEY: needed with ALMANAC_S3_BUCKET',
    ],
  ],
  [
    { ALMANAC_LANGUAGE_MODEL: 'm', ALMANAC_SIGN_IN_ISSUER: 'https://id.example' },
    [
      'ALMANAC_LANGUAGE_MODEL_URL: needed with ALMANAC_LANGUAGE_MODEL',
      'ALMANAC_SIGN_IN_CLIENT_ID: needed with ALMANAC_SIGN_IN_ISSUER',
      'ALMANAC_SIGN_IN_CLIENT_SECRET: needed with ALMANAC_SIGN_IN_ISSUER',
      'ALMANAC_SIGN_IN_DOMAINS: needed with ALMANAC_SIGN_IN_ISSUER',
    ],
  ],
])('%o lacks others, each told once', (settings, lines) => expect(checkTogether(settings)).toEqual(lines))

test.each(['DATABASE_URL', 'RECORDS_URL', 'CLICKHOUSE_URL'])('trials are refused with %s', (server) => {
  const [line, ...rest] = checkTogether({ ALMANAC_BACKUP_TRY_EVERY_HOURS: 24, [server]: 'server' })
  expect(line).toMatch(`cannot be used with ${server}`)
  expect(rest).toEqual([])
})
