import { beforeAll, expect, test } from 'vitest'
import { openTestLists } from '../../../test/support/lists.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { subjectOfTexts, type Subject } from '../privacy/index.ts'
import { forgetLists } from './forget-lists.ts'
import type { NewMember } from './member-rows.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

const ada = subjectOfTexts({
  emails: ['ada@home.example'],
  phoneNumbers: ['+4915123456789'],
  pages: ['ada-l'],
  people: ['77'],
  names: ['Ada Lindqvist'],
}) as Subject

const person = (identifier: string, label?: string): NewMember<'person'> => ({
  kind: 'person',
  identifier,
  label,
})

test('whoever is a member, or named from outside, is gone from the list and its past; namesakes and others stay', async () => {
  const { lists, clock, aList } = openTestLists(db)
  const store = forgetLists({ db, clock })
  const { organizationId, id } = await aList()
  const theirs = [
    person('https://www.pnet.example/in/ada-l', 'Ada Lindqvist'),
    person('ADA@home.example'),
    person('slug:ada-l'),
    person('slug:ada-l uid:4711'),
    person('phone:+4915123456789'),
    person('name:Ada Lindqvist'),
    { kind: 'person' as const, entityId: '77' },
  ]
  const others = [
    person('https://www.pnet.example/in/ada-l-2', 'Ada Lindqvist'),
    person('not.ada@home.example'),
    { kind: 'person' as const, entityId: '770' },
  ]
  const members = [...theirs, ...others]
  await db.transact(async (tx) => {
    await lists.add(tx, organizationId, id, { members, by: 'key_1' })
    await lists.remove(tx, organizationId, id, { members: theirs.slice(0, 1), by: 'key_1' })
    await lists.change(tx, organizationId, id, { search: { url: '/in/ada-l' }, by: 'key_1' })
    await lists.change(tx, organizationId, id, { search: { url: '/in/ada-l-2' }, by: 'key_1' })
  })
  expect(await store.forget(ada)).toBe(theirs.length + 1)
  expect(await store.forget(ada)).toBe(0)

  const kept = (await lists.members(db, organizationId, id, { kind: 'person', most: 10 }))!
  expect(kept.map(({ identifier, entityId }) => identifier ?? entityId)).toEqual([
    'https://www.pnet.example/in/ada-l-2',
    'not.ada@home.example',
    '770',
  ])
  const page = { kind: 'person' as const, from: 1, to: 2, most: 10 }
  expect(await lists.difference(db, organizationId, id, page)).toHaveLength(3)
  expect((await lists.find(db, organizationId, id))?.counts.person).toBe(3)
  const searches = await lists.searches(db, organizationId, id, { most: 5 })
  expect(searches?.map(({ params }) => params)).toEqual([{ url: '/in/ada-l-2' }, null])
  const told = (await lists.activity(db, organizationId, id, { most: 3 }))!
  expect(told.map(({ action, detail, by }) => [action, detail, by])).toEqual([
    ['search-forgotten', { search: 1 }, 'system'],
    ['members-forgotten', { members: 6 }, 'system'],
    ['members-forgotten', { members: 1 }, 'system'],
  ])
  // What comes after counts on what is left.
  const added = await db.transact((tx) => lists.add(tx, organizationId, id, { members: theirs, by: 'key_1' }))
  expect(added).toMatchObject({ added: 7 })
  const [newest] = (await lists.versions(db, organizationId, id, { most: 1 }))!
  expect(newest?.movements.person).toEqual({ joined: 7, returned: 0, left: 0, stayed: 3 })
})

test('a rule whose search names the person goes from the settings of its list; others stay', async () => {
  const { lists, clock, aList } = openTestLists(db)
  const store = forgetLists({ db, clock })
  await store.forget(ada)
  const { organizationId, id, list } = await aList()
  const watches = (slug: string) => ({ searchParams: { exactProfile: { anyOf: [{ primary_slug: slug }] } } })
  await db.query(sql`
    UPDATE lists SET settings = ${JSON.stringify({ most: 5, rules: [watches('ada-l'), watches('ada-l-2')] })}
    WHERE id = ${id}`)
  expect([await store.forget(ada), await store.forget(ada)]).toEqual([1, 0])
  const [row] = await db.query<{ settings: object }>(sql`SELECT settings FROM lists WHERE id = ${id}`)
  expect(row?.settings).toEqual({ most: 5, rules: [watches('ada-l-2')] })
  expect((await lists.find(db, organizationId, id))?.revision).toBe(list.revision + 1)
})
