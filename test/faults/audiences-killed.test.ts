import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { runs } from '../support/long.ts'
import { sessionsGone } from '../support/sessions-gone.ts'
import type { AudienceOrder } from './audience-process.ts'
import { everybodyIsLive } from './live-source.ts'

const program = await bundleProgram(join(import.meta.dirname, 'audience-process.ts'))
const [companies, people] = [30, 60]

let service: TestAlmanac
let stores: Pick<AudienceOrder, 'url' | 'engine' | 'files'>
beforeAll(async () => {
  service = await testAlmanac({ liveSource: everybodyIsLive })
  service.clock.set(systemClock.now())
  const knownAt = '2026-01-10T00:00:00.000Z'
  await service.write(
    'companies',
    Array.from({ length: companies }, (_, index) => ({
      li_org_id: String(9_000 + index),
      pnet_primary_slug: `killed-${index}`,
      preferred_name: `Killed ${index}`,
      domains: [`killed-${index}.example`],
    })),
    knownAt,
  )
  await service.write(
    'people',
    Array.from({ length: people }, (_, index) => ({
      primary_slug: `victim-${index}`,
      name: `Victim ${index}`,
      experiences: [
        { pnet_company_id: String(9_000 + (index % companies)), title: 'Clerk', is_current: true },
      ],
      // Half of them have a work address.
      emails:
        index % 2 === 0 ? [{ email: `v${index}@killed-${index % companies}.example`, type: 'work' }] : [],
    })),
    knownAt,
  )
  const [row] = await service.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  stores = {
    url: service.db.url,
    engine: { url: inject('engineUrl'), name: row?.name ?? '' },
    files: join(service.dataDir, 'blobs'),
  }
})

