import { beforeEach, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { openIdentity, type Identity } from './index.ts'

let service: TestAlmanac
let identity: Identity
let key: string

beforeEach(async () => {
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

describe('a line that carries identifiers of two records', () => {
  const registry = {
    preferred_name: 'Kettlewerk Holding GmbH',
    external_ids: { lei: '5299KW' },
    location_consensus: { city: 'Bonn', country_code: 'DEU' },
  }
  const site = { preferred_name: 'Kettlewerk', domains: ['kettlewerk.example'] }
  const bridge = { ...site, external_ids: { wikidata: 'Q771', lei: '5299KW' } }
  const item = {
    preferred_name: 'Kettlewerk',
    external_ids: { wikidata: 'Q771' },
    short_description: 'maker of kettles',
  }
  const files = { registry, site, bridge, item }

  test.each(permutations(Object.keys(files)).map((order) => [order.join(', ')]))(
    'makes them one, in the order %s',
    async (order) => {
      for (const [at, name] of order.split(', ').entries())
        await write('companies', [files[name as keyof typeof files]], { source: name, day: `2026-01-1${at}` })
      const found = await byDomain('kettlewerk.example')
      expect(found).toMatchObject([
        {
          short_description: 'maker of kettles',
          external_ids: { lei: '5299KW', wikidata: 'Q771' },
          location_consensus: { city: 'Bonn' },
        },
      ])
    },
  )

  test('the join is logged with its evidence, and undone it stays undone', async () => {
    await write('companies', [registry], { source: 'registry' })
    await write('companies', [site], { source: 'site' })
    expect(await write('companies', [bridge], { source: 'wiki', day: '2026-02-01' })).toMatchObject({
      joined: 1,
    })
    const [id] = (await identity.find('companies', 'dom:kettlewerk.example')) as [string]
    const { merges } = await identity.explain('companies', id)
    expect(merges).toMatchObject([
      { actor: 'import:wiki', mergedId: expect.any(String), evidence: expect.any(Array), undoneCommit: null },
    ])
    await identity.split(merges[0]?.id as string, { actor: 'test' })
    const again = await write('companies', [bridge], { source: 'wiki', day: '2026-03-01' })
    expect(again).toMatchObject({ created: 0 })
    expect(again.joined).toBeUndefined()
    expect(again.unjoined).toMatchObject([{ line: 1, reason: 'they were split by hand' }])
    const [registered] = await identity.find('companies', 'ext:lei/5299KW')
    const [named] = await identity.find('companies', 'dom:kettlewerk.example')
    expect((await identity.explain('companies', registered as string)).version).toBeDefined()
    expect(new Set([registered, named]).size).toBeGreaterThan(0)
  })

  test('joins three, and what refers to them follows', async () => {
    await write('companies', [registry, item], { source: 'registry' })
    await write('companies', [site], { source: 'site' })
    const posting = (at: number, company: object) => ({ job_id: String(at), title: 'Welder', company })
    const written = await service.almanac.writer.write(
      'postings',
      [posting(1, { domain: 'kettlewerk.example' })].map((record, at) => ({ line: at + 1, record })),
      { source: 'jobs', observedAt: new Date('2026-01-12T00:00:00Z') },
    )
    expect(written.rejected).toEqual([])
    expect(await write('companies', [bridge], { source: 'wiki' })).toMatchObject({ changed: 1, joined: 2 })
    await service.almanac.writer.settle()
    expect(await byDomain('kettlewerk.example')).toHaveLength(1)
  })

  test('does not join records with two ids of one sort, and says so', async () => {
    const [one, other] = [
      { preferred_name: 'Alba Foods', external_ids: { lei: 'A1', wikidata: 'Q1' } },
      { preferred_name: 'Alba Foods', external_ids: { lei: 'A2' }, domains: ['alba.example'] },
    ]
    await write('companies', [one, other], { source: 'registry' })
    const line = { preferred_name: 'Alba Foods', external_ids: { wikidata: 'Q1' }, domains: ['alba.example'] }
    const outcome = await write('companies', [line], { source: 'wiki' })
    expect(outcome).toMatchObject({
      created: 0,
      changed: 1,
      unjoined: [{ line: 1, reason: 'ext:lei/A1 and ext:lei/A2' }],
    })
  })

  test('does not join people whose names have nothing in common', async () => {
    await write('people', [{ primary_slug: 'ada-berg', name: 'Ada Berg' }], { source: 'network' })
    await write('people', [{ external_ids: { crm: '9' }, name: 'Wei Chen' }], { source: 'crm' })
    const outcome = await write('people', [
      { primary_slug: 'ada-berg', name: 'Ada Berg', external_ids: { crm: '9' } },
    ])
    expect(outcome).toMatchObject({ created: 0, changed: 1 })
    expect(outcome.unjoined).toMatchObject([{ line: 1, reason: 'name: Ada Berg and Wei Chen differ' }])
  })
})
