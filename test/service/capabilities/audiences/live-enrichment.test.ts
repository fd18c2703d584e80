import { beforeAll, describe, expect, test } from 'vitest'
import { foundLive, knownAt, openLiveTest, type LiveTest } from '../../../worlds/live.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { giveContacts, staffIn } from '../../../../src/capabilities/audiences/fixtures/building.ts'
import { audiences, paidContacts } from '../../../../src/capabilities/audiences/index.ts'

let service: LiveTest
beforeAll(async () => {
  service = await openLiveTest()
})

const asked = { maxProspectsToEnrich: 10, enrichmentType: {} }

async function audience(...sizes: number[]) {
  const org = await service.org()
  const staff = await staffIn(service, sizes, knownAt)
  const send = (route: string, body?: object) =>
    service.send(route.replace('/a', '/v1/audiences'), { key: org.rawKey, body })
  const { audienceId } = (await send('POST /a/create', { name: 'Live' })).body.output
  await send(`PATCH /a/${audienceId}/search-params`, {
    companySearchParams: { domains: staff.map(({ domain }) => domain) },
    prospectSearchParams: {},
  })
  await send(`POST /a/${audienceId}/build`, {})
  await service.almanac.jobs.workNow()
  return { org, staff, audienceId, send, people: staff.flatMap(({ people }) => people) }
}

async function spent(org: TestOrganization, work: () => Promise<unknown>): Promise<number> {
  const before = await service.available(org)
  await work()
  expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  return before - (await service.available(org))
}

const headlines = { 'person.live': 'Moved on' }

