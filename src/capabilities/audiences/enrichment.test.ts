import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countMilli, plus } from '../../lib/credits.ts'
import { cheapest, contactKinds, listPriceLines, standard } from '../contacts/index.ts'
import { sumCost, describeDuration, enrichmentKeys, mostLines } from './enrichment-order.ts'
import { enrichmentStages, findStage } from './enrichment-stage.ts'

const prices = fc.record(
  Object.fromEntries(enrichmentKeys.map((key) => [key, fc.integer({ min: 0, max: 20_000 })])),
)
const count = fc.integer({ min: 0, max: 50 })

describe('an estimate', () => {
  test('is never below what is charged, whatever is found and whatever the units cost', () => {
    const people = fc.array(fc.subarray([...contactKinds]), { maxLength: 50 })
    fc.assert(
      fc.property(
        prices,
        fc.subarray([...contactKinds]),
        people,
        count,
        (unitPrices, wanted, found, fetched) => {
          const order = { liveCompanies: 50, liveProspects: 50, contacts: 50, wanted }
          const lines = found.flatMap((kinds) => {
            const these = kinds.filter((kind) => wanted.includes(kind))
            return listPriceLines(cheapest(standard, { kinds: these, wanted }, unitPrices))
          })
          const live = [
            { key: 'audienceLiveCompany', units: fetched },
            { key: 'audienceLiveProspect', units: fetched },
          ] as const
          const charged = [...lines, ...live].reduce(
            (sum, { key, units }) => sum + (unitPrices[key] ?? 0) * units,
            0,
          )
          expect(charged).toBeLessThanOrEqual(countMilli(sumCost(order, unitPrices).total))
        },
      ),
    )
  })

  test('is the sum of its parts, and of what is set aside', () => {
    fc.assert(
      fc.property(
        prices,
        fc.subarray([...contactKinds]),
        count,
        count,
        (unitPrices, wanted, companies, people) => {
          const order = { liveCompanies: companies, liveProspects: people, contacts: people, wanted }
          const { liveCompany, liveProspect, waterfall, total } = sumCost(order, unitPrices)
          expect(plus(liveCompany, liveProspect, waterfall)).toBe(total)
          const held = mostLines(order).reduce(
            (sum, { key, units }) => sum + (unitPrices[key] ?? 0) * units,
            0,
          )
          expect(held).toBe(total)
        },
      ),
    )
  })

  test.each([
    [5, 'less than a minute'],
    [60, 'about 1 minute'],
    [3_600, 'about 60 minutes'],
    [7_200, 'about 2 hours'],
  ])('of %i seconds says %s', (seconds, said) => {
    expect(describeDuration(seconds)).toBe(said)
  })
})

test('stages only go forward, and each step is completed, current or remaining', () => {
  const items = fc.record({ liveCompanyItems: count, liveProspectItems: count, contactItems: count })
  fc.assert(
    fc.property(items, (of) => {
      const total = of.liveCompanyItems + of.liveProspectItems + of.contactItems
      let [percent, place] = [-1, -1]
      for (let completed = 0; completed <= total; completed++) {
        const view = findStage(of, { state: 'running', completed, isPlanned: true })
        const now = enrichmentStages.indexOf(view.currentStage)
        expect(now).toBeGreaterThanOrEqual(place)
        place = now
        expect(view.progressPercent).toBeGreaterThanOrEqual(percent)
        percent = view.progressPercent
        const current = view.currentStep === null ? [] : [view.currentStep]
        const steps = [...view.stepsCompleted, ...current, ...view.stepsRemaining]
        expect(steps).toEqual(
          findStage(of, { state: 'completed', completed: total, isPlanned: true }).stepsCompleted,
        )
      }
      expect(findStage(of, { state: 'completed', completed: total, isPlanned: true }).progressPercent).toBe(
        100,
      )
    }),
  )
  const one = { liveCompanyItems: 1, liveProspectItems: 0, contactItems: 1 }
  const stage = (completed: number) =>
    findStage(one, { state: 'running', completed, isPlanned: true }).currentStage
  expect([0, 1, 2].map(stage)).toEqual([
    'RUNNING_LIVE_ENRICH',
    'FETCHING_CONTACT_DETAILS',
    'FETCHING_CONTACT_DETAILS',
  ])
  const planning = findStage(one, { state: 'running', completed: 0, isPlanned: false })
  expect(planning).toMatchObject({
    currentStage: 'STARTED',
    stepsRemaining: ['RUNNING_LIVE_ENRICH', 'FETCHING_CONTACT_DETAILS'],
  })
})
