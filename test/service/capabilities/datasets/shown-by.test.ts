import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../../../src/lib/time.ts'
import { atEnd } from '../../../support/at-end.ts'
import { openDataRoom, type DataRoom } from '../../../support/datasets/data-room.ts'
import {
  companiesHouseArchive,
  formDArchive,
  gleifArchive,
  makeLei,
  relationshipsArchive,
  rorArchive,
  tickersFile,
  wikidataDump,
  type FilingRow,
  type GleifRow,
} from '../../../support/datasets/publications.ts'
import { openPublisher } from '../../../support/datasets/publisher.ts'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { localServer } from '../../../support/sources.ts'
import type { TestOrganization } from '../../../support/platform.ts'

// A corpus without the sample, filled from a mirror of seven publishers and a job board, by their identifiers alone.

let service: TestAlmanac
let room: DataRoom
let mirror: Awaited<ReturnType<typeof openPublisher>>
/** Titles that the board of Aster shows. */
let openings = ['Recruiter']
let org: TestOrganization

beforeAll(async () => {
  mirror = await openPublisher()
  const boards = await localServer(() => ({
    json: openings.map((text) => ({
      id: text,
      text,
      hostedUrl: `https://jobs.lever.co/aster/${encodeURIComponent(text)}`,
    })),
  }))
  const folder = mkdtempSync(join(tmpdir(), 'almanac-shown-by-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'boards.csv')
  writeFileSync(file, 'domain,board\naster.example,https://jobs.lever.co/aster\n')
  service = await testAlmanac({
    sources: {
      entries: [
        { source: 'board-directory', settings: { file, shipped: false } },
        { source: 'lever', settings: { baseUrl: `${boards.url}/{board}` }, perSecond: 1_000 },
      ],
    },
  })
  const { db, engine, almanac, clock } = service
  room = await openDataRoom({ stores: { db, engine, writer: almanac.writer, clock } })
  org = await service.org()
})

const [aster, boreal, cobalt, namesake, fern] = [1, 2, 3, 4, 5].map(makeLei) as [
  string,
  string,
  string,
  string,
  string,
]
const companies: GleifRow[] = [
  { lei: aster, name: 'ASTER LABORATORIES' },
  { lei: boreal, name: 'Boreal Inc.' },
  { lei: cobalt, name: 'Cobalt Holdings' },
  { lei: namesake, name: 'Boreal Inc.', city: 'Hamburg', country: 'DE' },
  { lei: fern, name: 'Fern Works' },
]
const filing = (number: number, more: Partial<FilingRow>): FilingRow => ({
  number: `0009999999-26-00000${number}`,
  cik: '0000009007',
  name: 'Gale Robotics, Inc.',
  filed: '12-JAN-2026',
  sold: '2026-01-05',
  sum: 1_000_000,
  ...more,
})

/** The publications of a day, by the data set, as they are called at the mirror. */
async function publishAll(
  day: string,
  level1: readonly GleifRow[],
  filings: readonly FilingRow[],
): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'ror/ror-data.zip': await rorArchive([
      { id: '00042rr39', name: 'Aster Laboratories', site: 'https://aster.example' },
      { id: '0002pcv65', name: 'Dover University', wikidata: 'Q4004' },
    ]),
    'gleif/latest.json': await gleifArchive(level1),
    'gleif-relationships/latest.csv': await relationshipsArchive([{ child: cobalt, parent: boreal }]),
    'sec-tickers/company_tickers.json': tickersFile([
      { cik: 9_001, ticker: 'ASTR', name: 'Aster Laboratories' },
      { cik: 9_002, ticker: 'BORE', name: 'BOREAL INC' },
      { cik: 9_006, ticker: 'EMBR', name: 'Ember Corp' },
    ]),
    'wikidata/latest-all.json.gz': wikidataDump([
      { id: 'Q4001', name: 'Aster', lei: aster, cik: '0000009001', ror: '00042rr39' },
      { id: 'Q4002', name: 'Boreal', lei: boreal, cik: '9002' },
      { id: 'Q4004', name: 'Dover University', site: 'https://dover.example' },
      // On the site of another company, and not it.
      { id: 'Q4009', name: 'Friends of Quartz', site: 'https://dover.example' },
    ]),
    'sec-form-d/2026q1_d.zip': await formDArchive(filings),
  }
  for (const [path, content] of Object.entries(files)) mirror.publish(`/${path}`, content, day)
}

/** Named by its month: the newest that is there is read. */
const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7)
const british = [
  { number: '01000101', name: 'HEATH LIMITED' },
  { number: '01000102', name: 'INGLE LIMITED' },
  { number: '01000103', name: 'JUNO LIMITED' },
]

async function publishBritish(rows: typeof british): Promise<void> {
  const path = `/companies-house/BasicCompanyDataAsOneFile-${monthOf(service.clock.now())}-01.zip`
  mirror.publish(path, await companiesHouseArchive(rows), new Date(service.clock.now()).toISOString())
}

const sets = [
  'companies-house',
  'ror',
  'gleif',
  'gleif-relationships',
  'sec-tickers',
  'wikidata',
  'sec-form-d',
]

/** What the corpus says of companies, without an order that means nothing. */
const readAll = async () =>
  (await room.listRecords('companies')).map((members) => JSON.stringify(sortAll(members))).toSorted()

function sortAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortAll).toSorted()
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sortAll(each)]),
  )
}

const sourcesOf = async (token: string) => (await room.read(token))?.sources

/** The corpus before each set was added, and after the last. */
const states: string[][] = []

async function addAll(): Promise<void> {
  for (const name of sets) {
    states.push(await readAll())
    const from = `${mirror.address}/${name}/`
    const { text, code } = await room.data('add', name, '--yes', '--accept', '--from', from)
    expect([name, code, text]).toEqual([name, 0, expect.stringMatching(/ created/)])
  }
}

