import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/support/at-end.ts'
import { settingsFiles } from './settings-file.ts'

test('a setting names regular files of a bounded size: a pipe is refused, and not waited for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-settings-'))
  atEnd(() => rm(folder, { recursive: true }))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  await writeFile(join(folder, 'large'), '')
  await truncate(join(folder, 'large'), 17 * 1024 * 1024)
  await writeFile(join(folder, 'good'), 'text')
  const read = settingsFiles(folder)
  expect(await read('file', 'good')).toBe('text')
  for (const [name, reason] of [
    ['pipe', 'regular'],
    ['.', 'regular'],
    ['large', 'Larger'],
    ['none', 'ENOENT'],
  ] as const)
    await expect(read('file', name)).rejects.toThrow(reason)
})
