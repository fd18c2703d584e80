import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, StoreUnavailable, type Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { runCommit, type CommitStores } from './commit-log.ts'
import { openSnapshots, type Snapshots } from './snapshots.ts'

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

/** Whether each reader knows, when the first row of a commit may be written, that rows of later commits may come. */
async function heardOf(kind: EntityKind, readers: readonly Snapshots[], stores: CommitStores) {
  const know = () => Promise.all(readers.map(async (each) => (await each.newest(kind)).mayHoldLater))
  await Promise.all(readers.map((each) => each.refresh()))
  const before = await know()
  let after: boolean[] = []
  await runCommit(stores, kind, 1, async () => {
    after = await know()
    return { rows: 0, superseded: 0, source: 'test' }
  })
  return { before, after }
}

test('every reader has heard before the first row of a quiet kind; the only one is told', async () => {
  const readers = await Promise.all([openSnapshots(db), openSnapshots(db)])
  const abandon = async () => {}
  try {
    expect(await heardOf('people', readers, { db, abandon })).toEqual({
      before: [false, false],
      after: [true, true],
    })
    const [onlyReader] = readers as [Snapshots, Snapshots]
    expect(await heardOf('news', [onlyReader], { db, abandon, onlyReader })).toEqual({
      before: [false],
      after: [true],
    })
  } finally {
    await Promise.all(readers.map((each) => each.close()))
  }
})

test('a refresh asked for while another is under way sees what was published in between', async () => {
  let hold: Promise<void> | undefined
  const late: Postgres = {
    ...db,
    query: async (statement) => {
      const rows = await db.query(statement)
      await hold
      return rows as never
    },
    listen: async () => async () => {},
  }
  const reader = await openSnapshots(late)
  try {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    hold = promise
    const earlier = reader.refresh()
    // Its answer, which is of before, is on its way.
    await db.query(sql`SELECT 1`)
    let published = 0
    await runCommit({ db, abandon: async () => {} }, 'posts', 1, async ({ number }) => {
      published = number
      return { rows: 0, superseded: 0, source: 'test' }
    })
    const later = reader.refresh()
    hold = undefined
    release()
    await Promise.all([earlier, later])
    expect((await reader.newest('posts')).number).toBe(published)
  } finally {
    await reader.close()
  }
})
