import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import { runCommit } from './commit-log.ts'

const db = await testDatabase()

const state = async () => {
  const [row] = await db.query<{ published: number; pending: number | null }>(
    sql`SELECT published, pending FROM corpus_commits WHERE kind = 'companies'`,
  )
  return row
}

/** The store, but the answer to the transaction inside the lock's is lost after it has committed. */
function losingAnswers(): Postgres {
  let running = 0
  return {
    ...({ poolStatus: db.poolStatus, url: db.url } as Pick<Postgres, 'poolStatus' | 'url'>),
    query: (statement) => db.query(statement),
    listen: (...listening) => db.listen(...listening),
    healthy: (timeoutMs) => db.healthy(timeoutMs),
    close: () => db.close(),
    async transact(work, options) {
      const isInner = running > 0
      running += 1
      try {
        const result = await db.transact(work, options)
        if (isInner) throw new StoreUnavailable('answer lost')
        return result
      } finally {
        running -= 1
      }
    },
  }
}

test('a commit whose publishing went through stays published although its answer was lost', async () => {
  const abandoned: number[] = []
  const abandon = async (_kind: string, number: number) => void abandoned.push(number)
  let number = 0
  const commit = runCommit({ db: losingAnswers(), abandon }, 'companies', 1, async (at) => {
    number = at.number
    return { rows: 1, superseded: 0, source: 'test' }
  })
  await expect(commit).rejects.toThrow('answer lost')
  expect(abandoned).toEqual([])
  expect(await state()).toEqual({ published: number, pending: null })
})

test('a commit whose writing fails is abandoned and its number is never used again', async () => {
  const abandoned: number[] = []
  const abandon = async (_kind: string, number: number) => void abandoned.push(number)
  const before = await state()
  const failing = runCommit({ db, abandon }, 'companies', 1, () => Promise.reject(new Error('engine gone')))
  await expect(failing).rejects.toThrow('engine gone')
  expect(abandoned).toHaveLength(1)
  expect(await state()).toEqual({ published: before?.published, pending: null })
  let next = 0
  await runCommit({ db, abandon }, 'companies', 1, async (at) => {
    next = at.number
    return { rows: 0, superseded: 0, source: 'test' }
  })
  expect(next).toBeGreaterThan(abandoned[0] as number)
  expect((await state())?.published).toBe(next)
})
