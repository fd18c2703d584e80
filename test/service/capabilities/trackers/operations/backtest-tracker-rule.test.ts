import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aList,
  ask,
  aSlug,
  service,
  shareService,
  staff,
  threshold,
  writeCompanies,
} from '../../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

describe('backtestTrackerRule 200', () => {
  test('tells how often and of whom a rule would have fired, for nothing', async () => {
    verifies('op.backtest-tracker-rule')
    const org = await service.org()
    const [a, b] = [aSlug(), aSlug()]
    for (const count of [90, 120, 80, 130]) await writeCompanies({ [a]: staff(count) })
    await writeCompanies({ [b]: staff(500) })
    const id = await aList(org, { slugs: [a, b] })
    const { status, body } = await ask(org, 'POST rules/backtest', { config: threshold(), listId: id })
    expect([status, body.chargeInfo.method]).toEqual([200, 'free'])
    expect(body.output).toMatchObject({
      fireCount: 2,
      entitiesFired: 1,
      entitiesChecked: 2,
      entitiesWithHistory: 1,
      transitionsChecked: 3,
      firings: [
        { pnetSlug: a, changeData: [{ previous: 80, current: 130 }] },
        { pnetSlug: a, changeData: [{ previous: 90, current: 120 }] },
      ],
    })
    const named = { companies: [{ domain: `${a}.example` }, { domain: 'nobody-at-all.example' }] }
    const again = await ask(org, 'POST rules/backtest', {
      config: threshold({ direction: 'below' }),
      ...named,
    })
    expect(again.body.output).toMatchObject({ fireCount: 1, entitiesChecked: 1 })
    expect(await service.captured(org)).toBe(0)
  })
})

describe('backtestTrackerRule 400', () => {
  test.each([
    ['listId', { config: threshold() }],
    ['people', { config: threshold(), companies: [{ domain: 'a.example' }], people: [{ pnetSlug: 'a' }] }],
    ['people', { config: threshold(), people: [{ pnetSlug: 'a' }] }],
    [
      'config.type',
      { config: { type: 'company_posted', entityType: 'company' }, companies: [{ domain: 'a.example' }] },
    ],
    ['config.threshold', { config: threshold({ threshold: 0 }), companies: [{ domain: 'a.example' }] }],
  ])('%s of %j', async (path, body) => {
    const answer = await ask(await service.org(), 'POST rules/backtest', body)
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
  })
})

test('backtestTrackerRule 404 for a list of another organization', async () => {
  const id = await aList(await service.org())
  const { status } = await ask(await service.org(), 'POST rules/backtest', {
    config: threshold(),
    listId: id,
  })
  expect(status).toBe(404)
})
