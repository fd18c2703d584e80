import { milli } from '../../../../src/lib/credits.ts'
import { expect, test } from 'vitest'
import { priceList } from '../../../../src/operation/index.ts'
import {
  aList,
  aSlug,
  refresh,
  service,
  shareService,
  readSignals,
  staff,
  writeCompanies,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'

shareService()

test('signals charged together at a price by volume are told, each with whole milli-credits of the sum', async () => {
  const org = await service.org(1_000)
  const { prices } = service.almanac.ledger
  await prices.setTier(org.organizationId, 'trackerSignal', { fromUnits: 1, unitPrice: milli(333) })
  const slugs = [aSlug(), aSlug(), aSlug()]
  const write = (count: number) =>
    writeCompanies(Object.fromEntries(slugs.map((slug) => [slug, staff(count)])))
  await write(90)
  const id = await aList(org, { slugs, billingMethod: 'per_notification' })
  await refresh(org, id)
  const before = await service.captured(org)
  await write(120)
  await refresh(org, id)
  const signals = await readSignals(org, id)
  expect(signals).toHaveLength(3)
  const charged = (await service.captured(org)) - before
  const shares = signals.map((signal) => signal.centiCreditsCharged as number)
  expect(shares.every((share) => Number.isInteger(share))).toBe(true)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.round(charged / 10))
  expect(charged % 3).not.toBe(0)
})

test('signals at a price by volume are held against X-Max-Credits by what they cost', async () => {
  const org = await service.org(1_000)
  const { ledger } = service.almanac
  await ledger.prices.setTier(org.organizationId, 'trackerSignal', { fromUnits: 1, unitPrice: milli(333) })
  const slugs = [aSlug(), aSlug(), aSlug()]
  const write = (count: number) =>
    writeCompanies(Object.fromEntries(slugs.map((slug) => [slug, staff(count)])))
  await write(90)
  const id = await aList(org, { slugs, billingMethod: 'per_notification' })
  await refresh(org, id)
  const before = await service.captured(org)
  const cost = priceList.trackerSignal.credits + 2 * 0.333
  await write(120)
  await refresh(org, id, 'company', { 'x-max-credits': (cost - 0.001).toFixed(3) })
  expect(await readSignals(org, id)).toEqual([])
  expect(await service.captured(org)).toBe(before)
  await refresh(org, id, 'company', { 'x-max-credits': cost.toFixed(3) })
  expect(await readSignals(org, id)).toHaveLength(3)
  expect((await service.captured(org)) - before).toBe(Math.round(cost * 1_000))
  expect(await ledger.reconcile(org.organizationId)).toEqual([])
})
