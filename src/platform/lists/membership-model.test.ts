import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openTestLists } from '../../../test/support/lists.ts'
import { runs } from '../../../test/support/long.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import type { Movement, MovementPosition } from './difference-rows.ts'
import type { NewMember } from './member-rows.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

type Kind = 'company' | 'person'
type Name = NewMember<Kind>
type Step =
  | { do: 'add'; members: Name[] }
  | { do: 'remove'; members: Name[] }
  | { do: 'rebuild'; batches: Name[][] }

const kinds: Kind[] = ['company', 'person']
/** Few, so that they leave and return; an entity and an identifier of one text are two members. */
const name: fc.Arbitrary<Name> = fc
  .tuple(fc.constantFrom(...kinds), fc.boolean(), fc.constantFrom('1', '2', '3', '4'))
  .map(([kind, isEntity, text]) => (isEntity ? { kind, entityId: text } : { kind, identifier: text }))
const names = fc.array(name, { maxLength: 10 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), members: names }),
  fc.record({ do: fc.constant('remove' as const), members: names }),
  fc.record({ do: fc.constant('rebuild' as const), batches: fc.array(names, { maxLength: 3 }) }),
)

const keyOf = (member: Name) =>
  `${member.kind} ${'entityId' in member ? `#${member.entityId}` : member.identifier}`
const kindOf = (key: string) => key.split(' ')[0]

/** What lists are, naively: who was in each version, in the order of joining. */
function aModel() {
  /** By key, in the order of joining: whether a rebuild found it. */
  let now = new Map<string, boolean>()
  const versions: string[][] = [[]]
  const commit = () => versions.push([...now.keys()])
  return {
    versions,
    add(members: Name[]) {
      const duplicates: number[] = []
      for (const [place, member] of members.entries()) {
        if (now.has(keyOf(member))) duplicates.push(place)
        now.set(keyOf(member), false)
      }
      if (duplicates.length < members.length) commit()
      return duplicates
    },
    remove(members: Name[]) {
      const notFound: number[] = []
      for (const [place, member] of members.entries()) if (!now.delete(keyOf(member))) notFound.push(place)
      if (notFound.length < members.length) commit()
      return notFound
    },
    rebuild(members: Name[]) {
      const found = new Set(members.map(keyOf))
      now = new Map([...now].filter(([key, isDynamic]) => !isDynamic || found.has(key)))
      for (const key of found) if (!now.has(key)) now.set(key, true)
      commit()
    },
    /** By key what happened between two versions. */
    difference(from: number, to: number, kind: Kind) {
      const before = new Set(versions.slice(0, from + 1).flat())
      const [start, end] = [versions[from]!, versions[to]!]
      const movementOf = (key: string): Movement => {
        if (start.includes(key)) return 'stayed'
        return before.has(key) ? 'returned' : 'joined'
      }
      return {
        left: start.filter((key) => !end.includes(key) && kindOf(key) === kind),
        present: end
          .filter((key) => kindOf(key) === kind)
          .map((key): [string, Movement] => [key, movementOf(key)]),
      }
    },
  }
}

const shownKey = (member: { kind: string; entityId: string | null; identifier: string | null }) =>
  `${member.kind} ${member.entityId === null ? member.identifier : `#${member.entityId}`}`

/** All pages of a size, one after the other. */
async function allPages<R, P>(
  size: number,
  page: (after: P | undefined) => Promise<R[]>,
  positionOf: (row: R) => P,
) {
  const rows: R[] = []
  for (;;) {
    const last = rows.at(-1)
    const next = await page(last === undefined ? undefined : positionOf(last))
    rows.push(...next)
    if (rows.length > 1_000) throw new Error('the pages do not end')
    if (next.length < size) return rows
  }
}

type World = ReturnType<typeof openTestLists> & { organizationId: string; id: string }

