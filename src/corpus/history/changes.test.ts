import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openSnapshots, type Snapshots } from '../commits/index.ts'
import { readByTokens, recordStore } from '../record-store/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openWriter, type CorpusWriter } from '../write/index.ts'
import { openHistory, type EntityChange, type History, type Since } from './index.ts'
import { earlierState } from './states.ts'

let db: Postgres
let writer: CorpusWriter
let history: History
let snapshots: Snapshots

beforeAll(async () => {
  const engine = await testEngine()
  db = await testDatabase({ poolSize: 4 })
  snapshots = await openSnapshots(db)
  atEnd(() => snapshots.close())
  writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
  history = openHistory(db)
})

/** An observation of a post: its likes tell one from another. */
interface Seen {
  post: string
  day: number
  likes: number
}

const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString()

/** Writes observations as one commit; answers its number. */
async function write(seen: readonly Seen[]): Promise<number> {
  const items = seen.map(({ post, day, likes }, index) => ({
    line: index + 1,
    record: {
      post_id: post,
      num_reactions: likes,
      num_comments: 0,
      num_shares: 0,
      observed_at: dayOf(day),
    },
  }))
  await writer.write('posts', items, { source: 'test', observedAt: new Date(dayOf(0)) })
  return (await snapshots.newest('posts')).number
}

async function idsOf(posts: readonly string[]): Promise<string[]> {
  const tokens = posts.map((post) => `post:${post}`)
  const asOf = (await snapshots.newest('posts')).number
  const found = await readByTokens(recordStore(db), 'posts', { tokens, asOf, perToken: 1 })
  return found.map(({ id }) => id)
}

async function all(changes: AsyncIterable<EntityChange>): Promise<EntityChange[]> {
  const found: EntityChange[] = []
  for await (const change of changes) found.push(change)
  return found
}

async function changed(since: Since, posts: readonly string[]): Promise<EntityChange[]> {
  const snapshot = await snapshots.newest('posts')
  return all(history.changes('posts', since, await idsOf(posts), { snapshot }))
}

const likes = (state: { tracked: Record<string, unknown> } | null | undefined) =>
  state?.tracked['num_reactions'] ?? null
const brief = (changes: readonly EntityChange[]) =>
  changes.map(({ record, before, after }) => [record['post_id'], likes(before), likes(after)]).toSorted()

let made = 0
const aPost = () => `p${made++}`

