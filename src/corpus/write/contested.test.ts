import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { recordStore } from '../record-store/index.ts'
import { readByIds } from '../record-store/read-records.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { doubtfulScore, openIdentity, openWriter, type CorpusWriter, type Identity } from './index.ts'

let writer: CorpusWriter
let identity: Identity
let db: Postgres

beforeAll(async () => {
  const [database, engine] = await Promise.all([testDatabase(), testEngine()])
  db = database
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
})

type Kind = 'companies' | 'people'

const write = (kind: Kind, records: object[], { day = '2026-01-10', source = 'list', from = 1 } = {}) =>
  writer.write(
    kind,
    records.map((record, at) => ({ line: from + at, record })),
    { source, observedAt: new Date(`${day}T00:00:00Z`) },
  )

/** Entities that carry an identifier now. */
async function carriers(kind: Kind, token: string): Promise<string[]> {
  const found = await Promise.all(
    (await identity.find(kind, token)).map(async (id) => {
      const { identifiers } = await identity.explain(kind, id)
      return identifiers.some((each) => each.token === token) ? [id] : []
    }),
  )
  return found.flat()
}

const person = (name: string, record: string, more: object = {}) => {
  const email = `${name.toLowerCase().replace(' ', '.')}@${record}.example`
  return { name, external_ids: { crm: record }, emails: [{ email }], ...more }
}

describe('an identifier that rows of other names carry in one file', () => {
  test('decides nothing, and the import says which, how many and where', async () => {
    const rows = [
      person('Alma Berge', 'ab'),
      person('Bo Dahl', 'ab'),
      person('Ciri Dorn', 'ab'),
      person('Dag Elster', 'de'),
    ]
    const outcome = await write('people', rows)
    expect(outcome).toMatchObject({ created: 4, rejected: [] })
    expect(outcome.contested).toEqual([{ token: 'ext:crm/ab', lines: [1, 2, 3], rows: 3 }])
    expect(await carriers('people', 'ext:crm/ab')).toEqual([])
    expect(await carriers('people', 'ext:crm/de')).toHaveLength(1)
    expect(await write('people', rows)).toMatchObject({ created: 0, changed: 0, unchanged: 4 })
  })

  test.each([
    ['people', [person('Eva Falk', 'p2'), person('Finn Gade', 'p2'), person('Gro Hald', 'p2')], 'ext:crm/p2'],
    [
      'companies',
      ['Ulmenhof', 'Brightwater', 'Cervo'].map((name) => ({
        preferred_name: name,
        external_ids: { crm: 'c2' },
        domains: [`${name.toLowerCase()}.example`],
      })),
      'ext:crm/c2',
    ],
    [
      'companies',
      ['Nordlicht', 'Sasquatch', 'Tapir'].map((name) => ({
        preferred_name: name,
        pnet_primary_slug: 'unclaimed-page',
        domains: [`${name.toLowerCase()}.example`],
      })),
      'slug:unclaimed-page',
    ],
  ] as const)('is left out of %s however the file is cut into batches', async (kind, rows, token) => {
    const lines: number[] = []
    for (const [at, row] of rows.entries()) {
      const outcome = await write(kind, [row], { from: at + 1 })
      expect(outcome.created).toBe(1)
      for (const each of outcome.contested ?? []) lines.push(...each.lines)
    }
    expect(lines).toEqual([2, 3])
    expect(await carriers(kind, token)).toEqual([])
  })

  test('a row that has nothing else is rejected, with the reason', async () => {
    const rows = ['Hal Ibsen', 'Iben Juul'].map((name) => ({ name, external_ids: { crm: 'none-else' } }))
    const { rejected, created } = await write('people', rows)
    expect(created).toBe(0)
    expect(rejected.map(({ line }) => line)).toEqual([1, 2])
    expect(rejected[0]?.reason).toMatch(/ext:crm\/none-else/)
  })
})

