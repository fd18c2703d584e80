import { beforeAll, describe, expect, test } from 'vitest'
import { companies, company, openTestLists } from '../../../test/support/lists.ts'
import { isLong } from '../../../test/support/long.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { Movement, MovementPosition } from './difference-rows.ts'
import type { NewMember } from './member-rows.ts'

let db: Postgres
let opened: ReturnType<typeof openTestLists>
beforeAll(async () => {
  db = await testDatabase()
  opened = openTestLists(db)
})

type Kind = 'company' | 'person'
const by = 'key_1'
type Owned = { organizationId: string; id: string }
const add = ({ organizationId, id }: Owned, members: NewMember<Kind>[], adder = by) =>
  db.transact((tx) => opened.lists.add(tx, organizationId, id, { members, by: adder }))
const remove = ({ organizationId, id }: Owned, members: (NewMember<Kind> | { number: number })[]) =>
  db.transact((tx) => opened.lists.remove(tx, organizationId, id, { members, by }))
const rebuild = ({ organizationId, id }: Owned, members: AsyncIterable<NewMember<Kind>[]>) =>
  db.transact((tx) => opened.lists.rebuild(tx, organizationId, id, { members, by }))
const members = ({ organizationId, id }: Owned, after = 0, most = 100, on: Queryable = db) =>
  opened.lists.members(on, organizationId, id, { kind: 'company', after, most })

describe('members', () => {
  test('tell who added them, when, and how they are named', async () => {
    const list = await opened.aList()
    const addedAt = new Date(opened.clock.now())
    await add(list, [company(1), { kind: 'company', identifier: 'acme.example', label: 'Acme' }])
    const [first, second] = (await members(list))!
    expect(first).toEqual({
      number: 1,
      kind: 'company',
      entityId: '1',
      identifier: null,
      label: null,
      addedBy: by,
      addedAt,
      leftAt: null,
    })
    expect(second).toMatchObject({ number: 2, entityId: null, identifier: 'acme.example', label: 'Acme' })
    opened.clock.advance(1_000)
    await remove(list, [{ number: 2 }, { number: 2 }, { number: 77 }])
    const { organizationId, id } = list
    const page = { kind: 'company' as const, from: 1, to: 2, movements: ['left' as const], most: 5 }
    expect(await opened.lists.difference(db, organizationId, id, page)).toMatchObject([
      { number: 2, addedAt, leftAt: new Date(opened.clock.now()), movement: 'left' },
    ])
  })

  test('by number are removed once', async () => {
    const list = await opened.aList()
    await add(list, [company(1), company(2)])
    const removed = await remove(list, [{ number: 1 }, company(1), { number: 1 }, { number: 9 }, company(2)])
    expect(removed).toEqual({ done: true, version: 2, removed: 2, notFound: [1, 2, 3] })
  })

  test('without a name, with a long one, or of another kind are refused, and none of them is added', async () => {
    const list = await opened.aList()
    for (const wrong of [
      { kind: 'company', identifier: '' },
      { kind: 'company', identifier: 'x'.repeat(501) },
      { kind: 'posting', entityId: '1' },
    ])
      await expect(add(list, [company(1), wrong as NewMember<Kind>])).rejects.toThrow(RangeError)
    expect(await members(list)).toEqual([])
  })

  test('of a longer batch than a statement takes keep their order, and duplicates their places', async () => {
    const list = await opened.aList()
    const many = Array.from({ length: 12_000 }, (_, index) => company(index % 11_000))
    const outcome = await add(list, many)
    expect(outcome).toMatchObject({
      added: 11_000,
      duplicates: many.flatMap((_, i) => (i < 11_000 ? [] : [i])),
    })
    const page = await members(list, 4_998, 4)
    expect(page?.map(({ entityId }) => entityId)).toEqual(['4998', '4999', '5000', '5001'])
  })

  test('somebody adds stay when rebuilds find them no more; those that rebuilds found go', async () => {
    const list = await opened.aList()
    await rebuild(list, companies(1, 3))
    expect(await add(list, [company(2), company(9)])).toMatchObject({ duplicates: [0], added: 1 })
    await rebuild(list, companies(3, 4))
    expect((await members(list))?.map(({ entityId, addedBy }) => [entityId, addedBy])).toEqual([
      ['2', by],
      ['3', 'dynamic'],
      ['9', by],
      ['4', 'dynamic'],
    ])
  })
})

