import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { eventually } from '../../src/store/postgres/fixtures/eventually.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { callOf, moneyOf, startCounting } from '../support/jobs.ts'
import { runs } from '../support/long.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { JobOrder } from './job-process.ts'
import { killedJob as job } from './killed-job.ts'

/** Answers of the store that a batch needs, from the work to the question for the next batch. */
const POINTS = 7
const KILLS = runs(POINTS, 30)
const ITEMS = runs(180, 900)
const program = join(import.meta.dirname, 'job-process.ts')

/** A platform with a queue of its own: tests run side by side, and workers take whatever is in line. */
async function openPlatform(): Promise<TestPlatform> {
  const platform = openTestPlatform(await testDatabase())
  platform.clock.set(systemClock.now())
  atEnd(() => platform.jobs.close())
  return platform
}

/** Every third item finds nothing. */
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 3 === 2 ? `nothing ${index}` : `item ${index}`))

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

function launch(order: JobOrder): ChildProcess {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

/** Runs the job in a process that kills itself where the order says; answers whether it did. */
async function run(order: JobOrder): Promise<boolean> {
  const [code, signal] = (await once(launch(order), 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

// Side by side: one of them waits for heartbeats.
describe.concurrent('a worker that is killed', () => {
  it(`${KILLS} times during a job delivers and charges every item once`, async () => {
    verifies('promise.jobs.charged-once')
    const platform = await openPlatform()
    const org = await anOrg(platform, { credits: 1_000_000 })
    const items = texts(ITEMS)
    const delivered = items.filter((text) => !text.startsWith('nothing'))
    const taskId = await startCounting(platform, org, { job, items })
    const order = { url: platform.db.url, taskId }
    let kills = 0
    while (kills < KILLS) {
      // Before the first statement that stores a batch, after each of them, and after its commit.
      const death = { batches: 1 + (kills % 3), answers: kills % POINTS }
      if (!(await run({ ...order, death }))) throw new Error(`done after ${kills} kills`)
      kills += 1
    }
    expect(await run(order)).toBe(false)
    const call = callOf(org, platform.clock.now())
    const view = await platform.jobs.find(job, call, taskId)
    const counts = { total: ITEMS, delivered: delivered.length, empty: ITEMS - delivered.length, failed: 0 }
    expect(view).toMatchObject({ state: 'completed', ...counts })
    const charged = delivered.length * 1_000
    expect(await moneyOf(platform, org, taskId)).toEqual({
      delivered: delivered.length,
      charged,
      captured: charged,
    })
    const page = await platform.jobs.items(view, { take: 1_000 })
    const outputs = page.items.flatMap(({ output }) => (output === null ? [] : [JSON.parse(output)]))
    expect(outputs).toEqual(delivered.map((text) => ({ text: text.toUpperCase() })))
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({
      available: 1_000_000 - charged,
    })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('is noticed, and another goes on with its job within a minute', async () => {
    verifies('promise.jobs.survive-kill')
    const platform = await openPlatform()
    const { url } = platform.db
    const org = await anOrg(platform, { credits: 1_000_000 })
    const taskId = await startCounting(platform, org, { job, items: texts(60) })
    const first = launch({ url })
    const [seen] = (await once(first, 'message')) as [string[]]
    expect(seen).toHaveLength(5)
    first.kill('SIGKILL')
    await once(first, 'exit')
    launch({ url })
    const call = callOf(org, platform.clock.now())
    const isDone = async () => (await platform.jobs.find(job, call, taskId)).done
    await eventually('the job is over', isDone)
    expect(await platform.jobs.find(job, call, taskId)).toMatchObject({ state: 'completed', delivered: 40 })
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 40, charged: 40_000, captured: 40_000 })
  })
})
