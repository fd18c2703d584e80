import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costOfKind, type ChargedLine } from './kind-cost.ts'
import { contactKinds, type ContactKind } from './kinds.ts'
import { cheapest, exhaustive, standard, turbo, type Tier } from './tiers.ts'
import { priceList, type PriceKey } from '../../operation/index.ts'
import { countMilli, milli, plus, toMilli } from '../../lib/credits.ts'

const listed = (key: PriceKey): ChargedLine => ({ key, unitPrice: toMilli(priceList[key].credits) })

test('the kinds of a person cost together what was paid for the person, rounding aside', () => {
  const tiers = fc.constantFrom<Tier>(standard, turbo, exhaustive)
  fc.assert(
    fc.property(tiers, fc.subarray([...contactKinds], { minLength: 1 }), (tier, kinds) => {
      const keys = cheapest(tier, { kinds, wanted: contactKinds })
      const lines = keys.map(listed)
      const paid = countMilli(plus(...lines.map(({ unitPrice }) => unitPrice)))
      const parts = kinds.map((kind) => costOfKind(kind, { kinds, lines, prices: {} }))
      const total = countMilli(plus(...parts))
      expect(total).toBeLessThanOrEqual(paid)
      expect(total).toBeGreaterThan(paid - kinds.length)
    }),
  )
})

test('the price of the charge counts, not that of today', () => {
  const lines = [{ key: 'workEmailReveal', unitPrice: milli(1_500) }]
  const kinds: ContactKind[] = ['work_email']
  expect(costOfKind('work_email', { kinds, lines, prices: { workEmailReveal: milli(9_000) } })).toBe(1_500)
})

test('a kind that was not paid for, or no charge for contacts, costs nothing', () => {
  const lines = [listed('workEmailReveal')]
  expect(costOfKind('phone', { kinds: ['work_email'], lines, prices: {} })).toBe(0)
  expect(costOfKind('work_email', { kinds: ['work_email'], lines: [], prices: {} })).toBe(0)
  expect(
    costOfKind('work_email', { kinds: ['work_email'], lines: [listed('companySearchResult')], prices: {} }),
  ).toBe(0)
})
