import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openKind, vendorCall } from '../../../test/support/vendor.ts'
import { boardUrl, readBoard } from '../job-boards/index.ts'
import { boardDirectory } from './board-directory.ts'

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-boards-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'boards.csv'), text)
  return folder
}

async function boardsOf(domain: string, settings: object, folder?: string) {
  const opened = await openKind(boardDirectory, { ...settings }, folder)
  const result = await opened['company.boards']!.fetch({ domain, name: null }, vendorCall())
  return result.found ? result.answer.boards : undefined
}

test('the directory that comes along names boards by any address of the company', async () => {
  for (const domain of ['10xgenomics.com', 'www.10xgenomics.com', 'https://10xgenomics.com/careers'])
    expect(await boardsOf(domain, {})).toEqual([
      { url: 'https://job-boards.greenhouse.io/10xgenomics', isConfirmed: true },
    ])
  expect(await boardsOf('almanac-check.example', {})).toBeUndefined()
})

test('every row of it is a board of a system that can be read', () => {
  const [, ...rows] = readFileSync(new URL('../../../data/boards/boards.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(rows.length).toBeGreaterThan(3_500)
  for (const row of rows) {
    const url = row.slice(row.indexOf(',') + 1)
    const board = readBoard(url)
    expect(board && boardUrl(board), row).toBe(url)
  }
})

test("the operator's own file goes first, and may stand alone", async () => {
  const folder = folderWith(
    'domain,board\n10xgenomics.com,https://10xgenomics.com/open-positions\nacme.example,https://jobs.lever.co/acme/1\n',
  )
  const settings = { file: 'boards.csv' }
  expect(await boardsOf('10xgenomics.com', settings, folder)).toEqual([
    { url: 'https://10xgenomics.com/open-positions', isConfirmed: true },
  ])
  expect(await boardsOf('acme.example', settings, folder)).toEqual([
    { url: 'https://jobs.lever.co/acme', isConfirmed: true },
  ])
  expect(await boardsOf('10alabs.com', { ...settings, shipped: false }, folder)).toBeUndefined()
})

test.each([
  ['domain,board\nacme.example,nowhere\n', 'boards.csv, line 2: the board is no address'],
  [
    'domain,board\nacme.example,https://jobs.lever.co/acme\n-,https://jobs.lever.co/b\n',
    'boards.csv, line 3: the domain is none',
  ],
  ['company,link\nacme,https://jobs.lever.co/acme\n', 'line 2: expected the columns domain and board'],
])('a file that is not one is refused with its line', async (text, message) => {
  await expect(boardsOf('acme.example', { file: 'boards.csv' }, folderWith(text))).rejects.toThrow(message)
})
