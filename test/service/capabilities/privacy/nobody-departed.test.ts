import { beforeAll, expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import { newCanary, personOf, subjectsWorld, type Privacy } from '../../../worlds/subjects.ts'

/** Somebody who is removed leaves no list: they are counted in none of its versions, as no page shows them. */

let service: Privacy
beforeAll(async () => {
  service = await subjectsWorld()
})

// oxlint-disable-next-line typescript/no-explicit-any
async function ask({ rawKey: key }: TestOrganization, route: string, body?: object): Promise<any> {
  const answer = await service.send(route, { key, ...(body === undefined ? {} : { body }) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** Three people of a company, of whom the first will be removed; searched for without naming one of them. */
async function three() {
  const canaries = [newCanary(), newCanary(), newCanary()] as const
  const { number } = canaries[0]
  const domains = [`three-${number}.example`]
  await service.write('companies', [{ li_org_id: `66${number}`, preferred_name: `Three ${number}`, domains }])
  const job = {
    pnet_company_id: `66${number}`,
    company_name: `Three ${number}`,
    title: 'Cutter',
    is_current: true,
  }
  await service.write(
    'people',
    canaries.map((canary) => ({ ...personOf(canary), experiences: [job] })),
  )
  return { canaries, search: { companySearchParams: { domains }, profileSearchParams: {} } }
}

const remove = ({ slug }: { slug: string }) =>
  service.operate('POST /v1/privacy/suppressions', { profiles: [slug] })

test('runs of a saved search count what their pages show, before and after the removal', async () => {
  const org = await service.org()
  const { canaries, search } = await three()
  const searchParams = { type: 'combined', ...search }
  const { id: savedSearchId } = await ask(org, 'POST /v1/saved-search/create', {
    name: 'Three',
    spawnFrequencyDays: 7,
    searchParams,
  })
  const run = async (): Promise<string> => {
    service.clock.advance(1_000)
    const started = await ask(org, 'POST /v1/saved-search/spawn', { savedSearchId })
    await service.almanac.jobs.workNow()
    return started.id
  }
  const counted = async (savedSearchRunId: string) =>
    (await ask(org, 'POST /v1/saved-search/run/get', { savedSearchRunId })).run.peopleStats
  const first = await run()
  expect(await counted(first)).toMatchObject({ numPeopleJoined: 3 })
  await remove(canaries[0])
  const second = await run()
  expect(await counted(second)).toEqual({
    numPeopleJoined: 0,
    numPeopleDeparted: 0,
    numPeopleStayed: 2,
    numPeopleReturned: 0,
  })
  expect(await counted(first)).toMatchObject({ numPeopleJoined: 2 })
  for (const savedSearchRunId of [first, second]) {
    const page = await ask(org, 'POST /v1/saved-search/run/profiles', { savedSearchRunId, pageSize: 10 })
    expect(
      page.profiles.filter(({ movementType }: { movementType: string }) => movementType !== 'departed'),
    ).toHaveLength(2)
  }
})

test('an audience built again counts nobody who was removed as gone', async () => {
  const org = await service.org()
  const { canaries, search } = await three()
  const { audienceId } = await ask(org, 'POST /v1/audiences/create', { name: 'Three' })
  await ask(org, `PATCH /v1/audiences/${audienceId}/search-params`, {
    companySearchParams: search.companySearchParams,
    prospectSearchParams: {},
  })
  const build = async () => {
    service.clock.advance(1_000)
    await ask(org, `POST /v1/audiences/${audienceId}/build`, {})
    await service.almanac.jobs.workNow()
    return ask(org, `GET /v1/audiences/${audienceId}`)
  }
  expect((await build()).changes.prospects).toMatchObject({ joined: 3 })
  await remove(canaries[0])
  const removed = await ask(org, `GET /v1/audiences/${audienceId}`)
  expect([removed.prospectsCount, removed.changes.prospects.joined]).toEqual([2, 2])
  expect((await build()).changes.prospects).toEqual({ joined: 0, returned: 0, left: 0, stayed: 2 })
  const page = await ask(org, `GET /v1/audiences/${audienceId}/prospects?pageSize=10`)
  expect([page.prospects.length, page.totalCount]).toEqual([2, 2])
})
