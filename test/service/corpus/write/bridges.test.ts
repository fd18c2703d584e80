import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { identifiedBy } from '../../../../src/corpus/search/index.ts'
import { entityLookups } from '../../../../src/corpus/search-index/index.ts'
import { openIdentity, openSubjects, type Identity } from '../../../../src/corpus/write/index.ts'

let service: TestAlmanac
let identity: Identity
let key: string

beforeAll(async () => {
  service = await testAlmanac()
  const { snapshots } = service.almanac
  identity = openIdentity({ db: service.db, engine: service.engine }, () => snapshots.refresh())
  key = (await service.org()).rawKey
})

type Kind = 'companies' | 'people'

const write = (kind: Kind, records: object[], { day = '2026-01-10', source = 'test' } = {}) =>
  service.almanac.writer.write(
    kind,
    records.map((record, at) => ({ line: at + 1, record })),
    { source, observedAt: new Date(`${day}T00:00:00Z`) },
  )

const byDomain = async (value: string) => {
  const body = { companyDomain: { value } }
  return (await service.send('POST /v1/kitchen-sink/company', { key, body })).body.output.data
}

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, at) =>
        permutations(all.filter((_, place) => place !== at)).map((rest) => [one, ...rest]),
      )

let made = 0
/** What registers say of one company, each its part; another company each time. */
function kettleWorks() {
  const number = ++made
  const name = `Kettlewerk ${'abcdefghijklmnopqrstuvwxyz'[number % 26]}${number}`
  const [trade, hub, domain] = [`5299KW${number}`, `Q771${number}`, `kettlewerk-${number}.example`]
  const site = { preferred_name: name, domains: [domain] }
  return {
    domain,
    trade,
    files: {
      registry: {
        preferred_name: `${name} Holding GmbH`,
        external_ids: { trade },
        location_consensus: { city: 'Bonn', country_code: 'DEU' },
      },
      site,
      bridge: { ...site, external_ids: { hub, trade } },
      item: { preferred_name: name, external_ids: { hub }, short_description: 'maker of kettles' },
    },
  }
}

