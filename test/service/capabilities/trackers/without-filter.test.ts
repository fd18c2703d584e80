import { describe, expect, test } from 'vitest'
import {
  ask,
  readOutput,
  service,
  shareService,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

const rules = { name: 'All', refreshIntervalDays: 7, trackingRules: [] }

test.each([
  ['company', 'companySearchParams'],
  ['person', 'prospectSearchParams'],
])('a list of kind %s that a search without a filter would fill is refused', async (kind, params) => {
  const org = await service.org()
  const body = { name: 'All', refreshIntervalDays: 7, trackingRules: [] }
  const dynamic = { ...body, [params]: {} }
  const refused = await ask(org, `POST ${kind}-lists`, dynamic)
  expect([refused.status, refused.body.issues]).toMatchObject([400, [{ path: params, code: 'no_filter' }]])
  expect((await ask(org, `POST ${kind}-lists`, { ...dynamic, maxDynamicMembers: 5 })).status).toBe(200)
})

describe.each([
  ['company', 'companySearchParams', { domains: ['nobody.example'] }],
  ['person', 'prospectSearchParams', { keywords: { containsAll: ['nobody'] } }],
])('a list of kind %s is not changed to one that everybody there is would fill', (kind, params, filter) => {
  test.each([
    ['filled by hand', {}],
    ['filled by a search', { [params]: filter }],
  ])('%s', async (_, more) => {
    const org = await service.org()
    const { id } = await readOutput(ask(org, `POST ${kind}-lists`, { ...rules, ...more }))
    const read = () => readOutput(ask(org, `GET ${kind}-lists/${id}`))
    const before = await read()
    const refused = await ask(org, `PATCH ${kind}-lists/${id}`, { name: 'Other', [params]: {} })
    expect([refused.status, refused.body.issues]).toMatchObject([400, [{ path: params, code: 'no_filter' }]])
    expect(await read()).toEqual(before)
    const limited = { [params]: {}, maxDynamicMembers: 5 }
    expect((await ask(org, `PATCH ${kind}-lists/${id}`, limited)).status).toBe(200)
    // What leaves the filter as it is needs none.
    expect((await ask(org, `PATCH ${kind}-lists/${id}`, { name: 'Other' })).status).toBe(200)
  })
})

describe('a list of people of which a change gives parameters of companies alone', () => {
  const companySearchParams = { domains: ['nobody.example'] }

  test('asks for the people at these companies', async () => {
    const org = await service.org()
    const { id } = await readOutput(ask(org, 'POST person-lists', rules))
    const view = await readOutput(ask(org, `PATCH person-lists/${id}`, { companySearchParams }))
    expect(view).toMatchObject({ isDynamic: true, prospectSearchParams: {} })
  })

  test('is refused at what the request has when nobody is left out any more', async () => {
    const org = await service.org()
    const { id } = await readOutput(ask(org, 'POST person-lists', { ...rules, companySearchParams }))
    const refused = await ask(org, `PATCH person-lists/${id}`, { companySearchParams: {} })
    expect([refused.status, refused.body.issues]).toMatchObject([
      400,
      [{ path: 'companySearchParams', code: 'no_filter' }],
    ])
  })
})
