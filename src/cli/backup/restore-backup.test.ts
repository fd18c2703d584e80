import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Server } from '../../../test/support/s3-server.ts'
import { loadConfig } from '../../config.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import { OperatorError } from '../context.ts'
import { openBucketBackup } from './bucket-backup.ts'
import { BadBackup } from './failures.ts'
import { backupFormat, manifestName, manifestText } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { trialRoom } from './trial-room.ts'

let home = ''
let archive = ''
const content = randomBytes(3_000_000)
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'almanac-restore-'))
  archive = join(home, 'one.tar.gz')
  const draft = join(home, 'draft')
  await mkdir(draft)
  const names = ['a', 'b']
  for (const name of names) await writeFile(join(draft, name), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const text = manifestText({
    format: backupFormat,
    almanac: '1.0.0',
    madeAt: '2026-03-01T00:00:00.000Z',
    postgres: '',
    engine: '',
    migrations: { postgres: '', clickhouse: '' },
    corpus: {},
    notCovered: ['files'],
    folders: [],
    links: [],
    files: names.map((path) => ({ path, bytes: content.length, modifiedMs: 1, sha256 })),
  })
  await writeFile(join(draft, manifestName), text)
  await create({ cwd: draft, file: archive, gzip: true }, [manifestName, ...names])
})
afterAll(() => rm(home, { recursive: true }))

/** Free bytes at each look; the last stays. */
function trial(...free: number[]) {
  const left = [...free]
  return {
    room: trialRoom({ dataDir: home, ALMANAC_DISK_RESERVE_MB: 1 }, async () =>
      left.length > 1 ? (left.shift() as number) : (left[0] as number),
    ),
  }
}

const restore = (own: ReturnType<typeof trial> | undefined, settings = {}, source = archive) =>
  restoreBackup({
    config: { ...loadConfig(settings), dataDir: join(home, 'data') },
    source,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...(own === undefined ? {} : { trial: own }),
  })

test('a trial fits with what it holds, its largest file once more and the reserve, and no byte less', async () => {
  const needed = 3 * content.length + 1_000_000
  const refused = await restore(trial(needed - 1)).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(refused).not.toBeInstanceOf(BadBackup)
  expect(String(refused)).toMatch(
    /Not tried: no room, it needs 9\.0 MB beside the 1\.0 MB of ALMANAC_DISK_RESERVE_MB/,
  )
  expect(await readdir(join(home, 'data'))).toEqual([])
  await restore(trial(needed))
  expect(await readdir(join(home, 'data'))).toEqual(['a', 'b'])
  await rm(join(home, 'data'), { recursive: true })
})

test('it ends when the reserve is touched meanwhile, and leaves nothing', async () => {
  const own = trial(1e9, 1e9, 999_999)
  await expect(restore(own)).rejects.toThrow(/Not tried: no room, 1000 kB are left, and 1\.0 MB are reserved/)
  expect(await readdir(join(home, 'data'))).toEqual([])
})

test('a restore that is no trial needs the files of a bucket', async () => {
  await expect(restore(undefined)).rejects.toThrow(/does not hold files/)
})

test('an archive that was cut off is a bad backup, a bucket that breaks off is none', async () => {
  const cut = join(home, 'cut.tar.gz')
  await writeFile(cut, (await readFile(archive)).subarray(0, 2_000_000))
  await expect(restore(trial(1e9), {}, cut)).rejects.toBeInstanceOf(BadBackup)
  const bucket = await s3Server('key')
  const settings = {
    ALMANAC_S3_ENDPOINT: bucket.endpoint,
    ALMANAC_S3_ACCESS_KEY_ID: 'key',
    ALMANAC_S3_SECRET_ACCESS_KEY: 'secret',
    ALMANAC_S3_PATH_STYLE: 'true',
  }
  const address = 's3://files/one.tar.gz'
  const { archives, key } = await openBucketBackup(address, loadConfig(settings))
  async function* whole() {
    yield await readFile(archive)
  }
  await archives.put(key, whole())
  bucket.breaksOff = true
  await expect(restore(trial(1e9), settings, address)).rejects.toBeInstanceOf(StoreUnavailable)
  bucket.breaksOff = false
  await restore(trial(1e9), settings, address)
})

const small = mkdtempSync(join(tmpdir(), 'almanac-small-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', small])
  rmdirSync(small)
})

test.skipIf(!isMounted)(
  'a disk that fills while it unpacks says so, and nothing of the archive',
  async () => {
    const request = {
      config: { ...loadConfig({}), dataDir: join(small, 'data') },
      source: archive,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }
    await expect(restoreBackup(request)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readdir(request.config.dataDir)).toEqual([])
  },
)
