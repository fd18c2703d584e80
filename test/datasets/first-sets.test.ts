import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { shippedFolder } from '../../src/corpus/datasets/index.ts'
import { atEnd } from '../support/at-end.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { zipOf } from '../support/datasets/publications.ts'

// The shipped sets, from files in their official containers that are made of their samples.

let room: DataRoom
let folder = ''
beforeAll(async () => {
  room = await openDataRoom()
  folder = await mkdtemp(join(tmpdir(), 'almanac-first-sets-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

type Rows = Record<string, unknown>[]

const sample = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(shippedFolder, name, 'sample.json'), 'utf8'))

async function zipped(name: string, members: Record<string, string>): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, await zipOf(members))
  return file
}

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}

/** Samples are smaller than what the entries expect. */
const add = (name: string, from: string, ...more: string[]) =>
  room.data('add', name, '--yes', '--accept', '--from', from, '--as-of', '2026-06-01', ...more)
const update = (name: string, from: string, day: string, ...more: string[]) =>
  room.data('update', name, '--accept', '--from', from, '--as-of', day, ...more)

test('ROR: the archive as on its site, a record that is gone closes, and removal leaves nothing', async () => {
  const records = (await sample('ror')) as Rows
  const archive = (rows: Rows) => ({
    'v2.9-ror-data.json': JSON.stringify(rows),
    'v2.9-ror-data.csv': 'id,name\n1,x\n',
  })
  expect((await add('ror', await zipped('ror-1.zip', archive(records)))).text).toMatch(
    /119 rows: 118 created.* 1 left out/,
  )
  const cleveland = await room.read('ext:ror/00042rr39')
  expect(cleveland?.members).toMatchObject({
    preferred_name: 'Cleveland Clinic Abu Dhabi',
    domains: ['clevelandclinicabudhabi.ae'],
    standard_industries: ['Healthcare'],
    location_consensus: { country_code: 'ARE', city: 'Abu Dhabi' },
  })
  const rest = records.filter(({ id }) => id !== 'https://ror.org/00042rr39')
  expect((await update('ror', await zipped('ror-2.zip', archive(rest)), '2026-07-01')).text).toMatch(
    / 1 ended/,
  )
  expect((await room.read('ext:ror/00042rr39'))?.members).toMatchObject({ status_consensus: 'closed' })
  await room.data('remove', 'ror', '--yes')
  expect(await room.read('ext:ror/00042rr39')).toBeUndefined()
})

test('GLEIF: whole file and changes of a day; sole proprietors are left out; it can be added again', async () => {
  const { records } = (await sample('gleif')) as { records: Rows }
  const whole = await zipped('lei2.json.zip', { 'lei2.json': JSON.stringify({ records }) })
  expect((await add('gleif', whole)).text).toMatch(/100 rows: 100 created/)
  const company = (lei: string, category: string, status: string) => {
    const record = structuredClone(records[0]) as { LEI: object; Entity: Record<string, object> }
    record.LEI = { $: lei }
    record.Entity['EntityCategory'] = { $: category }
    record.Entity['EntityStatus'] = { $: status }
    return record
  }
  const [
    {
      LEI: { $: own },
    },
  ] = records as [{ LEI: { $: string } }]
  const changes = [
    company(own, 'GENERAL', 'INACTIVE'),
    company('529900T8BM49AURSDO55', 'SOLE_PROPRIETOR', 'ACTIVE'),
  ]
  const delta = await zipped('delta.zip', { 'lei2-delta.json': JSON.stringify({ records: changes }) })
  expect((await update('gleif', delta, '2026-06-02', '--delta')).text).toMatch(
    /2 rows: 0 created, 1 changed, 1 left out/,
  )
  expect((await room.read(`ext:lei/${own}`))?.members).toMatchObject({ status_consensus: 'closed' })
  await room.data('remove', 'gleif', '--yes')
  expect(await room.read(`ext:lei/${own}`)).toBeUndefined()
  expect((await add('gleif', whole)).text).toMatch(/100 created/)
})

