import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sampleDay } from '../../src/cli/first-sample.ts'
import { createWorld, generatePerson } from '../../src/corpus/sample/index.ts'
import { csvLines } from '../../src/lib/csv-lines.ts'

/** Some rows of an endless table, always the same. */
export interface RowRange {
  from: number
  to: number
}

export const growthKinds = ['companies', 'people'] as const
export type GrowthKind = (typeof growthKinds)[number]

const firsts = 'Nord Alt Berg Lind Sol Kvist Tal Mar Ven Rho Bren Dor Ele Fal Gim Hul Ist Jur Kal Lor'.split(
  ' ',
)
const lasts = 'mark holt stein vik dal borg wald fors lund rup by ham ton gate moor'.split(' ')
const trades = 'Bakery Foods Logistics Metals Design Textiles Marine Optics Joinery Media Energy Seeds'.split(
  ' ',
)
const towns = 'Leeds York Hull Bath Derby Luton Truro Ely Ripon Wells'.split(' ')

/** A company as a register knows it: number, name, town, year, status. */
export function thinCompany(index: number): { number: string; name: string; town: string; year: number } {
  // Multiplied by an odd number, so that neighbours share nothing and no number comes twice.
  const hash = Math.imul(index, 0x9e3779b1) >>> 0
  const pick = (values: readonly string[], shift: number) => values[(hash >>> shift) % values.length] ?? ''
  const place = `${pick(firsts, 0)}${pick(lasts, 5)} ${pick(firsts, 9)}${pick(lasts, 14)}`
  return {
    number: String(10_000_000 + index),
    name: `${place} ${pick(trades, 18)} ${index.toString(36)} Ltd`,
    town: pick(towns, 22),
    year: 1950 + (hash % 70),
  }
}

/** How rows of thin companies are read. */
export const thinMap = `kind: companies
source: growth
record:
  preferred_name: name
  names: { list: [name] }
  external_ids: { object: { growth: number } }
  status_consensus: status
  founded_on_consensus: { path: year, do: [{ date: YYYY }] }
  location_consensus: { object: { city: town, country: country }, do: [location] }
`

/** Writes some companies as CSV. */
export async function writeCompanies(file: string, { from, to }: RowRange): Promise<void> {
  const lines = function* () {
    yield csvLines([['number', 'name', 'town', 'country', 'status', 'year']])
    for (let index = from; index < to; index++) {
      const { number, name, town, year } = thinCompany(index)
      yield csvLines([[number, name, town, 'GBR', 'active', String(year)]])
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

/** The people of a world of `all`, ten a company. */
export function growthPeople(all: number) {
  const world = createWorld({ seed: 11, companies: Math.ceil(all / 10), people: all, asOf: sampleDay })
  return { count: world.people, person: (index: number) => generatePerson(world, index) }
}

/** Writes some people as JSON lines. */
export async function writePeople(
  file: string,
  people: ReturnType<typeof growthPeople>,
  { from, to }: RowRange,
): Promise<void> {
  const lines = function* () {
    for (let index = from; index < to; index++)
      yield `${JSON.stringify({ ...people.person(index), source: undefined })}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}
