import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { rowsLookedAt } from '../../../test/support/rows-looked-at.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { identifierDigests, readMostAlike, readOwners, readTokenCarriers } from './identifiers.ts'
import { readByTokens } from './read-records.ts'
import { recordStore } from './record-store.ts'

const db = await testDatabase()
const store = recordStore(db)

/** Carriers of a token, by entity: rank, first commit and, where it ended, the last. */
async function carry(
  token: string,
  rows: readonly { id: number; rank: number; born: number; dead?: number }[],
): Promise<void> {
  const [digest] = identifierDigests([token])
  for (const { id, rank, born, dead = null } of rows)
    await db.query(sql`
      INSERT INTO corpus_identifiers_people (digest, id, rank, born, dead)
      VALUES (${digest}::bigint, ${id}, ${rank}, ${born}, ${dead})`)
}

const ownersOf = async (token: string, asOf = 100) =>
  (await readOwners(store, 'people', { tokens: [token], asOf, most: 32 })).get(token)

test('the entity that carries a token now is found however often more prominent ones lost it', async () => {
  const lost = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, rank: index, born: 1, dead: 2 }))
  await carry('slug:passed-on', [...lost, { id: 900, rank: 5_000, born: 3 }])
  expect((await ownersOf('slug:passed-on'))?.[0]).toBe('900')
  expect(await ownersOf('slug:passed-on')).toHaveLength(32)
})

test('an entity whose rank changed forty times hides nobody who carries the token beside it', async () => {
  const moved = Array.from({ length: 40 }, (_, index) => ({
    id: 1,
    rank: 100 - index,
    born: index + 1,
    dead: index + 2,
  }))
  await carry('em:family', [...moved, { id: 1, rank: 60, born: 41 }, { id: 2, rank: 9_000, born: 5 }])
  expect(await ownersOf('em:family')).toEqual(['1', '2'])
})

test('those that still carry it come first, then the newest; later commits do not count', async () => {
  await carry('dom:acme.example', [
    { id: 1, rank: 1, born: 1, dead: 5 },
    { id: 2, rank: 2, born: 2, dead: 9 },
    { id: 3, rank: 3, born: 3 },
    { id: 4, rank: 4, born: 50 },
  ])
  expect(await ownersOf('dom:acme.example')).toEqual(['4', '3', '2', '1'])
  expect(await ownersOf('dom:acme.example', 8)).toEqual(['3', '2', '1'])
  expect(await ownersOf('dom:nobody.example')).toBeUndefined()
})

test('tokens are looked up one by one, however many identifiers have ended before Postgres first counts rows', async () => {
  const tokens = Array.from({ length: 200 }, (_, index) => `slug:counted-${index}`)
  await db.query(sql`
    INSERT INTO corpus_identifiers_people (digest, id, rank, born, dead)
    SELECT digest, 100_000 + place, place, 1, CASE WHEN place % 2 = 0 THEN 2 END
    FROM unnest(${identifierDigests(tokens)}::bigint[]) WITH ORDINALITY AS t (digest, place)
    UNION ALL SELECT n, 200_000 + n, n, 1, CASE WHEN n % 5 = 0 THEN 2 END FROM generate_series(1, 100_000) AS n`)
  const rows = await db.transact((tx) => {
    const read = () => readOwners({ db: tx }, 'people', { tokens, asOf: 100, most: 1 })
    return rowsLookedAt(tx, 'corpus_identifiers_people', read)
  })
  expect(rows).toBeLessThan(20 * tokens.length)
})

/** What Postgres has counted of a table before its rows end: nothing, an empty table, rows of which none has ended. */
const statistics = {
  posts: async () => {},
  news: async (table: string) => void (await db.query(sql`ANALYZE ${sql.id(table)}`)),
  places: async (table: string) => {
    await db.query(sql`
      INSERT INTO ${sql.id(table)} (digest, id, rank, born)
      SELECT n % 200, 300_000 + n, n, 1 FROM generate_series(1, 50_000) AS n`)
    await db.query(sql`ANALYZE ${sql.id(table)}`)
  },
} as const

