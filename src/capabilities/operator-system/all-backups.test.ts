import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { s3Server } from '../../../test/support/s3-server.ts'
import { openArchives } from '../../store/blobs/index.ts'
import { instanceId } from '../../store/instance-id.ts'
import { addressOf, listAllBackups } from './all-backups.ts'

const task = (letter: string) => `otask_${letter.repeat(26)}`

async function installation() {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-backups-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const server = await s3Server('key')
  const account = { ALMANAC_S3_ACCESS_KEY_ID: 'key', ALMANAC_S3_SECRET_ACCESS_KEY: 'secret' }
  const config = {
    dataDir,
    ...account,
    ALMANAC_BACKUP_TARGET: 's3://files/daily/almanac',
    ALMANAC_S3_ENDPOINT: server.endpoint,
    ALMANAC_S3_REGION: 'eu-central-1',
    ALMANAC_S3_PATH_STYLE: true,
  }
  await mkdir(join(dataDir, 'backups'))
  await writeFile(join(dataDir, 'backups', `${task('a')}.tar.gz`), 'here')
  const archives = await openArchives({
    bucket: 'files',
    region: 'eu-central-1',
    endpoint: server.endpoint,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: true,
  })
  const put = (key: string) =>
    archives.put(
      key,
      (async function* () {
        yield Buffer.from('there')
      })(),
    )
  return { server, config, put, own: await instanceId(dataDir) }
}

test('those of the folder and of the bucket are listed, of other installations too, and nothing else', async () => {
  const { config, put, own } = await installation()
  const other = '00000000-0000-4000-8000-000000000000'
  const [mine, theirs] = [own, other].map((id) => `${id}.${task('b')}.scheduled.tar.gz`) as [string, string]
  const beside = [`daily/almanac/below/${mine}`, `daily/${mine}`, 'daily/almanac/by-hand.tar.gz']
  for (const key of [`daily/almanac/${mine}`, `daily/almanac/${theirs}`, ...beside]) await put(key)
  const { backups, bucketProblem } = await listAllBackups(config)
  expect(bucketProblem).toBeNull()
  expect(backups.map(({ place, isOwn, address }) => ({ place, isOwn, address }))).toEqual(
    expect.arrayContaining([
      { place: 'folder', isOwn: true, address: join(config.dataDir, 'backups', `${task('a')}.tar.gz`) },
      { place: 'bucket', isOwn: true, address: `s3://files/daily/almanac/${mine}` },
      { place: 'bucket', isOwn: false, address: `s3://files/daily/almanac/${theirs}` },
    ]),
  )
  expect(backups).toHaveLength(3)
  expect(addressOf(mine, config)).toBe(`s3://files/daily/almanac/${mine}`)
  expect(addressOf(mine, { ...config, ALMANAC_BACKUP_TARGET: undefined })).toBeUndefined()
})

test('a bucket that refuses or is away hides nothing that lies here, and says so without an address', async () => {
  const { server, config } = await installation()
  const stranger = { ...config, ALMANAC_S3_ACCESS_KEY_ID: 'stranger' }
  const refused = await listAllBackups(stranger)
  expect(refused.backups).toHaveLength(1)
  expect(refused.bucketProblem).toMatch(/^The bucket cannot be listed \(\w+\)\. Check its settings/)
  server.isAway = true
  expect((await listAllBackups(config)).bucketProblem).toMatch(/cannot be listed \(StoreUnavailable\)/)
})
