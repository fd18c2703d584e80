import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifestText, type Manifest } from '../../src/cli/backup/manifest.ts'
import { s3Server } from '../support/s3-server.ts'
import { chargingLoad, type ChargingLoad } from './charging-load.ts'
import { openCommands, type Commands } from './command-runner.ts'
import {
  ask,
  runAlmanac,
  startAlmanac,
  startServer,
  temporaryDataDir,
  type RunningServer,
} from './running-server.ts'

const rowsOfAFile = 40
let home: Awaited<ReturnType<typeof temporaryDataDir>>
let away: Awaited<ReturnType<typeof temporaryDataDir>>
let server: RunningServer
let commands: Commands
let load: ChargingLoad
let [folder, archive] = ['', '']

beforeAll(async () => {
  home = await temporaryDataDir()
  away = await temporaryDataDir()
  folder = join(away.dataDir, 'backup')
  archive = join(away.dataDir, 'backup.tar.gz')
  server = await startServer({ dataDir: home.dataDir })
  commands = openCommands({ dataDir: home.dataDir })
  load = await chargingLoad(commands, { keys: 400, price: 2, left: 10 })
})
afterAll(async () => {
  commands?.close()
  await server?.kill()
  await home?.remove()
  await away?.remove()
})

const manifest = async () => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
const counted = async (url: string, key = server.key) =>
  (await ask(url, 'POST /v1/company-count', { key, body: { searchParams: {} } })).body.output.count as number

/** Imports file after file until it is told to stop; how many rows are in. */
async function importing(until: () => boolean): Promise<number> {
  let files = 0
  while (!until()) {
    const file = join(away.dataDir, `companies-${files}.jsonl`)
    const rows = Array.from({ length: rowsOfAFile }, (_, index) =>
      JSON.stringify({
        preferred_name: `Loaded ${files} ${index}`,
        domains: [`loaded-${files}-${index}.example`],
      }),
    )
    await writeFile(file, rows.join('\n'))
    expect((await commands.run('import', 'companies', file)).code).toBe(0)
    files += 1
  }
  return files * rowsOfAFile
}

test('a backup is made while calls are charged and files are imported, and none of them fails', async () => {
  let isDone = false
  const charging = load.send(server.url, () => isDone)
  const imports = importing(() => isDone)
  await load.answered(5)
  // A process of its own: the other commands wait for nobody.
  const made = await runAlmanac(['backup', folder], { dataDir: home.dataDir })
  isDone = true
  expect(made).toMatchObject({ code: 0 })
  expect(made.stdout).toMatch(/files, .* companies/)
  const imported = await imports
  await charging
  expect([...load.statuses]).toEqual([200])
  expect(await counted(server.url)).toBe(20 + imported)
  const last = await readFile(join(home.dataDir, 'last-backup.json'), 'utf8')
  expect(JSON.parse(last)).toEqual({ madeAt: (await manifest()).madeAt })
  expect(await readdir(folder)).not.toContain('last-backup.json')
  // Nothing else is left of it in the data directory.
  expect(await readdir(join(home.dataDir, 'corpus/shadow'))).toEqual(['increment.txt'])
  expect(await readdir(folder)).not.toContain('instance.id')
})

