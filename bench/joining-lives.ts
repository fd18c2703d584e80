import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { recordStore } from '../src/corpus/record-store/index.ts'
import { openSnapshots } from '../src/corpus/commits/index.ts'
import { openSearch } from '../src/corpus/search/index.ts'
import { exactToken } from '../src/corpus/search-index/index.ts'
import { openWriter } from '../src/corpus/write/index.ts'
import { loadConfig } from '../src/config.ts'
import { openStores } from '../src/stores.ts'
import { households, type LifeLine } from './joining-households.ts'
import { freshPeople } from './joining-fresh.ts'
import { heldOutPeople } from './joining-held-out.ts'
import { libraryReaders } from './joining-readers.ts'
import { restaurants } from './joining-places.ts'
import { seeded } from './resolution-sets.ts'
import { markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

type Row = Record<string, string | null>

/** `npm run bench -- joining`: people of one file without a shared identifier, joined line by line. */
export async function benchJoining({ sets }: { sets?: string }): Promise<Omit<Report, 'loadBefore'>> {
  const rows: string[][] = []
  for (const seed of [5, 9])
    rows.push(await figures(`households, seed ${seed}`, households(seeded(seed), 600)))
  rows.push(await figures('held out, seed 77', heldOutPeople(seeded(77), 1_000)))
  rows.push(await figures('guests, seed 31', freshPeople(seeded(31), 800)))
  rows.push(await figures('readers, seed 52', libraryReaders(seeded(52), 1_000)))
  const places =
    sets === undefined
      ? undefined
      : await Promise.resolve(sets)
          .then(restaurants)
          .catch(() => undefined)
  if (places === undefined) say('restaurants: not there, left out')
  else rows.push(row('restaurants', places, await entitiesOf('companies', places)))
  for (const [name, read] of Object.entries(realSets)) {
    const lines = sets === undefined ? undefined : await read(sets).catch(() => undefined)
    if (lines === undefined) say(`${name}: not there, left out`)
    else rows.push(await figures(name, lines))
  }
  const head = ['set', 'lines', 'people', 'entities', 'precision', 'recall']
  return {
    bench: 'joining',
    title: 'joining: people and companies of one file without a shared identifier',
    command: 'npm run bench -- joining',
    versions: {},
    body: `Precision and recall of pairs of lines that come to one entity. Households: bench/joining-households.ts; held out: bench/joining-held-out.ts, with other names and errors; guests: bench/joining-fresh.ts; readers: bench/joining-readers.ts, written when all weights were set; restaurants: Fodor's and Zagat's guides.\n\n${markdownTable(head, rows)}`,
  }
}

export const realSets: Record<string, (dir: string) => Promise<LifeLine[]>> = {
  'Febrl 4': async (dir) => [...febrl(dir, 'dataset4a.csv'), ...febrl(dir, 'dataset4b.csv')],
  fake_1000: async (dir) => csv(dir, 'fake_1000.csv').map(fakePerson),
  'historical figures': async (dir) => {
    const file = await asyncBufferFromFile(join(dir, 'historical_figures_with_errors_50k.parquet'))
    return ((await parquetReadObjects({ file, compressors })) as Row[]).map(historicalPerson)
  },
}

const csv = (dir: string, file: string) =>
  parse(readFileSync(join(dir, file)), { columns: true, trim: true }) as Row[]

const febrl = (dir: string, file: string): LifeLine[] =>
  csv(dir, file).map((row) => ({
    person: row['rec_id']?.split('-')[1] ?? '',
    record: {
      name: [row['given_name'], row['surname']].filter(Boolean).join(' '),
      first_name: row['given_name'] || null,
      last_name: row['surname'] || null,
      dob: row['date_of_birth']?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') || null,
      inferred_location: {
        street_address: [row['street_number'], row['address_1']].filter(Boolean).join(' '),
        city: row['suburb'],
        postal_code: row['postcode'],
        country_code: 'AUS',
      },
    },
  }))

const fakePerson = (row: Row): LifeLine => ({
  person: row['cluster'] ?? '',
  record: {
    name: [row['first_name'], row['surname']].filter(Boolean).join(' ') || null,
    first_name: row['first_name'] || null,
    last_name: row['surname'] || null,
    dob: row['dob'] || null,
    inferred_location: { city: row['city'] || null, country_code: 'GBR' },
    emails: row['email'] ? [{ email: row['email'] }] : [],
  },
})

const historicalPerson = (row: Row): LifeLine => ({
  person: row['cluster'] ?? '',
  record: {
    name: row['full_name'] || null,
    dob: row['dob'] || null,
    headline: row['occupation'] || null,
    inferred_location: {
      city: row['birth_place'] || null,
      postal_code: row['postcode_fake'] || null,
      country_code: 'GBR',
    },
  },
})

/** One row of the table. */
async function figures(title: string, lines: readonly LifeLine[]): Promise<string[]> {
  say(`${title}: ${lines.length} lines`)
  return row(title, lines, await entitiesOf('people', lines))
}

/** The entity each line came to. Each has an id of a source of its own, so that none says who is who. */
export function entitiesOf(kind: 'people' | 'companies', lines: readonly LifeLine[]): Promise<string[]> {
  return inScratchDir('joining', async (dir) => {
    const config = loadConfig({ ALMANAC_DATA_DIR: dir, ALMANAC_SAMPLE: 'none' })
    const stores = await openStores(config, () => {}, { visit: false })
    const snapshots = await openSnapshots(stores.db)
    try {
      const writer = openWriter(stores, () => snapshots.refresh())
      for (let start = 0; start < lines.length; start += 5_000) {
        const items = lines.slice(start, start + 5_000).map(({ record }, index) => ({
          line: start + index + 1,
          record: { ...record, external_ids: { [`line${start + index}`]: 'x' } },
        }))
        await writer.write(kind, items, { source: 'bench', observedAt: new Date('2026-01-01') })
      }
      const search = openSearch(stores.engine, recordStore(stores.db), snapshots)
      const snapshot = await search.snapshots.newest(kind)
      const entityOf: string[] = []
      for (let start = 0; start < lines.length; start += 500) {
        const places = Array.from(
          { length: Math.min(500, lines.length - start) },
          (_, index) => start + index,
        )
        const tokens = places.map((place) => exactToken('ext', `line${place}/x`))
        for (const found of await search.lookup(kind, { tokens, snapshot, perToken: 1 }))
          for (const token of found.tokens) entityOf[Number(/\d+/.exec(token)?.[0])] = found.id
      }
      return entityOf
    } finally {
      await snapshots.close()
      await stores.close()
    }
  })
}

export function row(title: string, lines: readonly LifeLine[], entityOf: readonly string[]): string[] {
  const people = lines.map(({ person }) => person)
  const both = lines.map(({ person }, place) => `${person} ${entityOf[place]}`)
  const right = pairsOf(both)
  return [
    title,
    lines.length.toLocaleString('en'),
    new Set(people).size.toLocaleString('en'),
    new Set(entityOf).size.toLocaleString('en'),
    (right / Math.max(1, pairsOf(entityOf))).toFixed(4),
    (right / Math.max(1, pairsOf(people))).toFixed(4),
  ]
}

/** Pairs of places that hold the same. */
function pairsOf(keys: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0)
}
