import { describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import { verifies } from '../../../conformance/verifies.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  readAllRecords,
  aRun,
  aSaved,
  ask,
  ofCompanies,
  ofPeople,
  peopleParams,
  service,
  runAllDue,
  shareService,
  someCompanies,
  somePeople,
} from '../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

const eventsOf = async ({ organizationId }: { organizationId: string }) =>
  (await service.almanac.events.list(organizationId, { after: undefined, limit: 100 })).map(({ event }) => ({
    type: event.type,
    data: JSON.parse(event.data) as Record<string, unknown>,
  }))

type Company = { domains: string[] }
const moved = async (org: Parameters<typeof ask>[0], savedSearchRunId: string, more: object = {}) =>
  (await readAllRecords(org as never, 'run/companies', { savedSearchRunId, ...more }, 2)).map(
    ({ company, movementType }) => [(company as Company).domains[0], movementType],
  )

describe('a run', () => {
  test('tells who joined, stayed, departed and returned, and charges each newcomer once', async () => {
    verifies('saved-search.run.movement', 'saved-search.current', 'saved-search.spawn')
    const org = await service.org(1_000)
    const [a, b, c] = (await someCompanies(3)) as [string, string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    const first = await aRun(org, id)
    expect(await moved(org, first)).toEqual([
      [a, 'joined'],
      [b, 'joined'],
    ])
    await ask(org, 'update', { id, companyParams: { domains: [b, c] } })
    const second = await aRun(org, id)
    expect(await moved(org, second)).toEqual([
      [a, 'departed'],
      [b, 'stayed'],
      [c, 'joined'],
    ])
    await ask(org, 'update', { id, companyParams: { domains: [a, b, c] } })
    const third = await aRun(org, id)
    expect((await moved(org, third)).toSorted()).toEqual(
      [
        [a, 'returned'],
        [b, 'stayed'],
        [c, 'stayed'],
      ].toSorted(),
    )
    expect(await moved(org, third, { statuses: ['returned', 'departed'] })).toEqual([[a, 'returned']])
    // An earlier run stays what it was.
    expect(await moved(org, second, { statuses: ['joined', 'departed'] })).toEqual([
      [a, 'departed'],
      [c, 'joined'],
    ])
    const current = await readAllRecords(org, 'current/companies', { savedSearchId: id }, 2)
    expect(current.map((company) => (company as unknown as Company).domains[0]).toSorted()).toEqual(
      [a, b, c].toSorted(),
    )
    const { run } = (await ask(org, 'run/get', { savedSearchRunId: third })).body.output
    expect(run.companiesStats).toEqual({
      numCompaniesJoined: 0,
      numCompaniesDeparted: 0,
      numCompaniesStayed: 2,
      numCompaniesReturned: 1,
    })
    expect(await service.captured(org)).toBe(3 * 2_000)
    expect(await service.available(org)).toBe(1_000_000 - 6_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('of a combined search finds companies and the people who work there', async () => {
    const org = await service.org()
    const [domain] = (await someCompanies(1)) as [string]
    const { body } = await service.send('POST /v1/company-search', {
      key: org.rawKey,
      body: { searchParams: { domains: [domain] } },
    })
    const there = await somePeople(2, body.output.data[0].li_org_id)
    const [elsewhere] = await somePeople(1)
    const profileSearchParams = peopleParams([...there, elsewhere!])
    const searchParams = { type: 'combined', companySearchParams: { domains: [domain] }, profileSearchParams }
    const id = await aSaved(org, searchParams)
    const savedSearchRunId = await aRun(org, id)
    const { run } = (await ask(org, 'run/get', { savedSearchRunId })).body.output
    expect(run).toMatchObject({
      status: 'COMPLETED',
      companiesStats: { numCompaniesJoined: 1 },
      peopleStats: { numPeopleJoined: 2 },
      companySearchParams: { domains: [domain] },
      prospectSearchParams: profileSearchParams,
      creditsCharged: 6,
    })
    const people = await readAllRecords(org, 'run/profiles', { savedSearchRunId }, 1)
    expect(
      people.map(({ profile }) => (profile as { primary_slug: string }).primary_slug).toSorted(),
    ).toEqual(there.toSorted())
  })

  test('takes as many as the saved search says', async () => {
    const org = await service.org()
    const slugs = await somePeople(5)
    const id = await aSaved(org, ofPeople(slugs, { maxProfiles: 3 }))
    const savedSearchRunId = await aRun(org, id)
    expect(await readAllRecords(org, 'run/profiles', { savedSearchRunId })).toHaveLength(3)
    expect(await service.captured(org)).toBe(6_000)
  })

  test('leaves out what every search of the organization leaves out', async () => {
    verifies('exclusion.applied')
    const org = await service.org()
    const [a, b] = (await someCompanies(2)) as [string, string]
    const exclude = (action: string, body: object) =>
      service.send(`POST /v1/exclusions/companies/${action}`, { key: org.rawKey, body })
    const { listId } = (await exclude('create-list', { name: 'No', isOrganizationWide: true })).body.output
    await exclude('add-to-list', { listId, companies: [{ domain: a }] })
    const id = await aSaved(org, ofCompanies([a, b]))
    expect(await moved(org, await aRun(org, id))).toEqual([[b, 'joined']])
  })

  test('by hand whose price rises by volume is held against its X-Max-Credits by what it costs', async () => {
    const org = await service.org(100)
    const tier = { fromUnits: 1, unitPrice: milli(3_000) }
    await service.almanac.ledger.prices.setTier(org.organizationId, 'savedSearchCompany', tier)
    const id = await aSaved(org, ofCompanies(await someCompanies(2)))
    await aRun(org, id, { 'x-max-credits': '4.999' })
    expect(await service.captured(org)).toBe(0)
    await aRun(org, id, { 'x-max-credits': '5' })
    expect(await service.captured(org)).toBe(5_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('by hand costs at most its X-Max-Credits: one above it changes and charges nothing', async () => {
    const org = await service.org(100)
    const [a, b] = (await someCompanies(2)) as [string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    for (const most of ['0', '3.999']) {
      const rejected = await aRun(org, id, { 'x-max-credits': most })
      const { run } = (await ask(org, 'run/status', { savedSearchRunId: rejected })).body.output
      expect(run).toMatchObject({ status: 'REJECTED_NO_FUNDS', companiesStats: { numCompaniesJoined: 0 } })
      expect(await moved(org, rejected)).toEqual([])
    }
    expect(await service.captured(org)).toBe(0)
    const told = (await eventsOf(org)).find(({ type }) => type === 'saved_search.run_completed')
    expect(told?.data['error']).toContain('X-Max-Credits')
    const allowed = await aRun(org, id, { 'x-max-credits': '4' })
    expect(await moved(org, allowed)).toHaveLength(2)
    expect(await service.captured(org)).toBe(4_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    const wrong = await ask(org, 'spawn', { savedSearchId: id }, { 'x-max-credits': 'many' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'X-Max-Credits'])
  })

  test('that cannot be paid changes and charges nothing, and the next one that can does', async () => {
    verifies('saved-search.run.status')
    const org = await service.org(3)
    const [a, b] = (await someCompanies(2)) as [string, string]
    const id = await aSaved(org, ofCompanies([a, b]))
    const rejected = await aRun(org, id)
    const { run } = (await ask(org, 'run/status', { savedSearchRunId: rejected })).body.output
    expect(run).toMatchObject({ status: 'REJECTED_NO_FUNDS', companiesStats: { numCompaniesJoined: 0 } })
    expect(run.completedAt).not.toBeNull()
    expect(await service.available(org)).toBe(3_000)
    expect(await moved(org, rejected)).toEqual([])
    expect(await readAllRecords(org, 'current/companies', { savedSearchId: id })).toEqual([])
    await ask(org, 'update', { id, companyParams: { domains: [a] } })
    expect(await moved(org, await aRun(org, id))).toEqual([[a, 'joined']])
    expect(await service.available(org)).toBe(1_000)
    const told = (await eventsOf(org)).filter(({ type }) => type === 'saved_search.run_completed')
    expect(told.map(({ data }) => data)).toMatchObject([
      { success: false, num_companies_joined: 0, error: expect.stringContaining('credit balance') },
      { success: true, num_companies_joined: 1, error: null, saved_search_id: id },
    ])
  })

  test('worked on twice is charged once', async () => {
    const org = await service.org()
    const [a] = (await someCompanies(1)) as [string]
    const id = await aSaved(org, ofCompanies([a]))
    const { body } = await ask(org, 'spawn', { savedSearchId: id })
    const [row] = await service.db.query<{ taskId: string }>(sql`
      SELECT task_id AS "taskId" FROM saved_search_runs WHERE id = ${body.output.id}`)
    await Promise.all([service.almanac.jobs.run(row!.taskId), service.almanac.jobs.run(row!.taskId)])
    expect(await service.captured(org)).toBe(2_000)
    expect(await moved(org, body.output.id)).toEqual([[a, 'joined']])
  })

  test('that is given up ends with its job, and another can begin at once', async () => {
    const org = await service.org()
    const savedSearchId = await aSaved(org, ofCompanies(['nobody.example']))
    const { body } = await ask(org, 'spawn', { savedSearchId })
    await service.almanac.jobs.revive(service.clock.now() + 31 * 86_400_000)
    const { run } = (await ask(org, 'run/status', { savedSearchRunId: body.output.id })).body.output
    expect(run.status).toBe('FAILED')
    expect((await ask(org, 'spawn', { savedSearchId })).status).toBe(200)
  })

  test('whose job was lost ends as failed', async () => {
    verifies('saved-search.run.status')
    const org = await service.org()
    const id = await aSaved(org, ofCompanies(['nobody.example']))
    const { body } = await ask(org, 'spawn', { savedSearchId: id })
    const savedSearchRunId = body.output.id
    const statusNow = async () =>
      (await ask(org, 'run/status', { savedSearchRunId })).body.output.run.status as string
    expect(await statusNow()).toBe('NOT_STARTED')
    await service.db.query(sql`
      UPDATE jobs SET state = 'failed', finished_at = now() WHERE organization_id = ${org.organizationId}`)
    const { runs } = service.almanac.openDeps(
      (await import('../../../../src/capabilities/saved-searches/open.ts')).savedSearches,
    )
    expect(await runs.endLost(service.clock.now())).toBe(0)
    expect(await runs.endLost(service.clock.now() + 61_000)).toBe(1)
    expect(await statusNow()).toBe('FAILED')
    expect((await ask(org, 'spawn', { savedSearchId: id })).status).toBe(200)
  })
})

describe('the schedule', () => {
  const dayMs = 86_400_000

  test('runs every so many days, and tells so a day before', async () => {
    verifies('saved-search.schedule')
    const org = await service.org()
    const [a] = (await someCompanies(1)) as [string]
    const id = await aSaved(org, ofCompanies([a]))
    const beganMs = service.clock.now()
    const at = async (days: number) => {
      service.clock.set(beganMs + days * dayMs)
      await runAllDue()
      await service.almanac.jobs.workNow()
    }
    const runs = async () => (await ask(org, 'run/list', { savedSearchId: id })).body.output.runs
    await at(5.9)
    expect(await eventsOf(org)).toEqual([])
    await at(6)
    expect(await eventsOf(org)).toMatchObject([
      {
        type: 'saved_search.run_upcoming',
        data: {
          saved_search_id: id,
          expected_run_at: new Date(beganMs + 7 * dayMs).toISOString(),
          type: 'company_only',
          max_new_companies_per_run: 10_000,
          max_new_profiles_per_run: 0,
        },
      },
    ])
    expect(await runs()).toEqual([])
    await at(7)
    expect(await runs()).toMatchObject([{ status: 'COMPLETED', executionMode: 'automatically_triggered' }])
    await at(14)
    expect(await runs()).toHaveLength(2)
    expect((await eventsOf(org)).map(({ type }) => type.split('.')[1])).toEqual([
      'run_upcoming',
      'run_completed',
      'run_upcoming',
      'run_completed',
    ])
    expect(await service.captured(org)).toBe(2_000)
  })

  test('leaves out the run that is skipped, and goes on after it', async () => {
    verifies('saved-search.skip-and-undo')
    const org = await service.org()
    const id = await aSaved(org, ofCompanies(['nobody.example']))
    const beganMs = service.clock.now()
    const skipped = await ask(org, 'skip-next-run', { savedSearchId: id })
    expect(skipped.body.output).toEqual({ id, skipUntil: new Date(beganMs + 14 * dayMs).toISOString() })
    const runsAt = async (days: number) => {
      service.clock.set(beganMs + days * dayMs)
      await runAllDue()
      await service.almanac.jobs.workNow()
      return (await ask(org, 'run/list', { savedSearchId: id })).body.output.runs.length as number
    }
    expect(await runsAt(6)).toBe(0)
    expect(await runsAt(7)).toBe(0)
    expect(await eventsOf(org)).toEqual([])
    expect(await runsAt(14)).toBe(1)
  })

  test('does nothing while the saved search is not active, and makes up for nothing', async () => {
    const org = await service.org()
    const id = await aSaved(org, ofCompanies(['nobody.example']))
    const beganMs = service.clock.now()
    await ask(org, 'update', { id, isActive: false })
    service.clock.set(beganMs + 20 * dayMs)
    await runAllDue()
    await ask(org, 'update', { id, isActive: true })
    await runAllDue()
    const runs = async () => (await ask(org, 'run/list', { savedSearchId: id })).body.output.runs
    expect(await runs()).toEqual([])
    expect(await eventsOf(org)).toEqual([])
    service.clock.set(beganMs + 21 * dayMs)
    await runAllDue()
    expect(await runs()).toHaveLength(1)
  })
})
