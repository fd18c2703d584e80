import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { runs } from '../../../test/support/long.ts'
import { openIdentity, openWriter, type CorpusWriter, type Identity } from './index.ts'

let writer: CorpusWriter
let identity: Identity

/** Homes of couples make it a corpus of families; of small ones nothing is known. */
async function openCorpus(couples: number): Promise<void> {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
  identity = openIdentity({ db, engine })
  const items = Array.from({ length: 2 * couples }, (_, place) => ({
    line: place + 1,
    record: {
      name: `${place % 2 === 0 ? 'Susan' : 'Michael'} Couple${letters(place >> 1)}`,
      dob: `19${40 + (place % 2) * 20}-0${1 + (place % 9)}-11`,
      inferred_location: { country_code: 'DEU', city: 'Ostrau', street_address: `Paarweg ${place >> 1}` },
      external_ids: { [`couple${place}`]: '1' },
    },
  }))
  if (couples > 0)
    await writer.write('people', items, { source: 'lives', observedAt: new Date('2026-01-01') })
}

/** A row without any identifier that others have: who it is of, how it is written, and whether it says where and when born. */
interface Row {
  person: number
  writing: number
  hasCity: boolean
  hasStreet: boolean
  hasDay: boolean
}

/** Four people of four households, and twins of one: what order decides within one is said in the README. */
const given = ['Gerlinde', 'Konstantin', 'Florentine', 'Bartholomew', 'Lena', 'Lina'] as const
const born = ['1961-04-17', '1961-04-17', '1988-11-23', '1954-02-25', '1990-06-21', '1990-06-21'] as const
const homes = ['Wacker', 'Zollern', 'Brunn', 'Eichen', 'Falken', 'Falken'] as const

let worlds = 0
/** Another one in each world: what several families bear is no slip, but a name. */
function slipIn(name: string, world: number): string {
  const at = 1 + (world % (name.length - 2))
  return name.slice(0, at) + 'bcdfghjklmnprstv'[scattered(world) % 16] + name.slice(at + 1)
}
/** Scattered, so that no name and no postal code of one world looks like that of another one written wrong. */
const scattered = (number: number) => (number * 2_654_435_761) % 2 ** 32
const letters = (number: number) =>
  [...scattered(number).toString(16).padStart(8, '0')]
    .map((digit) => 'bcdfghjklmnprstv'[parseInt(digit, 16)])
    .join('a')

function recordOf(
  world: number,
  { person, writing, hasCity, hasStreet, hasDay }: Row,
  place: number,
): object {
  const home = homes[person] as string
  const family = `${home}${letters(world)}stedt`
  const first = given[person] as string
  const names = [
    [first, family],
    [slipIn(first, world), family],
    // It sounds as before: two slips by which no name is found are two records.
    [first, family.replace(/edt$/, 'adt')],
    [family, first],
  ]
  const [first_name, last_name] = names[writing] as [string, string]
  return {
    name: `${first_name} ${last_name}`,
    first_name,
    last_name,
    ...(hasDay && { dob: born[person] }),
    inferred_location: {
      country_code: 'DEU',
      postal_code: String(scattered(world)).padStart(10, '0').slice(0, 8),
      ...(hasStreet && { street_address: `${home}weg ${1 + (world % 90)}` }),
      ...(hasCity && { city: 'Ostrau' }),
    },
    external_ids: { [`life${world}row-${place}`]: '1' },
  }
}

async function groupsOf(rows: readonly Row[], { order, cuts }: Cut): Promise<string[]> {
  const world = ++worlds
  let from = 0
  for (const size of [...cuts, order.length]) {
    const places = order.slice(from, from + size)
    from += size
    const items = places.map((place) => ({
      line: place + 1,
      record: recordOf(world, rows[place] as Row, place),
    }))
    if (items.length > 0)
      await writer.write('people', items, { source: 'lives', observedAt: new Date('2026-01-01') })
  }
  const owners = await Promise.all(
    rows.map(async (_, place) => (await identity.find('people', `ext:life${world}row-${place}/1`))[0]),
  )
  expect(owners).not.toContain(undefined)
  return owners.map((owner) => owners.flatMap((other, place) => (other === owner ? [place] : [])).join())
}

