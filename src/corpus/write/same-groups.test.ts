import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { runs } from '../../../test/support/long.ts'
import { openIdentity, openWriter, type CorpusWriter, type Identity } from './index.ts'

let writer: CorpusWriter
let identity: Identity

beforeAll(async () => {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
})

type Kind = 'companies' | 'people'

/** What one register says of one firm or person: which of the identifiers it knows, and the name as it writes it. */
interface Row {
  register: number
  /** Whose identifier of each sort it carries, if any. */
  has: (number | null)[]
  /** Whose name it gives, and in which spelling. */
  name: number
  spelling: number
}

/** Writes rows in some order, cut into batches; answers for each row which others are in its record. */
async function groupsOf(kind: Kind, rows: readonly Row[], { order, cuts }: Cut): Promise<string[]> {
  const run = `w${++worlds}`
  const recordOf = kind === 'companies' ? company : person
  const batches = cutInto(order, cuts)
  for (const batch of batches) {
    // A file is of one register.
    for (const [register, places] of Map.groupBy(batch, (place) => (rows[place] as Row).register)) {
      const items = places.map((place) => ({
        line: place + 1,
        record: recordOf(run, rows[place] as Row, place),
      }))
      const observedAt = new Date(Date.UTC(2026, 0, 1 + register))
      await writer.write(kind, items, { source: `register-${register}`, observedAt })
    }
  }
  const owners = await Promise.all(rows.map((_, place) => ownerOf(kind, `ext:${run}row-${place}/1`)))
  return owners.map((owner) => owners.flatMap((other, place) => (other === owner ? [place] : [])).join())
}

async function ownerOf(kind: Kind, token: string): Promise<string> {
  const [id] = await identity.find(kind, token)
  const { version } = await identity.explain(kind, id as string)
  expect(version, token).toBeDefined()
  return id as string
}

let worlds = 0
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** No two are alike, of whatever world. */
const stem = (run: string, number: number) => {
  const own = letters(Number(run.slice(1)))
  return `${['Kavu', 'Pelo', 'Zinra', 'Morba', 'Tuxil', 'Brenq'][number % 6]}${own}${letters(number)}`
}

function company(run: string, { has, name, spelling }: Row, place: number): object {
  const [trade, hub, domain] = has
  const called = stem(run, name)
  return {
    preferred_name: [called, `${called} GmbH`, called.toUpperCase(), `${called} AG`][spelling],
    external_ids: {
      [`${run}row-${place}`]: '1',
      ...(typeof trade !== 'number' ? {} : { trade: `${run}L${trade}` }),
      ...(typeof hub !== 'number' ? {} : { hub: `${run}Q${hub}` }),
    },
    ...(typeof domain !== 'number' ? {} : { domains: [`${run}-${domain}.example`] }),
    location_consensus: { city: 'Bonn', country_code: 'DEU' },
  }
}

function person(run: string, { has, name, spelling }: Row, place: number): object {
  const [crm, slug, email] = has
  const [given, family] = [`Ana${letters(name)}`, stem(run, name)]
  return {
    name: [`${given} ${family}`, `${given} M. ${family}`, `${family}, ${given}`, `${given} ${family}`][
      spelling
    ],
    external_ids: {
      [`${run}row-${place}`]: '1',
      ...(typeof crm !== 'number' ? {} : { crm: `${run}C${crm}` }),
    },
    ...(typeof slug !== 'number' ? {} : { primary_slug: `${run}-${slug}` }),
    ...(typeof email !== 'number' ? {} : { emails: [{ email: `p${email}@${run}.example` }] }),
  }
}

interface Cut {
  order: readonly number[]
  cuts: readonly number[]
}

/** `cuts` are sizes of batches; the last takes what is left. */
function cutInto(order: readonly number[], cuts: readonly number[]): number[][] {
  const batches: number[][] = []
  let from = 0
  for (const size of [...cuts, order.length]) {
    if (from < order.length) batches.push(order.slice(from, from + size))
    from += size
  }
  return batches
}

const sorts = 3
const subset = fc.array(fc.boolean(), { minLength: sorts, maxLength: sorts })

const rowOf = (owner: fc.Arbitrary<number>): fc.Arbitrary<Row> =>
  fc
    .record({ register: fc.nat(3), owner, knows: subset, spelling: fc.nat(3) })
    .map(({ owner: own, knows, ...row }) => ({
      ...row,
      name: own,
      has: knows.map((isKnown) => (isKnown ? own : null)),
    }))

const inOrders = (rows: Row[]): fc.Arbitrary<{ rows: Row[]; orders: Cut[] }> => {
  const order = fc.shuffledSubarray([...rows.keys()], { minLength: rows.length })
  const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 })
  return fc.record({
    rows: fc.constant(rows),
    orders: fc.array(fc.record({ order, cuts }), { minLength: 2, maxLength: 3 }),
  })
}

/** Registers that overlap in what they know of a few firms, and never err. */
const world = fc.array(rowOf(fc.nat(3)), { minLength: 4, maxLength: 14 }).chain(inOrders)

/** Rows that one can walk between by identifiers they share. */
function connected(rows: readonly Row[]): string[] {
  const group = rows.map((_, place) => place)
  const unite = (kept: number, gone: number) => {
    for (const [place, own] of group.entries()) if (own === gone) group[place] = kept
  }
  for (const sort of Array.from({ length: sorts }).keys())
    for (const places of Map.groupBy(rows.keys(), (place) => rows[place]?.has[sort] ?? null).entries()) {
      const [owner, [first = 0, ...others]] = places
      if (owner !== null) for (const other of others) unite(group[first] as number, group[other] as number)
    }
  return group.map((own) => group.flatMap((other, place) => (other === own ? [place] : [])).join())
}

const seed = Number(process.env['ALMANAC_TEST_SEED'] ?? 20_261_126)
const settings = {
  seed,
  numRuns: Number(process.env['ALMANAC_TEST_RUNS'] ?? runs(6, 60)),
  endOnFailure: true,
}

describe.each(['companies', 'people'] as const)('rows of %s in whatever order and batches', (kind) => {
  test('are one record where identifiers lead from one to the other, and only there', async () => {
    const property = fc.asyncProperty(world, async ({ rows, orders }) => {
      for (const cut of orders) expect(await groupsOf(kind, rows, cut)).toEqual(connected(rows))
    })
    await fc.assert(property, settings)
  })

  test('with a row that errs, two ids of one sort never come together', async () => {
    const erring = fc
      .record({
        rows: fc.array(rowOf(fc.nat(2)), { minLength: 4, maxLength: 10 }),
        wrong: fc.record({ one: fc.nat(2), other: fc.nat(2), register: fc.nat(3) }),
      })
      .chain(({ rows, wrong: { one, other, register } }) =>
        inOrders([
          ...rows,
          {
            register,
            name: one,
            spelling: 0,
            has: kind === 'companies' ? [one, null, other] : [one, other, null],
          },
        ]),
      )
    const property = fc.asyncProperty(erring, async ({ rows, orders }) => {
      for (const cut of orders) {
        const groups = await groupsOf(kind, rows, cut)
        for (const [place, { has }] of rows.entries())
          for (const [other, { has: others }] of rows.entries()) {
            if (has[0] === null || others[0] === null) continue
            if (groups[place] === groups[other]) expect(has[0], `${place} and ${other}`).toBe(others[0])
          }
      }
    })
    await fc.assert(property, settings)
  })
})
