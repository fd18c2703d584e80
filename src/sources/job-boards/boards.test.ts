import { expect, test } from 'vitest'
import {
  openKind,
  vendorCall,
  vendorServer,
  type VendorAnswer,
  type VendorRequest,
} from '../../../test/support/vendor.ts'
import { capabilities } from '../capabilities.ts'
import { SourceRateLimited, SourceUnavailable } from '../failures.ts'
import { discoverSourceKinds } from '../discover.ts'
import { boardSystems } from './board-address.ts'
import { boards } from './fixtures/board-answers.ts'

const kinds = await discoverSourceKinds()

type Answering = (request: VendorRequest) => VendorAnswer

async function readAt(system: string, answer: Answering | VendorAnswer) {
  const { url } = boards[system]!
  const kind = kinds.find(({ id }) => id === system)!
  const vendor = await vendorServer(typeof answer === 'function' ? answer : () => answer)
  const opened = await openKind(kind, { baseUrl: `${vendor.url}/{board}` })
  const postings = opened['board.postings']!
  expect(postings.takes?.({ url })).toBe(true)
  const result = await postings.fetch({ url }, vendorCall())
  if (!result.found) return { vendor, answer: undefined, postings: [] }
  const read = capabilities['board.postings'].answer.parse(result.answer)
  return { vendor, answer: read, postings: read.postings }
}

const systems = Object.keys(boards)

test('every system of boards has its source, and an answer in its documented form', () => {
  expect(systems.toSorted()).toEqual(boardSystems.toSorted())
  expect(kinds.map(({ id }) => id)).toEqual(
    expect.arrayContaining([...boardSystems, 'careers-page', 'board-directory']),
  )
})

test.each(systems)(
  '%s: a posting is read with its text, place, workplace, employment, day and pay',
  async (system) => {
    const { vendor, answer, postings } = await readAt(system, boards[system]!.answer)
    expect(vendor.requests.map(({ url }) => url)).toEqual([boards[system]!.first])
    expect(answer!.isComplete).toBe(true)
    expect(postings).toHaveLength(1)
    const [posting] = postings
    expect(posting).toMatchObject({
      job_id: '4011',
      title: expect.stringContaining('Senior Data Engineer'),
      status: 'active',
      posted_at: expect.stringMatching(/^2026-01-02T/),
      standardized_location: { city: 'Berlin', country_code: 'DEU' },
    })
    expect(posting!.job_url).toMatch(/^https?:\/\/.*4011|senior-data-engineer/)
    const hasText = system !== 'smartrecruiters'
    if (hasText) expect(posting!.description).toMatch(/You build & run pipelines\.[^<]*\n- SQL/)
    expect(posting!.job_location_type).toBe(
      system === 'personio' || system === 'teamtailor' ? null : 'Hybrid',
    )
    if (system !== 'greenhouse') expect(posting!.employment_type).toBe('Full-time')
    if (!['smartrecruiters', 'workable', 'personio'].includes(system))
      expect(posting!.compensation_range).toEqual({
        min: 80_000,
        max: 95_000,
        currency: 'EUR',
        period: 'yearly',
      })
  },
)

test('levels, functions and years of work are those that a system states', async () => {
  for (const system of ['workable', 'smartrecruiters']) {
    const { postings } = await readAt(system, boards[system]!.answer)
    expect(postings[0]).toMatchObject({ seniority_level: 'Mid-Senior level', job_function: ['Engineering'] })
  }
  const { postings } = await readAt('personio', boards['personio']!.answer)
  expect(postings[0]).toMatchObject({ years_of_experience: { gte: 2, lte: 5 } })
})

test.each(systems)(
  '%s: a board without openings is a complete one, not a board that is not there',
  async (system) => {
    const { answer } = await readAt(system, boards[system]!.empty)
    expect(answer).toMatchObject({ postings: [], isComplete: true })
  },
)

test.each(systems)('%s: a board that is not there is not found', async (system) => {
  expect((await readAt(system, { status: 404, text: 'Not found' })).answer).toBeUndefined()
  const headers = { location: 'https://www.system.example/' }
  expect((await readAt(system, { status: 307, headers })).answer).toBeUndefined()
})

test.each(systems)(
  '%s: a page in place of an answer, half of one, or a closed board is no empty board',
  async (system) => {
    const { answer } = boards[system]!
    const whole = answer.text ?? JSON.stringify(answer.json)
    const faults: [VendorAnswer, typeof SourceUnavailable | typeof SourceRateLimited][] = [
      [{ text: '<html><body>We are back soon</body></html>' }, SourceUnavailable],
      [{ text: whole.slice(0, whole.length / 2) }, SourceUnavailable],
      [{ json: { error: 'unknown' } }, SourceUnavailable],
      [{ status: 403, text: 'Forbidden' }, SourceUnavailable],
      [{ status: 500, text: '' }, SourceUnavailable],
      [{ status: 429, headers: { 'retry-after': '7' } }, SourceRateLimited],
    ]
    for (const [fault, failure] of faults) await expect(readAt(system, fault)).rejects.toThrow(failure)
  },
)

test('a board of many pages is read to its end, and is complete only then', async () => {
  const one = (boards['smartrecruiters']!.answer.json as { content: object[] }).content[0]
  const page = (from: number, count: number) => ({
    json: {
      totalFound: 150,
      content: Array.from({ length: count }, (_, index) => ({ ...one, id: String(from + index) })),
    },
  })
  const whole = await readAt('smartrecruiters', ({ query }) =>
    query['offset'] === '0' ? page(0, 100) : page(100, 50),
  )
  expect(whole.vendor.requests).toHaveLength(2)
  expect(whole.postings).toHaveLength(150)
  expect(whole.answer!.isComplete).toBe(true)
  const cut = await readAt('smartrecruiters', ({ query }) =>
    query['offset'] === '0' ? page(0, 100) : page(0, 0),
  )
  expect(cut.answer!.isComplete).toBe(false)
})

test('pages of a feed are followed at its own host alone', async () => {
  const { items } = boards['teamtailor']!.answer.json as { items: object[] }
  const feed = (next_url: string | null, id: number) => ({
    json: { items: [{ ...items[0], url: `https://acme.teamtailor.com/jobs/${id}-x` }], next_url },
  })
  const pages = await readAt('teamtailor', ({ query }) =>
    query['page'] === '2' ? feed(null, 2) : feed('/acme/jobs.json?page=2', 1),
  )
  expect(pages.postings.map(({ job_id }) => job_id)).toEqual(['1', '2'])
  const elsewhere = await readAt('teamtailor', feed('https://169.254.169.254/jobs.json', 1))
  expect(elsewhere.vendor.requests).toHaveLength(1)
  expect(elsewhere.postings).toHaveLength(1)
})

test('entities and declarations of a document are not expanded', async () => {
  const text = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>
<workzag-jobs><position><id>1</id><name>&a;&b; Engineer</name></position></workzag-jobs>`
  const { postings } = await readAt('personio', { text })
  expect(postings[0]!.title).not.toContain('aaaa')
  expect(postings[0]!.title).not.toContain('root:')
})
