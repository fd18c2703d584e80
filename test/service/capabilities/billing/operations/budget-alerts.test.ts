import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { aBrowser } from '../../../../support/browser.ts'
import { peopleWorld } from '../../../../worlds/people.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = (await peopleWorld()).service
})
// Sign-ins of one address are limited to some a minute.
beforeEach(() => service.clock.advance(61_000))

const route = 'POST /v1/budget-alerts'
const list = async (key: string) =>
  (await service.send('GET /v1/budget-alerts', { key })).body.output.budgetAlerts
const create = (key: string, body: object) => service.send(route, { key, body })

describe('createBudgetAlert 200', () => {
  test('adds one for all, a key or a person, each once, with what was used', async () => {
    verifies('op.create-budget-alert', 'op.list-budget-alerts')
    const { organizationId, rawKey: key, caller } = await service.org()
    const browser = aBrowser(service)
    await browser.signIn({
      code: await service.almanac.sessions.makeCode({ organizationId, account: 'root' }),
    })
    const [member] = await service.almanac.members.listMembers(organizationId)
    const memberId = member?.id
    const all = await create(key, { period: 'day', credits: 100 })
    expect(all.body.output.budgetAlert).toMatchObject({
      about: 'organization',
      period: 'day',
      credits: 100,
      creditsUsed: 0,
      isReached: false,
      reachedAt: null,
    })
    const again = await create(key, { period: 'day', credits: 100 })
    expect(again.body.output.budgetAlertId).toBe(all.body.output.budgetAlertId)
    service.clock.advance(1)
    await create(key, { period: 'month', credits: 0.5, keyId: caller.keyId })
    service.clock.advance(1)
    await create(key, { period: 'month', credits: 3, memberId })
    expect(
      (await list(key)).map(({ about, name, credits }: Record<string, unknown>) => [about, name, credits]),
    ).toEqual([
      ['organization', null, 100],
      ['key', 'test key', 0.5],
      ['person', 'operator:root', 3],
    ])
    const actions = []
    for await (const { action, actor } of service.almanac.audit.list(organizationId))
      if (action.startsWith('budget')) actions.push([action, actor])
    expect(actions).toEqual(Array.from({ length: 3 }, () => ['budget-alert.created', `key:${caller.keyId}`]))
  })
})

describe('createBudgetAlert refuses', () => {
  test.each([
    [{ period: 'week', credits: 1 }, 'period'],
    [{ period: 'day', credits: 0 }, 'credits'],
    [{ period: 'day', credits: 1, keyId: 'key_x', memberId: 'mbr_x' }, 'memberId'],
  ])('%j with the path', async (body, path) => {
    const { rawKey } = await service.org()
    const { status, body: answer } = await create(rawKey, body)
    expect([status, answer.issues[0].path]).toEqual([400, path])
    expect(await list(rawKey)).toEqual([])
  })

  test('a key or person of another organization, and more than a hundred', async () => {
    const [one, other] = [await service.org(), await service.org()]
    const foreign = { period: 'day', credits: 1, keyId: other.caller.keyId }
    expect((await create(one.rawKey, foreign)).status).toBe(404)
    expect((await create(one.rawKey, { period: 'day', credits: 1, memberId: 'mbr_nobody' })).status).toBe(404)
    for (let credits = 1; credits <= 100; credits += 1) {
      if (credits % 50 === 0) service.clock.advance(61_000)
      expect((await create(one.rawKey, { period: 'day', credits })).status).toBe(200)
    }
    service.clock.advance(61_000)
    const { status, body } = await create(one.rawKey, { period: 'month', credits: 1 })
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(await list(one.rawKey)).toHaveLength(100)
  })
})

describe('deleteBudgetAlert', () => {
  test('200 once, and 404 for another organization', async () => {
    verifies('op.delete-budget-alert')
    const [one, other] = [await service.org(), await service.org()]
    const { budgetAlertId } = (await create(one.rawKey, { period: 'day', credits: 1 })).body.output
    const remove = (key: string) => service.send(`DELETE /v1/budget-alerts/${budgetAlertId}`, { key })
    expect((await remove(other.rawKey)).status).toBe(404)
    expect((await list(one.rawKey)).length).toBe(1)
    expect((await remove(one.rawKey)).body.output).toEqual({ budgetAlertId, isDeleted: true })
    expect((await remove(one.rawKey)).status).toBe(404)
  })
})
