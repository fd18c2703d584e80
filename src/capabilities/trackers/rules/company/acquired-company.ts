import { z } from 'zod'
import { companyNameKey } from '../../../../corpus/names/index.ts'
import { optional } from '../../../../operation/index.ts'
import { acquisitionChange } from '../change-data.ts'
import { isOldNews } from '../compare/event-age.ts'
import { findAddedBy, writeNames } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'

export const acquiredCompany = companyRule({
  type: 'acquired_company',
  readableName: 'Acquired another company',
  description:
    'The company bought another one. Purchases over a year older than the earlier state are ignored.',
  useCase: 'Offer help with the integration.',
  members: {
    minPriceUsd: optional(z.number().min(0)).describe(
      'Minimum price in US dollars. Purchases of unknown price are then skipped.',
    ),
  },
  example: { minPriceUsd: 1_000_000 },
  change: acquisitionChange,
  evaluate: (earlier, { company: after }, { minPriceUsd }) =>
    findAddedBy(earlier.company.acquisitions, after.acquisitions, ({ acquiree_name: name }) =>
      name ? companyNameKey(name) : undefined,
    )
      .filter(({ thing }) => !isOldNews(thing.acquisition_date, earlier))
      .filter(({ thing }) => minPriceUsd === undefined || (thing.price_usd ?? -1) >= minPriceUsd)
      .map(({ key, thing: { acquiree_name, price_usd, acquisition_date } }) => ({
        key,
        data: {
          kind: 'acquisition',
          acquireeName: acquiree_name,
          priceUsd: price_usd,
          acquisitionDate: acquisition_date,
        },
        eventDate: acquisition_date,
      })),
  summary: (changes) =>
    `bought ${writeNames(changes.map(({ data }) => (data as { acquireeName: string | null }).acquireeName))}`,
  sample: ({ minPriceUsd = 10_000_000 }) => ({
    before: { company: { acquisitions: [] } },
    after: {
      company: {
        acquisitions: [{ acquiree_name: 'Globex', price_usd: minPriceUsd, acquisition_date: '2026-01-15' }],
      },
    },
  }),
})
