import { expect, test } from 'vitest'
import { testAlmanac } from '../support/harness.ts'
import { testDatabase } from '../support/postgres.ts'
import { sql, type Postgres } from '../../src/store/postgres/index.ts'

const records = await testDatabase()
const service = await testAlmanac({ records })

const rowsIn = async (db: Postgres, table: string) => {
  const [row] = await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.id(table)}`)
  return row?.n
}

test('with a database of its own for records the corpus is there, and money is not', async () => {
  const items = [
    {
      line: 1,
      record: { primary_slug: 'ada', full_name: 'Ada Lovelace', emails: [{ email: 'ada@acme.example' }] },
    },
    { line: 2, record: { primary_slug: 'grace', full_name: 'Grace Hopper' } },
  ]
  const observedAt = new Date(service.clock.now())
  const outcome = await service.almanac.writer.write('people', items, { source: 'test', observedAt })
  expect(outcome).toMatchObject({ created: 2, rejected: [] })

  const org = await service.org()
  const found = await service.send('POST /v1/people-search', {
    key: org.rawKey,
    body: { searchParams: {}, pageSize: 10 },
  })
  expect(
    found.body.output.data.map((person: { primary_slug: string }) => person.primary_slug).toSorted(),
  ).toEqual(['ada', 'grace'])
  expect(found.body.chargeInfo.creditsCharged).toBeGreaterThan(0)
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])

  const inCorpus = [
    'corpus_records_people',
    'corpus_identifiers_people',
    'corpus_commit_log',
    'corpus_dictionaries',
  ]
  for (const table of inCorpus) expect(await rowsIn(records, table), table).toBeGreaterThan(0)
  // Dictionaries come with every database of the tests.
  for (const table of inCorpus.slice(0, -1)) expect(await rowsIn(service.db, table), table).toBe(0)
  for (const table of ['organizations', 'ledger_transfers', 'api_keys'])
    expect(await rowsIn(records, table), table).toBe(0)
})

test('a person is removed from it, and does not come back', async () => {
  const erased = await service.almanac.subjects.erase(['slug:ada'])
  expect(erased.people).toBe(1)
  const { search, snapshots } = service.almanac
  await snapshots.refresh()
  const snapshot = await snapshots.newest('people')
  expect(await search.lookup('people', { tokens: ['slug:ada'], snapshot, perToken: 1 })).toEqual([])
})
