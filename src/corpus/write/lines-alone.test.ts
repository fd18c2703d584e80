import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { runs } from '../../../test/support/long.ts'
import { kinds } from '../kinds/index.ts'
import { linesHere } from './batch-lines.ts'
import { openWriter, type CorpusWriter, type IngestItem } from './index.ts'
import type { WriterStores } from './ingest.ts'
import { planBatch } from './plan.ts'
import { freshRecord } from './read-line.ts'

let stores: WriterStores
let writer: CorpusWriter

beforeAll(async () => {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  stores = { db, engine, onlyReader: { refresh: async () => {} } }
  writer = openWriter(stores)
})

const kind = kinds.companies

const rarely = (value: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })

/** A row of a register: most say a name and a number of their own, and some share one of a few details. */
const row = fc.record({
  name: fc.nat(40),
  form: fc.constantFrom('', ' GmbH', ' AG', ' Bakery'),
  city: fc.constantFrom('Bonn', 'Köln', null),
  house: rarely(fc.nat(2)),
  phone: rarely(fc.nat(2)),
  account: rarely(fc.nat(2)),
  domain: rarely(fc.nat(3)),
  page: rarely(fc.nat(3)),
  shared: rarely(fc.nat(3)),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

let worlds = 0
const stems = [
  'Kavu',
  'Pelo',
  'Zinra',
  'Morba',
  'Tuxil',
  'Brenq',
  'Oslak',
  'Wimfa',
  'Yorta',
  'Lenku',
  'Ferro',
  'Hagel',
]

function company(world: string, values: Row, place: number): Record<string, unknown> {
  const { name, form, city, house, phone, account, domain, page, shared } = values
  return {
    preferred_name: `${stems[name % stems.length]}${world}${letters(name)}${form}`,
    external_ids: { [`row${world}`]: `${place}x`, ...(shared !== null && { tax: `${world}${shared}` }) },
    location_consensus: {
      country_code: 'DEU',
      ...(city !== null && { city }),
      ...(house !== null && { street_address: `Lindenweg${world} ${house + 1}` }),
    },
    ...(phone !== null && { phone_numbers: [`+49 228 ${world.length}${phone}${worlds % 10}4711`] }),
    ...(account !== null && { twitter_handles: [`acct${world}${account}`] }),
    ...(domain !== null && { domains: [`d${domain}${world}.example.net`] }),
    ...(page !== null && { pnet_primary_slug: `page-${world}-${page}` }),
  }
}

const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** What a plan would store, whether its lines were compared or not. */
async function makePlan(items: readonly IngestItem[], isCompared: boolean) {
  const options = { source: 'register', observedAt: new Date('2026-02-01'), run: { isOfNow: false } }
  const lines = linesHere(kind, items, options)
  const commit = { number: 1_000_000, firstEntityId: 5_000_000 }
  const plan = await planBatch(stores, kind, { lines, commit, options, contested: new Set(), isCompared })
  const whole = await lines.whole(plan.fresh.map(({ place }) => place))
  const entities = [
    ...plan.versions.map(({ id, record, sealed, identifiers }) => ({ id, record, sealed, identifiers })),
    ...plan.fresh.map(({ id }, index) => {
      const line = whole[index]!
      return {
        id,
        record: freshRecord(kind, line, id),
        sealed: line.fresh.sealed,
        identifiers: line.identifiers,
      }
    }),
  ]
  const { outcome, merges, snapshots, retired } = plan
  const stored = {
    entities: entities.toSorted((a, b) => Number(a.id) - Number(b.id)),
    settled: plan.settled.map(({ place, id }) => `${place} ${id}`).toSorted(),
    ended: retired.map(({ id }) => id).toSorted(),
    outcome,
    merges,
    snapshots,
  }
  return { text: JSON.stringify(stored, null, 1), fresh: plan.fresh.length, compared: plan.versions.length }
}

test('a plan is the same whether lines that stand alone are compared or not', async () => {
  let partly = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 6 }),
      fc.array(row, { minLength: 2, maxLength: 14 }),
      async (before, now) => {
        const world = letters(++worlds)
        const item = (values: Row, place: number) => ({
          line: place + 1,
          record: company(world, values, place),
        })
        const options = { source: 'directory', observedAt: new Date('2026-01-01') }
        if (before.length > 0)
          await writer.write(
            'companies',
            before.map((each, at) => item(each, at + 50)),
            options,
          )
        const items = now.map(item)
        const [some, all] = [await makePlan(items, false), await makePlan(items, true)]
        expect(some.text).toBe(all.text)
        if (some.fresh > 0 && some.compared > 0) partly += 1
      },
    ),
    { numRuns: runs(60, 2_000) },
  )
  // Otherwise the property would say nothing of batches of which only some lines are compared.
  expect(partly).toBeGreaterThan(10)
})
