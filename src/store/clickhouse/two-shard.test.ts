import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTwoShardEngine } from './index.ts'
import type { ClickHouse } from './index.ts'

describe('the two-shard engine', () => {
  let ch: ClickHouse
  let dataDir: string
  const rows = <Row>(sql: string) => ch.query<Row>({ sql, tag: 'suite' })
  const count = async (where: string) => {
    const answer = await rows<{ n: number }>(`SELECT toUInt32(count()) AS n FROM all_rows ${where}`)
    return answer[0]?.n
  }
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'almanac-ch2-'))
    ch = await openTwoShardEngine(dataDir)
    if (ch.topology.kind !== 'cluster') throw new Error('not a cluster')
    for (const sql of [
      `CREATE TABLE one_rows (id UInt64, rank UInt32, facets Array(String),
        INDEX fx facets TYPE text(tokenizer = 'array')) ENGINE = MergeTree ORDER BY (rank, id)`,
      'CREATE VIEW shard_rows AS SELECT * FROM one_rows WHERE intHash64(id) % 2 + 1 = shardNum()',
      `CREATE TABLE all_rows AS shard_rows
        ENGINE = Distributed('${ch.topology.name}', currentDatabase(), 'shard_rows', intHash64(id))`,
      `INSERT INTO one_rows SELECT number, 1000 - number % 1000, ['n:' || toString(number % 10)] FROM numbers(20000)`,
    ]) {
      await ch.command({ sql, tag: 'suite' })
    }
  })
  afterAll(async () => {
    await ch.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('both shards answer, and together they hold every row once', async () => {
    const shards = await rows<{ shard: number; n: number }>(
      'SELECT toUInt8(shardNum()) AS shard, toUInt32(count()) AS n FROM all_rows GROUP BY shard ORDER BY shard',
    )
    expect(shards.map((row) => row.shard)).toEqual([1, 2])
    expect(shards.reduce((sum, row) => sum + row.n, 0)).toBe(20_000)
    expect(await count("WHERE has(facets, 'n:3')")).toBe(2_000)
  })

  test('a page over both shards is the page of the whole', async () => {
    const page = (table: string) =>
      rows(`SELECT id FROM ${table} WHERE hasAny(facets, ['n:3', 'n:4']) ORDER BY rank, id LIMIT 50`)
    expect(await page('all_rows')).toEqual(await page('one_rows'))
  })

  test('a sub-query over all rows is refused as double-distributed unless it is GLOBAL', async () => {
    const sub = '(SELECT id FROM all_rows WHERE id < 100)'
    await expect(count(`WHERE id IN ${sub}`)).rejects.toMatchObject({ code: 288 })
    expect(await count(`WHERE id GLOBAL IN ${sub}`)).toBe(100)
  })
})
