import { beforeAll, describe, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { NativeCompany } from '../../../../src/corpus/records/index.ts'
import type { FoundRecord } from '../../../../src/corpus/lookup/lookup-request.ts'

let service: TestAlmanac
const write = (records: readonly NativeCompany[], observedAt: string) =>
  service.almanac.writer.write(
    'companies',
    records.map((record, at) => ({ line: at + 1, record })),
    { source: 'test', observedAt: new Date(observedAt) },
  )
const company = (org: string, staff: number, more: Partial<NativeCompany> = {}): NativeCompany => ({
  li_org_id: org,
  preferred_name: 'Acme',
  domains: ['acme.example'],
  employee_count_consensus: { gte: staff, lte: staff },
  ...more,
})
const lookup = async (tokens: string[], perToken = 10): Promise<FoundRecord[]> =>
  service.almanac.search.lookup('companies', {
    tokens,
    perToken,
    snapshot: await service.almanac.snapshots.newest('companies'),
  })
const orgsOf = (found: readonly FoundRecord[]) =>
  found.map(({ body }) => JSON.parse(body).li_org_id as string)

beforeAll(async () => {
  service = await testAlmanac()
  await write([company('1', 10), company('2', 1000), company('3', 100)], '2026-01-01')
})

describe('lookup', () => {
  test('answers in rank order, with every token that found a record', async () => {
    const found = await lookup(['dom:acme.example', 'org:3', 'org:404'])
    expect(orgsOf(found)).toEqual(['2', '3', '1'])
    expect(found.map(({ tokens }) => tokens.toSorted())).toEqual([
      ['dom:acme.example'],
      ['dom:acme.example', 'org:3'],
      ['dom:acme.example'],
    ])
  })

  test('takes the most prominent records of each token', async () => {
    expect(orgsOf(await lookup(['dom:acme.example', 'org:1'], 1))).toEqual(['2', '1'])
  })

  test('finds nothing for unknown tokens, for none, and for what only looks like SQL', async () => {
    expect(await lookup([])).toEqual([])
    expect(await lookup(['org:404', "dom:') OR 1=1 --", 'dom:\\'])).toEqual([])
  })

  test('answers one token alone as it does among others, the first time and again', async () => {
    for (const token of ['dom:acme.example', 'org:3', 'org:404', "dom:') OR 1=1 --", 'dom:\\'])
      for (const perToken of [1, 2, 10]) {
        const alone = [await lookup([token], perToken), await lookup([token], perToken)]
        const among = (await lookup([token, 'org:405'], perToken)).filter(({ tokens }) =>
          tokens.includes(token),
        )
        expect(alone).toEqual([among, among])
      }
  })

  test('finds after a commit what nobody carried when it was asked for before', async () => {
    expect(await lookup(['org:405', 'org:1'], 1)).toHaveLength(1)
    await write([company('405', 1, { domains: ['late.example'] })], '2026-01-02')
    expect(orgsOf(await lookup(['org:405'], 1))).toEqual(['405'])
  })

  test('shows the newest version only, and what it was in an earlier snapshot', async () => {
    const before = await service.almanac.snapshots.newest('companies')
    // Fifteen versions of the most prominent company; with one a token asked for, all older ones must be passed over.
    for (let day = 10; day < 25; day++)
      await write([company('2', 1000, { li_headline: `v${day}` })], `2026-01-${day}`)
    const [newest, ...others] = await lookup(['org:2'], 1)
    expect(others).toEqual([])
    expect(JSON.parse(newest?.body ?? '{}').li_headline).toBe('v24')
    expect(orgsOf(await lookup(['dom:acme.example'], 3))).toEqual(['2', '3', '1'])
    const snapshot = await service.almanac.snapshots.at('companies', before.number)
    const [old] = await service.almanac.search.lookup('companies', {
      tokens: ['org:2'],
      perToken: 1,
      snapshot: snapshot ?? before,
    })
    expect(JSON.parse(old?.body ?? '{}').li_headline).toBeNull()
  })
})

describe('lookupIds', () => {
  const byIds = async (ids: string[], sealed = false) =>
    service.almanac.search.lookupIds('companies', {
      ids,
      sealed,
      snapshot: await service.almanac.snapshots.newest('companies'),
    })

  test('answers the newest version of each entity, in rank order, and what is sealed only when asked', async () => {
    const all = await lookup(['dom:acme.example'])
    const ids = all.map(({ id }) => id).toReversed()
    const found = await byIds([...ids, ...ids])
    expect(found).toEqual(all.map((record) => ({ ...record, tokens: [] })))
    expect(found.every(({ sealed }) => sealed === '')).toBe(true)
    const [first] = await byIds(ids.slice(0, 1), true)
    expect(JSON.parse(first?.sealed ?? '{}').provenance[0].source).toBe('test')
  })

  test('leaves out what there is not', async () => {
    expect(await byIds(['18446744073709551615'])).toEqual([])
    expect(await byIds([])).toEqual([])
  })
})
