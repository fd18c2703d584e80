import { beforeAll, describe, expect, it } from 'vitest'
import { countingCompleted } from '../../../test/support/counting-event.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { discoverEvents } from '../../capabilities/discover.ts'
import { frozenClock } from '../../lib/clock.ts'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import { openEvents, type Events } from './open-events.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

const { example } = countingCompleted
const told = () => db.query(sql`SELECT type, data FROM events ORDER BY number`)

describe('an event', () => {
  it('is stored with the key of its definition, and in tests only as its schema says', async () => {
    const events = openEvents({ db, clock: frozenClock(), checkData: true })
    const append = (data: typeof example) =>
      db.transact((tx) => events.append(tx, countingCompleted, { organizationId: 'org_1', data }))
    await append(example)
    const more = { ...example, unnamed: 1 }
    await expect(append(more)).rejects.toThrow(
      'the payload of counting.completed does not match its own schema',
    )
    expect(await told()).toEqual([{ type: 'counting.completed', data: example }])
  })
})

it('has each member by a name in camel case, and keeps the names in snake case beside them', async () => {
  const events = openEvents({ db, clock: frozenClock(), checkData: true })
  const organizationId = 'org_style'
  const { taskId: _taskId, ...data } = example as typeof example & { taskId?: string }
  await db.transact((tx) => events.append(tx, countingCompleted, { organizationId, data }))
  const [{ event } = {} as never] = await events.list(organizationId, { after: undefined, limit: 1 })
  expect(JSON.parse((event as { data: string }).data)).toEqual({ ...data, taskId: data.task_id })
  for (const { key, example: told } of await discoverEvents())
    for (const [name, value] of Object.entries(told as Record<string, unknown>))
      expect((told as Record<string, unknown>)[camelCase(name)], `${key}: ${name}`).toEqual(value)
})

/** What the guide promises: `audience_id` is `audienceId`, too. */
const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

describe('the feed', () => {
  const append = (events: Events, tx: Queryable, organizationId: string) =>
    events.append(tx, countingCompleted, { organizationId, data: example })

  const tell = async (events: Events, tx: Queryable): Promise<string> => {
    await append(events, tx, 'org_many')
    const [row] = await tx.query<{ number: string }>(sql`SELECT lastval()::text AS number`)
    return row!.number
  }

  /** Up to three events in a transaction that overlaps others; now and then a part of it, or all, is undone. */
  async function turn(events: Events, number: number, kept: string[]): Promise<void> {
    const told: string[] = []
    const attempt = db.transact(async (tx) => {
      for (let left = number % 3; left >= 0; left--) {
        if (number % 4 === 1) {
          await tx.query(sql`SAVEPOINT here`)
          await tell(events, tx)
          await tx.query(sql`ROLLBACK TO SAVEPOINT here`)
        }
        told.push(await tell(events, tx))
      }
      if (number % 5 === 3) throw new Error('undone')
    })
    const committed = await attempt.then(
      () => true,
      () => false,
    )
    if (committed) kept.push(...told)
  }

  it('shows each event once in the order of numbers, however transactions overlap', async () => {
    const events = openEvents({ db, clock: frozenClock() })
    const [kept, read]: [string[], string[]] = [[], []]
    let telling = true
    const readOn = async () => {
      const after = read.length === 0 ? undefined : { number: read.at(-1)! }
      const page = await events.list('org_many', { after, limit: 5 })
      read.push(...page.map(({ position }) => position.number))
      return page.length
    }
    const reading = (async () => {
      while (telling) await readOn()
      while ((await readOn()) > 0);
    })()
    const lane = async (_: unknown, first: number) => {
      for (let number = first; number < 150; number += 6) await turn(events, number, kept)
    }
    await Promise.all(Array.from({ length: 6 }, lane))
    telling = false
    await reading
    expect(kept.length).toBeGreaterThan(100)
    expect(read).toEqual(kept.toSorted((a, b) => Number(a) - Number(b)))
  })

  it('takes one lock a transaction, however much it tells', async () => {
    const events = openEvents({ db, clock: frozenClock() })
    await db.transact(async (tx) => {
      for (let left = 20; left > 0; left--) await append(events, tx, 'org_one')
      const held = await tx.query(
        sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
      )
      expect(held).toHaveLength(1)
    })
  })

  it('goes on from a position of an earlier version, in the order of transactions, without leaving anything out', async () => {
    const events = openEvents({ db, clock: frozenClock() })
    const organizationId = 'org_old'
    await db.transact(async (early) => {
      await early.query(sql`SELECT pg_current_xact_id()`)
      // The later transaction has the lower numbers.
      await db.transact((late) => append(events, late, organizationId))
      await append(events, early, organizationId)
    })
    const [first, second] = await db.query<{ number: string; transaction: string }>(sql`
      SELECT number::text AS number, written_by::text AS transaction FROM events
      WHERE organization_id = ${organizationId} ORDER BY written_by, number`)
    expect(Number(first!.number)).toBeGreaterThan(Number(second!.number))
    const rest = await events.list(organizationId, { after: first!, limit: 9 })
    expect(rest.map(({ position }) => position)).toEqual([{ number: second!.number }])
  })
})