test('SEC: one object whose values are the rows; several shares are one company', async () => {
  const text = (await add('sec-tickers', join(shippedFolder, 'sec-tickers', 'sample.json'))).text
  expect(text).toMatch(/200 rows: \d+ created/)
  expect((await room.read('ext:cik/0000320193'))?.members).toMatchObject({
    preferred_name: 'Apple Inc.',
    stock_info_consensus: { ticker: 'AAPL' },
  })
  await room.data('remove', 'sec-tickers', '--yes')
  expect(await room.read('ext:cik/0000320193')).toBeUndefined()
})

test('the YC directory: editions of both shapes; who leaves the directory stays', async () => {
  const companies = (await sample('yc-directory')) as Rows
  const former = companies.map(({ all_locations, ...row }) => ({ ...row, location: all_locations }))
  expect((await add('yc-directory', await file('yc-1.json', former))).text).toMatch(/60 rows: 60 created/)
  expect(
    (await update('yc-directory', await file('yc-2.json', companies.slice(0, 50)), '2026-06-08')).text,
  ).not.toMatch(/ended/)
  await room.data('remove', 'yc-directory', '--yes')
})

test('US Congress: off until asked for; who leaves the file is withdrawn, not closed', async () => {
  const members = (await sample('congress-legislators')) as Rows
  const whole = await file('congress-1.json', members)
  expect((await add('congress-legislators', whole)).text).toMatch(
    /off until you ask for it with --personal-data.*almanac suppress/,
  )
  expect((await add('congress-legislators', whole, '--personal-data')).text).toMatch(/40 rows: 40 created/)
  const [first] = members as { id: { bioguide: string } }[]
  const token = `ext:bioguide/${first?.id.bioguide}`
  expect(await room.read(token, 'people')).toBeDefined()
  expect(
    (await update('congress-legislators', await file('congress-2.json', members.slice(1)), '2026-06-08'))
      .text,
  ).toMatch(/ 1 ended/)
  expect(await room.read(token, 'people')).toBeUndefined()
})

test('Wikidata by query: joins other registers, closes what was dissolved, and takes no number, person or unknown value', async () => {
  const name = 'wikidata-companies'
  expect((await add('sec-tickers', join(shippedFolder, 'sec-tickers', 'sample.json'))).code).toBe(0)
  const { text } = await add(name, join(shippedFolder, name, 'sample.json'))
  expect(text).toMatch(/11 rows: \d+ created, .* 2 left out/)
  const apple = await room.read('ext:wikidata/Q312')
  expect(apple?.sources).toEqual(['sec-tickers', name])
  expect(apple?.id).toBe((await room.read('ext:cik/0000320193'))?.id)
  expect(apple?.members).toMatchObject({
    external_ids: { lei: 'HWUPKR0MPOU8FGXBT394', wikidata: 'Q312' },
    domains: ['apple.com'],
    employee_count_consensus: { gte: 161_000, lte: 161_000 },
    founded_on_consensus: '1976-04-01',
    location_consensus: { country_code: 'USA', city: 'Cupertino' },
  })
  expect((await room.read('ext:wikidata/Q900000011'))?.members).toMatchObject({
    preferred_name: 'Beispielwerke Aktiengesellschaft',
    status_consensus: 'closed',
    founded_on_consensus: '1950-03',
    pnet_slugs: ['beispielwerke'],
    domains: [],
  })
  expect((await room.read('ext:wikidata/Q900000013'))?.members).toMatchObject({
    preferred_name: "Société d'exemple",
    location_consensus: { country_code: 'BEL' },
  })
  expect((await room.read('ext:ror/01ggx4157'))?.members).toMatchObject({ preferred_name: 'CERN' })
  for (const id of ['Q900000012', 'Q900000014']) expect(await room.read(`ext:wikidata/${id}`)).toBeUndefined()
  await room.data('remove', name, '--yes')
  expect((await room.read('ext:cik/0000320193'))?.sources).toEqual(['sec-tickers'])
  await room.data('remove', 'sec-tickers', '--yes')
})
