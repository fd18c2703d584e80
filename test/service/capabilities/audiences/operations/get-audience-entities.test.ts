import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  allMembers,
  anAudience,
  ask,
  atCompanies,
  built,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

describe('getAudienceCompanies 200', () => {
  test('answers the companies in the order of the audience, with what is known of them', async () => {
    verifies('op.get-audience-companies')
    const org = await service.org()
    const staff = await someStaff(0, 0, 0)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff) })
    expect((await ask(org, `GET ${id}/companies`)).body.output).toEqual({
      audienceId: id,
      companies: [],
      totalCount: 0,
      noLongerKnown: 0,
      nextCursor: null,
      hasMore: false,
    })
    await built(org, id)
    const { body } = await ask(org, `GET ${id}/companies?pageSize=2`)
    expect(body.chargeInfo.method).toBe('free')
    expect(body.output).toMatchObject({ totalCount: 3, noLongerKnown: 0, hasMore: true })
    const [first] = body.output.companies
    const name = staff[0]!.domain.replace('.example', '')
    expect(first).toEqual({
      companyId: expect.stringMatching(/^\d+$/),
      name,
      pnetUrl: expect.stringContaining(`/company/${name}`),
      domain: staff[0]!.domain,
      industry: 'Software',
      headcount: 1_000,
      movement: 'joined',
    })
    const all = await allMembers(org, id, 'companies', 'pageSize=1')
    expect(all.map(({ domain }) => domain)).toEqual(staff.map(({ domain }) => domain))
  })

  test('includeProvenance tells where each member is from, under the names it has here', async () => {
    verifies('provenance.views')
    const org = await service.org()
    const staff = await someStaff(1)
    const sides = { companySearchParams: atCompanies(staff), prospectSearchParams: {} }
    const id = await anAudience(org, sides)
    await built(org, id)
    const traced = async (side: string) =>
      (await ask(org, `GET ${id}/${side}?includeProvenance=true`)).body.output.provenance
    const origin = {
      source: expect.stringMatching(/./),
      observedAt: expect.stringMatching(/^\d{4}-/),
      verifiedAt: expect.stringMatching(/^\d{4}-/),
      confidence: expect.any(Number),
    }
    const members = { name: origin, pnetUrl: origin, domain: origin, industry: origin, headcount: origin }
    expect(await traced('companies')).toEqual([{ path: 'companies[0]', members }])
    const [prospect] = await traced('prospects')
    expect(prospect.path).toBe('prospects[0]')
    expect(prospect.members).toMatchObject({ jobTitle: origin, companyName: origin, pnetUrl: origin })
    expect((await ask(org, `GET ${id}/companies`)).body.output.provenance).toBeUndefined()
  })

  test('pages go on as they began when the audience is built again, and tell who left', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0, 0, 0)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff.slice(0, 3)) })
    await built(org, id)
    const first = (await ask(org, `GET ${id}/companies?pageSize=1`)).body.output
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies(staff.slice(2)) })
    await built(org, id)
    const path = `${id}/companies?pageSize=5&cursor=${encodeURIComponent(first.nextCursor)}`
    const rest = (await ask(org, `GET ${path}`)).body.output
    const domains = (page: { companies: { domain: string }[] }) => page.companies.map(({ domain }) => domain)
    expect([...domains(first), ...domains(rest)]).toEqual(staff.slice(0, 3).map(({ domain }) => domain))
    expect(rest.totalCount).toBe(3)
    const moved = async (movement: string) =>
      (await allMembers(org, id, 'companies', `movement=${movement}&pageSize=1`)).map(({ domain }) => domain)
    expect(await moved('left')).toEqual(staff.slice(0, 2).map(({ domain }) => domain))
    expect(await moved('stayed')).toEqual([staff[2]!.domain])
    expect(await moved('joined')).toEqual([staff[3]!.domain])
    expect(await moved('returned')).toEqual([])
    const left = (await ask(org, `GET ${id}/companies?movement=left`)).body.output
    expect(left).toMatchObject({ totalCount: 2, hasMore: false })
  })
})

test.each([
  ['pageSize=0', 'pageSize'],
  ['pageSize=501', 'pageSize'],
  ['movement=gone', 'movement'],
])('getAudienceCompanies 400 for %s', async (query, path) => {
  const org = await service.org()
  const answer = await ask(org, `GET ${await anAudience(org)}/companies?${query}`)
  expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
})

test('getAudienceCompanies 400 for the cursor of another audience, another movement and of nothing', async () => {
  const org = await service.org()
  const staff = await someStaff(0, 0)
  const [id, other] = [
    await anAudience(org, { companySearchParams: atCompanies(staff) }),
    await anAudience(org, { companySearchParams: atCompanies(staff) }),
  ]
  await built(org, id)
  await built(org, other)
  const { nextCursor } = (await ask(org, `GET ${id}/companies?pageSize=1`)).body.output
  const cursor = encodeURIComponent(nextCursor)
  for (const path of [
    `${other}/companies?cursor=${cursor}`,
    `${id}/companies?movement=left&cursor=${cursor}`,
    `${id}/prospects?cursor=${cursor}`,
    `${id}/companies?cursor=none`,
  ]) {
    const answer = await ask(org, `GET ${path}`)
    expect([answer.status, answer.body.issues?.[0]?.path ?? answer.body.code], path).toEqual([
      400,
      expect.any(String),
    ])
  }
})

refuses('getAudienceCompanies', (id) => `GET ${id}/companies`)

describe('getAudienceProspects 200', () => {
  test('answers the people in the order of the audience, with what is known of them', async () => {
    verifies('op.get-audience-prospects')
    const org = await service.org()
    const staff = await someStaff(3)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    const { body } = await ask(org, `GET ${id}/prospects?pageSize=2`)
    expect(body.chargeInfo.method).toBe('free')
    expect(body.output).toMatchObject({ audienceId: id, totalCount: 3, noLongerKnown: 0, hasMore: true })
    expect(body.output.prospects[0]).toEqual({
      prospectId: expect.stringMatching(/^\d+$/),
      firstName: 'Ada',
      lastName: expect.any(String),
      pnetUrl: expect.stringContaining(`/in/${staff[0]!.people[0]}`),
      jobTitle: 'Engineer',
      companyName: staff[0]!.domain.replace('.example', ''),
      location: null,
      movement: 'joined',
    })
    expect(await allMembers(org, id, 'prospects', 'pageSize=1')).toHaveLength(3)
  })
})

refuses('getAudienceProspects', (id) => `GET ${id}/prospects`)
