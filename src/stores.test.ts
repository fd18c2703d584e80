import { expect, test } from 'vitest'
import { s3Server } from '../test/support/s3-server.ts'
import { InvalidSettings, loadConfig } from './config.ts'
import { systemClock } from './lib/clock.ts'
import { openFiles } from './stores.ts'
import { maskedConfig } from './masked-config.ts'

const keys = { ALMANAC_S3_ACCESS_KEY_ID: 'key', ALMANAC_S3_SECRET_ACCESS_KEY: 'a secret' }

async function* content() {
  yield Buffer.from('content')
}

test('files lie in the bucket that the settings name', async () => {
  const server = await s3Server('key', 'almanac')
  const place = { ALMANAC_S3_BUCKET: 'almanac', ALMANAC_S3_ENDPOINT: server.endpoint }
  const config = loadConfig({ ...place, ...keys, ALMANAC_S3_PATH_STYLE: 'true' })
  const { id } = await (await openFiles(config, systemClock)).put(content(), { maxBytes: 100 })
  expect(server.keys()[0]).toBe(`blobs/${id}/content`)
  expect(JSON.stringify(maskedConfig(config))).not.toContain('a secret')
})

test('a bucket without an account is refused, with the names of what is missing', () => {
  expect(() => loadConfig({ ALMANAC_S3_BUCKET: 'almanac' })).toThrow(InvalidSettings)
  expect(() => loadConfig({ ALMANAC_S3_BUCKET: 'almanac', ALMANAC_S3_ACCESS_KEY_ID: 'key' })).toThrow(
    /ALMANAC_S3_SECRET_ACCESS_KEY: needed with ALMANAC_S3_BUCKET/,
  )
  expect(loadConfig(keys).ALMANAC_S3_BUCKET).toBeUndefined()
})

test('restores are not tried by the clock where a store is on a server of its own, which no backup holds', () => {
  const often = { ALMANAC_BACKUP_TRY_EVERY_HOURS: '24' }
  for (const [name, url] of Object.entries({
    DATABASE_URL: 'postgres://db/almanac',
    RECORDS_URL: 'postgres://db/records',
    CLICKHOUSE_URL: 'http://engine:8123',
  })) {
    expect(() => loadConfig({ ...often, [name]: url })).toThrow(InvalidSettings)
    expect(() => loadConfig({ ...often, [name]: url })).toThrow(
      new RegExp(`ALMANAC_BACKUP_TRY_EVERY_HOURS: cannot be used with ${name}`),
    )
  }
  expect(loadConfig({ ...often, ...keys, ALMANAC_S3_BUCKET: 'almanac' })).toMatchObject({
    ALMANAC_BACKUP_TRY_EVERY_HOURS: 24,
  })
})
