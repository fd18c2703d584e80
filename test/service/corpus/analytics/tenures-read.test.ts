import { beforeAll, expect, test } from 'vitest'
import { openInsightTest, type InsightTest } from '../../../worlds/insight.ts'

let insight: InsightTest
beforeAll(async () => {
  insight = await openInsightTest()
})

test('what is asked of an employer is found by the primary key, not by reading the tenures of others', async () => {
  const rows = await insight.service.engine.query<{ explain: string }>({
    tag: 'test',
    sql: `EXPLAIN indexes = 1 SELECT id FROM tenures WHERE employer IN {p0:Array(UInt64)} AND last_day = 2147483647`,
    params: { p0: [9101n, 9102n] },
  })
  const plan = rows.map(({ explain }) => explain.trim()).join('\n')
  expect(plan).toMatch(/PrimaryKey\nKeys:\nemployer/)
  expect(plan).toMatch(/Condition: \(employer in 2-element set\)/)
})
