import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { openSnapshots, type Snapshots } from '../commits/index.ts'
import { readByTokens, recordStore } from '../record-store/index.ts'
import { openWriter, type CorpusWriter } from '../write/index.ts'
import { openHistory } from './index.ts'

let db: Postgres
let writer: CorpusWriter
let snapshots: Snapshots

beforeAll(async () => {
  const engine = await testEngine()
  db = await testDatabase({ poolSize: 4 })
  snapshots = await openSnapshots(db)
  atEnd(() => snapshots.close())
  writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
})

/** What one dated file says of a company: what it leaves out continues. */
type Edition = Record<string, unknown>

const dayOf = (day: number) => new Date(Date.UTC(2020 + day, 0, 1)).toISOString()

let made = 0
const aCompany = () => `c${made++}`

interface Line {
  company: string
  day: number
  says: Edition
}

async function write(lines: readonly Line[]): Promise<void> {
  const items = lines.map(({ company, day, says }, index) => ({
    line: index + 1,
    record: { ...says, external_ids: { test: company }, observed_at: dayOf(day) },
  }))
  await writer.write('companies', items, { source: 'test', observedAt: new Date(dayOf(0)) })
}

interface Told {
  record: Record<string, unknown>
  states: { at: string; changes: unknown }[]
}

async function told(company: string): Promise<Told | null> {
  const snapshot = await snapshots.newest('companies')
  const tokens = [`ext:test/${company}`]
  const [found] = await readByTokens(recordStore(db), 'companies', {
    tokens,
    asOf: snapshot.number,
    perToken: 1,
  })
  if (found === undefined) return null
  const states: Told['states'] = []
  for await (const { observedAt, changes, tracked } of openHistory(db).timeline('companies', found.id, {
    snapshot,
  }))
    states.push({ at: observedAt, changes: changes ?? tracked })
  const record = JSON.parse(found.body) as Record<string, unknown>
  // Of former names the order does not count.
  const names = (record['names'] as string[]).toSorted()
  return { record: { ...record, names, external_ids: null }, states }
}

const rowsOf = async (): Promise<unknown> =>
  db.query(sql`
    SELECT (SELECT count(*) FROM corpus_records_companies) AS records,
      (SELECT count(*) FROM corpus_snapshots_companies) AS states,
      (SELECT coalesce(sum(cardinality(seen_at)), 0) FROM corpus_confirmations) AS seen`)

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 2 })

const edition: fc.Arbitrary<Edition> = fc.record({
  preferred_name: fc.constantFrom('Acme', 'Acme', 'Bolt'),
  websites: maybe([['https://a.example'], ['https://b.example'], ['https://c.example']]),
  short_description: maybe(['one', 'two']),
  employee_count_consensus: maybe([{ exact: 5 }, { exact: 9 }]),
  logo_url: maybe(['https://l.example/1.png', 'https://l.example/2.png']),
  location_consensus: maybe([
    { city: 'Bonn', country_code: 'DEU' },
    { city: 'Lyon', country_code: 'FRA' },
  ]),
  // Nothing history keeps: a state lasts while it changes.
  categories: maybe([['x'], ['y']]),
})

const companies = 25

/** Dated files of some companies each, some of which a company is missing from, in another order and cut into batches. */
const shuffled = fc
  .array(
    fc.array(fc.option(edition, { nil: null, freq: 6 }), { minLength: companies, maxLength: companies }),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  .chain((files) => {
    const days = files.map((_, day) => day)
    return fc.record({
      files: fc.constant(files),
      order: fc.shuffledSubarray(days, { minLength: days.length }),
      cuts: fc.array(fc.nat(4), { maxLength: 5 }),
    })
  })

describe('dated files in whatever order', () => {
  test('leave the history and the record that the same files in order leave, and come again for nothing', async () => {
    const property = fc.asyncProperty(shuffled, async ({ files, order, cuts }) => {
      const [inOrder, other] = [
        Array.from({ length: companies }, aCompany),
        Array.from({ length: companies }, aCompany),
      ]
      const linesOf = (names: readonly string[], day: number): Line[] =>
        (files[day] ?? []).flatMap((says, index) =>
          says === null ? [] : [{ company: names[index] as string, day, says }],
        )
      const batches = [...new Set([0, ...cuts.filter((at) => at < order.length), order.length])]
        .toSorted((a, b) => a - b)
        .flatMap((start, index, bounds) =>
          index + 1 < bounds.length ? [order.slice(start, bounds[index + 1])] : [],
        )
      for (const day of files.keys()) await write(linesOf(inOrder, day))
      for (const batch of batches) await write(batch.flatMap((day) => linesOf(other, day)))
      const expected = await Promise.all(inOrder.map(told))
      expect(await Promise.all(other.map(told))).toEqual(expected)
      const before = await rowsOf()
      for (const day of order.toReversed()) await write(linesOf(other, day))
      expect(await Promise.all(other.map(told))).toEqual(expected)
      expect(await rowsOf()).toEqual(before)
    })
    await fc.assert(property, { numRuns: 4, endOnFailure: true })
  })

  test('a state that ended and began again within one import stays in the history', async () => {
    const company = aCompany()
    const called = (preferred_name: string, day: number) => ({ company, day, says: { preferred_name } })
    await write([called('Acme', 0)])
    await write([called('Bolt', 1), called('Acme', 2)])
    const { states } = (await told(company)) as Told
    const name = (previous: string, current: string) => [{ member: 'preferred_name', previous, current }]
    expect(states.map(({ at, changes }) => [at, Array.isArray(changes) ? changes : null])).toEqual([
      [dayOf(2), name('Bolt', 'Acme')],
      [dayOf(1), name('Acme', 'Bolt')],
      [dayOf(0), null],
    ])
  })

  test('a website of between is dated by its file, and what later files leave out goes on from it', async () => {
    const company = aCompany()
    const says = (site: string, logo?: string) => ({
      preferred_name: 'Acme',
      websites: [`https://${site}.example`],
      ...(logo === undefined ? {} : { logo_url: `https://l.example/${logo}.png` }),
    })
    await write([{ company, day: 5, says: says('new') }])
    await write([{ company, day: 1, says: says('old', 'first') }])
    await write([{ company, day: 3, says: says('middle', 'second') }])
    const { states, record } = (await told(company)) as Told
    const sites = (...names: string[]) => names.map((name) => `https://${name}.example`)
    expect(record['websites']).toEqual(sites('new', 'middle', 'old'))
    expect(record['logo_url']).toBe('https://l.example/second.png')
    expect(states.map(({ at, changes }) => [at, Array.isArray(changes) ? changes : null])).toEqual([
      [
        dayOf(5),
        [{ member: 'websites', previous: sites('middle', 'old'), current: sites('new', 'middle', 'old') }],
      ],
      [
        dayOf(3),
        [
          { member: 'websites', previous: sites('old'), current: sites('middle', 'old') },
          {
            member: 'logo_url',
            previous: 'https://l.example/first.png',
            current: 'https://l.example/second.png',
          },
        ],
      ],
      [dayOf(1), null],
    ])
  })
})
