import { beforeAll, describe, expect, test } from 'vitest'
import { milli } from '../../../../src/lib/credits.ts'
import { enriching } from '../../../support/enriching.ts'
import { aSandboxKey, type TestOrganization } from '../../../support/platform.ts'
import { listsWorld, type Repairing } from '../../../worlds/lists.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const list =
  'Name,Email\n"LINDQVIST, ADA",ada@acme.com\nBen Okafor,ben@acme.com\nNobody Known,nobody@nowhere.com\n'

/** Runs a list; answers what it cost, in milli-credits, and how many of its rows cost nothing. */
async function run(org: TestOrganization, body: object): Promise<[cost: number, paidBefore: number]> {
  const before = await service.captured(org)
  const { body: answer } = await service.run(org, body)
  const { stats, error } = answer.output.run
  expect(error).toBeNull()
  return [(await service.captured(org)) - before, stats.rowsPaidBefore]
}

describe('a row of a repaired list', () => {
  test('costs nothing where its record was paid for within 30 days, contacts apart', async () => {
    const org = await service.org()
    expect(await run(org, { inlineCsv: list })).toEqual([4_000, 0])
    expect(await run(org, { inlineCsv: list })).toEqual([0, 2])
    const contactInfo = { getPersonalEmails: false, getPhoneNumbers: false }
    const [contacts, paidBefore] = await run(org, { inlineCsv: list, options: { contactInfo } })
    expect([contacts > 0, paidBefore]).toEqual([true, 2])
    expect(await run(org, { inlineCsv: list, options: { contactInfo } })).toEqual([0, 2])
    // Another organization pays for itself, and this one again when the time is over.
    expect(await run(await service.org(), { inlineCsv: list })).toEqual([4_000, 0])
    service.clock.advance(30 * 86_400_000 + 1_000)
    expect(await run(org, { inlineCsv: list })).toEqual([4_000, 0])
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('costs once in a list, however many rows are the same company, in one batch or several', async () => {
    const org = await service.org()
    const rows = Array.from({ length: 120 }, (_each, index) => `globex.com,${index}`)
    expect(await run(org, { inlineCsv: `Domain,Note\n${rows.join('\n')}\n` })).toEqual([2_000, 119])
  })

  test('counts for lists that are enriched and for reading by id, and those for it', async () => {
    const org = await service.org()
    const lists = enriching(service)
    await lists.run(org, { inlineCsv: 'domain\nglobex.com\n', as: 'companies' })
    expect(await run(org, { inlineCsv: 'Domain\nglobex.com\nacme.com\n' })).toEqual([2_000, 1])
    const { polled } = await lists.run(org, { inlineCsv: 'domain\nacme.com\n', as: 'companies' })
    expect(polled.body.output.run.paidBefore).toBe(1)
    expect(await service.captured(org)).toBe(4_000)
  })

  test('is charged again after what was paid for it was given back', async () => {
    const org = await service.org()
    expect(await run(org, { inlineCsv: 'Domain\nacme.com\n' })).toEqual([2_000, 0])
    await service.almanac.ledger.refundRequest({
      organizationId: org.organizationId,
      amount: milli(2_000),
      requestId: `act_${org.organizationId}`,
      refunds: await requestOf(org),
    })
    expect(await run(org, { inlineCsv: 'Domain\nacme.com\n' })).toEqual([2_000, 0])
  })

  test('is free with a sandbox key, and pays for nobody', async () => {
    const org = await service.org()
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const { body } = await service.run({ ...org, rawKey }, { inlineCsv: list })
    expect(body.output.run.stats).toMatchObject({ rowsPaidBefore: 0 })
    expect(await run(org, { inlineCsv: list })).toEqual([4_000, 0])
  })
})

/** The request that was charged last. */
async function requestOf({ organizationId }: TestOrganization): Promise<string> {
  let requestId = ''
  for await (const transfer of service.almanac.ledger.listTransfers(organizationId))
    if (transfer.kind === 'capture') ({ requestId } = transfer)
  return requestId
}

describe('a dry run of startMosaic', () => {
  const dryRun = async (org: TestOrganization, body: object) =>
    (await service.start(org, body, { 'x-dry-run': '1' })).body.output.dryRun

  test('reads the list and says what is likely, which falls with what was paid for', async () => {
    const org = await service.org()
    const rows = Array.from({ length: 60 }, (_each, index) => `nobody${index}@nowhere.com`)
    const inlineCsv = `Email\nada@acme.com\nben@acme.com\n${rows.join('\n')}\n`
    const { maxCredits } = await dryRun(org, { inlineCsv })
    expect(maxCredits).toBe(62 * 2)
    expect(await dryRun(org, { inlineCsv: list })).toMatchObject({ maxCredits: 6, expectedCredits: 4 })
    await run(org, { inlineCsv: 'Email\nada@acme.com\n' })
    expect(await dryRun(org, { inlineCsv: list })).toMatchObject({ maxCredits: 6, expectedCredits: 2 })
    const options = { contactInfo: { getPhoneNumbers: false, getPersonalEmails: false } }
    const withContacts = await dryRun(org, { inlineCsv: list, options })
    expect(withContacts.expectedCredits).toBeGreaterThan(2)
    expect(withContacts.expectedCredits).toBeLessThanOrEqual(withContacts.maxCredits)
    const { uploadId } = (await service.upload(org, list)).body.output
    expect(await dryRun(org, { uploadId })).toMatchObject({ maxCredits: 6, expectedCredits: 2 })
  })

  test('of a list that cannot be read says why, with the path, and starts nothing', async () => {
    const org = await service.org()
    const answer = await service.start(
      org,
      { inlineCsv: list, customInstructions: 'paint it: red' },
      { 'x-dry-run': '1' },
    )
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'customInstructions'])
    expect(await service.almanac.jobs.workNow()).toBe(0)
    expect(await service.captured(org)).toBe(0)
  })
})
