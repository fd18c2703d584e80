import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Lines that a merge leaves, each with what follows on its line; seven equals signs alone also underline headings. */
const marker = /^(?:<{7}|>{7}|\|{7})(?: .*)?$/m

/** Tracked files; without git or a history, all that is not installed, built or data. */
function files(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  } catch {
    const entries = readdirSync(root, { recursive: true, encoding: 'utf8' })
    const elsewhere = /(?:^|\/)(?:node_modules|dist|\.almanac)(?:\/|$)/
    return entries.filter((file) => !elsewhere.test(file) && statSync(join(root, file)).isFile())
  }
}

test('a line of a merge that nobody ended is recognised', () => {
  const marked = (sign: string) => `one\n${sign.repeat(7)} branch\ntwo\n`
  for (const text of [marked('<'), marked('>'), marked('|'), `${'<'.repeat(7)}\n`])
    expect(text).toMatch(marker)
  for (const text of [
    marked(' <'),
    `Title\n${'='.repeat(7)}\n`,
    `${'<'.repeat(8)}\n`,
    `a ${'<'.repeat(7)} b`,
  ])
    expect(text).not.toMatch(marker)
})

test('no file holds lines of a merge that nobody ended', () => {
  const all = files()
  expect(all).toContain('package.json')
  expect(all.filter((file) => marker.test(readFileSync(join(root, file), 'latin1')))).toEqual([])
})
