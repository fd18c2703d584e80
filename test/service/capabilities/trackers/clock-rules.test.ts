import { expect, test } from 'vitest'
import type { TestOrganization } from '../../../support/platform.ts'
import {
  ask,
  aSlug,
  readOutput,
  refresh,
  service,
  shareService,
  readSignals,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'
import { dayMs } from '../../../../src/lib/time.ts'

shareService()

const rules = ['person_stuck_in_role', 'person_tenure_milestone'].map((type) => ({
  type,
  entityType: 'person',
  thresholdMonths: 24,
}))

/** A list of somebody who comes to two years in the position and with the employer in 20 days. */
async function aListOfOne(org: TestOrganization, more: object = {}): Promise<string> {
  const since = new Date(service.clock.now() + 20 * dayMs)
  since.setUTCFullYear(since.getUTCFullYear() - 2)
  const slug = aSlug('person')
  const held = {
    title: 'CTO',
    company_name: 'Acme',
    is_current: true,
    start_date: since.toISOString().slice(0, 10),
  }
  service.clock.advance(60_000)
  await service.write('people', [{ primary_slug: slug, name: 'Ada', experiences: [held] }])
  const body = { name: 'Champions', refreshIntervalDays: 7, trackingRules: rules, ...more }
  const { id } = await readOutput(ask(org, 'POST person-lists', body))
  await readOutput(ask(org, `PUT person-lists/${id}/people`, { people: [{ pnetSlug: slug }] }))
  return id
}

test('rules that go by the clock fire once by time alone, where nothing was written, and the look is free', async () => {
  const org = await service.org(1_000)
  const id = await aListOfOne(org)
  await refresh(org, id, 'person')
  service.clock.advance(10 * dayMs)
  const early = await refresh(org, id, 'person')
  expect(await readSignals(org, id)).toEqual([])
  expect(early.body.output.message).toContain('only rules that depend on the clock')
  service.clock.advance(15 * dayMs)
  const due = await refresh(org, id, 'person')
  expect(due.body.output.estimatedCredits).toBe(0)
  const told = (await readSignals(org, id)).map(({ type }) => type).toSorted()
  expect(told).toEqual(['person_stuck_in_role', 'person_tenure_milestone'])
  service.clock.advance(7 * dayMs)
  await refresh(org, id, 'person')
  expect(await readSignals(org, id)).toHaveLength(2)
  expect(await service.captured(org)).toBe(0)
})

test('of a list charged per notification such a signal costs what any other does', async () => {
  const org = await service.org(1_000)
  const id = await aListOfOne(org, { billingMethod: 'per_notification' })
  await refresh(org, id, 'person')
  service.clock.advance(25 * dayMs)
  await refresh(org, id, 'person')
  expect(await readSignals(org, id)).toHaveLength(2)
  expect(await service.captured(org)).toBe(4_000)
})
