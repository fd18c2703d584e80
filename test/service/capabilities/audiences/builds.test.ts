import { describe, expect, test } from 'vitest'
import { verifies } from '../../../conformance/verifies.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import {
  allMembers,
  anAudience,
  ask,
  atCompanies,
  built,
  service,
  shareService,
  someStaff,
  thesePeople,
  type Staff,
} from '../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

type Org = Awaited<ReturnType<typeof service.org>>

const domainsOf = async (org: Org, id: string, query?: string) =>
  (await allMembers(org, id, 'companies', query)).map(({ domain }) => domain)
const slugsOf = async (org: Org, id: string, query?: string) =>
  (await allMembers(org, id, 'prospects', query)).map(({ pnetUrl }) => pnetUrl?.split('/').at(-1))
const domains = (staff: Staff[]) => staff.map(({ domain }) => domain)

describe('a build', () => {
  test('takes the most prominent companies up to the limit, and people at these alone', async () => {
    verifies('audience.max-companies-and-prospects')
    const org = await service.org(1_000)
    const staff = await someStaff(2, 1, 3)
    const id = await anAudience(org, {
      companySearchParams: atCompanies(staff),
      prospectSearchParams: {},
      maxCompanies: 2,
    })
    expect(await built(org, id)).toMatchObject({
      status: 'NORMAL',
      companiesCount: 2,
      prospectsCount: 3,
      progressPercent: 100,
    })
    expect(await domainsOf(org, id)).toEqual(domains(staff.slice(0, 2)))
    expect((await slugsOf(org, id)).toSorted()).toEqual([...staff[0]!.people, ...staff[1]!.people].toSorted())
    expect(await service.captured(org)).toBe(5_000)
    expect(await service.available(org)).toBe(995_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    await ask(org, `PATCH ${id}/search-params`, { maxProspects: 1 })
    expect(await built(org, id)).toMatchObject({ companiesCount: 2, prospectsCount: 1 })
  })

  test('with START_FROM_PROSPECTS takes people first, then the companies they work for', async () => {
    const org = await service.org()
    const staff = await someStaff(1, 2, 1)
    const people = [...staff[0]!.people, ...staff[1]!.people]
    const creationMethod = 'START_FROM_PROSPECTS'
    const id = await anAudience(org, { prospectSearchParams: thesePeople(people) }, { creationMethod })
    expect(await built(org, id)).toMatchObject({ creationMethod, companiesCount: 2, prospectsCount: 3 })
    expect(await domainsOf(org, id)).toEqual(domains(staff.slice(0, 2)))
    // The first person taken decides which company is.
    await ask(org, `PATCH ${id}/search-params`, { maxProspects: 1 })
    await built(org, id)
    const [first] = await slugsOf(org, id)
    expect(await domainsOf(org, id)).toEqual([`${first!.replace(/-\d+$/, '')}.example`])
    // Companies must satisfy what is asked of companies, and people must work for such a one.
    const companySearchParams = atCompanies([staff[1]!])
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams, maxProspects: 10 })
    expect(await built(org, id)).toMatchObject({ companiesCount: 1, prospectsCount: 2 })
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('of people alone takes people, of companies alone companies, and finding nobody is free', async () => {
    const org = await service.org()
    const [staff] = (await someStaff(2)) as [Staff]
    const people = await anAudience(org, { prospectSearchParams: thesePeople(staff.people) })
    expect(await built(org, people)).toMatchObject({ companiesCount: 0, prospectsCount: 2 })
    const companies = await anAudience(org, { companySearchParams: atCompanies([staff]) })
    expect(await built(org, companies)).toMatchObject({ companiesCount: 1, prospectsCount: 0 })
    const nobody = await anAudience(org, {
      companySearchParams: { domains: ['nobody.example'] },
      prospectSearchParams: {},
    })
    expect(await built(org, nobody)).toMatchObject({ status: 'NORMAL', companiesCount: 0, prospectsCount: 0 })
    expect(await service.captured(org)).toBe(3_000)
  })

  test('built again tells who joined, left, stayed and returned, and charges newcomers', async () => {
    const org = await service.org()
    const staff = await someStaff(1, 1, 1)
    const [a, b, c] = staff as [Staff, Staff, Staff]
    const id = await anAudience(org, { companySearchParams: atCompanies([a, b]), prospectSearchParams: {} })
    await built(org, id)
    expect(await service.captured(org)).toBe(4_000)
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies([b, c]) })
    await built(org, id)
    // Whoever stayed was paid for.
    expect(await service.captured(org)).toBe(6_000)
    const changes = async () => (await ask(org, `GET ${id}`)).body.output.changes
    const one = { joined: 1, returned: 0, left: 1, stayed: 1 }
    expect(await changes()).toEqual({ companies: one, prospects: one })
    expect(await slugsOf(org, id, 'movement=left')).toEqual(a.people)
    expect(await slugsOf(org, id, 'movement=joined')).toEqual(c.people)
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies(staff) })
    await built(org, id)
    const again = { joined: 0, returned: 1, left: 0, stayed: 2 }
    expect(await changes()).toEqual({ companies: again, prospects: again })
    expect(await service.available(org)).toBe(100_000_000 - 6_000)
  })

  test('leaves out what every search of the organization leaves out', async () => {
    verifies('exclusion.applied')
    const org = await service.org()
    const staff = await someStaff(1, 1)
    const exclude = (action: string, body: object) =>
      service.send(`POST /v1/exclusions/companies/${action}`, { key: org.rawKey, body })
    const { listId } = (await exclude('create-list', { name: 'No', isOrganizationWide: true })).body.output
    await exclude('add-to-list', { listId, companies: [{ domain: staff[0]!.domain }] })
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    expect(await domainsOf(org, id)).toEqual([staff[1]!.domain])
    expect(await slugsOf(org, id)).toEqual(staff[1]!.people)
  })

  test('takes no more than was there when it was asked for, and what was set aside pays for it', async () => {
    const org = await service.org(2)
    const staff = await someStaff(0, 0)
    const later = 'grown-later.example'
    const id = await anAudience(org, { companySearchParams: { domains: [...domains(staff), later] } })
    await ask(org, `POST ${id}/build`)
    await service.write('companies', [{ li_org_id: '8999999', preferred_name: 'Later', domains: [later] }])
    await service.almanac.jobs.workNow()
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({
      status: 'NORMAL',
      companiesCount: 2,
    })
    expect(await service.available(org)).toBe(0)
  })

  test('worked on twice is charged once', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await ask(org, `POST ${id}/build`)
    const taskId = await taskOf(id)
    await Promise.all([service.almanac.jobs.run(taskId), service.almanac.jobs.run(taskId)])
    expect(await service.captured(org)).toBe(1_000)
    expect((await ask(org, `GET ${id}`)).body.output).toMatchObject({
      status: 'NORMAL',
      changes: { companies: { joined: 1 } },
    })
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('is told when it ends, well or not', async () => {
    const org = await service.org()
    const staff = await someStaff(2)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    await ask(org, `POST ${id}/build`)
    await ask(org, `DELETE ${id}`)
    const events = await service.almanac.events.list(org.organizationId, { after: undefined, limit: 100 })
    expect(events.map(({ event }) => [event.type, JSON.parse(event.data)])).toMatchObject([
      [
        'audience.build_completed',
        { audience_id: id, success: true, total_companies: 1, total_prospects: 2, error: null },
      ],
      ['audience.build_completed', { success: false, total_companies: 0, error: expect.any(String) }],
    ])
  })

  test('whose audience is deleted while it is worked on changes and charges nothing', async () => {
    const org = await service.org()
    const staff = await someStaff(3)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await ask(org, `POST ${id}/build`)
    const working = service.almanac.jobs.run(await taskOf(id))
    const deleted = await ask(org, `DELETE ${id}`)
    expect(deleted.status).toBe(200)
    await working
    const charged = await service.captured(org)
    // Whichever came first: delivered and charged whole, or neither.
    expect([0, 4_000]).toContain(charged)
    expect(await service.available(org)).toBe(100_000_000 - charged)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
    expect((await ask(org, `GET ${id}`)).status).toBe(404)
  })

  test('that cannot be carried out fails: everybody stays, nothing is charged, and it can be built again', async () => {
    const org = await service.org()
    const [staff] = (await someStaff(1)) as [Staff]
    const id = await anAudience(org, { prospectSearchParams: thesePeople(staff.people) })
    await built(org, id)
    const { organizations } = service.almanac
    const prospectSearchParams = { approxAge: { lowerBound: 20 } }
    await ask(org, `PATCH ${id}/search-params`, { prospectSearchParams, maxProspects: 1 })
    await ask(org, `POST ${id}/build`)
    // An operator switches off what the search asks for.
    await organizations.allowAgeSearch(org.organizationId, false)
    await service.almanac.jobs.workNow()
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({
      status: 'FAILED',
      prospectsCount: 1,
      buildError: expect.stringContaining('nothing was charged'),
    })
    expect(await service.captured(org)).toBe(1_000)
    expect(await service.available(org)).toBe(99_999_000)
    const refused = await ask(org, `POST ${id}/build`)
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'prospectSearchParams.approxAge'])
    await ask(org, `PATCH ${id}/search-params`, { prospectSearchParams: thesePeople(staff.people) })
    expect((await built(org, id)).status).toBe('NORMAL')
  })

  test('that is given up ends with its job: everybody stays, and it can be built again at once', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await built(org, id)
    await ask(org, `POST ${id}/build`)
    await service.almanac.jobs.revive(service.clock.now() + 31 * 86_400_000)
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({
      status: 'FAILED',
      companiesCount: 1,
      buildError: expect.stringContaining('The members are unchanged'),
    })
    expect((await ask(org, `POST ${id}/build`)).status).toBe(200)
  })

  test('whose job was lost ends as failed, everybody stays, and it can be built again', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await built(org, id)
    await ask(org, `POST ${id}/build`)
    await service.db.query(sql`
      UPDATE jobs SET state = 'failed', finished_at = now() WHERE organization_id = ${org.organizationId}`)
    const { builds } = service.almanac.openDeps(
      (await import('../../../../src/capabilities/audiences/open.ts')).audiences,
    )
    expect(await builds.endLost(service.clock.now())).toBe(0)
    expect(await builds.endLost(service.clock.now() + 61_000)).toBe(1)
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({
      status: 'FAILED',
      companiesCount: 1,
      buildError: expect.stringContaining('The members are unchanged'),
    })
    expect(await domainsOf(org, id)).toHaveLength(1)
    expect((await built(org, id)).status).toBe('NORMAL')
  })

  test('tells its progress, which never goes back', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await ask(org, `POST ${id}/build`)
    const { builds } = service.almanac.openDeps(
      (await import('../../../../src/capabilities/audiences/open.ts')).audiences,
    )
    const [row] = await service.db.query<{ id: string }>(sql`
      SELECT id FROM audience_builds WHERE audience_id = ${id}`)
    const build = { organizationId: org.organizationId, audienceId: id, id: row!.id }
    const shown: [string, number][] = []
    for (const percent of [0, 20, 5, 45.7, 30, 95, 1, 100]) {
      await builds.progress(build, percent)
      const { status, progressPercent } = (await ask(org, `GET ${id}/status`)).body.output
      shown.push([status, progressPercent])
    }
    expect(shown).toEqual([
      ['BUILDING', 0],
      ['SAVING_COMPANIES', 20],
      ['SAVING_COMPANIES', 20],
      ['SAVING_PROSPECTS', 45],
      ['SAVING_PROSPECTS', 45],
      ['LINKING_PROSPECTS_WITH_COMPANIES', 95],
      ['LINKING_PROSPECTS_WITH_COMPANIES', 95],
      ['LINKING_PROSPECTS_WITH_COMPANIES', 99],
    ])
    await service.almanac.jobs.workNow()
    await expect(builds.progress(build, 5)).rejects.toThrow()
  })
})

async function taskOf(audienceId: string): Promise<string> {
  const [row] = await service.db.query<{ taskId: string }>(sql`
    SELECT task_id AS "taskId" FROM audience_builds WHERE audience_id = ${audienceId} ORDER BY number DESC LIMIT 1`)
  return row!.taskId
}
