import { expect, test } from 'vitest'
import { aSandboxKey } from '../../../support/platform.ts'
import { sampleWorld } from '../../../worlds/sample.ts'

const monthsSince = (day: string, now: Date) =>
  (now.getUTCFullYear() - Number(day.slice(0, 4))) * 12 + now.getUTCMonth() - (Number(day.slice(5, 7)) - 1)

test('in the sandbox rules that go by the clock fire when its clock is put forward, where nothing can be written', async () => {
  const service = await sampleWorld()
  const org = await service.org(1_000)
  const { rawKey: key } = await aSandboxKey(service.almanac, org.organizationId)
  const send = async (route: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await service.send(route, { key, body, headers })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const { data } = (await send('POST /v1/people-search', { searchParams: {}, pageSize: 25 })).body.output
  interface Person {
    primary_slug: string
    current_job: { start_date: string | null } | null
  }
  const person = (data as Person[]).find(({ current_job }) =>
    /^\d{4}-\d{2}/.test(current_job?.start_date ?? ''),
  )
  // Two months on the position has passed another whole month, whatever the day of the month.
  const thresholdMonths =
    monthsSince(person?.current_job?.start_date ?? '', new Date(service.clock.now())) + 1
  const { id } = (
    await send('POST /v1/tracker/person-lists', {
      name: 'Champions',
      refreshIntervalDays: 7,
      trackingRules: [{ type: 'person_stuck_in_role', entityType: 'person', thresholdMonths }],
    })
  ).body.output
  await send(`PUT /v1/tracker/person-lists/${id}/people`, { people: [{ pnetSlug: person?.primary_slug }] })
  const refresh = async (headers: Record<string, string> = {}) => {
    service.clock.advance(10_000)
    await send(`POST /v1/tracker/person-lists/${id}/refresh`, {}, headers)
    await service.almanac.jobs.workNow()
    return (await send(`GET /v1/tracker/signals/${id}?pageSize=100`)).body.output.signals
  }
  expect(await refresh()).toEqual([])
  expect(await refresh()).toEqual([])
  expect(await refresh({ 'x-sandbox-advance': '62d' })).toMatchObject([{ type: 'person_stuck_in_role' }])
  expect(await refresh({ 'x-sandbox-advance': '7d' })).toHaveLength(1)
})