describe('at once', () => {
  test('rebuilds and additions come one after the other, and all count', async () => {
    const list = await opened.aList()
    const outcomes = await Promise.all([
      rebuild(list, companies(1, 300)),
      rebuild(list, companies(200, 500)),
      add(list, [company(1_000), company(1_001)]),
      add(list, [company(1_001), company(1_002)]),
    ])
    expect(outcomes.map((outcome) => outcome.done && outcome.version).toSorted()).toEqual([1, 2, 3, 4])
    const found = (await members(list, 0, 1_000))!.map(({ entityId }) => Number(entityId))
    const dynamic = found.filter((id) => id < 1_000).toSorted((a, b) => a - b)
    // Whichever came last is what rebuilds found.
    expect([300, 301]).toContain(dynamic.length)
    expect(dynamic.at(-1)! - dynamic[0]! + 1).toBe(dynamic.length)
    expect(found.filter((id) => id >= 1_000).toSorted()).toEqual([1_000, 1_001, 1_002])
    const { counts } = (await opened.lists.find(db, list.organizationId, list.id))!
    expect(counts.company).toBe(found.length)
  })

  test('pages go on where they were while others add and remove', async () => {
    const list = await opened.aList()
    await add(list, [1, 2, 3, 4].map(company))
    const first = (await members(list, 0, 2))!
    await remove(list, [company(1), company(3)])
    await add(list, [company(1)])
    const rest = (await members(list, first.at(-1)!.number, 10))!
    expect(rest.map(({ entityId }) => entityId)).toEqual(['4', '1'])
    // As of a version pages are what they were then.
    const { organizationId, id } = list
    const page = { kind: 'company' as const, from: 0, to: 1, most: 10 }
    const asOf = (await opened.lists.difference(db, organizationId, id, page))!
    expect(asOf.map(({ entityId, movement }) => [entityId, movement])).toEqual(
      ['1', '2', '3', '4'].map((entityId) => [entityId, 'joined']),
    )
  })

  test('what throws leaves the list as it was, also in the middle of a rebuild', async () => {
    const list = await opened.aList()
    await add(list, [company(1)])
    async function* broken() {
      yield [company(2)]
      throw new Error('the search failed')
    }
    await expect(rebuild(list, broken())).rejects.toThrow('the search failed')
    expect(await members(list)).toHaveLength(1)
  })

  test('a transaction rebuilds as often as it likes', async () => {
    const [one, other] = [await opened.aList(), await opened.aList()]
    await db.transact(async (tx) => {
      for (const { organizationId, id } of [one, other, one])
        await opened.lists.rebuild(tx, organizationId, id, { members: companies(1, 3), by })
    })
    expect([await members(one), await members(other)].map((rows) => rows?.length)).toEqual([3, 3])
  })
})

test('who left and came back between two versions stayed, from before the first returned, after it joined', async () => {
  const list = await opened.aList()
  const { organizationId, id } = list
  await add(list, [company('was'), company('stays')])
  await remove(list, [company('was')])
  await remove(list, [company('stays')])
  await add(list, ['stays', 'was', 'new'].map(company))
  await remove(list, [company('new')])
  await add(list, [company('new')])
  const found = async (from: number, movements: Movement[]) => {
    const page = { kind: 'company' as const, from, to: 6, movements, most: 10 }
    return (await opened.lists.difference(db, organizationId, id, page))!.map((row) => row.entityId)
  }
  expect(await found(2, ['stayed'])).toEqual(['stays'])
  expect(await found(2, ['returned'])).toEqual(['was'])
  expect(await found(2, ['joined'])).toEqual(['new'])
  expect(await found(2, ['left'])).toEqual([])
  expect(await found(4, ['stayed'])).toEqual(['stays', 'was', 'new'])
})

test('versions that are not there, or come before, have no difference', async () => {
  const { organizationId, id } = await opened.aList()
  await add({ organizationId, id }, [company(1)])
  for (const [from, to] of [
    [1, 0],
    [0, 2],
    [2, 3],
    [-1, 1],
  ] as const) {
    const page = { kind: 'company' as const, from, to, most: 1 }
    expect(await opened.lists.difference(db, organizationId, id, page)).toBeUndefined()
  }
})

