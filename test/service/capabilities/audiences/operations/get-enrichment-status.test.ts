import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  atCompanies,
  built,
  giveContacts,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'

shareService()

const asked = { maxProspectsToEnrich: 100, enrichmentType: {} }

describe('getEnrichmentStatus 200', () => {
  test('tells how far the newest enrichment is, for nothing', async () => {
    verifies('op.get-enrichment-status', 'audience.state.enriched', 'audience.progress-percent')
    const org = await service.org()
    const staff = await someStaff(2)
    await giveContacts(service, staff[0]!.people)
    const id = await anAudience(org, { companySearchParams: atCompanies(staff), prospectSearchParams: {} })
    await built(org, id)
    const audience = async () => (await ask(org, `GET ${id}`)).body.output
    expect((await audience()).enrichmentStartedAt).toBeNull()
    const { enrichmentId } = (await ask(org, `POST ${id}/enrich`, asked)).body.output
    const get = async () => (await ask(org, `GET ${id}/enrichment/status`)).body
    const before = await get()
    expect(before.chargeInfo.method).toBe('free')
    const createdAt = new Date(service.clock.now()).toISOString()
    expect((await audience()).enrichmentStartedAt).toBe(createdAt)
    expect(before.output).toEqual({
      enrichmentId,
      currentStage: 'NOT_STARTED',
      progressPercent: 0,
      stepsCompleted: [],
      currentStep: null,
      stepsRemaining: ['FETCHING_CONTACT_DETAILS'],
      createdAt,
      completedAt: null,
      delivered: { companies: 0, prospects: 0, contacts: 0 },
      unavailable: 0,
      creditsCharged: 0,
    })
    await service.almanac.jobs.workNow()
    expect((await get()).output).toMatchObject({
      currentStage: 'DONE',
      progressPercent: 100,
      stepsCompleted: ['FETCHING_CONTACT_DETAILS'],
      stepsRemaining: [],
      completedAt: createdAt,
      delivered: { contacts: 2 },
      creditsCharged: 10,
    })
  })
})

test('getEnrichmentStatus 404 for an audience that was never enriched says so', async () => {
  const org = await service.org()
  const { status, body } = await ask(org, `GET ${await anAudience(org)}/enrichment/status`)
  expect([status, body.message]).toEqual([404, expect.stringContaining('never been enriched')])
})

refuses('getEnrichmentStatus', (id) => `GET ${id}/enrichment/status`)
