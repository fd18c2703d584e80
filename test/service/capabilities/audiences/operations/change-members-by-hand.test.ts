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

const domainsOf = async (...of: Parameters<typeof allMembers>) =>
  (await allMembers(...of)).map(({ domain }) => domain)

describe('addAudienceCompanies, removeAudienceCompanies 200', () => {
  test('add and remove by any identifier; only newcomers are charged, and builds keep them', async () => {
    verifies('op.add-audience-companies', 'op.remove-audience-companies')
    const org = await service.org()
    const staff = await someStaff(0, 0, 0)
    const [first, second, third] = staff.map(({ domain }) => domain) as [string, string, string]
    const id = await anAudience(org, { companySearchParams: atCompanies(staff.slice(0, 1)) })
    await built(org, id)
    const spent = await service.captured(org)
    const slug = second.replace('.example', '')
    const companies = [{ domain: first }, { pnetSlug: slug }, { domain: 'nobody.example' }, { domain: third }]
    const { status, text, body } = await ask(org, `PUT ${id}/companies`, { companies })
    expect(status, text).toBe(200)
    expect(body.output).toMatchObject({
      audienceId: id,
      added: 2,
      joined: 2,
      returned: 0,
      skipped: 1,
      companiesCount: 3,
      prospectsCount: 0,
      invalidCompanies: [{ index: 2, reason: 'No company has this identifier.' }],
    })
    expect((await service.captured(org)) - spent).toBe(2_000)
    // Again: everybody is there, and nothing is charged.
    expect((await ask(org, `PUT ${id}/companies`, { companies })).body.output).toMatchObject({ added: 0 })
    expect((await service.captured(org)) - spent).toBe(2_000)

    const removed = await ask(org, `DELETE ${id}/companies`, {
      companies: [{ domain: first }, { domain: third }, { domain: 'nobody.example' }],
    })
    expect(removed.body.output).toMatchObject({
      removed: 2,
      notFound: 1,
      failedIdentifiers: ['nobody.example'],
      companiesCount: 1,
    })
    expect(await domainsOf(org, id, 'companies')).toEqual([second])
    // Who was there before comes back for nothing.
    const again = await ask(org, `PUT ${id}/companies`, { companies: [{ domain: third }] })
    expect(again.body.output).toMatchObject({ added: 1, joined: 0, returned: 1 })
    expect((await service.captured(org)) - spent).toBe(2_000)
    // A build brings back whom its search finds, and keeps whom it does not.
    expect(await built(org, id)).toMatchObject({ status: 'NORMAL', companiesCount: 3 })
    expect((await domainsOf(org, id, 'companies')).toSorted()).toEqual([first, second, third].toSorted())
  })

  test('an audience that was never built is there to be read and exported from then on', async () => {
    verifies('op.add-audience-prospects')
    const org = await service.org()
    const [{ people } = { people: [] }] = await someStaff(2)
    const id = await anAudience(org)
    const prospects = people.map((pnetSlug) => ({ pnetSlug }))
    const { body } = await ask(org, `PUT ${id}/prospects`, { prospects })
    expect(body.output).toMatchObject({ added: 2, prospectsCount: 2, invalidProspects: [] })
    expect(await service.captured(org)).toBe(2_000)
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({ status: 'NORMAL' })
    const members = await allMembers(org, id, 'prospects')
    expect(members).toMatchObject([{ movement: 'joined' }, { movement: 'joined' }])
    const exported = await ask(org, `POST ${id}/export/prospects`, { format: 'PROSPECT_GENERIC_CSV' })
    expect(exported.body.output).toMatchObject({ estimatedRows: 2 })
    // By the id that pages show.
    verifies('op.remove-audience-prospects')
    const removed = await ask(org, `DELETE ${id}/prospects`, {
      prospects: [{ entityId: members[0]?.['prospectId'] }],
    })
    expect(removed.body.output).toMatchObject({ removed: 1, prospectsCount: 1 })
  })

  test('whoever was added by hand is not paid for again by a build, nor the reverse in another audience', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0)
    const companies = staff.map(({ domain }) => ({ domain }))
    const id = await anAudience(org, { companySearchParams: atCompanies(staff) })
    const added = await ask(org, `PUT ${id}/companies`, { companies: companies.slice(0, 1) })
    expect(added.body.chargeInfo.creditsCharged, added.text).toBe(1)
    expect(await built(org, id)).toMatchObject({ companiesCount: 2, membersPaidBefore: 1 })
    expect(await service.captured(org)).toBe(2_000)
    const other = await anAudience(org)
    const again = await ask(org, `PUT ${other}/companies`, { companies })
    expect(again.body.output).toMatchObject({ joined: 2, paidBefore: 2 })
    expect(again.body.chargeInfo).toMatchObject({
      method: 'free',
      message: expect.stringContaining('30 days'),
    })
    expect(await service.captured(org)).toBe(2_000)
  })

  test('added by hand in many requests at the same moment, each is charged once', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0, 0)
    const companies = staff.map(({ domain }) => ({ domain }))
    const ids = await Promise.all([1, 2, 3].map(() => anAudience(org)))
    const answers = await Promise.all(ids.map((id) => ask(org, `PUT ${id}/companies`, { companies })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await service.captured(org)).toBe(3_000)
  })

  test('a dry run says the most it can cost, and changes nothing', async () => {
    const org = await service.org()
    const [{ domain } = { domain: '' }] = await someStaff(0)
    const id = await anAudience(org)
    const body = { companies: [{ domain }, { domain: 'nobody.example' }] }
    const dry = await ask(org, `PUT ${id}/companies`, body, { 'x-dry-run': '1' })
    expect([dry.status, dry.body.output.dryRun?.maxCredits], dry.text).toEqual([200, 2])
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({
      status: 'DRAFT',
      companiesCount: 0,
    })
    expect(await service.captured(org)).toBe(0)
  })
})