/** Runs statements, and says of each that reads members how many rows it touched, and by which index. */
function explained() {
  const plans: { touched: number; text: string }[] = []
  const on: Queryable = {
    async query<Row>(statement: Parameters<Queryable['query']>[0]) {
      const rows = await db.query<{ 'QUERY PLAN': PlanOf[] }>(
        sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
      )
      const text = JSON.stringify(rows)
      if (text.includes('list_members'))
        plans.push({ text, touched: touchedBy(rows[0]!['QUERY PLAN'][0]!.Plan) })
      return (await db.query(statement)) as Row[]
    },
  }
  return { on, plans }
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
type PlanOf = { Plan: PlanNode }

const touchedBy = (node: PlanNode): number => {
  const isMembers = node['Relation Name'] === 'list_members'
  const own = isMembers
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + touchedBy(child), 0)
}

const size = isLong ? 1_000_000 : 50_000

test(`${size} members come, go and are paged through; a page costs what it holds, wherever it is`, async () => {
  const list = await opened.aList()
  const { organizationId, id } = list
  await add(list, [{ kind: 'company', identifier: 'acme.example' }])
  await rebuild(list, companies(1, size))
  const changed = size / 10
  const second = await rebuild(list, companies(changed + 1, size + changed))
  const counts = { joined: changed, returned: 0, left: changed, stayed: size - changed + 1 }
  expect(second).toMatchObject({ version: 3, movements: { company: counts } })
  const third = await rebuild(list, companies(1, size))
  const returned = { joined: 0, returned: changed, left: changed, stayed: size - changed + 1 }
  expect(third).toMatchObject({ movements: { company: returned } })
  await db.query(sql`ANALYZE list_members`)

  const most = 10_000
  const found = { joined: 0, returned: 0, left: 0, stayed: 0 }
  for (let after: MovementPosition | undefined, isLast = false; !isLast;) {
    const page = { kind: 'company' as const, from: 2, to: 3, after, most }
    const rows = (await opened.lists.difference(db, organizationId, id, page))!
    for (const { movement } of rows) found[movement] += 1
    after = rows.at(-1)?.position
    isLast = rows.length < most
  }
  expect(found).toEqual(counts)

  const middle = (await members(list, size / 2, 1))![0]!.number
  for (const after of [0, middle, size * 2]) {
    const { on, plans } = explained()
    expect(await members(list, after, 50, on)).toHaveLength(50)
    expect(plans.map(({ touched }) => touched)).toEqual([50])
    expect(plans[0]!.text).toContain('list_members_now')
  }
  for (const movements of [['joined'], ['returned'], ['left'], ['stayed']] as const)
    for (const [from, to] of [
      [2, 3],
      [3, 4],
    ] as const) {
      const { on, plans } = explained()
      const page = { kind: 'company' as const, from, to, movements, most: 50 }
      const rows = await opened.lists.difference(on, organizationId, id, page)
      const touched = plans.reduce((sum, plan) => sum + plan.touched, 0)
      // Up to a look at each one's other stays. Arrivals of another sort are passed over, and, in an older version, those
      // who left since.
      const passed = from === 2 || movements[0] === 'joined' ? 2 * changed : 0
      expect(touched, `${movements[0]} from ${from}`).toBeLessThanOrEqual(
        passed + 4 * Math.max(50, rows!.length),
      )
    }
}, 1_200_000)

// Last: the plans above are looked at in a table of one large list.
test('more members than travel with a statement are counted as few are, each at its first place', async () => {
  const list = await opened.aList()
  await add(list, [company('kept')])
  const moved = async (found: AsyncIterable<NewMember<Kind>[]>) => {
    const outcome = await rebuild(list, found)
    return outcome.done ? outcome.movements.company : outcome
  }
  // The second batch is the first again and five more, so names come twice on both sides of the change to a table.
  async function* many() {
    yield Array.from({ length: 5_000 }, (_, index) => company(index))
    yield Array.from({ length: 5_005 }, (_, index) => company(index))
  }
  expect(await moved(many())).toEqual({ joined: 5_005, returned: 0, left: 0, stayed: 1 })
  expect(await moved(companies(3, 4))).toEqual({ joined: 0, returned: 0, left: 5_003, stayed: 3 })
  expect(await moved(many())).toEqual({ joined: 0, returned: 5_003, left: 0, stayed: 3 })
  const order = (await members(list, 0, 4))!.map(({ entityId }) => entityId)
  expect(order).toEqual(['kept', '3', '4', '0'])
  const none = async function* () {}
  expect(await moved(none())).toEqual({ joined: 0, returned: 0, left: 5_005, stayed: 1 })
})
