import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { openSnapshots } from '../commits/index.ts'
import { allKinds, type CorpusKind } from '../kinds/index.ts'
import { loadSample } from '../sample-load/index.ts'
import { openWriter } from './index.ts'

const tablesOf = ({ table, supersededTable, companion }: CorpusKind) =>
  companion === undefined ? [table, supersededTable] : [table, supersededTable, companion.table]

test('rows of quiet kinds are sent when other readers know that they come, whoever writes', async () => {
  const [db, engine, reader] = await openStores()
  /** Kinds whose rows were sent, and whether the reader knew. */
  const sent = new Map<string, boolean>()
  const see = async (statement: string) => {
    const kind = allKinds.find((each) => tablesOf(each).includes(statement))
    if (kind === undefined) return
    const { mayHoldLater } = await reader.newest(kind.name)
    sent.set(kind.name, mayHoldLater && sent.get(kind.name) !== false)
  }
  const watched: ClickHouse = {
    ...engine,
    async insert(into, body) {
      await see(into.table)
      await engine.insert(into, body)
    },
    async command(statement) {
      await see(/^INSERT INTO (\w+)/.exec(statement.sql)?.[1] ?? '')
      await engine.command(statement)
    },
  }
  try {
    const options = { source: 'test', observedAt: new Date('2026-01-01') }
    const writer = openWriter({ db, engine: watched })
    await writer.write('people', [{ line: 1, record: { primary_slug: 'ada' } }], options)
    await writer.write('companies', [{ line: 1, record: { pnet_primary_slug: 'acme' } }], options)
    const world = { seed: 1, companies: 4, people: 8, asOf: '2026-01-01' }
    const stores = { db, engine: watched }
    const { loaded } = await loadSample(stores, { world })
    const kinds = Object.entries(loaded).flatMap(([kind, rows]) => (rows > 0 ? [kind] : []))
    expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(kinds.map((kind) => [kind, true])))
    // What one sample takes the place of is retired in one kind after the other: people alone are quiet.
    sent.clear()
    await db.query(sql`
      UPDATE corpus_commits SET hot_until = CASE kind WHEN 'people' THEN 'epoch' ELSE now() + interval '1 hour' END`)
    await reader.refresh()
    expect((await reader.newest('people')).mayHoldLater).toBe(false)
    await loadSample(stores, { world: { ...world, seed: 2 } })
    expect([...sent.values()]).not.toContain(false)
    expect(sent.get('people')).toBe(true)
  } finally {
    await reader.close()
  }
})

async function openStores() {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  return [db, engine, await openSnapshots(db)] as const
}