test.each(Object.entries(statistics))(
  'tokens of %s are looked up one by one, whatever Postgres has counted',
  async (kind, count) => {
    const table = `corpus_identifiers_${kind}`
    await count(table)
    const tokens = Array.from({ length: 100 }, (_, index) => `slug:${kind}-${index}`)
    await db.query(sql`
      INSERT INTO ${sql.id(table)} (digest, id, rank, born, dead)
      SELECT digest, place, place, 1, 2 FROM unnest(${identifierDigests(tokens)}::bigint[]) WITH ORDINALITY AS t (digest, place)
      UNION ALL SELECT -n, 100_000 + n, n, 1, 2 FROM generate_series(1, 30_000) AS n`)
    const rows = await db.transact((tx) => {
      const read = () => readOwners({ db: tx }, kind as EntityKind, { tokens, asOf: 100, most: 1 })
      return rowsLookedAt(tx, table, read)
    })
    expect(rows).toBeLessThan(20 * tokens.length)
  },
)

test('of a common token the most prominent carriers are read, not all, whatever Postgres takes a token to have', async () => {
  // An average token has 400 carriers, fewer than are read of one; this one has ten times as many as are read.
  await db.query(sql`
    INSERT INTO corpus_identifiers_companies (digest, id, rank, born)
    SELECT n % 200, n, 0, 1 FROM generate_series(1, 80000) AS n`)
  const tokens = ['ng:ing', 'ng:zzz']
  const [digest] = identifierDigests(tokens)
  await db.query(sql`
    INSERT INTO corpus_identifiers_companies (digest, id, rank, born)
    SELECT ${digest}::bigint, n, 20000 - n, 1 FROM generate_series(1, 20000) AS n`)
  await db.query(sql`ANALYZE corpus_identifiers_companies`)
  const request = { tokens, asOf: 100 }
  const looked = await db.transact((tx) =>
    rowsLookedAt(tx, 'corpus_identifiers_companies', async () => {
      const carriers = await readTokenCarriers({ db: tx }, 'companies', request)
      expect(carriers.get('ng:ing')?.length).toBe(2_000 * 12)
      expect(carriers.get('ng:ing')?.readBigInt64BE(0)).toBe(20_000n)
      expect(carriers.get('ng:zzz')).toEqual(Buffer.alloc(0))
      const most = { ...request, rarest: 12, least: 1, most: 2 }
      expect(await readMostAlike({ db: tx }, 'companies', most)).toEqual(['20000', '19999'])
    }),
  )
  // Entries of the index and rows, of two statements.
  expect(looked).toBeLessThan(2 * 2 * 2_000 + 100)
})

test('of a token whose carriers have one rank, as thin companies do, no more are read than are wanted', async () => {
  const token = 'ng:one'
  const [digest] = identifierDigests([token])
  await db.query(sql`
    INSERT INTO corpus_identifiers_companies (digest, id, rank, born)
    SELECT ${digest}::bigint, 100000 + n, 7, 1 FROM generate_series(1, 20000) AS n`)
  await db.query(sql`ANALYZE corpus_identifiers_companies`)
  const looked = await db.transact((tx) =>
    rowsLookedAt(tx, 'corpus_identifiers_companies', async () => {
      const carriers = await readTokenCarriers({ db: tx }, 'companies', { tokens: [token], asOf: 100 })
      expect(carriers.get(token)?.length).toBe(2_000 * 12)
    }),
  )
  expect(looked).toBeLessThan(2 * 2_000 + 200)
  const ofRecords = await db.transact((tx) => {
    const within: Postgres = Object.assign(Object.create(db) as Postgres, { query: tx.query.bind(tx) })
    return rowsLookedAt(tx, 'corpus_identifiers_companies', () =>
      readByTokens({ ...store, db: within }, 'companies', { tokens: [token], asOf: 100, perToken: 20 }),
    )
  })
  expect(ofRecords).toBeLessThan(2 * 2_000 + 200)
})
