import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject, beforeAll, describe, expect, test } from 'vitest'
import { countRecords, recordStore } from '../../src/corpus/record-store/index.ts'
import { rebuildIndex } from '../../src/corpus/write/index.ts'
import { hasAll } from '../../src/corpus/search/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { runs } from '../support/long.ts'
import { write, openSearchWorld, type SearchWorld } from '../search/search-world.ts'
import type { CommitOrder } from './commit-process.ts'

const program = await bundleProgram(join(import.meta.dirname, 'commit-process.ts'))
let world: SearchWorld
let engineUrl: string

beforeAll(async () => {
  world = await openSearchWorld()
  atEnd(() => world.close())
  const address = new URL(inject('engineUrl'))
  const [own] = await world.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  address.pathname = `/${own?.name}`
  engineUrl = address.href
})

/** How many answers of the stores the process saw; undefined when it was killed. */
async function run(order: Omit<CommitOrder, 'url' | 'engineUrl'>): Promise<number | undefined> {
  const given: CommitOrder = { ...order, url: world.db.url, engineUrl }
  const child = fork(program, [JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(async () => void child.kill('SIGKILL'))
  let answers: number | undefined
  child.once('message', (message) => (answers = (message as { answers: number }).answers))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code} ${signal}`)
  return answers
}

/** Every nth of the answers there are, the first and the last among them. */
function some(answers: number, most: number): number[] {
  const step = Math.max(1, (answers - 1) / (most - 1))
  return [
    ...new Set(Array.from({ length: most }, (_, index) => Math.min(answers, Math.round(1 + index * step)))),
  ]
}

/** What a reader finds, and whether both stores agree on it. */
async function found(tag: string) {
  await world.snapshots.refresh()
  const snapshot = await world.snapshots.newest('companies')
  const store = recordStore(world.db)
  const condition = hasAll('facets', [`tag:${tag}`])
  const searched = await world.search.count('companies', { condition, snapshot })
  const slugs = Array.from({ length: 3 }, (_, index) => `slug:${tag}-${index}`)
  const lookedUp = await world.search.lookup('companies', { tokens: slugs, snapshot, perToken: 5 })
  const { versions } = await countRecords(store, 'companies', snapshot.number)
  const [rows] = await world.engine.query<{ n: string }>({
    tag: 'test',
    sql: `SELECT count() AS n FROM companies WHERE born <= {number:UInt32}`,
    params: { number: snapshot.number },
  })
  const [state] = await world.db.query<{ versions: number }>(
    sql`SELECT versions FROM corpus_commits WHERE kind = 'companies'`,
  )
  expect({ rows: Number(rows?.n), counted: state?.versions }).toEqual({ rows: versions, counted: versions })
  return { searched, lookedUp: lookedUp.length }
}

const batch = (tag: string) => [
  ...Array.from({ length: 3 }, (_, index) => ({ pnet_primary_slug: `${tag}-${index}`, tags: [tag] })),
  // Replaces a version, at another rank.
  { pnet_primary_slug: 'standing', li_follower_count: 1_000 + tag.length, short_description: tag },
]

describe('a writer killed after any answer of the stores', () => {
  test('has written all or nothing, and the next one writes it once', async () => {
    await write(world, 'companies', [{ pnet_primary_slug: 'standing' }])
    const answers = (await run({ lines: batch('is-saas') })) as number
    expect(answers).toBeGreaterThan(10)
    const outcomes: number[] = []
    for (const point of some(answers, runs(8, 200))) {
      const tag = `is-killed-${point}`
      await run({ lines: batch(tag), answers: point })
      const half = await found(tag)
      expect([0, 3], `killed after answer ${point}`).toContain(half.lookedUp)
      outcomes.push(half.lookedUp)
      await write(world, 'companies', batch(tag))
      expect((await found(tag)).lookedUp, `written again after ${point}`).toBe(3)
    }
    expect(outcomes).toContain(0)
  })
})

describe('a rebuild killed after any answer of the stores', () => {
  test('goes on, and ends with the rows there were', async () => {
    const content = () =>
      world.engine.query({
        tag: 'test',
        sql: 'SELECT count() AS n, sum(cityHash64(*)) AS hash FROM companies',
      })
    const before = await content()
    // Every other time identifiers are what they should be: then writers go on beside the rebuild.
    let spoiled = 0
    const spoil = async () => {
      spoiled += 1
      await world.engine.command({ tag: 'test', sql: 'TRUNCATE TABLE companies' })
      await world.db.query(sql`
        UPDATE corpus_commits SET search_index = 0, index_build = index_build + 1,
          identifier_index = CASE WHEN ${spoiled % 2 === 0} THEN 0 ELSE identifier_index END
        WHERE kind = 'companies'`)
    }
    await spoil()
    const answers = (await run({ lines: [] })) as number
    expect(await content()).toEqual(before)
    for (const point of some(answers, runs(6, 100))) {
      await spoil()
      await run({ lines: [], answers: point })
      await rebuildIndex(world)
      await world.snapshots.refresh()
      expect(await content(), `killed after answer ${point} of ${answers}`).toEqual(before)
      const snapshot = await world.snapshots.newest('companies')
      const standing = await world.search.lookup('companies', {
        tokens: ['slug:standing'],
        snapshot,
        perToken: 5,
      })
      expect(standing).toHaveLength(1)
    }
  })
})