describe('a live enrichment', () => {
  test('fetches companies and people, charges those that a source has, and then finds contact details', async () => {
    const { org, audienceId, send, people, staff } = await audience(2, 1)
    await giveContacts(service, people.slice(0, 1), { personal: false, phone: false })
    service.live.say({
      'company.live': ({ slug }) =>
        foundLive({ pnet_primary_slug: slug, preferred_name: `Live ${slug}` }) as never,
      'person.live': ({ slug }) =>
        slug === people[0]
          ? (foundLive({ primary_slug: slug, headline: headlines['person.live'] }) as never)
          : { state: slug === people[1] ? 'unavailable' : 'not_found' },
    })
    const estimate = (await send(`POST /a/${audienceId}/enrichment/estimate`, asked)).body.output
    expect(estimate).toMatchObject({
      totalCredits: 2 + 3 + 15,
      breakdown: {
        liveCompany: { credits: 2, discounted: true },
        liveProspect: { credits: 3, discounted: true },
      },
    })
    const charged = await spent(org, async () => {
      const begun = await send(`POST /a/${audienceId}/enrich`, asked)
      expect(begun.body.output.estimatedCredits).toBe(20)
      await service.almanac.jobs.workNow()
    })
    expect(charged).toBe(2_000 + 1_000 + 2_000)
    expect((await send(`GET /a/${audienceId}/enrichment/status`)).body.output).toMatchObject({
      currentStage: 'DONE',
      stepsCompleted: ['RUNNING_LIVE_ENRICH', 'FETCHING_CONTACT_DETAILS'],
      delivered: { companies: 2, prospects: 1, contacts: 1 },
      unavailable: 1,
      creditsCharged: 5,
    })
    const { companies } = (await send(`GET /a/${audienceId}/companies`)).body.output
    expect(companies.map(({ name }: { name: string }) => name)).toEqual(
      staff.map(({ domain }) => `Live ${domain.replace('.example', '')}`),
    )
    const events = await service.almanac.events.list(org.organizationId, { after: undefined, limit: 100 })
    const told = events.map(({ event }) => event).find(({ type }) => type === 'audience.enrichment_completed')
    expect(JSON.parse(told!.data)).toMatchObject({
      audience_id: audienceId,
      success: true,
      enriched_prospect_count: 1,
      error: null,
    })
  })

  test('without some steps asks no source for them', async () => {
    const { org, audienceId, send } = await audience(1)
    service.live.say({ 'company.live': () => ({ state: 'not_found' }) })
    const body = { ...asked, runProfileLiveEnrichment: false, runContactEnrichment: false }
    expect(
      await spent(org, async () => {
        await send(`POST /a/${audienceId}/enrich`, body)
        await service.almanac.jobs.workNow()
      }),
    ).toBe(0)
    expect(new Set(service.live.asked.map(({ capability }) => capability))).toEqual(new Set(['company.live']))
    const { output } = (await send(`GET /a/${audienceId}/enrichment/status`)).body
    expect(output.stepsCompleted).toEqual(['RUNNING_LIVE_ENRICH'])
  })

  test('ends when its audience is deleted: what was delivered is charged, the rest comes back', async () => {
    const { org, audienceId, send, people } = await audience(30)
    await giveContacts(service, people)
    const seen: object[] = []
    service.live.say({
      'person.live': async ({ slug }) => {
        if (seen.push({ slug }) === 27) {
          const { chargeInfo } = (await send(`DELETE /a/${audienceId}`)).body
          expect(chargeInfo.method).toBe('credits-refunded')
        }
        return foundLive({ primary_slug: slug, headline: 'Now' }) as never
      },
    })
    const body = { ...asked, maxProspectsToEnrich: 30, runCompanyLiveEnrichment: false }
    const charged = await spent(org, async () => {
      await send(`POST /a/${audienceId}/enrich`, body)
      await service.almanac.jobs.workNow()
    })
    // The first 25 were stored with their charge; the item that was being worked on is not.
    expect(charged).toBe(25_000)
    expect((await send(`GET /a/${audienceId}/enrichment/status`)).status).toBe(404)
  })

  test('that is given up ends with its job', async () => {
    const { org, audienceId, send } = await audience(1)
    service.live.say({})
    await send(`POST /a/${audienceId}/enrich`, asked)
    await service.almanac.jobs.revive(service.clock.now() + 31 * 86_400_000)
    const { enrichments } = service.almanac.openDeps(audiences)
    expect(await enrichments.newest(org.organizationId, audienceId)).toMatchObject({ status: 'FAILED' })
    expect((await send(`POST /a/${audienceId}/enrich`, asked)).status).toBe(200)
  })

  test('whose job was lost ends as failed, and the audience can be enriched again', async () => {
    const { org, audienceId, send } = await audience(1)
    service.live.say({})
    await send(`POST /a/${audienceId}/enrich`, asked)
    const { jobs } = service.almanac
    const deps = service.almanac.openDeps(audiences)
    const row = (await deps.enrichments.newest(org.organizationId, audienceId))!
    const { sql } = await import('../../../../src/store/postgres/index.ts')
    await service.db.query(
      sql`UPDATE jobs SET state = 'failed', finished_at = now() WHERE id = ${row.taskId}`,
    )
    const stage = async () => (await send(`GET /a/${audienceId}/enrichment/status`)).body.output.currentStage
    expect(await stage()).toBe('FAILED')
    expect((await send(`POST /a/${audienceId}/enrich`, asked)).status).toBe(200)
    await jobs.workNow()
    expect(await stage()).toBe('DONE')
    expect(await deps.enrichments.endLost(service.clock.now() + 61_000)).toBe(0)
  })
})

test('contact details of an audience are those of the kinds that enriching it gave', async () => {
  const { org, audienceId, send, people } = await audience(2)
  await giveContacts(service, people)
  service.live.say({})
  const enrichmentType = { getPersonalEmails: false, getPhoneNumbers: false }
  await send(`POST /a/${audienceId}/enrich`, { maxProspectsToEnrich: 1, enrichmentType })
  await service.almanac.jobs.workNow()
  const deps = service.almanac.openDeps(audiences)
  const { prospects } = (await send(`GET /a/${audienceId}/prospects`)).body.output
  const members = prospects.map(({ prospectId, pnetUrl }: Record<string, string>) => ({
    id: prospectId,
    record: { primary_slug: pnetUrl!.split('/').at(-1) },
  }))
  const whose = { organizationId: org.organizationId, audienceId }
  const { signal } = new AbortController()
  const found = await paidContacts(deps, whose, members, signal)
  expect([...found]).toEqual([
    [
      members[0].id,
      {
        emails: [
          expect.objectContaining({
            type: 'work',
            email: expect.stringContaining(members[0].record.primary_slug),
          }),
        ],
        phoneNumbers: [],
      },
    ],
  ])
  const other = { ...whose, organizationId: 'org_other' }
  expect(await paidContacts(deps, other, members, signal)).toEqual(new Map())
})
