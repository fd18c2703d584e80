import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openEntitySets } from './open-entity-sets.ts'

const db = await testDatabase()
const engine = await testEngine()
const sets = openEntitySets({ db, engine })

/** The store, and how many statements it was asked. */
function countingStore(): { store: Postgres; statements: () => number } {
  let statements = 0
  const store: Postgres = { ...db, query: (statement) => (statements++, db.query(statement)) }
  return { store, statements: () => statements }
}

test('searches of many organizations without sets share one statement', async () => {
  const { store, statements } = countingStore()
  const { applied } = openEntitySets({ db: store, engine })
  const organizations = Array.from({ length: 200 }, (_, index) => `org_without_${index}`)
  expect(await Promise.all(organizations.map((id) => applied(id, [])))).toEqual(organizations.map(() => []))
  expect(statements()).toBe(1)
})

test('a set of another process is left out by the first search that begins after it was made', async () => {
  const program = join(import.meta.dirname, 'fixtures/searching-process.ts')
  const organizationId = 'org_of_two'
  const other = fork(program, [db.url, organizationId])
  const next = async () => (await once(other, 'message'))[0] as unknown
  expect(await next()).toBe('ready')
  const ids: string[] = []
  for (const id of ['first', 'second', 'third']) {
    // The other process reads all the time, so it has just read that there is no such set.
    await sets.create({ organizationId, id, kind: 'people', everywhere: true })
    other.send('search')
    ids.push(id)
    expect(await next()).toEqual(ids.toSorted())
    if (id === 'second') for (const each of ids.splice(0)) await sets.retire(organizationId, each)
  }
  const ended = once(other, 'close')
  other.kill('SIGKILL')
  await ended
})

test('a set is left out by searches of its own process that begin after it was made', async () => {
  const organizationId = 'org_of_one'
  for (const id of ['first', 'second']) {
    await sets.applied(organizationId, [])
    await sets.create({ organizationId, id, kind: 'companies', everywhere: true })
    expect((await sets.applied(organizationId, [])).map((set) => set.id)).toEqual([id])
    await sets.retire(organizationId, id)
  }
})

test('a set that was made in a transaction is left out once that was noticed', async () => {
  const organizationId = 'org_in_transaction'
  expect(await sets.applied(organizationId, [])).toEqual([])
  await db.transact(async (tx) => {
    await sets.create({ organizationId, id: 'joined', kind: 'people', everywhere: true }, tx)
    // Read before the commit, so it must not be trusted after.
    await sets.applied(organizationId, [])
  })
  await sets.waitUntilNoticed()
  expect((await sets.applied(organizationId, [])).map(({ id }) => id)).toEqual(['joined'])
})

test('a failed read is an error of the search, and the next one reads again', async () => {
  let isAway = true
  const store: Postgres = {
    ...db,
    query: (statement) => (isAway ? Promise.reject(new Error('away')) : db.query(statement)),
  }
  const { applied } = openEntitySets({ db: store, engine })
  await expect(applied('org_away', [])).rejects.toThrow('away')
  isAway = false
  expect(await applied('org_away', [])).toEqual([])
})