/** Makes a step in both, and compares what they answer. */
async function make({ lists, organizationId, id }: World, model: ReturnType<typeof aModel>, one: Step) {
  await db.transact(async (tx) => {
    if (one.do === 'add') {
      const outcome = await lists.add(tx, organizationId, id, { members: one.members, by: 'key_1' })
      const duplicates = model.add(one.members)
      const added = one.members.length - duplicates.length
      expect(outcome).toEqual({ done: true, version: model.versions.length - 1, added, duplicates })
    } else if (one.do === 'remove') {
      const outcome = await lists.remove(tx, organizationId, id, { members: one.members, by: 'key_1' })
      const notFound = model.remove(one.members)
      const removed = one.members.length - notFound.length
      expect(outcome).toEqual({ done: true, version: model.versions.length - 1, removed, notFound })
    } else {
      async function* members() {
        yield* one.do === 'rebuild' ? one.batches : []
      }
      const outcome = await lists.rebuild(tx, organizationId, id, { members: members(), by: 'key_1' })
      model.rebuild(one.batches.flat())
      expect(outcome).toMatchObject({ done: true, version: model.versions.length - 1 })
    }
  })
}

/** Counts of what happened between two versions. */
function countsOf({ left, present }: { left: string[]; present: [string, Movement][] }) {
  const of = (movement: Movement) => present.filter(([, found]) => found === movement).length
  return { joined: of('joined'), returned: of('returned'), left: left.length, stayed: of('stayed') }
}

async function compare(world: World, model: ReturnType<typeof aModel>, size: number) {
  const { lists, organizationId, id } = world
  const list = await lists.find(db, organizationId, id)
  const newest = model.versions.length - 1
  expect(list?.version).toBe(newest)
  const versions = (await lists.versions(db, organizationId, id, { most: 100 }))!.toReversed()
  for (const kind of kinds) {
    const members = await allPages(
      size,
      async (after: number | undefined) =>
        (await lists.members(db, organizationId, id, { kind, after, most: size }))!,
      (row) => row.number,
    )
    expect(members.map(shownKey)).toEqual(model.versions[newest]!.filter((key) => kindOf(key) === kind))
    expect(list?.counts[kind]).toBe(members.length)
    for (const [index, { movements }] of versions.entries())
      expect(movements[kind]).toEqual(countsOf(model.difference(index, index + 1, kind)))
  }
}

async function compareDifference(
  { lists, organizationId, id }: World,
  model: ReturnType<typeof aModel>,
  asked: { from: number; to: number; size: number; movements: Movement[]; kind: Kind },
) {
  const { size, ...page } = asked
  const rows = await allPages(
    size,
    async (after: MovementPosition | undefined) =>
      (await lists.difference(db, organizationId, id, { ...page, after, most: size }))!,
    (row) => row.position,
  )
  const { left, present } = model.difference(asked.from, asked.to, asked.kind)
  const all = [...left.map((key): [string, Movement] => [key, 'left']), ...present]
  const wanted = all.filter(([, movement]) => asked.movements.includes(movement))
  const found = rows.map((row): [string, Movement] => [shownKey(row), row.movement])
  expect(found.toSorted()).toEqual(wanted.toSorted())
  // Who is there comes in the order of joining, after who left.
  const order = (pairs: [string, Movement][]) => pairs.filter(([, movement]) => movement !== 'left')
  expect(order(found)).toEqual(order(wanted))
  expect(found.findLastIndex(([, movement]) => movement === 'left')).toBeLessThan(
    found.findIndex(([, movement]) => movement !== 'left') >>> 0,
  )
}

test('random histories are what a naive model says, at every size of a page', async () => {
  const world = openTestLists(db)
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(
        fc.record({
          a: fc.nat(),
          b: fc.nat(),
          kind: fc.constantFrom(...kinds),
          size: fc.integer({ min: 1, max: 9 }),
          movements: fc.subarray<Movement>(['joined', 'returned', 'left', 'stayed'], { minLength: 1 }),
        }),
        { minLength: 6, maxLength: 6 },
      ),
      async (steps, size, questions) => {
        const { organizationId, id } = await world.aList()
        const model = aModel()
        for (const one of steps) await make({ ...world, organizationId, id }, model, one)
        await compare({ ...world, organizationId, id }, model, size)
        const count = model.versions.length
        for (const { a, b, ...asked } of questions) {
          const [from, to] = [a % count, b % count].toSorted((x, y) => x - y) as [number, number]
          await compareDifference({ ...world, organizationId, id }, model, { ...asked, from, to })
        }
      },
    ),
    { numRuns: runs(60, 2_000) },
  )
}, 1_200_000)