interface Cut {
  order: readonly number[]
  cuts: readonly number[]
}

const sometimes = fc.boolean()
const always = fc.constant(true)
/** Straight or with the family name before it. */
const twins = { person: fc.constantFrom(4, 5), writing: fc.constantFrom(0, 3) }

interface Rows {
  hasDay: fc.Arbitrary<boolean>
  hasStreet?: fc.Arbitrary<boolean>
  person?: fc.Arbitrary<number>
  writing?: fc.Arbitrary<number>
}

const rowOf = ({ hasDay, hasStreet = always, person = fc.nat(3), writing = fc.nat(3) }: Rows) =>
  fc.record({ person, writing, hasCity: fc.boolean(), hasStreet, hasDay })
const worldOf = (rows: Rows) =>
  fc.array(rowOf(rows), { minLength: 3, maxLength: 10 }).chain((rows) =>
    fc.record({
      rows: fc.constant(rows),
      orders: fc.array(
        fc.record({
          order: fc.shuffledSubarray([...rows.keys()], { minLength: rows.length }),
          cuts: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 6 }),
        }),
        { minLength: 2, maxLength: 3 },
      ),
    }),
  )

const isOne = (one: Row, other: Row) => one.person === other.person
const isOneWithDay = (one: Row, other: Row) =>
  one === other || (isOne(one, other) && one.hasDay && other.hasDay)

test.each([
  ['whose days of birth are known', 0, { hasDay: always }, isOne],
  [
    'whose days of birth are known, and not always the streets',
    0,
    { hasDay: always, hasStreet: sometimes },
    isOne,
  ],
  ['of families where rows without a day of birth stay alone', 120, { hasDay: sometimes }, isOneWithDay],
  ['of families who are twins, some written the other way round', 120, { hasDay: always, ...twins }, isOne],
] as const)(
  'rows without identifiers of people %s are the same records in whatever order and batches',
  async (_who, couples, shape, areOne) => {
    await openCorpus(couples)
    await assertOneInAnyOrder(shape, areOne)
  },
)

async function assertOneInAnyOrder(shape: Rows, areOne: (one: Row, other: Row) => boolean): Promise<void> {
  const property = fc.asyncProperty(worldOf(shape), async ({ rows, orders }) => {
    const people = rows.map((row) =>
      rows.flatMap((other, place) => (areOne(row, other) ? [place] : [])).join(),
    )
    for (const cut of orders) expect(await groupsOf(rows, cut)).toEqual(people)
  })
  const seed = Number(process.env['ALMANAC_TEST_SEED'] ?? 20_261_127)
  const numRuns = Number(process.env['ALMANAC_TEST_RUNS'] ?? runs(6, 60))
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
}

test.each([
  ['a list of families stays alone', 120, 2],
  ['a list of homes with one person each is one with it', 0, 1],
] as const)(
  'a row without the given name at the home and day of a whole one, in %s',
  async (_list, couples, records) => {
    await openCorpus(couples)
    const home = (place: number) => ({
      country_code: 'DEU',
      city: 'Ostrau',
      street_address: `Einzelweg ${place}`,
    })
    // Each is listed twice.
    const listed = Array.from({ length: 240 }, (_, place) => ({
      name: `Michael Einzel${letters(place >> 1)}`,
      dob: `1961-0${1 + ((place >> 1) % 9)}-11`,
      inferred_location: home(place >> 1),
    }))
    const [first] = listed as [(typeof listed)[number]]
    const { name: _name, ...alone } = { ...first, last_name: first.name.split(' ')[1] as string }
    const rows = [...(couples === 0 ? listed : [first]), alone]
    const items = rows.map((row, place) => ({
      line: place + 1,
      record: { ...row, external_ids: { [`einzel${place}`]: '1' } },
    }))
    await writer.write('people', items, { source: 'lives', observedAt: new Date('2026-01-01') })
    const owners = await Promise.all(
      [0, rows.length - 1].map(async (place) => (await identity.find('people', `ext:einzel${place}/1`))[0]),
    )
    expect(new Set(owners).size).toBe(records)
  },
)