/** Works on a job in a process that kills itself where the order says; answers whether it did. */
async function work(taskId: string, answers: number): Promise<boolean> {
  const order: AudienceOrder = { ...stores, taskId, answers }
  const child = fork(program, [JSON.stringify(order)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code}`)
  await sessionsGone(service.db, 'killed audiences')
  return signal === 'SIGKILL'
}

async function audience() {
  const org = await service.org(10_000)
  const ask = async (route: string, body?: object) => {
    const answer = await service.send(route.replace(' /', ' /v1/audiences/'), { key: org.rawKey, body })
    expect(answer.status, `${route} ${answer.text}`).toBe(200)
    return answer.body
  }
  const { audienceId: id } = (await ask('POST /create', { name: 'Killed' })).output
  await ask(`PATCH /${id}/search-params`, { companySearchParams: {}, prospectSearchParams: {} })
  return { org, ask, id }
}

async function newestTask(
  table: 'audience_builds' | 'audience_enrichments',
  audienceId: string,
): Promise<string> {
  const [row] = await service.db.query<{ taskId: string }>(
    table === 'audience_builds'
      ? sql`SELECT task_id AS "taskId" FROM audience_builds WHERE audience_id = ${audienceId} ORDER BY number DESC`
      : sql`SELECT task_id AS "taskId" FROM audience_enrichments WHERE audience_id = ${audienceId} ORDER BY number DESC`,
  )
  return row!.taskId
}

/** Places all over the work, no two alike. */
const placesOf = (count: number, last: number) =>
  Array.from({ length: count }, (_, index) => 2 + Math.floor((index * last) / count))

describe('a build whose process is killed', () => {
  // In the normal run a few of the points that the long run tries.
  test.each(placesOf(runs(4, 20), 36).map((answers, index) => [answers, index % 4 === 3] as const))(
    'after answer %i (deleted then: %s) charges what is stored, and is never stuck',
    async (answers, isDeleted) => {
      const { org, ask, id } = await audience()
      await ask(`POST /${id}/build`, {})
      expect(await work(await newestTask('audience_builds', id), answers)).toBe(true)
      const after = (await ask(`GET /${id}/status`)).output
      if (isDeleted) await ask(`DELETE /${id}`)
      await service.almanac.jobs.run(await newestTask('audience_builds', id))
      const captured = await service.captured(org)
      expect(await service.available(org)).toBe(10_000_000 - captured)
      expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
      if (isDeleted) {
        // Stored and charged before it was deleted, or neither.
        expect(captured).toBe(after.companiesCount * 1_000 + after.prospectsCount * 1_000)
        return
      }
      const done = (await ask(`GET /${id}`)).output
      expect(done).toMatchObject({
        status: 'NORMAL',
        progressPercent: 100,
        companiesCount: companies,
        prospectsCount: people,
        changes: { companies: { joined: companies }, prospects: { joined: people } },
      })
      expect(done.progressPercent).toBeGreaterThanOrEqual(after.progressPercent)
      expect(captured).toBe((companies + people) * 1_000)
      expect((await ask(`POST /${id}/build`, {})).output.status).toBe('BUILDING')
    },
  )
})

describe('an audience that is filled by a process that is killed', () => {
  test.each(placesOf(runs(4, 20), 24).map((answers, index) => [answers, index % 4 === 3] as const))(
    'after answer %i (deleted then: %s) has everybody once, for nothing',
    async (answers, isDeleted) => {
      const { org, ask, id } = await audience()
      await ask(`POST /${id}/build`, {})
      await service.almanac.jobs.run(await newestTask('audience_builds', id))
      const before = await service.captured(org)
      const few = (await ask('POST /create', { name: 'Few' })).output.audienceId
      await ask(`PATCH /${few}/search-params`, { companySearchParams: {}, maxCompanies: 2 })
      await ask(`POST /${few}/build`, {})
      await service.almanac.jobs.run(await newestTask('audience_builds', few))
      const charged = await service.captured(org)
      // The first build paid for both.
      expect(charged).toBe(before)
      const { output } = await ask('POST /merge', { name: 'Both', audienceIds: [few, id] })
      const merged = output.audienceId as string
      const taskId = await newestTask('audience_builds', merged)
      // Again and again: what the one before left is what the next one finds.
      for (const place of [answers, answers + 1]) expect(await work(taskId, place)).toBe(true)
      if (isDeleted) await ask(`DELETE /${merged}`)
      await service.almanac.jobs.run(taskId)
      expect(await service.captured(org)).toBe(charged)
      expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
      if (isDeleted) return
      expect((await ask(`GET /${merged}`)).output).toMatchObject({
        status: 'NORMAL',
        companiesCount: companies,
        prospectsCount: people,
        changes: { companies: { joined: companies }, prospects: { joined: people } },
      })
      const page = (await ask(`GET /${merged}/prospects?pageSize=500`)).output
      const found = page.prospects.map(({ prospectId }: { prospectId: string }) => prospectId)
      expect([found.length, new Set(found).size]).toEqual([people, people])
    },
  )
})

describe('an enrichment whose process is killed', () => {
  test.each(placesOf(runs(4, 20), 60))(
    'after answer %i charges each delivered field once, and its progress never goes back',
    async (answers) => {
      const { org, ask, id } = await audience()
      await ask(`POST /${id}/build`, {})
      await service.almanac.jobs.run(await newestTask('audience_builds', id))
      const before = await service.captured(org)
      const enrichmentType = { getPersonalEmails: false, getPhoneNumbers: false }
      const { output } = await ask(`POST /${id}/enrich`, { maxProspectsToEnrich: 1_000, enrichmentType })
      const taskId = await newestTask('audience_enrichments', id)
      expect(await work(taskId, answers)).toBe(true)
      const after = (await ask(`GET /${id}/enrichment/status`)).output
      await service.almanac.jobs.run(taskId)
      const done = (await ask(`GET /${id}/enrichment/status`)).output
      expect(done).toMatchObject({
        currentStage: 'DONE',
        progressPercent: 100,
        delivered: { companies, prospects: people, contacts: people / 2 },
      })
      expect(done.progressPercent).toBeGreaterThanOrEqual(after.progressPercent)
      expect(done.stepsCompleted).toEqual(expect.arrayContaining(after.stepsCompleted))
      const charged = (await service.captured(org)) - before
      expect(charged).toBe((companies + people + (2 * people) / 2) * 1_000)
      expect(charged).toBeLessThanOrEqual(output.estimatedCredits * 1_000)
      expect(await service.available(org)).toBe(10_000_000 - before - charged)
      expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    },
  )
})

describe('an export of an audience whose process is killed', () => {
  let shared: Awaited<ReturnType<typeof audience>>
  beforeAll(async () => {
    shared = await audience()
    const { ask, id } = shared
    await ask(`POST /${id}/build`, {})
    await service.almanac.jobs.run(await newestTask('audience_builds', id))
    await ask(`POST /${id}/enrich`, { maxProspectsToEnrich: 1_000, enrichmentType: {} })
    await service.almanac.jobs.run(await newestTask('audience_enrichments', id))
  })

  /** An export in line: its id and its job. */
  async function begun(side: 'companies' | 'prospects', body: object) {
    const { ask, id } = shared
    const { output } = await ask(`POST /${id}/export/${side}`, body)
    const [row] = await service.db.query<{ taskId: string }>(
      sql`SELECT task_id AS "taskId" FROM exports WHERE id = ${output.exportId}`,
    )
    return { exportId: output.exportId as string, taskId: row!.taskId }
  }

  async function fileOf(exportId: string) {
    const { body } = await service.send(`GET /v1/exports/${exportId}`, { key: shared.org.rawKey })
    const view = body.output
    expect(view).toMatchObject({ status: 'completed', progressPercent: 100, error: null })
    const response = await fetch(view.downloadUrl.replace(/^https?:\/\/[^/]+/, service.url))
    return { rows: view.rows as number, text: await response.text() }
  }

  test.each(placesOf(runs(4, 20), 26).map((answers, index) => [answers, index % 2 === 0] as const))(
    'after answer %i (people: %s) is one file of all members, counted once',
    async (answers, isPeople) => {
      const { org } = shared
      const used = async () => (await service.almanac.exports.allowance(org.organizationId)).used
      const [before, charged] = [await used(), await service.captured(org)]
      // Of the people half have an address; the room of the others goes back.
      const [side, body, members] = isPeople
        ? (['prospects', { format: 'PROSPECT_GENERIC_CSV', onlyWithContacts: true }, people / 2] as const)
        : (['companies', { format: 'COMPANY_GENERIC_CSV' }, companies] as const)
      const calm = await begun(side, body)
      await service.almanac.jobs.run(calm.taskId)
      const killed = await begun(side, body)
      expect(await work(killed.taskId, answers)).toBe(true)
      await service.almanac.jobs.run(killed.taskId)
      const [wanted, found] = [await fileOf(calm.exportId), await fileOf(killed.exportId)]
      expect(found).toEqual(wanted)
      expect(found.rows).toBe(members)
      expect(new Set(found.text.split('\r\n').map((line) => line.split(',')[0])).size).toBe(members + 2)
      expect(await used()).toBe(before + 2 * members)
      expect(await service.captured(org)).toBe(charged)
    },
  )
})