test('what is restored is of one moment: whole files, a ledger that adds up, keys that are known', async () => {
  const { corpus } = await manifest()
  const dataDir = join(away.dataDir, 'restored')
  const restored = await runFor(dataDir, 'restore', folder)
  expect(restored.stderr).toMatch(/^(restore .*\n)*$/)
  expect(restored.stdout).toMatch(/restored to .*, every balance is the sum of its entries\n$/)
  const second = await startServer({ dataDir })
  try {
    const companies = await counted(second.url)
    expect(companies).toBe(corpus['companies']?.records)
    expect((companies - 20) % rowsOfAFile).toBe(0)
    const { body } = await ask(second.url, 'GET /v1/get-org-credits', { key: load.key })
    const [{ available, used }] = body.output.balances
    expect(used).toBeGreaterThanOrEqual(2 * 5)
    // Calls in flight were holding what they may cost; that is the dead instance's until it expires.
    const held = 810 - available - used
    expect(held).toBeGreaterThanOrEqual(0)
    expect(held % 2).toBe(0)
    const ids = await Promise.all(
      [home.dataDir, dataDir].map((dir) => readFile(join(dir, 'instance.id'), 'utf8')),
    )
    expect(new Set(ids).size).toBe(2)
    // It goes on by itself: numbers of commits are not given twice.
    const file = join(away.dataDir, 'companies-0.jsonl')
    expect(await runFor(dataDir, 'import', 'companies', file)).toMatchObject({ code: 0 })
    const more = join(away.dataDir, 'more.jsonl')
    await writeFile(more, '{"preferred_name":"After","domains":["after.example"]}\n')
    expect(await runFor(dataDir, 'import', 'companies', more)).toMatchObject({ code: 0 })
    await expect.poll(() => counted(second.url)).toBe(companies + 1)
    expect((await runFor(dataDir, 'doctor')).code).toBe(0)
  } finally {
    await second.stop()
  }
})

test('an archive is the same in one file, and a second backup of that name is refused', async () => {
  const made = await commands.run('backup', archive)
  expect(made).toMatchObject({ code: 0 })
  expect((await commands.run('backup', archive)).stderr).toMatch(/already exists; choose another name/)
  const dataDir = join(away.dataDir, 'unpacked')
  const restored = await runFor(dataDir, 'restore', archive)
  expect(restored).toMatchObject({ code: 0 })
  const entries = await readdir(dataDir)
  expect(entries).toEqual(expect.arrayContaining(['corpus', 'postgres', 'secret.key']))
  expect(entries.filter((name) => name.startsWith('restore') || name === 'manifest.json')).toEqual([])
})

test('a restore is tried beside the running service, and removed again; a trial that was killed is no obstacle', async () => {
  const trial = join(home.dataDir, 'restore-trial')
  await mkdir(join(trial, 'postgres'), { recursive: true })
  const tried = await commands.run('backup', archive, '--try-restore')
  expect(tried).toMatchObject({ code: 0 })
  expect(tried.stdout).toMatch(
    /restored as of .* and removed again; .* companies.*, every balance is the sum/,
  )
  expect(existsSync(trial)).toBe(false)
  expect(JSON.parse(await readFile(join(home.dataDir, 'last-trial.json'), 'utf8'))).toMatchObject({
    good: { source: archive, triedAt: expect.any(String), madeAt: expect.any(String) },
  })
  expect(await counted(server.url)).toBeGreaterThan(0)
})

