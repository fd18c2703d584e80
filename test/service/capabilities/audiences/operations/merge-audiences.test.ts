import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  allMembers,
  anAudience,
  ask,
  atCompanies,
  built,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

describe('mergeAudiences 200', () => {
  test('has everybody of all, each once, in the order of the audiences, for nothing', async () => {
    verifies('op.merge-audiences')
    const org = await service.org()
    const staff = await someStaff(2, 1, 1)
    const of = async (some: typeof staff) => {
      const id = await anAudience(org, { companySearchParams: atCompanies(some), prospectSearchParams: {} })
      await built(org, id)
      return id
    }
    const [later, earlier] = [await of(staff.slice(1)), await of(staff.slice(0, 2))]
    const before = await service.available(org)
    const { status, body, text } = await ask(org, 'POST merge', {
      name: 'Both',
      audienceIds: [later, earlier],
    })
    expect(status, text).toBe(200)
    expect(body.output).toMatchObject({ name: 'Both', creationMethod: 'MERGE_AUDIENCES', status: 'BUILDING' })
    await service.almanac.jobs.workNow()
    const id: string = body.output.audienceId
    const shown = (await ask(org, `GET ${id}`)).body.output
    expect(shown).toMatchObject({ status: 'NORMAL', companiesCount: 3, prospectsCount: 4, needsBuild: false })
    const order = [staff[1]!, staff[2]!, staff[0]!].map(({ domain }) => domain)
    expect((await allMembers(org, id, 'companies')).map(({ domain }) => domain)).toEqual(order)
    expect(await service.available(org)).toBe(before)
    // It searches for nobody, so there is nothing to build it by.
    expect((await ask(org, `POST ${id}/build`)).status).toBe(409)
  })
})

describe('mergeAudiences 400', () => {
  test('for none, for one alone, and for one that is named twice; nothing is made', async () => {
    const org = await service.org()
    const [one, two] = [await anAudience(org), await anAudience(org)]
    for (const [audienceIds, path] of [
      [[], 'audienceIds'],
      [[one], 'audienceIds'],
      [[one, one], 'audienceIds[1]'],
      [[one, two, one], 'audienceIds[2]'],
    ]) {
      const { status, body } = await ask(org, 'POST merge', { name: 'Both', audienceIds })
      expect([status, body.issues[0].path]).toEqual([400, path])
    }
    expect((await ask(org, 'GET')).body.output.totalCount).toBe(2)
  })
})

test('mergeAudiences 409 where one was never built', async () => {
  const org = await service.org()
  const audienceIds = [await anAudience(org), await anAudience(org)]
  expect((await ask(org, 'POST merge', { name: 'Both', audienceIds })).status).toBe(409)
  expect((await ask(org, 'GET')).body.output.totalCount).toBe(2)
})

test("mergeAudiences 404 for another organization's and an unknown one alike", async () => {
  const [owner, other] = [await service.org(), await service.org()]
  const theirs = await anAudience(owner)
  const mine = await anAudience(other, { companySearchParams: atCompanies(await someStaff(1)) })
  await built(other, mine)
  for (const id of [theirs, 'aud_none']) {
    const answer = await ask(other, 'POST merge', { name: 'Both', audienceIds: [mine, id] })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  }
})

test('mergeAudiences 401 without a key', async () => {
  const body = { name: 'Both', audienceIds: ['aud_a', 'aud_b'] }
  expect((await service.send('POST /v1/audiences/merge', { body })).status).toBe(401)
})
