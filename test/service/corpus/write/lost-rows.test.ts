import { expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { always, inSets, not, type Condition } from '../../../../src/corpus/search/index.ts'
import { loadSample } from '../../../../src/corpus/sample-load/index.ts'
import { allKinds } from '../../../../src/corpus/kinds/index.ts'
import { rebuildIndex } from '../../../../src/corpus/write/rebuild.ts'

const service = await testAlmanac()
const { almanac, db, engine } = service
const { entitySets, search, snapshots, writer } = almanac
const world = { seed: 3, companies: 60, people: 400, asOf: '2026-01-01' }
await loadSample({ db, engine }, { world, onPublished: snapshots.refresh })

const count = async (kind: 'companies' | 'people', condition: Condition = always) =>
  search.count(kind, { condition, snapshot: await snapshots.newest(kind) })
const written = { source: 'test', observedAt: new Date('2026-02-01') }
const line = (record: object) => [{ line: 1, record }]
const rebuilt = async () => {
  const lost: string[] = []
  await rebuildIndex({ db, engine }, { onLost: (kind) => void lost.push(kind) })
  await snapshots.refresh()
  return lost
}

test('nothing is lost of an engine that holds what was published, also after changes', async () => {
  await writer.write('people', line({ primary_slug: 'ada', headline: 'One' }), written)
  await writer.write('people', line({ primary_slug: 'ada', headline: 'Two' }), written)
  expect(await rebuilt()).toEqual([])
})

test('an engine whose directory was lost is filled again from the records: rows, superseded versions, entity sets', async () => {
  const organizationId = 'org_lost'
  await entitySets.create({ organizationId, id: 'left-out', kind: 'people' })
  await entitySets.add(organizationId, 'left-out', ['slug:ada', 'slug:nobody'])
  const leftOut = async () => not(inSets(await entitySets.find(organizationId, 'people', ['left-out'])))
  const snapshot = await snapshots.newest('people')
  const pages = () => search.page('people', { condition: always, limit: 1_000, snapshot })
  const before = {
    page: await pages(),
    companies: await count('companies'),
    kept: await count('people', await leftOut()),
  }
  expect(before.kept).toBe(before.page.ids.length - 1)

  for (const { table, supersededTable } of allKinds)
    for (const name of [table, supersededTable])
      await engine.command({ tag: 'test', sql: `TRUNCATE TABLE ${name}` })
  await engine.command({ tag: 'test', sql: 'TRUNCATE TABLE entity_set_members' })

  expect(await rebuilt()).toEqual(allKinds.map(({ name }) => name))
  expect(await pages()).toEqual(before.page)
  expect(await count('companies')).toBe(before.companies)
  expect(await count('people', await leftOut())).toBe(before.kept)
  expect(await rebuilt()).toEqual([])
})

test('rows of commits that Postgres does not know, as after a restored backup, are gone before their numbers are used again', async () => {
  const [kept] = await db.query<{ published: number; versions: number }>(
    sql`SELECT published, versions FROM corpus_commits WHERE kind = 'people'`,
  )
  const before = await count('people')
  await writer.write('people', line({ primary_slug: 'grace', headline: 'Later' }), written)
  // As the database was a commit ago.
  await db.query(sql`DELETE FROM corpus_records_people WHERE born > ${kept?.published}`)
  await db.query(sql`DELETE FROM corpus_identifiers_people WHERE born > ${kept?.published}`)
  await db.query(sql`DELETE FROM corpus_commit_log WHERE kind = 'people' AND number > ${kept?.published}`)
  await db.query(sql`
    UPDATE corpus_commits SET published = ${kept?.published}, last_number = ${kept?.published}, versions = ${kept?.versions},
      hot_until = 'epoch' WHERE kind = 'people'`)
  expect(await rebuilt()).toEqual(['people'])
  expect(await count('people')).toBe(before)
  await writer.write('people', line({ primary_slug: 'linus', headline: 'After' }), written)
  expect(await count('people')).toBe(before + 1)
})

test('look-ups go on while search rows are missing; searches say that they wait', async () => {
  await db.query(sql`UPDATE corpus_commits SET search_index = 0 WHERE kind = 'people'`)
  await snapshots.refresh()
  const snapshot = await snapshots.newest('people')
  const found = await search.lookup('people', { tokens: ['slug:ada'], snapshot, perToken: 1 })
  expect(found.map(({ body }) => JSON.parse(body).headline)).toEqual(['Two'])
  await expect(search.count('people', { condition: always, snapshot })).rejects.toThrow('being rebuilt')
  await rebuilt()
  expect(await count('people')).toBeGreaterThan(0)
})