test('files in a bucket are no part of a trial', async () => {
  const target = join(away.dataDir, 'files-apart')
  const bucket = {
    ALMANAC_S3_BUCKET: 'files',
    ALMANAC_S3_ACCESS_KEY_ID: 'key',
    ALMANAC_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(await commands.runWith(bucket, 'backup', target)).toMatchObject({ code: 0 })
  const tried = await commands.runWith(bucket, 'backup', target, '--try-restore')
  expect(tried.stderr).not.toContain('does not hold files')
  expect(tried).toMatchObject({ code: 0 })
})

test('a trial without room is refused before anything is unpacked, and one that is stopped leaves nothing', async () => {
  const trial = join(home.dataDir, 'restore-trial')
  const noted = () => readFile(join(home.dataDir, 'last-trial.json'), 'utf8')
  const before = await noted()
  const full = await commands.runWith(
    { ALMANAC_DISK_RESERVE_MB: '1000000000' },
    'backup',
    archive,
    '--try-restore',
  )
  expect(full.stderr).toMatch(
    /Not tried: no room, it needs .* are free\. Free some disk space, and try again\./,
  )
  expect([full.code, existsSync(trial)]).toEqual([1, false])
  const begun = startAlmanac(['backup', archive, '--try-restore'], { dataDir: home.dataDir })
  await expect.poll(() => existsSync(join(trial, 'data/restore.unpacked')), { interval: 5 }).toBe(true)
  const second = await commands.run('backup', archive, '--try-restore')
  expect(second.stderr).toMatch(/a trial of a restore is running/)
  begun.child.kill('SIGINT')
  expect((await begun.ended).code).toBe(1)
  expect(existsSync(trial)).toBe(false)
  expect(await noted()).toBe(before)
})

test('into a bucket, read there, tried and restored from it; broken off it leaves nothing', async () => {
  const bucket = await s3Server('key')
  const env = {
    ALMANAC_S3_ENDPOINT: bucket.endpoint,
    ALMANAC_S3_ACCESS_KEY_ID: 'key',
    ALMANAC_S3_SECRET_ACCESS_KEY: 'secret',
    ALMANAC_S3_PATH_STYLE: 'true',
  }
  const address = 's3://files/daily/one.tar.gz'
  const made = await commands.runWith(env, 'backup', address)
  expect(made).toMatchObject({ code: 0 })
  expect(made.stdout).toMatch(/^s3:\/\/files\/daily\/one\.tar\.gz: \d+ files, .* companies/m)
  expect(bucket.keys()).toEqual(['daily/one.tar.gz'])
  expect(bucket.openUploads()).toBe(0)
  expect(await readdir(join(home.dataDir, 'backups'))).toEqual([])
  expect((await commands.runWith(env, 'backup', address, '--check')).stdout).toMatch(/files as they were/)
  const tried = await commands.runWith(env, 'backup', address, '--try-restore')
  expect(tried.stdout).toMatch(/restored as of .* and removed again; .*every balance is the sum/)
  const dataDir = join(away.dataDir, 'from-bucket')
  const restored = await commands.runWith({ ...env, ALMANAC_DATA_DIR: dataDir }, 'restore', address)
  expect(restored).toMatchObject({ code: 0 })
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['corpus', 'postgres', 'secret.key']))

  expect((await commands.runWith(env, 'backup', address)).stderr).toMatch(
    /already exists; choose another name/,
  )
  const absent = await commands.runWith(env, 'backup', 's3://files/daily/two.tar.gz', '--check')
  expect(absent.stderr).toMatch(/no such archive in the bucket/)
  bucket.isAway = true
  const broken = await commands.runWith(env, 'backup', 's3://files/daily/two.tar.gz')
  expect(broken.code).toBe(1)
  expect(broken.stderr).toContain('cannot be reached')
  expect(bucket.keys()).toEqual(['daily/one.tar.gz'])
  expect(await readdir(join(home.dataDir, 'backups'))).toEqual([])
})

test('by the clock: sent to the bucket, listed, tried as a restore, and restored from there', async () => {
  const bucket = await s3Server('key')
  const dataDir = join(away.dataDir, 'clockwork')
  expect(await runFor(dataDir, 'restore', archive)).toMatchObject({ code: 0 })
  const env = {
    ALMANAC_S3_ENDPOINT: bucket.endpoint,
    ALMANAC_S3_ACCESS_KEY_ID: 'key',
    ALMANAC_S3_SECRET_ACCESS_KEY: 'secret',
    ALMANAC_S3_PATH_STYLE: 'true',
    ALMANAC_BACKUP_TARGET: 's3://files/daily',
    ALMANAC_BACKUP_EVERY_HOURS: '24',
    ALMANAC_BACKUP_TRY_EVERY_HOURS: '24',
  }
  const running = await startServer({ dataDir, env })
  try {
    const trial = () => readFile(join(dataDir, 'last-trial.json'), 'utf8').catch(() => '')
    await expect.poll(trial, { interval: 200 }).toContain('triedAt')
    expect(JSON.parse(await trial())).not.toHaveProperty('failed')
  } finally {
    await running.stop()
  }
  const listed = await commands.runWith({ ...env, ALMANAC_DATA_DIR: dataDir }, 'backups', '--json')
  expect(listed).toMatchObject({ code: 0 })
  const [one] = JSON.parse(listed.stdout) as { address: string; place: string; isOwn: boolean }[]
  expect(one).toMatchObject({ place: 'bucket', isOwn: true })
  expect(bucket.keys()).toEqual([one?.address.replace('s3://files/', '')])
  const again = { ...env, ALMANAC_DATA_DIR: join(away.dataDir, 'from-clockwork') }
  const restored = await commands.runWith(again, 'restore', one?.address ?? '')
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.stdout).toMatch(/every balance is the sum of its entries\n$/)
  // The one that was restored sees them as those of another installation.
  expect((await commands.runWith(again, 'backups')).stdout).toMatch(/another one +s3:\/\/files\/daily\//)
})

