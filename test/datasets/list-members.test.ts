import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'

// What sources say of entries of lists: whichever comes first, the removal of a set leaves the entries that the others say.

let room: DataRoom
/** The same without the set that is removed. */
let others: DataRoom
beforeAll(async () => {
  room = await openDataRoom()
  others = await openDataRoom()
})

const sources = ['first', 'second', 'crm'] as const
type Source = (typeof sources)[number]
const days: Record<Source, string> = { first: '2026-02-01', second: '2026-03-01', crm: '2026-02-15' }
const orders = sources.flatMap((one) =>
  sources.flatMap((two) =>
    sources.filter((three) => new Set([one, two, three]).size === 3).map((three) => [one, two, three]),
  ),
)

interface Row {
  lei: string
  name: string
  names: string[]
  sites: string[]
  ids: Record<string, string>
  page: string | undefined
  org: string | undefined
}

const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 0 })
const words = fc.record({
  name: fc.constantFrom('Alder Works', 'Alder Works Group', 'Alder Works Holding'),
  names: some(['Alder Works', 'Alder Works Group', 'Alder']),
  sites: some(['one', 'two', 'three']),
  ids: some(['cik', 'ticker', 'brreg']),
  hasPage: fc.boolean(),
  hasOrg: fc.boolean(),
})
const company = fc.record({ first: words, second: words, crm: words })
const perOrder = 12

const orgs = new Map<string, string>()
/** A number of its own for each company. */
function orgOf(key: string): string {
  const org = orgs.get(key) ?? String(70_000 + orgs.size)
  orgs.set(key, org)
  return org
}

const rowOf = (what: typeof words extends fc.Arbitrary<infer V> ? V : never, key: string): Row => ({
  lei: `LEI${key}`,
  name: what.name,
  names: what.names,
  sites: what.sites.map((site) => `${site}-${key}.example`),
  ids: Object.fromEntries(what.ids.map((register) => [`of-${register}`, `${register}-${key}`])),
  page: what.hasPage ? `page-${key.toLowerCase()}` : undefined,
  org: what.hasOrg ? orgOf(key) : undefined,
})

const record = {
  preferred_name: 'name',
  names: 'names',
  domains: 'sites',
  pnet_primary_slug: 'page',
  li_org_id: 'org',
  external_ids: {
    object: {
      'of-lei': 'lei',
      'of-cik': 'ids.of-cik',
      'of-ticker': 'ids.of-ticker',
      'of-brreg': 'ids.of-brreg',
    },
  },
}

async function speak(to: DataRoom, source: Source, rows: readonly Row[]): Promise<void> {
  if (source === 'crm') {
    const items = rows.map(({ lei, name, names, sites, ids, page, org }, index) => ({
      line: index + 1,
      record: {
        preferred_name: name,
        names,
        domains: sites,
        pnet_primary_slug: page,
        li_org_id: org,
        external_ids: { 'of-lei': lei, ...ids },
      },
    }))
    await to.writer.write('companies', items, { source, observedAt: new Date(days.crm) })
    return
  }
  const folder = await to.register({ name: source, record, entry: { where: undefined } })
  const file = await to.file(`${source}.jsonl`, jsonLines(rows))
  const line = ['--yes', '--accept', '--from', file, '--as-of', days[source]]
  const { text } = await to.data('add', folder, ...line)
  // Whether a row makes a record or changes one depends on the order; none is rejected, refused or left out.
  const [, created, changed] = /^(\d+) created, (\d+) changed$/.exec(
    text.split(`\n${source}: ${rows.length} rows: `)[1] ?? text,
  ) ?? [text]
  expect(Number(created) + Number(changed)).toBe(rows.length)
}

const listValues = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [value]

const listsOf = async (from: DataRoom, key: string) => {
  const members = (await from.read(`ext:of-lei/LEI${key}`))?.members
  const names = ['names', 'domains', 'external_ids', 'pnet_primary_slug', 'li_org_id'] as const
  return Object.fromEntries(
    names.map((name) => {
      const value = members?.[name] ?? []
      return [name, (Array.isArray(value) ? value : listValues(value)).toSorted()]
    }),
  )
}

test.each(
  orders.flatMap((order) =>
    (['first', 'second'] as const).map((gone) => [order.join(', '), gone, order] as const),
  ),
)('%s, without %s: lists are what the others say', async (title, gone, order) => {
  const tag = `${title.replaceAll(', ', '')}${gone}`
  const companies = fc.sample(company, { seed: 33, numRuns: perOrder })
  const keyOf = (index: number) => `${tag}${index}`
  for (const source of order) {
    const rows = companies.map((each, index) => rowOf(each[source], keyOf(index)))
    await speak(room, source, rows)
    if (source !== gone) await speak(others, source, rows)
  }
  expect((await room.data('remove', gone, '--yes')).code).toBe(0)
  for (const [index, each] of companies.entries()) {
    const key = keyOf(index)
    expect([each, await listsOf(room, key)]).toEqual([each, await listsOf(others, key)])
  }
  for (const name of ['first', 'second'].filter((each) => each !== gone)) {
    await room.data('remove', name, '--yes')
    await others.data('remove', name, '--yes')
  }
})

test('what a set says under a domain alone goes, though nothing of the record is from it', async () => {
  const [key, site] = ['bydomain', 'by-domain.example']
  const entry = { preferred_name: 'By Domain Works', names: ['By Domain Works'], domains: [site] }
  await room.write('crm', { ...entry, external_ids: { 'of-crm': key } }, days.crm)
  const place = await room.register({
    name: 'weak',
    record: { preferred_name: 'name', domains: 'sites' },
    entry: { where: undefined },
  })
  const row = { name: 'By Domain Works', sites: [site, 'old-by-domain.example'] }
  const file = await room.file('weak.jsonl', jsonLines([row]))
  await room.data('add', place, '--yes', '--accept', '--from', file, '--as-of', days.first)
  const before = await room.read(`ext:of-crm/${key}`)
  expect(before?.members['domains']).toHaveLength(2)
  expect(before?.sources).toEqual(['crm'])
  expect((await room.data('remove', 'weak', '--yes')).code).toBe(0)
  expect((await room.read(`ext:of-crm/${key}`))?.members['domains']).toEqual([site])
})
