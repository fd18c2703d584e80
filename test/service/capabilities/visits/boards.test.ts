import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '../../../../src/lib/time.ts'
import { atEnd } from '../../../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { faults, localServer, type LocalServer, type ServerAnswer } from '../../../support/sources.ts'

let service: TestAlmanac
let system: LocalServer
/** What the system of boards answers of each. */
let boards: Record<string, ServerAnswer>

beforeAll(async () => {
  system = await localServer(({ path }) => boards[path.split('/')[1] ?? ''] ?? { status: 404 })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-visits-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'boards.csv')
  const words = [
    'one',
    'two',
    'three',
    'four',
    ...Object.keys(faults).map((_fault, index) => `fault${index}`),
  ]
  const rows = words.map((word) => `${word}-board.example,https://job-boards.greenhouse.io/${word}`)
  writeFileSync(file, ['domain,board', ...rows].join('\n'))
  service = await testAlmanac({
    sources: {
      entries: [
        { source: 'board-directory', settings: { file } },
        {
          source: 'greenhouse',
          settings: { baseUrl: `${system.url}/{board}` },
          perSecond: 1_000,
          timeoutMs: 1_000,
        },
      ],
    },
  })
})

beforeEach(() => {
  boards = {}
  system.requests.length = 0
  // A circuit that was opened is closed again by then.
  service.clock.advance(dayMs)
})

const job = (id: number, title: string) => ({
  id,
  title,
  absolute_url: `https://job-boards.greenhouse.io/x/jobs/${id}`,
  location: { name: 'Berlin, Germany' },
  content: '&lt;p&gt;Text&lt;/p&gt;',
})
const showing = (...jobs: object[]): ServerAnswer => ({ json: { jobs, meta: { total: jobs.length } } })

const ask = async (org: TestOrganization, route: string, body?: object) => {
  const answer = await service.send(route.replace(' ', ' /v1/tracker/'), { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

async function aList(org: TestOrganization, word: string, more: object = {}): Promise<string> {
  const company = {
    preferred_name: `${word} Board`,
    domains: [`${word}-board.example`],
    pnet_primary_slug: `${word}-board`,
  }
  await service.write('companies', [company])
  const rule = { type: 'job_posting_with_keyword', entityType: 'company', keywords: ['engineer'] }
  const list = { name: 'Hiring', refreshIntervalDays: 7, trackingRules: [rule], ...more }
  const { id } = await ask(org, 'POST company-lists', list)
  // Refreshed by hand alone: the days that pass are not those of a schedule.
  await ask(org, `PATCH company-lists/${id}`, { isActive: false })
  await ask(org, `PUT company-lists/${id}/companies`, { companies: [{ domain: `${word}-board.example` }] })
  return id
}

async function refreshAfter(org: TestOrganization, id: string, days: number) {
  service.clock.advance(days * dayMs)
  await ask(org, `POST company-lists/${id}/refresh`, {})
  await service.almanac.jobs.workNow()
}

const signalsOf = async (org: TestOrganization, id: string): Promise<string[]> =>
  (await ask(org, `GET signals/${id}`)).signals.map(({ summary }: { summary: string }) => summary)

/** Titles and states of a company's postings, as another organization finds them. */
async function postingsOf(word: string): Promise<Record<string, string>> {
  const { rawKey: key } = await service.org()
  const companies = { identifier: 'domain', value: [`${word}-board.example`] }
  const body = { searchParams: { companies }, pageSize: 100 }
  const { status, body: answer, text } = await service.send('POST /v1/job-search', { key, body })
  expect(status, text).toBe(200)
  const postings: { title: string; status: string }[] = answer.output.data
  return Object.fromEntries(postings.map(({ title, status: state }) => [title, state]))
}

test('a board becomes postings, a new one fires a rule, and what vanishes is closed', async () => {
  const org = await service.org()
  const id = await aList(org, 'one')
  boards = { one: showing(job(1, 'Data Engineer'), job(2, 'Recruiter')) }
  await refreshAfter(org, id, 0)
  // The first refresh only notes what is there, for nothing.
  expect(await signalsOf(org, id)).toEqual([])
  expect(await service.captured(org)).toBe(0)
  expect(await postingsOf('one')).toEqual({ 'Data Engineer': 'active', Recruiter: 'active' })
  boards = { one: showing(job(2, 'Recruiter'), job(3, 'Platform Engineer')) }
  await refreshAfter(org, id, 7)
  expect(await signalsOf(org, id)).toEqual([expect.stringContaining('Platform Engineer')])
  expect(await service.captured(org)).toBe(2_000)
  expect(await postingsOf('one')).toEqual({
    'Data Engineer': 'closed',
    Recruiter: 'active',
    'Platform Engineer': 'active',
  })
})

test('a board is not asked again within the interval, however often the list is refreshed', async () => {
  const org = await service.org()
  const id = await aList(org, 'two')
  boards = { two: showing(job(1, 'Engineer')) }
  await refreshAfter(org, id, 0)
  await refreshAfter(org, id, 1)
  expect(system.requests).toHaveLength(1)
  await refreshAfter(org, id, 6)
  expect(system.requests).toHaveLength(2)
})

const faultRows = Object.entries(faults).map(([fault, { answer }], index) => ({
  fault,
  answer,
  word: `fault${index}`,
}))

test.each(faultRows)(
  'a board that $fault closes nothing, and is asked again at once',
  async ({ fault, answer, word }) => {
    const org = await service.org()
    const id = await aList(org, word)
    boards = { [word]: showing(job(1, 'Engineer')) }
    await refreshAfter(org, id, 0)
    expect(system.requests).toHaveLength(1)
    boards = { [word]: answer }
    await refreshAfter(org, id, 7)
    expect(await postingsOf(word)).toEqual({ Engineer: 'active' })
    expect(system.requests.length).toBeGreaterThanOrEqual(2)
    const before = system.requests.length
    await refreshAfter(org, id, 2)
    // A redirect is how systems answer for a board that is not there: that is an answer.
    if (fault === 'redirects') expect(system.requests).toHaveLength(before)
    else expect(system.requests.length).toBeGreaterThan(before)
  },
)

test('a board that suddenly shows nothing is believed when it says so again', async () => {
  const org = await service.org()
  const id = await aList(org, 'four')
  const jobs = [1, 2, 3, 4, 5].map((number) => job(number, `Engineer ${number}`))
  boards = { four: showing(...jobs) }
  await refreshAfter(org, id, 0)
  boards = { four: showing() }
  await refreshAfter(org, id, 7)
  expect(new Set(Object.values(await postingsOf('four')))).toEqual(new Set(['active']))
  await refreshAfter(org, id, 7)
  expect(new Set(Object.values(await postingsOf('four')))).toEqual(new Set(['closed']))
})

test('a board that is not there any more closes what it showed, after two weeks', async () => {
  const org = await service.org()
  const id = await aList(org, 'three')
  boards = { three: showing(job(1, 'Engineer')) }
  await refreshAfter(org, id, 0)
  boards = {}
  await refreshAfter(org, id, 7)
  expect(await postingsOf('three')).toEqual({ Engineer: 'active' })
  await refreshAfter(org, id, 7)
  expect(await postingsOf('three')).toEqual({ Engineer: 'closed' })
})

test('lists whose rules read no postings do not ask boards', async () => {
  const org = await service.org()
  const rule = { type: 'company_name_changed', entityType: 'company' }
  const id = await aList(org, 'one', { trackingRules: [rule] })
  await refreshAfter(org, id, 30)
  expect(system.requests).toEqual([])
})
