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

test('buildAudience 400 for a dry run: what it may find is counted when it is asked for', async () => {
  const org = await service.org()
  const id = await anAudience(org, { companySearchParams: {} })
  expect((await ask(org, `POST ${id}/build`, {}, { 'x-dry-run': '1' })).status).toBe(400)
})

refuses('buildAudience', (id) => `POST ${id}/build`)
