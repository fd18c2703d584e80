import { greater, minus, noCredits, plus, times, toMilli, type MilliCredits } from '../../lib/credits.ts'
import { priceList, type PriceKey, type PriceLine, type UnitPrices } from '../../operation/index.ts'
import { listPriceLines, standard, tierKeys, worstCase, type ContactKind } from '../contacts/index.ts'

/** The amount of work of an enrichment. */
export interface EnrichmentOrder {
  /** Companies whose page is fetched; 0 where the step was not requested or no source is configured. */
  liveCompanies: number
  /** People whose profile is fetched. */
  liveProspects: number
  /** People whose contact details are looked up. */
  contacts: number
  wanted: readonly ContactKind[]
}

/** Entities of one item of the job: after a kill at most these are requested from sources again. */
export const perItem = { live: 25, contacts: 100 }

/** Items of each step, in the order of processing. */
export interface EnrichmentItems {
  liveCompanyItems: number
  liveProspectItems: number
  contactItems: number
}

export const countItems = ({ liveCompanies, liveProspects, contacts }: EnrichmentOrder): EnrichmentItems => ({
  liveCompanyItems: Math.ceil(liveCompanies / perItem.live),
  liveProspectItems: Math.ceil(liveProspects / perItem.live),
  contactItems: Math.ceil(contacts / perItem.contacts),
})

/** Every price key that an enrichment may use. */
export const enrichmentKeys: PriceKey[] = [
  'audienceLiveCompany',
  'audienceLiveProspect',
  ...tierKeys(standard),
]

/** The most an enrichment can cost, as if everything were found. */
export function mostLines({ liveCompanies, liveProspects, contacts, wanted }: EnrichmentOrder): PriceLine[] {
  const ofOne = listPriceLines(worstCase(standard, wanted))
  const lines: PriceLine[] = [
    { key: 'audienceLiveCompany', units: liveCompanies },
    { key: 'audienceLiveProspect', units: liveProspects },
    ...(wanted.length === 0 ? [] : ofOne.map(({ key, units }) => ({ key, units: units * contacts }))),
  ]
  return lines.filter(({ units }) => units > 0)
}

/** The maximum cost of an enrichment by operation, in milli-credits. */
export interface EnrichmentCost {
  liveCompany: MilliCredits
  liveProspect: MilliCredits
  waterfall: MilliCredits
  /** The same at the single price of each kind. */
  kinds: Record<ContactKind, MilliCredits>
  total: MilliCredits
}

/** `paid`: for each person with any, the kinds paid for recently. */
export function sumCost(
  order: EnrichmentOrder,
  prices: UnitPrices,
  paid: readonly ReadonlySet<ContactKind>[] = [],
): EnrichmentCost {
  const findPrice = (key: PriceKey) => prices[key] ?? toMilli(priceList[key].credits)
  const sum = (lines: readonly PriceLine[]) =>
    lines.reduce((total, { key, units }) => plus(total, times(findPrice(key), units)), noCredits)
  const of = (part: Partial<EnrichmentOrder>) =>
    sum(mostLines({ liveCompanies: 0, liveProspects: 0, contacts: 0, wanted: [], ...part }))
  const alone = (kind: ContactKind) =>
    order.wanted.includes(kind) ? of({ contacts: order.contacts, wanted: [kind] }) : noCredits
  const ofOne = (wanted: readonly ContactKind[]) => of({ contacts: 1, wanted })
  const saved = paid.reduce((total, kinds) => {
    const left = order.wanted.filter((kind) => !kinds.has(kind))
    return plus(total, greater(noCredits, minus(ofOne(order.wanted), ofOne(left))))
  }, noCredits)
  const sumSavings = (kind: ContactKind) =>
    order.wanted.includes(kind)
      ? times(ofOne([kind]), paid.filter((kinds) => kinds.has(kind)).length)
      : noCredits
  return {
    liveCompany: of({ liveCompanies: order.liveCompanies }),
    liveProspect: of({ liveProspects: order.liveProspects }),
    waterfall: minus(of({ contacts: order.contacts, wanted: order.wanted }), saved),
    kinds: {
      work_email: minus(alone('work_email'), sumSavings('work_email')),
      personal_email: minus(alone('personal_email'), sumSavings('personal_email')),
      phone: minus(alone('phone'), sumSavings('phone')),
    },
    total: minus(sum(mostLines(order)), saved),
  }
}

/** Approximate seconds per entity: sources handle ten at a time. */
const secondsEach = { live: 0.2, contact: 0.3 }

/** Approximate duration in seconds. */
export function estimateSeconds({ liveCompanies, liveProspects, contacts }: EnrichmentOrder): number {
  return Math.ceil((liveCompanies + liveProspects) * secondsEach.live + contacts * secondsEach.contact)
}

/** A duration in words: `about 2 hours`. */
export function describeDuration(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  return `about ${Math.round(minutes / 60)} hours`
}