test('registers come together by their identifiers, and namesakes and neighbours on a site stay apart', async () => {
  await publishAll('2026-01-20', companies, [filing(1, {})])
  await publishBritish(british)
  await addAll()
  expect({
    aster: await sourcesOf(`ext:lei/${aster}`),
    boreal: await sourcesOf('ext:cik/0000009002'),
    cobalt: await sourcesOf(`ext:lei/${cobalt}`),
    dover: await sourcesOf('ext:ror/0002pcv65'),
    namesake: await sourcesOf(`ext:lei/${namesake}`),
    ember: await sourcesOf('ext:cik/0000009006'),
    gale: await sourcesOf('ext:cik/0000009007'),
    quartz: await sourcesOf('ext:wikidata/Q4009'),
  }).toEqual({
    aster: ['gleif', 'ror', 'sec-tickers', 'wikidata'],
    boreal: ['gleif', 'sec-tickers', 'wikidata'],
    cobalt: ['gleif', 'gleif-relationships'],
    dover: ['ror', 'wikidata'],
    namesake: ['gleif'],
    ember: ['sec-tickers'],
    gale: ['sec-form-d'],
    quartz: ['wikidata'],
  })
  // These, and four more of which one register speaks.
  expect(await readAll()).toHaveLength(12)
})

test('each identifier of a register finds the one company', async () => {
  const ids = { lei: aster, cik: '9001', ror: 'https://ror.org/00042rr39', wikidata: 'q4001' }
  const asked = Object.entries(ids).map(([source, value]) => ({ identifier: 'externalId', source, value }))
  const { status, body } = await service.send('POST /v1/company-resolve', {
    key: org.rawKey,
    body: { companies: asked },
  })
  expect(status).toBe(200)
  const found = body.output.data as { found: boolean; company: { entity_id: string } }[]
  expect(found.map((each) => each.found)).toEqual([true, true, true, true])
  expect(new Set(found.map(({ company }) => company.entity_id)).size).toBe(1)
})

test('the removal of each leaves exactly what the others said, and it can be added again', async () => {
  const all = await readAll()
  for (const name of sets.toReversed()) {
    expect((await room.data('remove', name, '--yes')).code).toBe(0)
    expect([name, await readAll()]).toEqual([name, states.pop()])
  }
  await addAll()
  expect(await readAll()).toEqual(all)
})

const ask = async (route: string, body?: object) => {
  const answer = await service.send(route.replace(' ', ' /v1/tracker/'), { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

test('rules fire by the second publication of a register and the next look at a board', async () => {
  const rules = [
    { type: 'company_name_changed' },
    { type: 'hq_location_changed' },
    { type: 'new_office_location' },
    { type: 'company_status_changed' },
    // Form D does not say which round it is.
    { type: 'new_funding_round', roundTypes: ['undisclosed'] },
    { type: 'job_posting_with_keyword', keywords: ['engineer'] },
  ].map((rule) => ({ ...rule, entityType: 'company' }))
  const { id } = await ask('POST company-lists', {
    name: 'Alive',
    refreshIntervalDays: 7,
    trackingRules: rules,
  })
  await ask(`PATCH company-lists/${id}`, { isActive: false })
  const externalIds = [
    ['lei', aster],
    ['cik', '9002'],
    ['lei', cobalt],
    ['lei', fern],
    ['cik', '9007'],
    ['companies-house', '01000101'],
    ['companies-house', '01000102'],
  ].map(([source, value]) => ({ externalId: { source, value } }))
  // The board belongs to the site that ROR names.
  expect(await ask(`PUT company-lists/${id}/companies`, { companies: externalIds })).toMatchObject({
    added: 7,
  })
  const refresh = async (days: number) => {
    service.clock.advance(days * dayMs)
    await ask(`POST company-lists/${id}/refresh`, {})
    await service.almanac.jobs.workNow()
  }
  await refresh(0)
  await refresh(7)
  expect((await ask(`GET signals/${id}`)).signals).toEqual([])

  const secondDay: Record<string, Partial<GleifRow>> = {
    [boreal]: { name: 'Northern Lights Inc.' },
    [cobalt]: { status: 'INACTIVE' },
    [fern]: { city: 'Chicago' },
  }
  const level1 = companies.map((row) => ({ ...row, ...secondDay[row.lei] }))
  const round = filing(2, { filed: '20-MAR-2026', sold: '2026-03-15', sum: 5_000_000 })
  await publishAll('2026-04-01', level1, [filing(1, {}), round])
  const [heath, , juno] = british as [(typeof british)[0], unknown, (typeof british)[0]]
  await publishBritish([{ ...heath, name: 'MOOR LIMITED' }, juno])
  openings = [...openings, 'Flight Engineer']
  for (const name of sets) expect((await room.data('update', name, '--accept')).code).toBe(0)
  await refresh(7)
  const { signals } = await ask(`GET signals/${id}`)
  const rulesByCompany = (signals as { type: string; name: string }[])
    .map(({ type, name }) => [type, name])
    .toSorted()
  expect(rulesByCompany).toEqual([
    ['company_name_changed', 'MOOR LIMITED'],
    ['company_name_changed', 'Northern Lights Inc.'],
    ['company_status_changed', 'Cobalt Holdings'],
    ['company_status_changed', 'INGLE LIMITED'],
    ['hq_location_changed', 'Fern Works'],
    ['job_posting_with_keyword', 'Aster Laboratories'],
    ['new_funding_round', 'Gale Robotics, Inc.'],
    ['new_office_location', 'Fern Works'],
  ])
})
