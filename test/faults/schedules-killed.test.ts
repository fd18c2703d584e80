import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sql, type Postgres } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { isLong } from '../support/long.ts'
import { anOrg, openTestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import { killedSchedule } from './killed-schedule.ts'
import type { ScheduleOrder } from './schedule-process.ts'
import { dayMs } from '../../src/lib/time.ts'

const program = join(import.meta.dirname, 'schedule-process.ts')
/** Answers of the store to one run: prices, hold, job, items, place in line, slot, schedule; and the next look. */
const MOST_ANSWERS = 16
/** A run ends after eight or nine of them, as the pool has it; the last moment is one that it ends before. */
const moments = isLong ? Array.from({ length: MOST_ANSWERS }, (_, at) => at + 1) : [1, 4, 7, MOST_ANSWERS]

/** Runs what is due in a process that kills itself where the order says; answers whether it did. */
async function run(order: ScheduleOrder): Promise<boolean> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

/** All that a run leaves. */
async function traces(db: Postgres) {
  const [row] = await db.query<{ jobs: number; lines: number; holds: number; slots: number }>(sql`
    SELECT (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM job_queue.job) AS lines,
      (SELECT count(*) FROM ledger_holds) AS holds, (SELECT count(*) FROM schedule_runs) AS slots`)
  return row
}

it('a scheduler that is killed leaves a slot with its job, hold and place in line, or none of them', async () => {
  verifies('promise.jobs.schedule-slots')
  const platform = openTestPlatform(await testDatabase())
  const { db, clock, schedules, jobs } = platform
  atEnd(() => jobs.close())
  await jobs.ready()
  const org = await anOrg(platform, { credits: 1_000_000 })
  const subject = { kind: 'counting', subjectId: 'one' }
  await db.transact((tx) =>
    schedules.create(tx, { ...subject, organizationId: org.organizationId, rule: { everyDays: 1 } }),
  )
  clock.advance(dayMs)
  let ran = 0
  let killed = 0
  for (const answers of moments) {
    const wasKilled = await run({ url: db.url, nowMs: clock.now(), answers })
    if (wasKilled) killed += 1
    await sessionsGone(db, 'killed schedule')
    const left = await traces(db)
    if (left?.slots !== ran) {
      ran += 1
      // Over, so that the next slot is not left out; the next kill is asked of it.
      await db.query(sql`UPDATE jobs SET state = 'completed', finished_at = now()`)
      clock.advance(dayMs)
    }
    expect(left).toEqual({ jobs: ran, lines: ran, holds: ran, slots: ran })
  }
  expect(killed).toBeGreaterThan(2)
  schedules.register(killedSchedule(jobs, () => undefined))
  expect(await schedules.runDue()).toBe(1)
  expect(await schedules.runDue()).toBe(0)
  expect(await traces(db)).toEqual({ jobs: ran + 1, lines: ran + 1, holds: ran + 1, slots: ran + 1 })
  expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
})
