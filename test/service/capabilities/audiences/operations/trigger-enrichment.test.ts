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

/** An audience with so many people, built. */
async function people(org: Awaited<ReturnType<typeof service.org>>, count: number) {
  const staff = await someStaff(count)
  const search = { companySearchParams: atCompanies(staff), prospectSearchParams: {} }
  const id = await anAudience(org, search)
  await built(org, id)
  return { id, slugs: staff[0]!.people }
}

const spent = async (org: Awaited<ReturnType<typeof service.org>>, work: () => Promise<unknown>) => {
  const before = await service.available(org)
  await work()
  return before - (await service.available(org))
}

describe('triggerEnrichment 200', () => {
  test('sets aside what the estimate says, charges what is delivered, and gives the rest back', async () => {
    verifies('op.trigger-enrichment', 'audience.state.enrich')
    const org = await service.org()
    const { id, slugs } = await people(org, 3)
    await giveContacts(service, slugs.slice(0, 1))
    await giveContacts(service, slugs.slice(1, 2), { personal: false, phone: false })
    const estimate = (await ask(org, `POST ${id}/enrichment/estimate`, asked)).body.output
    const charged = await spent(org, async () => {
      const { status, body } = await ask(org, `POST ${id}/enrich`, asked)
      expect(status).toBe(200)
      expect(body.output).toEqual({
        enrichmentId: expect.stringMatching(/^aenrich_/),
        status: 'NOT_STARTED',
        estimatedCredits: estimate.totalCredits,
      })
      expect(body.chargeInfo.method).toBe('charging-later')
      await service.almanac.jobs.workNow()
    })
    // Everything of one, a work address of another, nothing of the third.
    expect(charged).toBe(7_000)
    expect(charged).toBeLessThanOrEqual(estimate.totalCredits * 1_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('takes as many people as it is told to, and the kinds that are asked for', async () => {
    verifies('audience.max-prospects-to-enrich', 'audience.enrichment-type')
    const org = await service.org()
    const { id, slugs } = await people(org, 3)
    await giveContacts(service, slugs)
    const enrichmentType = { getPersonalEmails: false, getPhoneNumbers: false }
    expect(
      await spent(org, async () => {
        await ask(org, `POST ${id}/enrich`, { maxProspectsToEnrich: 2, enrichmentType })
        await service.almanac.jobs.workNow()
      }),
    ).toBe(4_000)
    const { output } = (await ask(org, `GET ${id}/enrichment/status`)).body
    expect(output).toMatchObject({ currentStage: 'DONE', delivered: { contacts: 2 }, creditsCharged: 4 })
  })

  test('does not charge again what was paid for within the window, and gives it all the same', async () => {
    const org = await service.org()
    const { id, slugs } = await people(org, 2)
    await giveContacts(service, slugs)
    const enrich = () =>
      spent(org, async () => {
        expect((await ask(org, `POST ${id}/enrich`, asked)).status).toBe(200)
        await service.almanac.jobs.workNow()
      })
    expect(await enrich()).toBe(10_000)
    expect(await enrich()).toBe(0)
    const { output } = (await ask(org, `GET ${id}/enrichment/status`)).body
    expect(output).toMatchObject({ delivered: { contacts: 2 }, creditsCharged: 0 })
  })

  test('tells by mail when it has ended', async () => {
    const org = await service.org()
    const { id, slugs } = await people(org, 1)
    await giveContacts(service, slugs)
    const userEmail = `enriched-${process.pid}@home.example`
    await ask(org, `POST ${id}/enrich`, { ...asked, userEmail })
    expect(await service.mailTo(userEmail)).toEqual([])
    await service.almanac.jobs.workNow()
    expect(await service.mailTo(userEmail)).toEqual([expect.stringContaining(id)])
  })

  test('with a sandbox key is free', async () => {
    const owner = await service.org()
    const made = await service.send('POST /v1/api-keys/create-sandbox', { key: owner.rawKey, body: {} })
    const sandbox = { ...owner, rawKey: made.body.output.key as string }
    const id = await anAudience(sandbox, { prospectSearchParams: {}, maxProspects: 3 })
    await built(sandbox, id)
    expect((await ask(sandbox, `POST ${id}/enrich`, asked)).status).toBe(200)
    await service.almanac.jobs.workNow()
    const { output } = (await ask(sandbox, `GET ${id}/enrichment/status`)).body
    expect(output).toMatchObject({ currentStage: 'DONE', creditsCharged: 0 })
    expect(await service.captured(owner)).toBe(0)
  })
})

test('triggerEnrichment 402 without the credits for all of it, or above X-Max-Credits, changes nothing', async () => {
  const org = await service.org(12)
  const { id } = await people(org, 2)
  const poor = await ask(org, `POST ${id}/enrich`, asked)
  expect([poor.status, poor.body.code]).toEqual([402, 'out_of_credits'])
  const guarded = await ask(
    org,
    `POST ${id}/enrich`,
    { ...asked, maxProspectsToEnrich: 1 },
    { 'x-max-credits': '4' },
  )
  expect([guarded.status, guarded.body.code]).toEqual([402, 'spend_guard'])
  expect(await service.available(org)).toBe(9_000)
  expect((await ask(org, `GET ${id}/enrichment/status`)).status).toBe(404)
})

describe('triggerEnrichment 409', () => {
  test('before the first build, while one is under way, and with nothing to enrich', async () => {
    verifies('audience.order')
    const org = await service.org()
    const id = await anAudience(org, { companySearchParams: atCompanies(await someStaff(0)) })
    expect((await ask(org, `POST ${id}/enrich`, asked)).body.message).toContain('has not been built')
    await ask(org, `POST ${id}/build`)
    expect((await ask(org, `POST ${id}/enrich`, asked)).body.message).toContain('is being built')
    await service.almanac.jobs.workNow()
    const empty = await ask(org, `POST ${id}/enrich`, asked)
    expect([empty.status, empty.body.message]).toEqual([
      409,
      expect.stringContaining('Nothing in this audience'),
    ])
    expect(await service.available(org)).toBe(100_000_000 - 1_000)
  })

  test('while it is being enriched; of several at once, and of an enrichment and a build, one begins', async () => {
    const org = await service.org()
    const { id } = await people(org, 1)
    const answers = await Promise.all([1, 2, 3].map(() => ask(org, `POST ${id}/enrich`, asked)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const refused = await ask(org, `POST ${id}/build`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('is being enriched'),
    ])
    await service.almanac.jobs.workNow()
    const both = await Promise.all([ask(org, `POST ${id}/enrich`, asked), ask(org, `POST ${id}/build`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await service.almanac.jobs.workNow()
    expect((await built(org, id)).status).toBe('NORMAL')
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })
})

test('triggerEnrichment 400 for an address that is none', async () => {
  const org = await service.org()
  const answer = await ask(org, `POST ${await anAudience(org)}/enrich`, { ...asked, userEmail: 'nobody' })
  expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'userEmail'])
})

refuses('triggerEnrichment', (id) => `POST ${id}/enrich`, { body: asked })
