import { beforeAll, expect, test } from 'vitest'
import type { Postgres } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { selectDue, storeVisit } from './visit-rows.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const visitOn = (companyId: string, number: number, about: 'site' | 'news' = 'site') =>
  storeVisit(db, { companyId, about, at: day(number) })

test('those never visited come first, then the longest ago, within the budget; younger visits are not due', async () => {
  await visitOn('1', 3)
  await visitOn('2', 1)
  await visitOn('3', 20)
  const order = { about: 'site' as const, ids: ['1', '2', '3', '4', '9007199254740993'], before: day(10) }
  expect(await selectDue(db, { ...order, most: 10 })).toEqual(['4', '9007199254740993', '2', '1'])
  expect(await selectDue(db, { ...order, most: 3 })).toEqual(['4', '9007199254740993', '2'])
  expect(await selectDue(db, { ...order, ids: [], most: 3 })).toEqual([])
})

test('a visit counts for what it was about, and the last one counts', async () => {
  await visitOn('7', 1)
  await visitOn('7', 12)
  const order = { ids: ['7'], before: day(10), most: 10 }
  expect(await selectDue(db, { ...order, about: 'site' })).toEqual([])
  expect(await selectDue(db, { ...order, about: 'news' })).toEqual(['7'])
})
