import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { atEnd } from '../../../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { localServer, type LocalServer, type ServerAnswer } from '../../../support/sources.ts'

/** A vendor of pages of companies and people, by a file. */
const vendorFile = `
answers:
  company.live:
    request: { url: "{{settings.base}}/companies/{{question.slug}}" }
    answer: { record: { path: company } }
    observed_at: seen
  person.live:
    request: { url: "{{settings.base}}/people/{{question.slug}}" }
    answer: { record: { path: person } }
    observed_at: seen
`

let service: TestAlmanac
let vendor: LocalServer
/** What the vendor says of each page; 404 of others. */
let pages: Record<string, ServerAnswer>

beforeAll(async () => {
  vendor = await localServer(({ path }) => pages[path] ?? { status: 404 })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-live-members-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'vendor.yaml')
  writeFileSync(file, vendorFile)
  const settings = { file, values: { base: vendor.url } }
  service = await testAlmanac({
    sources: { entries: [{ source: 'generic-http', name: 'pages', settings, perSecond: 1_000 }] },
  })
})

beforeEach(() => {
  pages = {}
  vendor.requests.length = 0
  // A circuit that was opened is closed again by then.
  service.clock.advance(86_400_000)
})

const staff = (count: number) => ({ employee_count_consensus: { gte: count, lte: count } })
const companyPage = (slug: string, more: object) => ({
  [`/companies/${slug}`]: {
    json: {
      company: { pnet_primary_slug: slug, ...more },
      seen: new Date(service.clock.now()).toISOString(),
    },
  },
})

const ask = async (org: TestOrganization, route: string, body?: object) => {
  const answer = await service.send(route.replace(' ', ' /v1/tracker/'), { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

async function refresh(org: TestOrganization, id: string, kind = 'company') {
  service.clock.advance(60_000)
  await ask(org, `POST ${kind}-lists/${id}/refresh`, {})
  await service.almanac.jobs.workNow()
}

const signalsOf = async (org: TestOrganization, id: string): Promise<string[]> =>
  (await ask(org, `GET signals/${id}`)).signals.map(({ summary }: { summary: string }) => summary)

async function outcomes({ organizationId }: TestOrganization) {
  const events = await service.almanac.events.list(organizationId, { after: undefined, limit: 100 })
  return events
    .filter(({ event }) => event.type === 'tracker.list_run_completed')
    .map(({ event }) => JSON.parse(event.data).liveSources)
}

test('a refresh asks live sources first, falls back to the corpus where they fail, and says so', async () => {
  const org = await service.org()
  const slugs = ['wire-a', 'wire-b', 'wire-c']
  const records = slugs.map((slug) => ({
    pnet_primary_slug: slug,
    preferred_name: slug,
    domains: [`${slug}.example`],
    ...staff(90),
  }))
  await service.write('companies', records, new Date(service.clock.now()).toISOString())
  const rule = {
    type: 'headcount_crossed_threshold',
    entityType: 'company',
    direction: 'above',
    threshold: 100,
  }
  const list = { name: 'Live', refreshIntervalDays: 7, trackingRules: [rule] }
  const { id } = await ask(org, 'POST company-lists', list)
  await ask(org, `PUT company-lists/${id}/companies`, {
    companies: slugs.map((pnetSlug) => ({ pnetSlug })),
  })
  // The baseline is of what the source says, and free.
  pages = companyPage('wire-a', staff(95))
  await refresh(org, id)
  expect(await service.captured(org)).toBe(0)
  pages = {
    ...companyPage('wire-a', staff(120)),
    ...companyPage('wire-b', staff(130)),
    '/companies/wire-c': { status: 503 },
  }
  await refresh(org, id)
  expect(await signalsOf(org, id)).toEqual([
    expect.stringContaining('reached 100 employees'),
    expect.stringContaining('reached 100 employees'),
  ])
  expect(await service.captured(org)).toBe(3 * 2_000)
  // The source is away: what was written to the corpus since is told.
  for (const slug of slugs) pages[`/companies/${slug}`] = { status: 503 }
  service.clock.advance(60_000)
  await service.write(
    'companies',
    [{ pnet_primary_slug: 'wire-c', ...staff(140) }],
    new Date(service.clock.now()).toISOString(),
  )
  await refresh(org, id)
  expect(await signalsOf(org, id)).toHaveLength(3)
  const failed = await outcomes(org)
  expect(failed).toEqual([
    { asked: 3, live: 1, notFound: 2, unavailable: 0 },
    { asked: 3, live: 2, notFound: 0, unavailable: 1 },
    { asked: 3, live: 0, notFound: 0, unavailable: 3 },
  ])
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
})

test('what no source says anything new of is not charged, and people are asked for as well', async () => {
  const org = await service.org()
  const person = { primary_slug: 'wire-ada', name: 'Ada', headline: 'Engineer' }
  await service.write('people', [person], new Date(service.clock.now()).toISOString())
  const rule = { type: 'person_headline_changed', entityType: 'person' }
  const list = { name: 'Live', refreshIntervalDays: 7, trackingRules: [rule] }
  const { id } = await ask(org, 'POST person-lists', list)
  await ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetSlug: 'wire-ada' }] })
  await refresh(org, id, 'person')
  await refresh(org, id, 'person')
  expect([await service.captured(org), await service.available(org)]).toEqual([0, 100_000_000])
  const seen = () => new Date(service.clock.now()).toISOString()
  service.clock.advance(60_000)
  pages = {
    '/people/wire-ada': { json: { person: { ...person, headline: 'CTO' }, seen: seen() } },
  }
  await refresh(org, id, 'person')
  expect(await signalsOf(org, id)).toHaveLength(1)
  expect(await service.captured(org)).toBe(2_000)
  expect((await outcomes(org)).at(-1)).toEqual({ asked: 1, live: 1, notFound: 0, unavailable: 0 })
})
