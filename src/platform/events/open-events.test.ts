import { beforeAll, describe, expect, it } from 'vitest'
import { countingCompleted } from '../../../test/support/counting-event.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { openEvents } from './open-events.ts'

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
    await expect(append(more)).rejects.toThrow('counting.completed is told against its own schema')
    expect(await told()).toEqual([{ type: 'counting.completed', data: example }])
  })
})
