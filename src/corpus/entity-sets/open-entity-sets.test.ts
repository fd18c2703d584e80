import { expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { openEntitySets } from './open-entity-sets.ts'

const db = await testDatabase()
const engine = await testEngine()
const sets = openEntitySets({ db, engine })
const organizationId = 'org_1'

async function aSet(id: string, tokens: string[] = []): Promise<void> {
  await sets.create({ organizationId, id, kind: 'companies' })
  if (tokens.length > 0) await sets.add(organizationId, id, tokens)
}

test('members come and go, each once', async () => {
  await aSet('one')
  expect(await sets.add(organizationId, 'one', ['dom:b', 'dom:a', 'dom:a'])).toBe(2)
  expect(await sets.add(organizationId, 'one', ['dom:a', 'dom:c'])).toBe(1)
  expect(await sets.remove(organizationId, 'one', ['dom:b', 'dom:x'])).toBe(1)
  expect(await sets.read(organizationId, 'one', { limit: 10 })).toEqual(['dom:a', 'dom:c'])
  expect(await sets.read(organizationId, 'one', { after: 'dom:a', limit: 10 })).toEqual(['dom:c'])
  expect(await sets.add(organizationId, 'one', ['dom:b'])).toBe(1)
  expect(await sets.read(organizationId, 'one', { limit: 2 })).toEqual(['dom:a', 'dom:b'])
})

test("a set that does not exist and another organization's answer alike", async () => {
  await aSet('mine', ['dom:a'])
  for (const [organization, id] of [
    ['org_2', 'mine'],
    [organizationId, 'none'],
  ] as const) {
    expect(await sets.add(organization, id, ['dom:b'])).toBeUndefined()
    expect(await sets.remove(organization, id, ['dom:a'])).toBeUndefined()
    expect(await sets.read(organization, id, { limit: 1 })).toBeUndefined()
    expect(await sets.drop(organization, id)).toBe(false)
    expect(await sets.find(organization, 'companies', [id])).toEqual([])
  }
  expect(await sets.find(organizationId, 'people', ['mine'])).toEqual([])
  expect(await sets.read(organizationId, 'mine', { limit: 5 })).toEqual(['dom:a'])
})

test('a set as of an earlier version stays what it was', async () => {
  await aSet('kept', ['dom:a'])
  const [before] = await sets.find(organizationId, 'companies', ['kept'])
  await sets.add(organizationId, 'kept', ['dom:b'])
  await sets.remove(organizationId, 'kept', ['dom:a'])
  const [now] = await sets.find(organizationId, 'companies', ['kept'])
  expect(now!.version).toBeGreaterThan(before!.version)
})

/** The store, but its process dies before the transaction with the change commits. */
const dying: Postgres = {
  ...db,
  transact: (work, options) =>
    db.transact(async (tx) => {
      await work(tx)
      throw new Error('killed')
    }, options),
}

test('a change that was cut off does not count, and the next one clears it away', async () => {
  await aSet('cut', ['dom:a'])
  const cut = openEntitySets({ db: dying, engine })
  await expect(cut.add(organizationId, 'cut', ['dom:b'])).rejects.toThrow('killed')
  await expect(cut.remove(organizationId, 'cut', ['dom:a'])).rejects.toThrow('killed')
  expect(await sets.read(organizationId, 'cut', { limit: 5 })).toEqual(['dom:a'])
  await sets.add(organizationId, 'cut', ['dom:c'])
  expect(await sets.read(organizationId, 'cut', { limit: 5 })).toEqual(['dom:a', 'dom:c'])
})

test('changes at the same time all count', async () => {
  await aSet('busy')
  const tokens = Array.from({ length: 8 }, (_, index) => `dom:${index}`)
  await Promise.all(tokens.map((token) => sets.add(organizationId, 'busy', [token])))
  expect(await sets.read(organizationId, 'busy', { limit: 20 })).toEqual(tokens)
})

test('a dropped set is gone, members and all', async () => {
  await aSet('gone', ['dom:a'])
  expect(await sets.drop(organizationId, 'gone')).toBe(true)
  await aSet('gone')
  expect(await sets.read(organizationId, 'gone', { limit: 5 })).toEqual([])
  const rows = await db.query(sql`SELECT id FROM entity_sets WHERE id = 'gone'`)
  expect(rows).toHaveLength(1)
})

test('a set that was retired is unknown at once, and its members go an hour later', async () => {
  await aSet('old', ['dom:a'])
  const [found] = await sets.find(organizationId, 'companies', ['old'])
  expect([await sets.retire(organizationId, 'old'), await sets.retire(organizationId, 'old')]).toEqual([
    true,
    false,
  ])
  expect(await sets.applied(organizationId, ['old'])).toEqual([])
  expect(await sets.add(organizationId, 'old', ['dom:b'])).toBeUndefined()
  const rows = async () =>
    engine.query<{ token: string }>({
      tag: 'test',
      sql: "SELECT token FROM entity_set_members WHERE set_id = 'old'",
    })
  expect(await sets.purge()).toBe(0)
  expect(found).toMatchObject({ id: 'old' })
  expect(await rows()).toEqual([{ token: 'dom:a' }])
  await db.query(sql`UPDATE entity_sets SET dropped_at = now() - interval '2 hours' WHERE id = 'old'`)
  expect(await sets.purge()).toBe(1)
  expect(await rows()).toEqual([])
})

test('sets that are left out everywhere are applied beside those that are named', async () => {
  const other = 'org_everywhere'
  const make = (id: string, everywhere: boolean) =>
    sets.create({ organizationId: other, id, kind: 'people', everywhere })
  await make('all', true)
  await make('named', false)
  const idsOf = async (ids: string[]) => (await sets.applied(other, ids)).map(({ id }) => id)
  expect(await idsOf([])).toEqual(['all'])
  expect(await idsOf(['named', 'all', 'none'])).toEqual(['all', 'named'])
  expect(await sets.applied('org_3', ['named'])).toEqual([])
})

test("a change in somebody's transaction counts when that commits, and not before", async () => {
  await aSet('joined')
  await expect(
    db.transact(async (tx) => {
      await sets.add(organizationId, 'joined', ['dom:lost'], tx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await db.transact((tx) => sets.add(organizationId, 'joined', ['dom:kept'], tx))
  expect(await sets.read(organizationId, 'joined', { limit: 5 })).toEqual(['dom:kept'])
})
