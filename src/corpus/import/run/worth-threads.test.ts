import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isWorthThreads } from './worth-threads.ts'

const thin = 'Acme Robotics,acme.com,Boston,US\n'
const wide = `${JSON.stringify({ name: 'Ada Lindqvist', summary: 'x'.repeat(5_000) })}\n`

test.each([
  ['nothing', '', false],
  ['few thin rows', thin.repeat(7_000), false],
  ['many thin rows in few bytes', thin.repeat(9_000), true],
  ['few wide rows', wide.repeat(500), false],
  ['many bytes', wide.repeat(900), true],
  ['one long line', 'x'.repeat(1_000_000), false],
])('threads for %s: %#', async (_, content, isWorth) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-worth-'))
  const path = join(folder, 'file')
  await writeFile(join(folder, 'about'), 'Two files of one set.')
  await writeFile(path, content)
  expect(await isWorthThreads(path)).toBe(isWorth)
  expect(await isWorthThreads(folder)).toBe(isWorth)
})

test('nothing is read of a pipe, whose bytes would be missing in the import', async () => {
  const pipe = join(await mkdtemp(join(tmpdir(), 'almanac-worth-')), 'pipe')
  execFileSync('mkfifo', [pipe])
  // To open it would wait for a writer.
  expect(await isWorthThreads(pipe)).toBe(false)
})
