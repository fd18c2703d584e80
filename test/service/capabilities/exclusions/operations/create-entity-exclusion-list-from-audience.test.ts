import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  atCompanies,
  built,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

type Staff = Awaited<ReturnType<typeof someStaff>>

/** What the list has of one employer and its two people, and a search that finds them beside another with one. */
const twins = [
  {
    id: 'createCompanyExclusionListFromAudience',
    of: 'companies',
    added: { companiesAdded: 1 },
    total: 2,
    search: ['POST /v1/company-search', (staff: Staff) => atCompanies(staff)],
  },
  {
    id: 'createProspectExclusionListFromAudience',
    of: 'prospects',
    added: { prospectsAdded: 2 },
    total: 3,
    search: [
      'POST /v1/people-search',
      (staff: Staff) => ({
        exactProfile: {
          anyOf: staff.flatMap(({ people }) => people.map((primary_slug) => ({ primary_slug }))),
        },
      }),
    ],
  },
] as const

describe.each(twins)('$id', ({ of, added, total, search: [searchRoute, searchParams] }) => {
  const route = `POST /v1/exclusions/${of}/audience/create-list` as const

  test('200 makes a list of those who are in the audience, which searches leave out', async () => {
    verifies(
      'op.create-company-exclusion-list-from-audience',
      'op.create-prospect-exclusion-list-from-audience',
      'exclusion.from-audience',
    )
    const org = await service.org()
    const staff = await someStaff(2, 1)
    const [one] = staff as [(typeof staff)[0]]
    const id = await anAudience(org, { companySearchParams: atCompanies([one]), prospectSearchParams: {} })
    await built(org, id)
    const make = (body: object) => service.send(route, { key: org.rawKey, body: { audienceId: id, ...body } })
    const { status, body, text } = await make({})
    expect(status, text).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    expect(body.output).toEqual({ listId: expect.any(String), name: 'Audience', ...added })
    const search = async () => {
      const { output } = (
        await service.send(searchRoute, {
          key: org.rawKey,
          body: { searchParams: searchParams(staff) },
        })
      ).body
      return output.data.length as number
    }
    expect(await search()).toBe(total)
    const named = await make({ name: 'Contacted', isOrganizationWide: true })
    expect(named.body.output.name).toBe('Contacted')
    expect(await search()).toBe(1)
  })

  test('409 where nobody of the kind is in the audience', async () => {
    const org = await service.org()
    const id = await anAudience(org)
    const answer = await service.send(route, { key: org.rawKey, body: { audienceId: id } })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('no members')])
    const lists = await service.send(`POST /v1/exclusions/${of}/get-lists`, { key: org.rawKey, body: {} })
    expect(lists.body.output.lists).toEqual([])
  })

  test("404 for another organization's audience and an unknown one alike", async () => {
    const [owner, org] = [await service.org(), await service.org()]
    const ids = [await anAudience(owner), 'aud_none']
    const answers = await Promise.all(
      ids.map((audienceId) => service.send(route, { key: org.rawKey, body: { audienceId } })),
    )
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
    expect(answers[0]!.body.message).toBe(answers[1]!.body.message)
  })

  test('400 for no audience, 401 without a key', async () => {
    const { rawKey: key } = await service.org()
    const answer = await service.send(route, { key, body: {} })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'audienceId'])
    expect((await service.send(route, { body: { audienceId: 'aud_none' } })).status).toBe(401)
  })
})