/** Runs a command for another data directory, in the process of the others. */
const runFor = (dataDir: string, ...args: string[]) =>
  commands.runWith({ ALMANAC_DATA_DIR: dataDir }, ...args)

/** A restore of a backup that `spoil` has changed; what it said. */
async function refusal(spoil: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = join(away.dataDir, 'spoilt')
  await rm(copy, { recursive: true, force: true })
  await cp(folder, copy, { recursive: true, verbatimSymlinks: true })
  await spoil(copy)
  const dataDir = join(away.dataDir, 'refused')
  const { code, stderr, stdout } = await commands.runWith({ ALMANAC_DATA_DIR: dataDir }, 'restore', copy)
  expect(code).toBe(1)
  expect(stdout + stderr).not.toMatch(/\n +at /)
  // Nothing stays that a start could take for an installation.
  expect(await readdir(dataDir)).toEqual([])
  return stderr.replace(/^restore .*\n/gm, '')
}

test('damaged, unfinished and newer backups are refused with a sentence, and leave nothing', async () => {
  const part = (await manifest()).files.find(({ path }) => /companies|store\/.*\.bin$/.test(path))?.path ?? ''
  const changed = await refusal(async (copy) => {
    const bytes = await readFile(join(copy, part))
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(join(copy, part), bytes)
  })
  expect(changed).toBe(`The backup is damaged: ${part} has changed since it was backed up.\n`)
  expect(await refusal((copy) => rm(join(copy, part)))).toBe(`The backup is damaged: ${part} is missing.\n`)
  expect(await refusal((copy) => rm(join(copy, 'manifest.json')))).toMatch(/is not a finished backup/)
  const rewrite = (change: (text: string) => string) => async (copy: string) => {
    const file = join(copy, 'manifest.json')
    await writeFile(file, change(await readFile(file, 'utf8')))
  }
  expect(await refusal(rewrite((text) => text.replace(/"bytes": \d/, '"bytes": 9')))).toMatch(/damaged/)
  expect(await refusal(rewrite((text) => text.slice(0, -40)))).toMatch(/damaged/)
  const newer = await refusal(rewrite((text) => text.replace('"format": 1', '"format": 2')))
  expect(newer).toMatch(/made by a newer Almanac \(\d+\.\d+\.\d+\); restore it with that version/)
  const later = await refusal((copy) =>
    rewrite((text) => {
      const { digest: _old, ...rest } = JSON.parse(text) as Manifest & { digest: string }
      return manifestText({ ...rest, migrations: { ...rest.migrations, postgres: '9999_later.sql' } })
    })(copy),
  )
  expect(later).toMatch(/made by a newer Almanac/)
})

test('a directory that holds anything is left as it is; one of an interrupted restore does not start, and is begun again', async () => {
  const occupied = await commands.runWith({}, 'restore', folder)
  expect(occupied.stderr).toMatch(/in use by process|is not empty/)
  const dataDir = join(away.dataDir, 'half')
  const env = { ALMANAC_DATA_DIR: dataDir }
  await cp(join(folder, 'secret.key'), join(dataDir, 'secret.key'))
  expect((await commands.runWith(env, 'restore', folder)).stderr).toMatch(/is not empty/)
  expect(await readdir(dataDir)).toEqual(['secret.key'])
  await writeFile(join(dataDir, 'restore.unfinished'), '')
  expect((await commands.runWith(env, 'serve')).stderr).toMatch(
    /a restore into it was interrupted, repeat that/,
  )
  expect(await commands.runWith(env, 'restore', folder)).toMatchObject({ code: 0 })
})

