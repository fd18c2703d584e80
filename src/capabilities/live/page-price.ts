import { toMilli } from '../../lib/credits.ts'
import {
  listedPrice,
  priceList,
  type Call,
  type Price,
  type PriceKey,
  type PriceLine,
  type UnitPrices,
} from '../../operation/index.ts'
import type { LiveStatus } from '../../sources/index.ts'

type PageType = 'person' | 'company'

/** What a page costs that a source was read for, and one that the corpus answers. */
const keys = {
  person: { live: 'liveEnrichPerson', known: 'peopleSearchResult' },
  company: { live: 'liveEnrichCompany', known: 'companySearchResult' },
} as const satisfies Record<PageType, Record<string, PriceKey>>

export const pageKeys = (type: PageType): PriceKey[] => Object.values(keys[type])

/**
 * What a page that was found costs: fetched, a live fetch; answered by the corpus in its place, a record of it, like
 * one that a search returns. Undefined when it is free: a source failed, so the request could not be tried.
 */
export function pageKey(type: PageType, status: LiveStatus, prices: UnitPrices = {}): PriceKey | undefined {
  const { live, known: recorded } = keys[type]
  if (status === 'unavailable') return undefined
  const findPrice = (key: PriceKey) => prices[key] ?? toMilli(priceList[key].credits)
  // At prices of an organization's own a record may cost more; only the live price is set aside.
  return status === 'live' || findPrice(recorded) > findPrice(live) ? live : recorded
}

/** By how each page was answered; all of them live is set aside. */
export function pagesPrice<I, O>(of: {
  type: PageType
  most(input: I): number
  /** How each page was answered that was found, and whose it is. */
  pages(output: O): readonly { status: LiveStatus; entity: string }[]
}): Price<I, O> {
  const { type } = of
  const { live, known: recorded } = keys[type]
  return {
    kind: 'per-request',
    describe: `${listedPrice(live)} per ${priceList[live].unit}; ${listedPrice(recorded)} for each that the corpus answers because no source is set up or none has it; free where a source could not be read, and when nothing is found.`,
    keys: pageKeys(type),
    partial: false,
    quote: (input) => [{ key: live, units: of.most(input) }],
    charge(output, _input, prices) {
      const units = new Map<PriceKey, number>()
      const pages = of.pages(output)
      // A page that was requested twice is charged once, as live if either answer was live.
      const entities = new Map(pages.map((one) => [one.entity, one.status]))
      for (const { status, entity } of pages) if (status === 'live') entities.set(entity, status)
      for (const status of entities.values()) {
        const key = pageKey(type, status, prices)
        if (key !== undefined) units.set(key, (units.get(key) ?? 0) + 1)
      }
      return [...units].map(([key, count]): PriceLine => ({ key, units: count }))
    },
  }
}

/** Says what the pages cost that were found and are not live. */
export function advisePrice(
  call: Pick<Call, 'advise'>,
  type: PageType,
  statuses: readonly LiveStatus[],
): void {
  if (statuses.some((status) => status === 'no_source' || status === 'not_found'))
    call.advise(
      `Results that are not live are charged as records of the corpus (${keys[type].known}), not as a live fetch (${keys[type].live}).`,
    )
}
