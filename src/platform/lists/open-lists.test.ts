import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { audience, company, nobody, openTestLists } from '../../../test/support/lists.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { defineListKind } from './list-kind.ts'
import { openLists } from './open-lists.ts'

let db: Postgres
let opened: ReturnType<typeof openTestLists>
beforeAll(async () => {
  db = await testDatabase()
  opened = openTestLists(db)
})

const by = 'key_1'
const create = (organizationId: string, name: string, search?: object) =>
  db.transact((tx) => opened.lists.create(tx, organizationId, { name, settings: { most: 5 }, search, by }))
const change = (organizationId: string, id: string, to: Partial<Parameters<typeof opened.lists.change>[3]>) =>
  db.transact((tx) => opened.lists.change(tx, organizationId, id, { ...to, by }))
const archive = (organizationId: string, id: string) =>
  db.transact((tx) => opened.lists.archive(tx, organizationId, id, by))

describe('a list', () => {
  test('is found as it was made', async () => {
    const { organizationId, id, list } = await opened.aList()
    expect(id).toMatch(/^aud_[0-9a-z]{26}$/)
    const now = new Date(opened.clock.now())
    expect(list).toEqual({
      id,
      name: 'Leads',
      settings: { most: 5 },
      state: 'DRAFT',
      revision: 1,
      version: 0,
      counts: { company: 0, person: 0 },
      search: null,
      createdBy: by,
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    })
    expect(await opened.lists.find(db, organizationId, id)).toEqual(list)
  })

  test('has the defaults of settings that came after it', async () => {
    const { organizationId, id } = await opened.aList()
    const settings = z.object({ most: z.int(), new: z.int().default(10_000) })
    const later = defineListKind({ ...audience, settings })
    const list = await openLists({ clock: frozenClock() }).of(later).find(db, organizationId, id)
    expect(list?.settings).toEqual({ most: 5, new: 10_000 })
  })

  test('changes by its revision', async () => {
    const { organizationId, id } = await opened.aList()
    const changed = await change(organizationId, id, { name: 'Customers', state: 'BUILDING', ifRevision: 1 })
    expect(changed).toMatchObject({ done: true, list: { name: 'Customers', state: 'BUILDING', revision: 2 } })
    expect(await change(organizationId, id, { name: 'Late', ifRevision: 1 })).toEqual({
      done: false,
      reason: 'revision',
    })
    const settings = await change(organizationId, id, { settings: { most: 7 } })
    expect(settings).toMatchObject({ list: { name: 'Customers', settings: { most: 7 }, revision: 3 } })
  })

  test('settings that its kind refuses change nothing', async () => {
    const { organizationId, id } = await opened.aList()
    await expect(change(organizationId, id, { settings: { most: 1.5 } })).rejects.toThrow('most')
    expect(await opened.lists.find(db, organizationId, id)).toMatchObject({
      revision: 1,
      settings: { most: 5 },
    })
  })

  test('of another organization or another kind is an unknown one, for everything', async () => {
    const { organizationId, id } = await opened.aList()
    const other = defineListKind({ ...audience, kind: 'tracker', prefix: 'trk' })
    const of = (kind: typeof audience) => openLists({ clock: frozenClock() }).of(kind)
    for (const [lists, asking] of [
      [of(audience), nobody()],
      [of(other), organizationId],
    ] as const) {
      const page = { kind: 'company' as const, most: 5 }
      expect(await lists.find(db, asking, id)).toBeUndefined()
      expect(await lists.page(db, asking, { most: 5, archived: true })).toEqual([])
      expect(await lists.members(db, asking, id, page)).toBeUndefined()
      expect(await lists.difference(db, asking, id, { ...page, from: 0, to: 0 })).toBeUndefined()
      expect(await lists.versions(db, asking, id, page)).toBeUndefined()
      expect(await lists.searches(db, asking, id, page)).toBeUndefined()
      expect(await lists.activity(db, asking, id, page)).toBeUndefined()
      await db.transact(async (tx) => {
        const refused = { done: false, reason: 'unknown' }
        expect(await lists.change(tx, asking, id, { name: 'Mine', by })).toEqual(refused)
        expect(await lists.archive(tx, asking, id, by)).toBeUndefined()
        expect(await lists.add(tx, asking, id, { members: [company(1)], by })).toEqual(refused)
        expect(await lists.remove(tx, asking, id, { members: [{ number: 1 }], by })).toEqual(refused)
        expect(await lists.rebuild(tx, asking, id, { members: none(), by })).toEqual(refused)
      })
    }
    expect(await opened.lists.find(db, organizationId, id)).toMatchObject({ revision: 1, version: 0 })
  })

  test('that is archived can be read and not be changed, and is left out of pages', async () => {
    const { organizationId, id } = await opened.aList()
    await db.transact((tx) => opened.lists.add(tx, organizationId, id, { members: [company(1)], by }))
    expect(await archive(organizationId, id)).toMatchObject({ id, archivedAt: new Date(opened.clock.now()) })
    expect(await archive(organizationId, id)).toMatchObject({ revision: 2 })
    expect(await opened.lists.find(db, organizationId, id)).toMatchObject({ counts: { company: 1 } })
    expect(await opened.lists.members(db, organizationId, id, { kind: 'company', most: 5 })).toHaveLength(1)
    expect(await opened.lists.page(db, organizationId, { most: 5 })).toEqual([])
    expect(await opened.lists.page(db, organizationId, { most: 5, archived: true })).toMatchObject([{ id }])
    const refused = { done: false, reason: 'archived' }
    expect(await change(organizationId, id, { name: 'Back' })).toEqual(refused)
    await db.transact(async (tx) => {
      expect(await opened.lists.add(tx, organizationId, id, { members: [], by })).toEqual(refused)
      expect(await opened.lists.remove(tx, organizationId, id, { members: [], by })).toEqual(refused)
      expect(await opened.lists.rebuild(tx, organizationId, id, { members: none(), by })).toEqual(refused)
    })
  })
})

