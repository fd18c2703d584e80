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

describe('buildAudience 200', () => {
  test('sets aside what the build may find, and charges what it finds', async () => {
    verifies('op.build-audience', 'audience.state.build', 'price.audience-build')
    const org = await service.org(100)
    const staff = await someStaff(2, 1)
    const search = { companySearchParams: atCompanies(staff), prospectSearchParams: {} }
    const id = await anAudience(org, { ...search, maxCompanies: 1 })
    const { status, body } = await ask(org, `POST ${id}/build`)
    expect(status).toBe(200)
    expect(body.output).toEqual({ audienceId: id, status: 'BUILDING', message: expect.any(String) })
    expect(body.chargeInfo.method).toBe('charging-later')
    // Which company is taken is not known yet: the three people of both are set aside.
    expect(await service.available(org)).toBe(96_000)
    await service.almanac.jobs.workNow()
    expect(await service.available(org)).toBe(97_000)
    expect(await service.captured(org)).toBe(3_000)
  })

  test('sent again with its idempotency key begins no other build', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    const headers = { 'idempotency-key': 'one-build' }
    const answers = [
      await ask(org, `POST ${id}/build`, {}, headers),
      await ask(org, `POST ${id}/build`, {}, headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(1_000)
  })

  test('with a sandbox key builds from made-up data, free', async () => {
    const owner = await service.org()
    const made = await service.send('POST /v1/api-keys/create-sandbox', { key: owner.rawKey, body: {} })
    const sandbox = { ...owner, rawKey: made.body.output.key as string }
    const id = await anAudience(sandbox, {
      companySearchParams: {},
      prospectSearchParams: {},
      maxCompanies: 3,
    })
    expect(await built(sandbox, id)).toMatchObject({ status: 'NORMAL', companiesCount: 3 })
    expect(await allMembers(sandbox, id, 'companies')).toHaveLength(3)
    expect(await service.captured(owner)).toBe(0)
  })
})

describe('buildAudience 402', () => {
  test('without the credits for what it may find changes nothing', async () => {
    const org = await service.org(2)
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0, 0, 0)) })
    const answer = await ask(org, `POST ${id}/build`)
    expect([answer.status, answer.body.code]).toEqual([402, 'out_of_credits'])
    expect(await service.available(org)).toBe(2_000)
    expect((await ask(org, `GET ${id}/status`)).body.output).toMatchObject({ status: 'DRAFT' })
  })

  test('above X-Max-Credits', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0, 0)) })
    const answer = await ask(org, `POST ${id}/build`, {}, { 'x-max-credits': '1' })
    expect([answer.status, answer.body.code]).toEqual([402, 'spend_guard'])
    expect((await ask(org, `GET ${id}/status`)).body.output.status).toBe('DRAFT')
  })
})

describe('buildAudience 409', () => {
  test('without search parameters, for nothing', async () => {
    verifies('audience.order')
    const org = await service.org()
    const id = await anAudience(org)
    const answer = await ask(org, `POST ${id}/build`)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(answer.body.message).toContain('updateAudienceSearchParams')
    expect(await service.available(org)).toBe(100_000_000)
  })

  test('while it is being built; of several at once one begins', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    const answers = await Promise.all([1, 2, 3].map(() => ask(org, `POST ${id}/build`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(1_000)
    expect(await service.available(org)).toBe(99_999_000)
    expect((await built(org, id)).status).toBe('NORMAL')
  })
})

describe('buildAudience again within 30 days', () => {
  test('charges newcomers alone; the dry run, the start and the status say so', async () => {
    const org = await service.org()
    const staff = await someStaff(2, 1)
    const params = (of: typeof staff) => ({
      companySearchParams: atCompanies(of),
      prospectSearchParams: {},
    })
    const id = await anAudience(org, params(staff.slice(0, 1)))
    expect(await built(org, id)).toMatchObject({ membersPaidBefore: 0 })
    expect(await service.captured(org)).toBe(3_000)
    expect(await built(org, id)).toMatchObject({ prospectsCount: 2, membersPaidBefore: 3 })
    expect(await service.captured(org)).toBe(3_000)

    await ask(org, `PATCH ${id}/search-params`, params(staff))
    const dry = await ask(org, `POST ${id}/build`, {}, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun, dry.text).toMatchObject({ maxCredits: 5, expectedCredits: 2 })
    expect((await ask(org, `GET ${id}/status`)).body.output.status).toBe('NORMAL')
    const begun = await ask(org, `POST ${id}/build`)
    expect(begun.body.chargeInfo.message).toContain('within 30 days')
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(5_000)
    expect((await ask(org, `GET ${id}`)).body.output).toMatchObject({ membersPaidBefore: 3 })

    // Another audience of the same people, and another organization.
    const copy = await anAudience(org, params(staff))
    expect(await built(org, copy)).toMatchObject({ membersPaidBefore: 5 })
    expect(await service.captured(org)).toBe(5_000)
    const other = await service.org()
    await built(other, await anAudience(other, params(staff)))
    expect(await service.captured(other)).toBe(5_000)
  })

  test('a build that failed paid for nothing: the next one is charged', async () => {
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    await ask(org, `POST ${id}/build`)
    await ask(org, `DELETE ${id}`)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(0)
  })
})

refuses('buildAudience', (id) => `POST ${id}/build`)
