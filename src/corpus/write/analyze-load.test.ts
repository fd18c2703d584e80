import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openSnapshots } from '../commits/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { openWriter } from './index.ts'

test('tables that a load fills are counted while it goes on and at its end, and not for a few lines', async () => {
  const [db, engine] = [await testDatabase({ poolSize: 6 }), await testEngine()]
  const snapshots = await openSnapshots(db)
  const writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
  let last = 0
  const load = async (lines: number) => {
    const items = Array.from({ length: lines }, (_, index) => ({
      line: index + 1,
      record: { pnet_primary_slug: `loaded-${(last += 1)}`, preferred_name: `Loaded ${last}` },
    }))
    await writer.write('companies', items, { source: 'file', observedAt: new Date('2026-01-01') })
  }
  const counted = async (table: string) =>
    (
      await db.query<{ rows: number }>(
        sql`SELECT reltuples::int AS rows FROM pg_class WHERE relname = ${table}`,
      )
    )[0]?.rows ?? 0
  await load(10)
  expect(await counted('corpus_records_companies')).toBe(-1)
  await load(600)
  expect(await counted('corpus_records_companies')).toBe(610)
  expect(await counted('corpus_identifiers_companies')).toBeGreaterThanOrEqual(610)
  await load(500)
  expect(await counted('corpus_records_companies')).toBe(610)
  await writer.settle()
  expect(await counted('corpus_records_companies')).toBe(1_110)
  await snapshots.close()
})
