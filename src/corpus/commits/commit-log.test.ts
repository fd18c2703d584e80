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

/** The store, but the answer of its first transaction is lost after it has committed. */
function losingAnswers(): Postgres {
  let ended = 0
  return {
    ...({ poolStatus: db.poolStatus, url: db.url } as Pick<Postgres, 'poolStatus' | 'url'>),
    query: (statement) => db.query(statement),
    listen: (...listening) => db.listen(...listening),
    healthy: (timeoutMs) => db.healthy(timeoutMs),
    close: () => db.close(),
    async transact(work, options) {
      const result = await db.transact(work, options)
      if (++ended === 1) throw new StoreUnavailable('answer lost', { outcomeUnknown: true })
      return result
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

test('a writer that lost its lock clears what it sent after the next one had cleared its number', async () => {
  const events: string[] = []
  const stores: CommitStores = { db, abandon: async (_kind, number) => void events.push(`clear ${number}`) }
  let own = 0
  const losing = runCommit(stores, 'comments', 1, async ({ number }, tx) => {
    own = number
    const [backend] = await tx.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    await db.query(sql`SELECT pg_terminate_backend(${backend?.pid})`)
    await runCommit(stores, 'comments', 1, async (next) => {
      events.push(`write ${next.number}`)
      return { rows: 0, superseded: 0, source: 'test' }
    })
    events.push(`late ${number}`)
    await tx.query(sql`SELECT 1`)
    return { rows: 0, superseded: 0, source: 'test' }
  })
  await expect(losing).rejects.toThrow()
  expect(events).toEqual([`clear ${own}`, `write ${own + 1}`, `late ${own}`, `clear ${own}`])
})

/** Whether each reader knows, when the first row of a commit may be written, that rows of later commits may come. */
async function heardOf(kind: EntityKind, readers: readonly Snapshots[], stores: CommitStores) {
  const know = () => Promise.all(readers.map(async (each) => (await each.newest(kind)).mayHoldLater))
  await Promise.all(readers.map((each) => each.refresh()))
  const before = await know()
  let after: boolean[] = []
  await runCommit(stores, kind, 1, async (_commit, _tx, heard) => {
    await heard()
    after = await know()
    return { rows: 1, superseded: 0, source: 'test' }
  })
  return { before, after }
}

test('a reader that is closed while it reads leaves no connection behind', async () => {
  const reader = await openSnapshots(db)
  const reading = reader.refresh()
  await reader.close()
  const { total, idle } = db.poolStatus
  expect(total - idle).toBe(0)
  await reading
})

test('every reader has heard before the first row of a quiet kind, also after a commit without any; the only one is told', async () => {
  const readers = await Promise.all([openSnapshots(db), openSnapshots(db)])
  const abandon = async () => {}
  try {
    expect(await heardOf('people', readers, { db, abandon })).toEqual({
      before: [false, false],
      after: [true, true],
    })
    // One that sends nothing has told nobody.
    await runCommit({ db, abandon }, 'posts', 1, async () => ({ rows: 0, superseded: 0, source: 'test' }))
    expect(await heardOf('posts', readers, { db, abandon })).toEqual({
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
