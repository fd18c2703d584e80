import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { eventually } from '../../src/store/postgres/fixtures/eventually.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { callOf, countingJob, moneyOf, startCounting } from '../support/jobs.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import type { JobOrder } from './job-process.ts'

const KILLS = 30
const program = join(import.meta.dirname, 'job-process.ts')
const job = countingJob(5)
let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
  platform.clock.set(systemClock.now())
  atEnd(() => platform.jobs.close())
})

/** Every third item finds nothing. */
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 3 === 2 ? `nothing ${index}` : `item ${index}`))

function launch(order: Omit<JobOrder, 'url'>): ChildProcess {
  const argument = JSON.stringify({ ...order, url: platform.db.url } satisfies JobOrder)
  const child = fork(program, [argument], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs the job in a process that is killed after so many batches were worked on; answers whether it was. */
async function runAndKill(taskId: string, killAfter: number): Promise<boolean> {
  const child = launch({ taskId })
  let batches = 0
  child.on('message', () => {
    batches += 1
    if (batches === killAfter) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

describe('a worker that is killed', () => {
  it(`${KILLS} times during a job delivers and charges every item once`, { timeout: 240_000 }, async () => {
    verifies('promise.jobs.charged-once')
    const org = await anOrg(platform, { credits: 1_000_000 })
    const items = texts(900)
    const taskId = await startCounting(platform, org, { job, items })
    let kills = 0
    while (kills < KILLS) {
      if (!(await runAndKill(taskId, 1 + (kills % 6)))) throw new Error(`done after ${kills} kills`)
      kills += 1
    }
    expect(await runAndKill(taskId, Number.POSITIVE_INFINITY)).toBe(false)
    const delivered = items.filter((text) => !text.startsWith('nothing'))
    const call = callOf(org, platform.clock.now())
    const view = await platform.jobs.find(job, call, taskId)
    expect(view).toMatchObject({ state: 'completed', total: 900, delivered: 600, empty: 300, failed: 0 })
    const money = { delivered: 600, charged: 600_000, captured: 600_000 }
    expect(await moneyOf(platform, org, taskId)).toEqual(money)
    const page = await platform.jobs.items(view, { take: 1_000 })
    const outputs = page.items.flatMap(({ output }) => (output === null ? [] : [JSON.parse(output)]))
    expect(outputs).toEqual(delivered.map((text) => ({ text: text.toUpperCase() })))
    expect(await platform.ledger.balance(org.organizationId)).toMatchObject({ available: 400_000 })
    expect(await platform.ledger.reconcile(org.organizationId)).toEqual([])
  })

  it('is noticed, and another goes on with its job within a minute', { timeout: 90_000 }, async () => {
    verifies('promise.jobs.survive-kill')
    const org = await anOrg(platform, { credits: 1_000_000 })
    const taskId = await startCounting(platform, org, { job, items: texts(60) })
    const first = launch({})
    const [seen] = (await once(first, 'message')) as [string[]]
    expect(seen).toHaveLength(5)
    first.kill('SIGKILL')
    await once(first, 'exit')
    launch({})
    const call = callOf(org, platform.clock.now())
    const isDone = async () => (await platform.jobs.find(job, call, taskId)).done
    await eventually('the job is over', isDone, 60_000)
    expect(await platform.jobs.find(job, call, taskId)).toMatchObject({ state: 'completed', delivered: 40 })
    expect(await moneyOf(platform, org, taskId)).toEqual({ delivered: 40, charged: 40_000, captured: 40_000 })
  })
})