test('with servers of their own it says what it does not hold', async () => {
  const { postgresUrl } = JSON.parse(await readFile(join(home.dataDir, 'running.json'), 'utf8')) as {
    postgresUrl: string
  }
  const target = join(away.dataDir, 'partly')
  const credentials = { ALMANAC_S3_ACCESS_KEY_ID: 'key', ALMANAC_S3_SECRET_ACCESS_KEY: 'secret' }
  const bucket = { ALMANAC_S3_BUCKET: 'files', ...credentials }
  const made = await commands.runWith({ DATABASE_URL: postgresUrl, ...bucket }, 'backup', target)
  expect(made).toMatchObject({ code: 0 })
  expect(made.stdout).toContain('Postgres runs on the server of DATABASE_URL and is not in this backup')
  expect(made.stdout).toContain('Files are in the bucket of ALMANAC_S3_BUCKET and not in this backup')
  expect(await readdir(target)).not.toContain('postgres')
  const dataDir = join(away.dataDir, 'without')
  const refused = await commands.runWith({ ALMANAC_DATA_DIR: dataDir }, 'restore', target)
  expect(refused.stderr).toMatch(/does not hold postgres.*set DATABASE_URL/)
  const url = { ALMANAC_DATA_DIR: dataDir, DATABASE_URL: postgresUrl }
  const unnamed = await commands.runWith(url, 'restore', target)
  expect(unnamed.stderr).toMatch(/does not hold files, which was in a bucket.*set ALMANAC_S3_BUCKET/)
})

test('the sample goes, what was imported stays, and an import says whether there is one', async () => {
  const file = join(away.dataDir, 'companies-0.jsonl')
  expect((await commands.run('import', 'companies', file)).stderr).toContain('20 made-up companies')
  const before = await counted(server.url)
  const { stdout, code } = await commands.run('sample', 'remove')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^sample: 20 companies, \d+ people, .* removed$/m)
  await expect.poll(() => counted(server.url)).toBe(before - 20)
  expect((await commands.run('sample', 'remove')).stdout).toBe('There is no sample.\n')
  expect((await commands.run('import', 'companies', file)).stderr).not.toContain('made-up')
})

test('interrupted it leaves nothing behind, and takes away what one that was killed left days ago', async () => {
  const left = join(home.dataDir, 'corpus/shadow/almanac_backup_killed')
  await mkdir(left)
  await utimes(left, 1, 1)
  const target = join(away.dataDir, 'whole')
  expect((await commands.run('backup', target)).code).toBe(0)
  expect(existsSync(left)).toBe(false)
  await interrupted(join(away.dataDir, 'interrupted'))
})

async function interrupted(target: string): Promise<void> {
  const begun = startAlmanac(['backup', target], { dataDir: home.dataDir })
  await expect.poll(() => existsSync(`${target}.partial/postgres`), { interval: 5 }).toBe(true)
  begun.child.kill('SIGINT')
  expect((await begun.ended).code).toBe(1)
  expect(begun.stderr()).toContain('Interrupted. Repeat the command to start again.')
  expect((await readdir(away.dataDir)).filter((name) => name.startsWith('interrupted'))).toEqual([])
  expect(await readdir(join(home.dataDir, 'corpus/shadow'))).toEqual(['increment.txt'])
}

const small = mkdtempSync(join(tmpdir(), 'almanac-small-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', small])
  rmdirSync(small)
})

test.skipIf(!isMounted)('without room for it, it says so and leaves nothing behind', async () => {
  const { code, stderr } = await commands.run('backup', join(small, 'backup'))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Not enough disk space; the files copied so far were removed\.$/m)
  expect(await readdir(small)).toEqual([])
})
