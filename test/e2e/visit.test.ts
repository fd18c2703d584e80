import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../support/at-end.ts'
import { localServer } from '../support/sources.ts'
import { openCommands } from './command-runner.ts'
import { temporaryDataDir } from './running-server.ts'

test('almanac visit writes what a board shows now, and names companies that the corpus lacks', async () => {
  const shown = {
    jobs: [
      { id: 1, title: 'Engineer' },
      { id: 2, title: 'Recruiter' },
    ],
  }
  const board = await localServer(() => ({ json: shown }))
  const { dataDir, remove } = await temporaryDataDir()
  const companies = join(dataDir, 'companies.jsonl')
  const boards = join(dataDir, 'boards.csv')
  // Not the name that is read where no setting names a file.
  const sources = join(dataDir, 'boards.yaml')
  writeFileSync(companies, JSON.stringify({ preferred_name: 'Orbit Works', domains: ['orbit-works.com'] }))
  writeFileSync(boards, 'domain,board\norbit-works.com,https://job-boards.greenhouse.io/orbit\n')
  const entries = [
    { source: 'board-directory', settings: { file: boards } },
    { source: 'greenhouse', settings: { baseUrl: `${board.url}/{board}` } },
  ]
  writeFileSync(sources, JSON.stringify({ sources: entries }))
  const env = { ALMANAC_OUTBOUND_LOOPBACK: 'true', ALMANAC_SAMPLE: 'none' }
  const commands = openCommands({ dataDir, env })
  atEnd(async () => {
    commands.close()
    await remove()
  })
  const without = await commands.run('visit', 'orbit-works.com')
  expect(without.code).toBe(1)
  expect(without.stderr).toContain('No source answers what a visit asks')
  expect((await commands.run('import', 'companies', companies)).stdout).toContain('1 created')
  const visit = async () => {
    const end = await commands.runWith({ ALMANAC_SOURCES: sources }, 'visit', 'orbit-works.com', '--json')
    expect(end.code, end.stderr).toBe(0)
    return (JSON.parse(end.stdout) as object[])[0]
  }
  expect(await visit()).toMatchObject({ domain: 'orbit-works.com', boards: 1, open: 2, opened: 2, closed: 0 })
  shown.jobs = [{ id: 2, title: 'Recruiter' }]
  expect(await visit()).toMatchObject({ open: 1, opened: 0, closed: 1, unanswered: 'no' })
  const absent = await commands.runWith({ ALMANAC_SOURCES: sources }, 'visit', 'absent.example')
  expect(absent.code).toBe(1)
  expect(absent.stderr).toContain('The corpus has no company of absent.example')
})