async function* none() {
  yield []
}

describe('names', () => {
  test('are taken while their list is not archived', async () => {
    const { organizationId, id } = await opened.aList(nobody(), 'A')
    expect(await create(organizationId, 'A')).toEqual({ done: false, reason: 'name-taken' })
    const { id: b } = await opened.aList(organizationId, 'B')
    expect(await change(organizationId, b, { name: 'A' })).toEqual({ done: false, reason: 'name-taken' })
    expect(await change(organizationId, b, { name: 'B' })).toMatchObject({ done: true })
    await archive(organizationId, id)
    expect(await change(organizationId, b, { name: 'A' })).toMatchObject({ done: true })
  })

  test('are anybody’s where the kind says so', async () => {
    const free = defineListKind({ ...audience, kind: 'free', prefix: 'fre', names: 'free' })
    const lists = openLists({ clock: frozenClock() }).of(free)
    const organizationId = nobody()
    const list = { name: 'A', settings: { most: 5 }, by }
    for (let i = 0; i < 2; i++)
      expect(await db.transact((tx) => lists.create(tx, organizationId, list))).toMatchObject({ done: true })
  })

  test('one name that many ask for at once is given once', async () => {
    const organizationId = nobody()
    const { id: a } = await opened.aList(organizationId, 'A')
    const { id: b } = await opened.aList(organizationId, 'B')
    const outcomes = await Promise.all([
      create(organizationId, 'C'),
      change(organizationId, a, { name: 'C' }),
      change(organizationId, b, { name: 'C' }),
    ])
    expect(outcomes.filter(({ done }) => done)).toHaveLength(1)
    expect(outcomes.filter((outcome) => !outcome.done && outcome.reason === 'name-taken')).toHaveLength(2)
  })

  test('no two kinds have one name or one prefix', () => {
    const lists = openLists({ clock: frozenClock() })
    lists.of(audience)
    expect(() => lists.of(audience)).not.toThrow()
    expect(() => lists.of({ ...audience, prefix: 'other' })).toThrow('two kinds of list')
    expect(() => lists.of({ ...audience, kind: 'other' })).toThrow('two kinds of list')
  })
})

