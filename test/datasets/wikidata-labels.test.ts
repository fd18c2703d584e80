import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { shippedFolder } from '../../src/corpus/datasets/index.ts'
import { atEnd } from '../support/at-end.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'

// What an item points to is another item of the dump, whose labels come from a pass before. London and the United Kingdom
// are genuine items.

interface Item {
  id: string
  labels: Record<string, { language: string; value: string }>
}

let room: DataRoom
let folder = ''
beforeAll(async () => {
  room = await openDataRoom()
  folder = await mkdtemp(join(tmpdir(), 'almanac-wikidata-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

/** As the dump is written: a line an item, between brackets. */
async function dump(name: string, items: readonly Item[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, gzipSync(`[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`))
  return path
}

const works = async () => (await room.read('ext:wikidata/Q900000003'))?.members

test('industry, seat, parent and country have the names of what they point to; another label is an update', async () => {
  const text = await readFile(join(shippedFolder, 'wikidata', 'sample.json'), 'utf8')
  const items = JSON.parse(text) as Item[]
  const add = ['--yes', '--accept', '--as-of', '2026-06-01', '--from'] as const
  const added = await room.data('add', 'wikidata', ...add, await dump('latest-1.json.gz', items))
  expect(added.text).toMatch(/11 rows: 4 created/)
  expect(await works()).toMatchObject({
    alt_industries: ['information technology'],
    parent: 'Apple Inc.',
    is_subsidiary: true,
    location_consensus: { city: 'London', country_code: 'GBR' },
    // An item that is not in the file has its id alone, and a parent of former days none.
    custom_data: { industry_items: 'Q11661; Q900000009', parent_items: 'Q312', seat_items: 'Q84' },
  })
  const renamed = items.map((item) =>
    item.id === 'Q11661' ? { ...item, labels: { en: { language: 'en', value: 'computing' } } } : item,
  )
  const update = ['--accept', '--as-of', '2026-07-01', '--from'] as const
  const updated = await room.data('update', 'wikidata', ...update, await dump('latest-2.json.gz', renamed))
  expect(updated.text).toMatch(/11 rows: 0 created, 2 changed/)
  expect(await works()).toMatchObject({ alt_industries: ['computing'] })
})

test('a chief executive has a current position; a former one, a founder and a statement that was found wrong have none', async () => {
  const sample = join(shippedFolder, 'wikidata-people', 'sample.json')
  const line = ['--yes', '--accept', '--personal-data', '--as-of', '2026-06-01', '--from'] as const
  expect((await room.data('add', 'wikidata-people', ...line, sample)).text).toMatch(/6 rows: 2 created/)
  const ofFoundry = { company_name: 'Example Foundry', company_domain: 'example-foundry.example' }
  const title = 'Chief Executive Officer'
  const head = await room.read('ext:wikidata/Q900001004', 'people')
  expect(head?.members).toMatchObject({
    name: 'Ada Musterfrau',
    experiences: [{ ...ofFoundry, title, start_date: '2021-02-01', is_current: true }],
  })
  const former = await room.read('ext:wikidata/Q900001002', 'people')
  expect(former?.members['experiences']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...ofFoundry,
        title,
        start_date: '2015-03',
        end_date: '2021',
        is_current: false,
      }),
      expect.objectContaining({ ...ofFoundry, title: 'Founder' }),
    ]),
  )
  expect(await room.read('ext:wikidata/Q900001003', 'people')).toBeUndefined()
})
