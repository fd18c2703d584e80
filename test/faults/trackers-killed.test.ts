import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import type { TestAlmanac } from '../support/harness.ts'
import { runs } from '../support/long.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import { trackersWorld } from '../worlds/trackers.ts'
import type { TrackerOrder } from './tracker-process.ts'

const program = await bundleProgram(join(import.meta.dirname, 'tracker-process.ts'))
/** More than one part of a list, so that some are stored and others not. */
const [companies, changed] = [1_200, 120]

let service: TestAlmanac
let stores: Pick<TrackerOrder, 'url' | 'engine'>
const slugs = Array.from({ length: companies }, (_, index) => `tracked-${index}`)

const write = (employees: (index: number) => number, some = slugs) =>
  service.write(
    'companies',
    some.map((slug) => {
      const index = slugs.indexOf(slug)
      const count = employees(index)
      return {
        li_org_id: String(81_000 + index),
        pnet_primary_slug: slug,
        preferred_name: `Tracked ${index}`,
        employee_count_consensus: { gte: count, lte: count },
      }
    }),
    new Date(service.clock.now()).toISOString(),
  )

beforeAll(async () => {
  service = await trackersWorld()
  service.clock.set(systemClock.now())
  await write(() => 90)
  const [row] = await service.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  stores = { url: service.db.url, engine: { url: inject('engineUrl'), name: row?.name ?? '' } }
})

/** Works on a job in a process that kills itself where the order says; answers whether it did. */
async function work(taskId: string, answers: number): Promise<boolean> {
  const child = fork(program, [JSON.stringify({ ...stores, taskId, answers } satisfies TrackerOrder)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  await sessionsGone(service.db, 'killed trackers')
  return signal === 'SIGKILL'
}

const KILLS = runs(4, 24)

describe.each(['per_check', 'per_notification'])('a refresh %s whose process is killed', (billingMethod) => {
  test(`${KILLS} times tells every change once, and charges once`, async () => {
    const org = await service.org(100_000)
    const ask = async (route: string, body?: object) => {
      const answer = await service.send(route.replace(' ', ' /v1/tracker/'), { key: org.rawKey, body })
      expect(answer.status, `${route} ${answer.text}`).toBe(200)
      return answer.body.output
    }
    const watched = { employeeCountV2: { lowerBoundExclusive: 100 } }
    const rules = [
      {
        type: 'headcount_crossed_threshold',
        entityType: 'company',
        direction: 'above',
        threshold: 100,
      },
      { type: 'custom_filter_matched', entityType: 'company', searchParams: watched },
    ]
    const { id } = await ask('POST company-lists', {
      name: 'Killed',
      refreshIntervalDays: 7,
      trackingRules: rules,
      billingMethod,
    })
    await ask(`PUT company-lists/${id}/companies`, { companies: slugs.map((pnetSlug) => ({ pnetSlug })) })
    await ask(`POST company-lists/${id}/refresh`, {})
    await service.almanac.jobs.workNow()
    service.clock.advance(60_000)
    // All over the list: some of every part.
    const grown = slugs.filter((_, index) => index % (companies / changed) === 0)
    await write(() => 120, grown)
    await ask(`POST company-lists/${id}/refresh`, {})
    const [run] = await service.db.query<{ taskId: string }>(sql`
      SELECT task_id AS "taskId" FROM tracker_runs WHERE list_id = ${id} ORDER BY id DESC LIMIT 1`)
    const { taskId } = run!
    let killed = 0
    for (let kill = 0; kill < KILLS; kill++) killed += Number(await work(taskId, 3 + ((kill * 7) % 40)))
    expect(killed).toBeGreaterThan(KILLS / 2)
    await service.almanac.jobs.run(taskId)
    const signals = await service.db.query<{ slug: string; type: string }>(sql`
      SELECT signal ->> 'pnetSlug' AS slug, signal ->> 'type' AS type FROM tracker_signals WHERE list_id = ${id}`)
    for (const { type } of rules)
      expect(
        signals
          .filter((signal) => signal.type === type)
          .map(({ slug }) => slug)
          .toSorted(),
      ).toEqual(grown.toSorted())
    const [told] = await service.db.query<{ count: number; ids: number }>(sql`
      SELECT count(*)::int AS count, count(DISTINCT data ->> 'eventId')::int AS ids FROM events
      WHERE organization_id = ${org.organizationId} AND type = 'tracker.signal_detected'`)
    expect(told).toEqual({ count: signals.length, ids: signals.length })
    const price = billingMethod === 'per_check' ? companies * 2_000 : signals.length * 2_000
    expect(await service.captured(org)).toBe(price)
    expect(await service.available(org)).toBe(100_000_000 - price)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    // The next refresh of the same companies finds nothing that was told already.
    service.clock.advance(60_000)
    await write(() => 125, grown.slice(0, 3))
    await ask(`POST company-lists/${id}/refresh`, {})
    await service.almanac.jobs.workNow()
    const [after] = await service.db.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM tracker_signals WHERE list_id = ${id}`)
    expect(after?.count).toBe(signals.length)
    // As it was, for the next.
    service.clock.advance(60_000)
    await write(() => 90, grown)
  })
})
