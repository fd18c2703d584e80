import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DataDirLock, DataDirLocked, lockDataDir } from './data-dir-lock.ts'

const quick = { renewMs: 20, foreignStaleMs: 700 }
let dir: string
const children: ChildProcess[] = []
const locks: DataDirLock[] = []

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-lock-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const lock of locks.splice(0)) await lock.release()
  await rm(dir, { recursive: true, force: true })
})

async function lock(path = dir, timing = quick): Promise<DataDirLock> {
  const held = await lockDataDir(path, timing)
  locks.push(held)
  return held
}

/** Starts another process that tries for the lock; its first line says how it went. */
async function contend(): Promise<{ child: ChildProcess; said: string }> {
  const script = fileURLToPath(new URL('postgres/fixtures/lock-holder.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: chunk.toString().trim() }
}

async function forgeHolder(changes: object): Promise<string> {
  const mine = await lockDataDir(dir)
  const file = join(dir, 'almanac.lock')
  const holder = JSON.parse(await readFile(file, 'utf8')) as object
  await mine.release()
  await writeFile(file, `${JSON.stringify({ ...holder, ...changes })} `)
  return file
}

test('a second owner is refused by name, under another spelling of the path too, until the first lets go', async () => {
  const first = await lock()
  const alias = `${dir}-alias`
  await symlink(dir, alias)
  for (const path of [dir, `${dir}/../${dir.split('/').at(-1)}`, alias]) {
    await expect(lockDataDir(path)).rejects.toMatchObject({ name: 'DataDirLocked', pid: process.pid })
  }
  await rm(alias)
  await first.release()
  await lock()
})

test('another process is refused and told who holds it', async () => {
  await lock()
  expect((await contend()).said).toBe(`locked by ${process.pid}`)
})

test('of six processes that start together exactly one gets it, and the others name it', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, contend))
  const winners = results.filter(({ said }) => said === 'held')
  expect(winners).toHaveLength(1)
  const others = results.filter((result) => result !== winners[0]).map(({ said }) => said)
  expect(new Set(others)).toEqual(new Set([`locked by ${winners[0]?.child.pid}`]))
})

test('a holder killed with SIGKILL leaves the directory free', async () => {
  const { child, said } = await contend()
  expect(said).toBe('held')
  await expect(lockDataDir(dir)).rejects.toBeInstanceOf(DataDirLocked)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await lock()
})

test('a lock file whose pid was given to another process is stale', async () => {
  await forgeHolder({ start: '1' })
  await lock()
})

test('a lock file from before a reboot of this host is stale at once', async () => {
  await forgeHolder({ boot: 'an earlier boot' })
  await lock(dir, { renewMs: 20, foreignStaleMs: 3_600_000 })
})

test('a holder in another container counts while it renews its file, and no longer', async () => {
  const file = await forgeHolder({ namespace: 'pid:[1]', host: 'elsewhere' })
  const content = await readFile(file, 'utf8')
  const renewal = setInterval(() => void writeFile(file, content), 20)
  try {
    await expect(lockDataDir(dir, quick)).rejects.toThrow('on elsewhere')
  } finally {
    clearInterval(renewal)
  }
  await lock()
})

test('an unreadable lock file is nobody’s, and release removes only our own', async () => {
  const file = join(dir, 'almanac.lock')
  await writeFile(file, 'not json')
  const held = await lock()
  await writeFile(
    file,
    JSON.stringify({ pid: 1, start: '1', host: 'h', boot: 'b', namespace: 'n', token: 'other' }),
  )
  await held.release()
  expect(await readFile(file, 'utf8')).toContain('other')
})