describe('the quota', () => {
  test('is not exceeded by lists that are made at once, and is told', async () => {
    const organizationId = nobody()
    const outcomes = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => create(organizationId, name)),
    )
    expect(outcomes.filter(({ done }) => done)).toHaveLength(audience.quota)
    expect(outcomes.filter(({ done }) => !done)).toEqual(
      Array.from({ length: 3 }, () => ({ done: false, reason: 'quota', quota: audience.quota })),
    )
  })

  test('does not count archived lists, nor those of others', async () => {
    const organizationId = nobody()
    const [first] = await Promise.all(['A', 'B', 'C'].map((name) => opened.aList(organizationId, name)))
    expect(await create(nobody(), 'A')).toMatchObject({ done: true })
    await archive(organizationId, first!.id)
    expect(await create(organizationId, 'D')).toMatchObject({ done: true })
    expect(await create(organizationId, 'E')).toMatchObject({ reason: 'quota' })
  })
})

test('pages of lists, the newest first, show each once', async () => {
  const organizationId = nobody()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) {
    opened.clock.advance(1)
    ids.unshift((await opened.aList(organizationId, name)).id)
  }
  const [first] = await opened.lists.page(db, organizationId, { most: 1 })
  const rest = await opened.lists.page(db, organizationId, { after: first!.id, most: 5 })
  expect([first, ...rest].map((list) => list!.id)).toEqual(ids)
})

describe('search parameters', () => {
  test('are kept as snapshots; equal ones are the same', async () => {
    const organizationId = nobody()
    const made = await create(organizationId, 'A', { a: 1, b: [2] })
    const { id } = made.done ? made.list : { id: '' }
    expect(made).toMatchObject({ list: { search: { number: 1, params: { a: 1, b: [2] } }, revision: 1 } })
    const same = await change(organizationId, id, { search: { b: [2], a: 1 } })
    expect(same).toMatchObject({ list: { search: { number: 1 } } })
    expect(await change(organizationId, id, { search: { a: 2 } })).toMatchObject({
      list: { search: { number: 2 } },
    })
    expect(await change(organizationId, id, { search: null })).toMatchObject({ list: { search: null } })
    expect(await change(organizationId, id, { search: { a: 1, b: [2] } })).toMatchObject({
      list: { search: { number: 3 } },
    })
    const all = await opened.lists.searches(db, organizationId, id, { most: 10 })
    expect(all?.map(({ number, params }) => [number, params])).toEqual([
      [3, { a: 1, b: [2] }],
      [2, { a: 2 }],
      [1, { a: 1, b: [2] }],
    ])
    expect(all?.[0]?.hash).toBe(all?.[2]?.hash)
    expect(await opened.lists.searches(db, organizationId, id, { before: 2, most: 10 })).toHaveLength(1)
  })
})

test('the activity tells who did what', async () => {
  const { organizationId, id } = await opened.aList()
  await change(organizationId, id, { name: 'B', state: 'NORMAL', search: { a: 1 } })
  await db.transact((tx) => opened.lists.add(tx, organizationId, id, { members: [company(1)], by: 'key_2' }))
  await db.transact((tx) =>
    opened.lists.remove(tx, organizationId, id, { members: [company(1)], by: 'key_3' }),
  )
  await db.transact((tx) => opened.lists.rebuild(tx, organizationId, id, { members: none(), by: 'system' }))
  await archive(organizationId, id)
  const all = await opened.lists.activity(db, organizationId, id, { most: 10 })
  const movements = (joined: number, left: number) => ({
    company: { joined, returned: 0, left, stayed: 0 },
    person: { joined: 0, returned: 0, left: 0, stayed: 0 },
  })
  expect(all?.map(({ action, detail, by }) => [action, detail, by])).toEqual([
    ['archived', {}, by],
    ['rebuilt', { version: 3, movements: movements(0, 0) }, 'system'],
    ['members-removed', { version: 2, movements: movements(0, 1) }, 'key_3'],
    ['members-added', { version: 1, movements: movements(1, 0) }, 'key_2'],
    ['changed', { state: 'NORMAL', search: 1 }, by],
    ['renamed', { from: 'Leads', to: 'B' }, by],
    ['created', { name: 'Leads' }, by],
  ])
  const rest = await opened.lists.activity(db, organizationId, id, { before: all![1]!.number, most: 2 })
  expect(rest).toEqual(all!.slice(2, 4))
})
