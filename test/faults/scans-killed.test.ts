import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { testAlmanac } from '../support/harness.ts'
import type { ScanOrder } from './scan-process.ts'

const program = await bundleProgram(join(import.meta.dirname, 'scan-process.ts'))

/** Works in a process that kills itself where the order says; answers whether it did. */
async function work(order: ScanOrder): Promise<boolean> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  return signal === 'SIGKILL'
}

const people = 60
/** Four kills a scan, since a job whose process ends five times without progress is given up. */
const deaths = [
  [4, 9, 13, 17],
  [11, 15, 19, 20],
  [16, 18, 21, 23],
]

test('scans whose processes are killed tell and charge each movement once', async () => {
  const service = await testAlmanac()
  service.clock.set(systemClock.now())
  const [row] = await service.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  const stores = { url: service.db.url, engine: { url: inject('engineUrl'), name: row?.name ?? '' } }
  const org = await service.org()
  const ask = async (action: string, body: object) => {
    const answer = await service.send(`POST /v1/job-changes/${action}`, { key: org.rawKey, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.output
  }
  let killed = 0
  for (const [round, deathsOfRound] of deaths.entries()) {
    const slugs = Array.from({ length: people }, (_, index) => `scanned-${round}-${index}`)
    const write = (title: string, start_date: string) =>
      service.write(
        'people',
        slugs.map((slug) => ({
          primary_slug: slug,
          name: slug,
          experiences: [{ title, company_name: 'Acme', is_current: true, start_date }],
        })),
      )
    await write('Engineer', '2020-01')
    const { id: jobChangeListId } = await ask('create-list', { name: 'Killed' })
    await ask('add-profiles', { jobChangeListId, profiles: slugs.map((pnetUrl) => ({ pnetUrl })) })
    service.clock.advance(1_000)
    await write('CTO', '2026-01')
    await ask('update-list', { jobChangeListId, isActive: true })
    service.clock.advance(2_000)
    expect(await service.almanac.schedules.runDue()).toBe(1)
    const [scan] = await service.db.query<{ taskId: string }>(sql`
      SELECT task_id AS "taskId" FROM job_change_scans WHERE list_id = ${jobChangeListId}`)
    const order = { ...stores, taskId: scan?.taskId ?? '' }
    // Before, between and after the statements that store the end.
    for (const deathAfter of deathsOfRound) if (await work({ ...order, deathAfter })) killed += 1
    expect(await work(order)).toBe(false)
    const list = await ask('get-list', { jobChangeListId })
    expect(list).toMatchObject({
      status: 'NORMAL',
      lastScan: { status: 'COMPLETED', creditsCharged: people * 2, movements: { promoted: people } },
    })
  }
  expect(killed).toBeGreaterThan(8)
  expect(await service.captured(org)).toBe(deaths.length * people * 2_000)
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  const told = (
    await service.almanac.events.list(org.organizationId, { after: undefined, limit: 1_000 })
  ).flatMap(({ event: { type, data } }) =>
    type === 'job.changed' ? (JSON.parse(data).profiles as { id: string }[]).map(({ id }) => id) : [],
  )
  expect(told).toHaveLength(deaths.length * people)
  expect(new Set(told).size).toBe(deaths.length * people)
})
