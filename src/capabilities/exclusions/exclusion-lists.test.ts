import { describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import { openEntitySets } from '../../corpus/entity-sets/index.ts'
import { openLists } from '../../platform/lists/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openExclusionLists } from './exclusion-lists.ts'
import { companyExclusions } from './list-kinds.ts'

const db = await testDatabase()
const engine = await testEngine()
const entitySets = openEntitySets({ db, engine })
const kind = { ...companyExclusions, quota: 2 }

const opened = (on: Postgres = db) =>
  openExclusionLists({
    db: on,
    lists: openLists({ clock: frozenClock() }),
    entitySets,
    kind,
    memberKind: 'company',
    setKind: 'companies',
    mostEntries: 3,
  })
const lists = opened()

let organizations = 0
const anActor = () => ({ organizationId: `org_${(organizations += 1)}`, keyId: 'key_1' })
const named = { name: 'List', isOrganizationWide: false }
const entry = (domain: string) => ({ key: `dom:${domain}`, tokens: [`dom:${domain}`] })

describe('an organization', () => {
  test('has so many lists of a kind, whoever makes them at once, and may make another for one it deletes', async () => {
    const by = anActor()
    const made = await Promise.allSettled([1, 2, 3, 4].map(() => lists.create(by, named)))
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual(['too-many-exclusion-lists', 'too-many-exclusion-lists'])
    const [first] = await lists.all(by.organizationId)
    await lists.delete(by, [{ id: first!.id, path: 'listId' }])
    await expect(lists.create(by, named)).resolves.toMatchObject({ name: 'List' })
  })
})

describe('a list', () => {
  test('has so many entries; what would be more is not added at all', async () => {
    const by = anActor()
    const { id } = await lists.create(by, named)
    expect(await lists.add(by, id, ['a', 'b'].map(entry))).toBe(2)
    const more = lists.add(by, id, ['b', 'c', 'd'].map(entry))
    await expect(more).rejects.toMatchObject({ code: 'exclusion-list-full' })
    expect(await entitySets.read(by.organizationId, id, { limit: 9 })).toEqual(['dom:a', 'dom:b'])
    expect(await lists.add(by, id, ['b', 'c'].map(entry))).toBe(1)
  })

  test('whose change was cut off is as it was, and so is what searches leave out', async () => {
    const by = anActor()
    const { id } = await lists.create(by, named)
    await lists.add(by, id, [entry('a')])
    const dying = opened({
      ...db,
      transact: (work, options) =>
        db.transact(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }, options),
    })
    await expect(dying.add(by, id, [entry('b')])).rejects.toThrow('killed')
    await expect(dying.remove(by, id, ['dom:a'])).rejects.toThrow('killed')
    await expect(dying.delete(by, [{ id, path: 'listId' }])).rejects.toThrow('killed')
    expect(await entitySets.read(by.organizationId, id, { limit: 9 })).toEqual(['dom:a'])
    expect(await lists.entries(by.organizationId, id, { most: 9 })).toMatchObject([{ identifier: 'dom:a' }])
    expect(await lists.add(by, id, [entry('b')])).toBe(1)
    expect(await entitySets.read(by.organizationId, id, { limit: 9 })).toEqual(['dom:a', 'dom:b'])
  })
})
