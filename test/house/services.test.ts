import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,test,bench,scripts}/**/*.test.ts', { cwd: root })
const opening = files.filter((file) => /\btestAlmanac\(/.test(readFileSync(join(root, file), 'utf8')))

/** Raise it only where a test needs other settings, or writes records that another file would find. */
const most = 64

test(`at most ${most} files open a service of their own instead of sharing a world`, () => {
  expect(opening.length).toBeGreaterThan(0)
  expect(opening.length, opening.join('\n')).toBeLessThanOrEqual(most)
})

test('nothing for tests alone lies in src', () => {
  expect(globSync('src/**/test-*.ts', { cwd: root })).toEqual([])
})
