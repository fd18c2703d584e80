import { z } from 'zod'
import { companyNameKey } from '../../../../corpus/names/index.ts'
import { optional } from '../../../../operation/index.ts'
import { acquisitionChange } from '../change-data.ts'
import { isOldNews } from '../compare/old-news.ts'
import { addedBy, inWords } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'

export const acquiredCompany = companyRule({
  type: 'acquired_company',
  readableName: 'Acquired another company',
  description:
    'The company bought another one. A purchase more than a year before the earlier state is old news.',
  useCase: 'Offer help with the integration.',
  members: {
    minPriceUsd: optional(z.number().min(0)).describe(
      'Least price in US dollars. Purchases whose price is not known are then passed over.',
    ),
  },
  example: { minPriceUsd: 1_000_000 },
  change: acquisitionChange,
  evaluate: (earlier, { company: after }, { minPriceUsd }) =>
    addedBy(earlier.company.acquisitions, after.acquisitions, ({ acquiree_name: name }) =>
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
    `bought ${inWords(changes.map(({ data }) => (data as { acquireeName: string | null }).acquireeName))}`,
  sample: ({ minPriceUsd = 10_000_000 }) => ({
    before: { company: { acquisitions: [] } },
    after: {
      company: {
        acquisitions: [{ acquiree_name: 'Globex', price_usd: minPriceUsd, acquisition_date: '2026-01-15' }],
      },
    },
  }),
})
