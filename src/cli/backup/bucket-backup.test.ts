import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { s3Server } from '../../../test/support/s3-server.ts'
import { OperatorError } from '../context.ts'
import {
  giveUpInBucket,
  openBucketBackup,
  readBucketBackup,
  refuseOccupiedKey,
  removeOldInBucket,
  requireBucketBackup,
} from './bucket-backup.ts'

async function bucket() {
  const server = await s3Server('key')
  const config = {
    ALMANAC_S3_ENDPOINT: server.endpoint,
    ALMANAC_S3_REGION: 'eu-central-1',
    ALMANAC_S3_ACCESS_KEY_ID: 'key',
    ALMANAC_S3_SECRET_ACCESS_KEY: 'a secret',
    ALMANAC_S3_PATH_STYLE: true,
  }
  return { server, config }
}

async function* content(of: string) {
  yield Buffer.from(of)
}

test('an archive is sent whole, read back, and its name is taken then', async () => {
  const { config } = await bucket()
  const address = 's3://files/daily/one.tar.gz'
  const place = await openBucketBackup(address, config)
  await refuseOccupiedKey(place, address)
  await expect(requireBucketBackup(address, config)).rejects.toThrow(/no such archive in the bucket/)
  expect(await place.archives.put(place.key, content('all of it'))).toBe(9)
  await requireBucketBackup(address, config)
  expect(await text(await readBucketBackup(address, config, new AbortController().signal))).toBe('all of it')
  await expect(refuseOccupiedKey(place, address)).rejects.toThrow(/already exists; choose another name/)
})

test('of those of the clock its own newest stay; others, of other installations too, are left alone', async () => {
  const { server, config } = await bucket()
  const keys = ['a', 'b', 'c'].map((name) => `daily/one.${name}.scheduled.tar.gz`)
  const others = [
    'daily/a.scheduled.tar.gz',
    'daily/one.by-hand.tar.gz',
    'daily/one.below/a.scheduled.tar.gz',
    'daily/staging/one.a.scheduled.tar.gz',
    'daily/two.a.scheduled.tar.gz',
    'weekly/one.a.scheduled.tar.gz',
  ]
  const place = await openBucketBackup(`s3://files/${keys[2]}`, config)
  for (const key of [...others, ...keys]) await place.archives.put(key, content(key))
  const isOurs = (name: string) => name.endsWith('.scheduled.tar.gz')
  expect(await removeOldInBucket(place, { keep: 2, own: 'one.', isOurs })).toEqual([keys[0]])
  expect(server.keys()).toEqual([...keys.slice(1), ...others].toSorted())
})

test('what a killed backup sent is given up by the next of its installation, and of no other', async () => {
  const { server, config } = await bucket()
  const place = await openBucketBackup('s3://files/daily/one.b.scheduled.tar.gz', config)
  async function* unending() {
    yield Buffer.from('half')
    await new Promise(() => undefined)
  }
  for (const name of ['one.a', 'two.a'])
    void place.archives.put(`daily/${name}.scheduled.tar.gz`, unending()).catch(() => undefined)
  await expect.poll(() => server.openUploads()).toBe(2)
  expect(await giveUpInBucket(place, 'one.')).toBe(1)
  expect(server.openUploads()).toBe(1)
})

test('addresses that are none, and an account that is not set, are refused with what to write', async () => {
  const { config } = await bucket()
  for (const address of [
    's3://files',
    's3://files/',
    's3://files/folder',
    's3://FILES/a.tar.gz',
    's3://files/a b.tar',
  ])
    await expect(openBucketBackup(address, config)).rejects.toThrow(
      /write s3:\/\/BUCKET\/PREFIX\/NAME\.tar\.gz/,
    )
  const nobody = { ...config, ALMANAC_S3_ACCESS_KEY_ID: undefined }
  await expect(openBucketBackup('s3://files/a.tar.gz', nobody)).rejects.toThrow(OperatorError)
})