describe('an identifier that a later file of the source gives to somebody else', () => {
  const firm = (name: string, record: string, more: object = {}) => ({
    preferred_name: name,
    external_ids: { crm: record },
    domains: [`${name.toLowerCase().replaceAll(' ', '-')}.example`],
    ...more,
  })

  test.each([
    [
      'people',
      person('Ola Moen', 's2'),
      person('Turid Vang', 's2', { emails: [{ email: 'turid@vang.example' }] }),
      'ext:crm/s2',
    ],
  ] as const)(
    'stays the first one’s, in whatever order, and the import of %s says so',
    async (kind, one, other, token) => {
      await write(kind, [one])
      const owners = await carriers(kind, token)
      expect(owners).toHaveLength(1)
      const outcome = await write(kind, [other], { day: '2026-02-10', from: 7 })
      expect(outcome).toMatchObject({ created: 1, changed: 0 })
      expect(outcome.contested).toEqual([{ token, lines: [7], rows: 1, record: owners[0] }])
      expect(await carriers(kind, token)).toEqual(owners)
      // Again, and the first file again: the same.
      expect(await write(kind, [other], { day: '2026-02-10', from: 7 })).toMatchObject({
        created: 0,
        changed: 0,
      })
      expect(await write(kind, [one], { day: '2026-03-10' })).toMatchObject({ created: 0 })
      expect(await carriers(kind, token)).toEqual(owners)
    },
  )

  test.each([
    [
      'a firm with another name, domain and town',
      'companies',
      firm('Osprey', 'r6', { location_consensus: { city: 'Leeds', country_code: 'GBR' } }),
      firm('Plover', 'r6', { location_consensus: { city: 'Jena', country_code: 'DEU' } }),
    ],
    [
      'a firm that is renamed',
      'companies',
      firm('Sedge', 'r1'),
      firm('Rowan', 'r1', { domains: ['sedge.example'] }),
    ],
    [
      'a firm of which nothing else is known',
      'companies',
      firm('Heron', 'r2'),
      { preferred_name: 'Kestrel', external_ids: { crm: 'r2' } },
    ],
    [
      'a firm at the same street',
      'companies',
      firm('Alder', 'r3', {
        location_consensus: { street_address: '12 Mill Lane', city: 'Leeds', country_code: 'GBR' },
      }),
      firm('Birch', 'r3', {
        location_consensus: { street_address: '12 Mill Lane', city: 'Leeds', country_code: 'GBR' },
      }),
    ],
    [
      'somebody with another surname',
      'people',
      person('Nina Aas', 'r4'),
      person('Nina Dale', 'r4', { emails: [{ email: 'nina@dale.example' }] }),
    ],
    [
      'somebody without an address',
      'people',
      person('Per Aune', 'r5'),
      { name: 'Siv Berg', external_ids: { crm: 'r5' } },
    ],
  ] as const)('%s keeps it', async (_, kind, one, other) => {
    await write(kind, [one])
    const outcome = await write(kind, [other], { day: '2026-02-10' })
    expect(outcome).toMatchObject({ created: 0, changed: 1 })
    expect(outcome.contested).toBeUndefined()
  })
})

