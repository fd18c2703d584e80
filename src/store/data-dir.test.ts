import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataDirUnusable, prepareDataDir } from './data-dir.ts'

let folder: string
const before = process.umask()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-data-dir-'))
})
afterAll(async () => {
  process.umask(before)
  await rm(folder, { recursive: true, force: true })
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777

test('a missing directory is made with its parents, for this account alone, and so is what comes into it', async () => {
  const dir = join(folder, 'a/b/c')
  process.umask(0o022)
  await prepareDataDir(dir)
  expect(await modeOf(dir)).toBe(0o700)
  expect(await readdir(dir)).toEqual([])
  await writeFile(join(dir, 'file'), '')
  await mkdir(join(dir, 'folder'))
  expect([await modeOf(join(dir, 'file')), await modeOf(join(dir, 'folder'))]).toEqual([0o600, 0o700])
})

test('a data directory that an earlier version left open is closed, one of somebody else is left as it is', async () => {
  const [ours, theirs, shared] = ['ours', 'theirs', 'shared'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const dir of [ours, theirs, shared]) {
    await mkdir(dir)
    await chmod(dir, 0o755)
  }
  await chmod(shared, 0o1777)
  await writeFile(join(ours, 'instance.id'), 'x')
  await chmod(join(ours, 'instance.id'), 0o644)
  await writeFile(join(theirs, 'letter.txt'), 'x')
  for (const dir of [ours, theirs, shared]) await prepareDataDir(dir)
  expect([await modeOf(ours), await modeOf(theirs), await modeOf(shared)]).toEqual([0o700, 0o755, 0o1777])
  expect(await modeOf(join(ours, 'instance.id'))).toBe(0o600)
})

test('a path that cannot be a data directory is refused at once, with a sentence', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const dangling = join(folder, 'dangling')
  await symlink(join(folder, 'nowhere'), dangling)
  const circle = join(folder, 'circle')
  await symlink(circle, circle)
  const places = [file, join(file, 'below'), dangling, circle, join(folder, 'n'.repeat(300))]
  if (process.platform === 'linux') places.push('/proc/nope', '/proc/nope/deeper', '/dev/null', '/dev/null/x')
  for (const place of places) {
    const refused = prepareDataDir(place)
    await expect(refused).rejects.toThrow(DataDirUnusable)
    await expect(refused).rejects.toThrow(`The data directory ${place} cannot be used: `)
  }
})
