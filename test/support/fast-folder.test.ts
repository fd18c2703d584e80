import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLeftovers } from './fast-folder.ts'

test('what killed runs left goes, and nothing else', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'leftovers-'))
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const old = new Date(Date.now() - 7_200_000)
  const left = `almanac-test-${dead}-abc123`
  const others = [`almanac-test-${process.pid}-abc123`, 'almanac-test-abc123', `else-test-${dead}-abc123`]
  for (const name of [left, ...others]) {
    await mkdir(join(parent, name))
    await utimes(join(parent, name), old, old)
  }
  const young = `almanac-engine-killed-${dead}-abc123`
  await mkdir(join(parent, young))
  await removeLeftovers(parent)
  expect((await readdir(parent)).toSorted()).toEqual([...others, young].toSorted())
  await removeLeftovers(join(parent, 'not there'))
})