describe('the list of what an operator should look at', () => {
  test('has people whom one id of a source was given to, and who stay two', async () => {
    await write('people', [person('Siv Holt', 'u1')])
    await write('people', [person('Rune Vik', 'u1', { emails: [{ email: 'rune@vik.example' }] })], {
      day: '2026-02-10',
    })
    const pairs = await identity.possible('people', { least: 0.8, most: 1_000 })
    expect(pairs.filter(({ evidence }) => evidence.some((text) => text.startsWith('ext:crm/u1')))).toEqual([
      {
        ids: [expect.any(String), expect.any(String)],
        score: 0.95,
        evidence: ['ext:crm/u1: given to both by one source', 'name and contacts: nothing is the same'],
        isConvincing: false,
      },
    ])
    // The other one may be removed later, and must not live on in this record.
    const [[, later] = []] = pairs
      .filter(({ evidence }) => evidence.some((text) => text.startsWith('ext:crm/u1')))
      .map(({ ids }) => ids)
    const stored = await readByIds(recordStore(db), 'people', {
      ids: [String(later)],
      asOf: 1_000_000,
      sealed: true,
    })
    expect(JSON.stringify(stored)).toContain('apart')
    expect(JSON.stringify(stored)).not.toContain('ext:crm/u1')
  })

  test('has a join of firms by one id while all else differs, which can be undone', async () => {
    const firm = (name: string, more: object = {}) => ({
      preferred_name: name,
      external_ids: { crm: 'u2' },
      domains: [`${name.toLowerCase()}.example`],
      ...more,
    })
    expect(await write('companies', [firm('Grebe')])).toMatchObject({ created: 1 })
    expect(await write('companies', [firm('Dunlin')], { day: '2026-02-10' })).toMatchObject({ created: 0 })
    const doubtful = async () =>
      (await identity.leastSure('companies', 1_000)).filter(
        ({ evidence }) => evidence[0] === 'ext:crm/u2: the same',
      )
    const [merge, ...others] = await doubtful()
    expect(others).toEqual([])
    expect(merge).toMatchObject({
      mergedId: null,
      score: doubtfulScore,
      evidence: ['ext:crm/u2: the same', 'name: another', 'domain: another', 'nothing else is the same'],
    })
    // The same name, or the same site, is no doubt; nor is the same row once more.
    await write('companies', [firm('Dunlin')], { day: '2026-03-10' })
    await write('companies', [firm('Curlew', { domains: ['dunlin.example'] })], { day: '2026-04-10' })
    expect(await doubtful()).toHaveLength(1)
    const { kept, restored } = await identity.split(merge?.id ?? '', { actor: 'operator:test' })
    expect(kept).not.toBe(restored)
    expect(await doubtful()).toEqual([])
  })
})

describe('what is no contradiction', () => {
  test.each([
    ['the same row again', [person('Jens Krag', 'k1'), person('Jens Krag', 'k1')]],
    ['a nickname', [person('Elizabeth Moe', 'k2'), person('Liz Moe', 'k2')]],
    [
      'another surname at the same address',
      [
        person('Kari Lund', 'k3', { emails: [{ email: 'kari@k3.example' }] }),
        person('Kari Nygaard', 'k3', { emails: [{ email: 'kari@k3.example' }] }),
      ],
    ],
  ])('%s', async (_, rows) => {
    const outcome = await write('people', rows)
    expect(outcome).toMatchObject({ created: 1 })
    expect(outcome.contested).toBeUndefined()
  })

  test('another name on another day', async () => {
    const company = (name: string) => ({ preferred_name: name, external_ids: { crm: 'renamed' } })
    expect(await write('companies', [company('Quillon')])).toMatchObject({ created: 1 })
    expect(await write('companies', [company('Verrano')], { day: '2026-02-01' })).toMatchObject({
      created: 0,
      changed: 1,
    })
    const dated = (name: string, observed_at: string) => ({
      ...company(name),
      external_ids: { crm: 'dated' },
      observed_at,
    })
    expect(
      await write('companies', [dated('Quillon', '2025-01-01'), dated('Verrano', '2026-01-01')]),
    ).toMatchObject({
      created: 1,
    })
  })

  test('another name in the same house, or on the same domain', async () => {
    const at = (name: string, id: string, more: object) => ({
      preferred_name: name,
      external_ids: { crm: id },
      ...more,
    })
    const house = { location_consensus: { street_address: '3 Elm Road', city: 'Leeds', country_code: 'GBR' } }
    expect(await write('companies', [at('Osprey', 'h1', house), at('Wagtail', 'h1', house)])).toMatchObject({
      created: 1,
    })
    const site = { domains: ['osprey-h2.example'] }
    expect(await write('companies', [at('Osprey', 'h2', site), at('Wagtail', 'h2', site)])).toMatchObject({
      created: 1,
    })
  })
})

test('several companies that one file puts on one domain stay several', async () => {
  const rows = ['Falkenried', 'Obelisk', 'Pemberton'].map((preferred_name) => ({
    preferred_name,
    domains: ['one-for-all.example'],
  }))
  expect(await write('companies', rows)).toMatchObject({ created: 3 })
})
