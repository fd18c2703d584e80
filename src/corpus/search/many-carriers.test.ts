import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { sql } from '../../store/postgres/index.ts'
import { openSnapshots } from '../commits/index.ts'
import { kinds } from '../kinds/index.ts'
import { recordStore } from '../record-store/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import { identifiedBy, maxKeys, not } from './condition.ts'
import { openSearch } from './search.ts'

const db = await testDatabase()
const engine = await testEngine()
const snapshots = await openSnapshots(db)
atEnd(() => snapshots.close())
const search = openSearch(engine, recordStore(db), snapshots)

const many = 150_000
const rules = kinds.postings.indexVersion

test('the postings of a company with 150,000 of them are counted exactly, and those of the others', async () => {
  await db.query(sql`
    INSERT INTO corpus_identifiers_postings (digest, id, rank, born)
    SELECT ${String(tokenDigest('cid:7'))}::bigint, n, n * 10 - 2147483648, 1 FROM generate_series(1::bigint, ${many}) AS n`)
  await engine.command({
    tag: 'test',
    sql: `INSERT INTO job_postings (rank, id, born) SELECT number * 10, number, 1 FROM numbers(1, ${many + 1_000})`,
  })
  await db.query(
    sql`UPDATE corpus_commits SET published = 1, last_number = 1, search_index = ${rules}, identifier_index = ${rules}, versions = ${many + 1_000} WHERE kind = 'postings'`,
  )
  await snapshots.refresh()
  const snapshot = await snapshots.newest('postings')
  const condition = identifiedBy('postings', ['cid:7'])
  expect(await search.count('postings', { condition, snapshot })).toBe(many)
  const others = await search.count('postings', { condition: not(condition), snapshot })
  expect(others).toBe(1_000)
})

test('an identifier that more than 250,000 entities carry is refused instead of read in part', async () => {
  await db.query(sql`
    INSERT INTO corpus_identifiers_postings (digest, id, rank, born)
    SELECT ${String(tokenDigest('cid:8'))}::bigint, n, n, 1 FROM generate_series(1::bigint, ${maxKeys + 1}) AS n`)
  const snapshot = await snapshots.newest('postings')
  const asked = search.count('postings', { condition: identifiedBy('postings', ['cid:8']), snapshot })
  await expect(asked).rejects.toMatchObject({ code: 'too-expensive' })
})