describe('addAudienceCompanies, removeAudienceCompanies refusals', () => {
  test('409 while it is being built: nothing is added or charged', async () => {
    const org = await service.org()
    const staff = await someStaff(0)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff) })
    await ask(org, `POST ${id}/build`)
    const body = { companies: [{ domain: staff[0]!.domain }] }
    for (const method of ['PUT', 'DELETE']) {
      const answer = await ask(org, `${method} ${id}/companies`, body)
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    }
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(1_000)
  })

  test('402 when the credits do not cover the most it can cost', async () => {
    const org = await service.org(1)
    const staff = await someStaff(0, 0)
    const id = await anAudience(org)
    const companies = staff.map(({ domain }) => ({ domain }))
    expect((await ask(org, `PUT ${id}/companies`, { companies })).status).toBe(402)
    expect(await allMembers(org, id, 'companies')).toEqual([])
  })

  test.each([
    ['PUT', 'companies', {}],
    ['PUT', 'companies', { companies: [] }],
    ['PUT', 'prospects', { prospects: [{ pnetSlug: 5 }] }],
    ['DELETE', 'companies', { companies: Array.from({ length: 1_001 }, () => ({ domain: 'a.example' })) }],
  ] as const)('400 for %s %s of %j', async (method, side, body) => {
    const org = await service.org()
    const id = await anAudience(org)
    const answer = await ask(org, `${method} ${id}/${side}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toMatch(new RegExp(`^${side}`))
  })
})

const companies = { companies: [{ domain: 'a.example' }] }
const prospects = { prospects: [{ pnetSlug: 'a' }] }
refuses('addAudienceCompanies', (id) => `PUT ${id}/companies`, { body: companies })
refuses('removeAudienceCompanies', (id) => `DELETE ${id}/companies`, { body: companies })
refuses('addAudienceProspects', (id) => `PUT ${id}/prospects`, { body: prospects })
refuses('removeAudienceProspects', (id) => `DELETE ${id}/prospects`, { body: prospects })