describe('a line that carries identifiers of two records', () => {
  test('makes them one in every order of files', async () => {
    for (const order of permutations(['registry', 'site', 'bridge', 'item'] as const)) {
      const { domain, files } = kettleWorks()
      for (const [at, name] of order.entries())
        await write('companies', [files[name]], { source: name, day: `2026-01-1${at}` })
      const found = await byDomain(domain)
      expect(found, order.join(', ')).toHaveLength(1)
      expect(found[0]).toMatchObject({
        short_description: 'maker of kettles',
        external_ids: files.bridge.external_ids,
        location_consensus: { city: 'Bonn' },
      })
    }
  })

  test('makes them one within a batch, wherever it stands', async () => {
    for (const order of permutations(['registry', 'site', 'bridge', 'item'] as const)) {
      const { domain, files } = kettleWorks()
      const outcome = await write(
        'companies',
        order.map((name) => files[name]),
      )
      expect(outcome).toMatchObject({ created: 1, changed: 0, rejected: [] })
      expect(await byDomain(domain), order.join(', ')).toHaveLength(1)
    }
  })

  test('the join is logged with its evidence, and undone it stays undone', async () => {
    const { domain, trade, files } = kettleWorks()
    await write('companies', [files.registry], { source: 'registry' })
    await write('companies', [files.site], { source: 'site' })
    const joined = await write('companies', [files.bridge], { source: 'wiki', day: '2026-02-01' })
    expect(joined).toMatchObject({ created: 0, changed: 1, joined: 1 })
    const [id] = (await identity.find('companies', `dom:${domain}`)) as [string]
    const { merges } = await identity.explain('companies', id)
    expect(merges).toMatchObject([{ actor: 'import:wiki', undoneCommit: null }])
    expect(merges[0]?.mergedId).not.toBeNull()
    expect(merges[0]?.evidence[0]).toMatch(/: the same$/)
    const { kept, restored } = await identity.split(merges[0]?.id as string, { actor: 'test' })
    const again = await write('companies', [files.bridge], { source: 'wiki', day: '2026-03-01' })
    expect(again).toMatchObject({ created: 0, unjoined: [{ line: 1, reason: 'they were split by hand' }] })
    expect(again.joined).toBeUndefined()
    for (const each of [kept, restored])
      expect((await identity.explain('companies', each)).version, each).toBeDefined()
    expect(await identity.find('companies', `ext:trade/${trade}`)).toContain(kept)
  })

  test('joins three, and what refers to them follows', async () => {
    const { domain, files } = kettleWorks()
    await write('companies', [files.registry, files.item], { source: 'registry' })
    await write('companies', [files.site], { source: 'site' })
    const posting = { job_id: '1', title: 'Welder', company: { domain } }
    await service.almanac.writer.write('postings', [{ line: 1, record: posting }], {
      source: 'jobs',
      observedAt: new Date('2026-01-12T00:00:00Z'),
    })
    expect(await write('companies', [files.bridge], { source: 'wiki' })).toMatchObject({ joined: 2 })
    await service.almanac.writer.settle()
    const [company] = await byDomain(domain)
    expect(company).toMatchObject({ short_description: 'maker of kettles' })
    const [id] = (await identity.find('companies', `dom:${domain}`)) as [string]
    expect(await belonging(id)).toBe(1)
  })

  test('loaded again it changes nothing', async () => {
    const { files } = kettleWorks()
    const loaded = Object.entries(files).map(([name, line], at) => ({
      line,
      from: { source: name, day: `2026-01-1${at}` },
    }))
    for (const { line, from } of loaded) await write('companies', [line], from)
    for (const { line, from } of loaded)
      expect(await write('companies', [line], from), from.source).toMatchObject({
        created: 0,
        changed: 0,
        unchanged: 1,
      })
  })

  test('does not join records with two ids of one sort, and says so', async () => {
    const [one, other] = [
      { preferred_name: 'Alba Foods', external_ids: { trade: 'A1', hub: 'QA1' } },
      { preferred_name: 'Alba Foods', external_ids: { trade: 'A2', desk: 'ALB' } },
    ]
    await write('companies', [one, other], { source: 'registry' })
    const line = { preferred_name: 'Alba Foods', external_ids: { hub: 'QA1', desk: 'ALB' } }
    const outcome = await write('companies', [line], { source: 'wiki' })
    expect(outcome).toMatchObject({ created: 0, changed: 1 })
    expect(outcome.unjoined).toMatchObject([{ line: 1, reason: 'ext:trade/A1 and ext:trade/A2' }])
    const possible = await identity.possible('companies', { least: 0.8, most: 10 })
    expect(possible).toMatchObject([
      {
        ids: outcome.unjoined?.[0]?.ids.toSorted(),
        evidence: [expect.any(String), 'ext:trade/A1 and ext:trade/A2'],
      },
    ])
  })

  test('does not join people whose names have nothing in common', async () => {
    await write('people', [{ primary_slug: 'ada-berg', name: 'Ada Berg' }], { source: 'network' })
    await write('people', [{ external_ids: { crm: '9' }, name: 'Wei Chen' }], { source: 'crm' })
    const line = { primary_slug: 'ada-berg', name: 'Ada Berg', external_ids: { crm: '9' } }
    const outcome = await write('people', [line])
    expect(outcome).toMatchObject({ created: 0, changed: 1 })
    expect(outcome.unjoined).toMatchObject([{ line: 1, reason: 'name: Ada Berg and Wei Chen differ' }])
  })

  test('joins people, one of whom has no page, and leaves no slug of our making', async () => {
    await write('people', [{ primary_slug: 'ines-roth', name: 'Ines Roth' }], { source: 'network' })
    await write('people', [{ name: 'Ines Roth', external_ids: { crm: '77' } }], { source: 'crm' })
    const line = { primary_slug: 'ines-roth', external_ids: { crm: '77' }, name: 'Ines Roth' }
    expect(await write('people', [line], { source: 'list' })).toMatchObject({ joined: 1, changed: 1 })
    const people = [{ identifier: 'pnetSlug', value: 'ines-roth' }]
    const { output } = (await service.send('POST /v1/person-resolve', { key, body: { people } })).body
    expect(output.data[0].person).toMatchObject({ primary_slug: 'ines-roth', slugs: ['ines-roth'] })
  })
})

test('of a person who is erased nothing stays of the records that were joined', async () => {
  const former = { name: 'Oda Vinter', external_ids: { crm: 'oda' }, headline: 'Tutor' }
  await write('people', [{ primary_slug: 'oda-vinter', name: 'Oda Vinter' }], { source: 'network' })
  await write('people', [former], { source: 'crm' })
  await write('people', [{ ...former, headline: 'Rector' }], { source: 'crm', day: '2026-02-01' })
  const [gone] = (await identity.find('people', 'ext:crm/oda')) as [string]
  const line = { primary_slug: 'oda-vinter', name: 'Oda Vinter', external_ids: { crm: 'oda' } }
  expect(await write('people', [line], { source: 'list', day: '2026-03-01' })).toMatchObject({ joined: 1 })
  const historyOf = () =>
    service.db.query(sql`SELECT observed_at FROM corpus_snapshots_people WHERE id = ${gone}::bigint`)
  expect(await historyOf()).not.toEqual([])
  await openSubjects({ db: service.db, engine: service.engine }).erase(['slug:oda-vinter'])
  expect(await historyOf()).toEqual([])
  expect(await identity.explain('people', gone)).toMatchObject({ version: undefined, merges: [] })
})

/** Postings of a company. */
async function belonging(id: string): Promise<number> {
  const { search, snapshots } = service.almanac
  return search.count('postings', {
    condition: identifiedBy('postings', entityLookups('cid', [id])),
    snapshot: await snapshots.newest('postings'),
  })
}
