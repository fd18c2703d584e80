import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { staleFiles, writeFiles } from '../../scripts/generate.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-generate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = new Map([
  ['openapi.json', '{}\n'],
  ['ai-docs/one.md', '# one\n'],
])

test('missing, changed and left-over files are stale, and nothing else is', async () => {
  expect(await staleFiles(files, folder)).toEqual(['ai-docs/one.md', 'openapi.json'])
  await writeFiles(files, folder)
  expect(await staleFiles(files, folder)).toEqual([])
  writeFileSync(join(folder, 'openapi.json'), '{"x":1}\n')
  writeFileSync(join(folder, 'ai-docs/gone.md'), '# gone\n')
  expect(await staleFiles(files, folder)).toEqual(['ai-docs/gone.md', 'openapi.json'])
})

test('writing brings every file up to date and removes what is no longer generated', async () => {
  mkdirSync(join(folder, 'ai-docs'))
  writeFileSync(join(folder, 'ai-docs/gone.md'), '# gone\n')
  expect(await writeFiles(files, folder)).toEqual(['ai-docs/gone.md', 'ai-docs/one.md', 'openapi.json'])
  expect(readFileSync(join(folder, 'ai-docs/one.md'), 'utf8')).toBe('# one\n')
  expect(existsSync(join(folder, 'ai-docs/gone.md'))).toBe(false)
})