describe('since a commit', () => {
  test('says what searches showed then and show now, whatever the dates of the files', async () => {
    const [moved, still, fresh] = [aPost(), aPost(), aPost()]
    await write([
      { post: moved, day: 10, likes: 1 },
      { post: still, day: 10, likes: 1 },
    ])
    const then = (await snapshots.newest('posts')).number
    // Observed before anybody looked, imported after.
    await write([{ post: moved, day: 11, likes: 2 }])
    await write([
      { post: moved, day: 12, likes: 3 },
      { post: fresh, day: 12, likes: 7 },
    ])
    expect(brief(await changed({ commit: then }, [moved, still, fresh]))).toEqual([
      [moved, 1, 3],
      [fresh, null, 7],
    ])
    expect(brief(await changed({ commit: then + 1 }, [moved, still]))).toEqual([[moved, 2, 3]])
    expect(await changed({ commit: then + 2 }, [moved, still, fresh])).toEqual([])
  })

  test('an older file that comes late is no change, nor is what changed and changed back', async () => {
    const [late, back] = [aPost(), aPost()]
    const then = await write([
      { post: late, day: 10, likes: 5 },
      { post: back, day: 10, likes: 5 },
    ])
    await write([{ post: late, day: 3, likes: 1 }])
    await write([{ post: back, day: 11, likes: 6 }])
    await write([{ post: back, day: 12, likes: 5 }])
    expect(await changed({ commit: then }, [late, back])).toEqual([])
  })

  test('a file that tells of several states at once, a late one among them, is compared with what was shown', async () => {
    const post = aPost()
    const then = await write([{ post, day: 10, likes: 5 }])
    await write([
      { post, day: 4, likes: 1 },
      { post, day: 12, likes: 6 },
      { post, day: 14, likes: 7 },
    ])
    const [change] = await changed({ commit: then }, [post])
    expect([likes(change?.before), likes(change?.after)]).toEqual([5, 7])
    expect(change?.past.map((state) => likes(state))).toEqual([1, 5, 6])
  })

  test('agrees with a list of what was shown after each commit, whatever comes in whatever order', async () => {
    const line = fc.record({ post: fc.nat(3), day: fc.nat(30), likes: fc.nat(3) })
    // A post is observed once a day: two lines of one instant have no order in time.
    const batches = fc.uniqueArray(line, {
      selector: ({ post, day }) => `${post} ${day}`,
      minLength: 2,
      maxLength: 12,
    })
    const cut = fc.array(fc.nat(11), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(batches, cut, async (lines, cuts) => {
        const posts = [aPost(), aPost(), aPost(), aPost()]
        const shown: { commit: number; newest: Map<string, Seen> }[] = []
        let newest = new Map<string, Seen>()
        const bounds = [...new Set([0, ...cuts.filter((at) => at < lines.length), lines.length])].toSorted(
          (a, b) => a - b,
        )
        for (const [index, start] of bounds.slice(0, -1).entries()) {
          const batch = lines
            .slice(start, bounds[index + 1])
            .map((each) => ({ ...each, post: posts[each.post] as string }))
          newest = new Map(newest)
          for (const each of batch)
            if (each.day > (newest.get(each.post)?.day ?? -1)) newest.set(each.post, each)
          shown.push({ commit: await write(batch), newest })
        }
        for (const { commit, newest: then } of shown) {
          const expected = [...newest].flatMap(([post, now]) => {
            const before = then.get(post)?.likes ?? null
            return before === now.likes ? [] : [[post, before, now.likes]]
          })
          expect(brief(await changed({ commit }, posts))).toEqual(expected.toSorted())
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('since an instant', () => {
  test('says what was observed after it, whenever it was imported', async () => {
    const [moved, still, fresh] = [aPost(), aPost(), aPost()]
    await write([
      { post: moved, day: 20, likes: 3 },
      { post: still, day: 5, likes: 1 },
      { post: fresh, day: 20, likes: 7 },
    ])
    await write([{ post: moved, day: 10, likes: 1 }])
    await write([{ post: moved, day: 15, likes: 2 }])
    expect(brief(await changed({ instant: new Date(dayOf(12)) }, [moved, still, fresh]))).toEqual([
      [moved, 1, 3],
      [fresh, null, 7],
    ])
    expect(await changed({ instant: new Date(dayOf(20)) }, [moved, still, fresh])).toEqual([])
  })
})

test('of what did not change nothing is read', async () => {
  const posts = Array.from({ length: 300 }, aPost)
  const then = await write(posts.map((post) => ({ post, day: 1, likes: 1 })))
  await write(posts.slice(0, 7).map((post) => ({ post, day: 2, likes: 2 })))
  let rows = 0
  const counted: Postgres = Object.create(db, {
    query: {
      value: async (...asked: Parameters<Postgres['query']>) => {
        const found = await db.query(...asked)
        rows += found.length
        return found
      },
    },
  })
  const snapshot = await snapshots.newest('posts')
  const found = openHistory(counted).changes('posts', { commit: then }, await idsOf(posts), { snapshot })
  expect(await all(found)).toHaveLength(7)
  // Beside the dictionaries: the first id of the commit, and of each change its key, record, state before and history.
  expect(rows).toBeLessThanOrEqual(1 + 7 * 4 + 20)
})

test('an earlier snapshot is told as it was; unknown ids are nobody', async () => {
  const post = aPost()
  const first = await write([{ post, day: 1, likes: 1 }])
  const second = await write([{ post, day: 2, likes: 2 }])
  await write([{ post, day: 3, likes: 3 }])
  const [id] = (await idsOf([post])) as [string]
  const snapshot = (await snapshots.at('posts', second))!
  const ids = [id, '987654321', '9'.repeat(30)]
  const found = await all(history.changes('posts', { commit: first }, ids, { snapshot }))
  expect(brief(found)).toEqual([[post, 1, 2]])
})

test('the state of about so many days ago is the one that held then, otherwise the one before', () => {
  const past = [5, 40, 70].map((day) => ({ observedAt: dayOf(day), tracked: { day } }))
  const nowMs = Date.parse(dayOf(100))
  expect(earlierState(past, { days: 45, nowMs })?.tracked).toEqual({ day: 40 })
  expect(earlierState(past, { days: 60, nowMs })?.tracked).toEqual({ day: 40 })
  expect(earlierState(past, { days: 90, nowMs })?.tracked).toEqual({ day: 5 })
  expect(earlierState(past.slice(1), { days: 90, nowMs })?.tracked).toEqual({ day: 70 })
  expect(earlierState(past)?.tracked).toEqual({ day: 70 })
  expect(earlierState([])).toBeUndefined()
})
