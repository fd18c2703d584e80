import type { Snapshot } from '../../corpus/commits/index.ts'
import type { HotelRecord } from '../../corpus/records/index.ts'
import { hotelPricing } from '../../corpus/search-index/index.ts'
import { and, hashQuestion, type Condition } from '../../corpus/search/index.ts'
import { invalidMember, showing, type Call, type Failure } from '../../operation/index.ts'
import { askSources } from './ask-sources.ts'
import { maxPricedHotels, readCandidates, rowCondition } from './candidates.ts'
import {
  brandsAmong,
  inOrder,
  isOfBrands,
  offeredAmong,
  toPlace,
  plansAsked,
  type Choice,
  type Offered,
  type Place,
} from './choose.ts'
import { placeMeant, resolveDestination, type Destination } from './destination.ts'
import { converterTo } from './money.ts'
import { priceStay } from './price-stay.ts'
import { planView, propertyView, buildRate } from './property-view.ts'
import type { HotelProperty } from './schema.ts'
import { readCategory, type SearchInput } from './search-input.ts'
import type { HotelsDeps } from './slice.ts'
import { refusePast, toStay } from './stay.ts'

/** Properties of a page. */
const pageSize = 20

export interface SearchPage {
  properties: HotelProperty[]
  brands: ReturnType<typeof brandsAmong>
  total: number
  nextPageToken: string | null
}

/** Position where a search continues, and the snapshot of its first page. */
interface Begun {
  snapshot: Snapshot
  after: Place | undefined
  question: string
}

/** A page of a search's results from the corpus. */
export async function searchHotels(deps: HotelsDeps, call: Call, input: SearchInput): Promise<SearchPage> {
  const begun = await begin(deps, call, input)
  const { snapshot } = begun
  const destination = await resolveDestination(input.query, {
    search: deps.search,
    snapshot,
    signal: call.signal,
  })
  refusePast(input.checkInDate, destination?.timeZone, call.nowMs)
  if (destination === undefined) throw unknownPlace(input.query)
  // Later pages use the snapshot of the first.
  const { circle } = destination
  const isAsked = begun.after === undefined && input.category?.propertyCategory !== 'vacationRental'
  if (circle !== undefined && isAsked && (await askSources(deps, call, { input, circle })))
    begun.snapshot = await deps.search.snapshots.newest('hotels')
  return answer(deps, call, { input, destination, begun })
}

/** An unknown destination is refused, so that no page is charged. */
function unknownPlace(query: string): Failure {
  const meant = placeMeant(query)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return invalidMember(
    'query',
    `Unknown destination "${query}": no place or property has this name. Send a city, with state or country after a comma if there are several, or the name of a property.${hint}`,
    'unknown_place',
  )
}

async function begin({ cursors, search }: HotelsDeps, call: Call, input: SearchInput): Promise<Begun> {
  const { nextPageToken, ...rest } = input
  const question = hashQuestion(['hotels', rest])
  if (nextPageToken === undefined)
    return { snapshot: await search.snapshots.newest('hotels'), after: undefined, question }
  const expected = { kind: 'hotels', organizationId: call.organizationId, question } as const
  const { snapshot, position } = await cursors.open(nextPageToken, expected)
  return { snapshot, after: { key: position.key ?? 0, id: position.id }, question }
}

async function answer(
  deps: HotelsDeps,
  call: Call,
  { input, destination, begun }: { input: SearchInput; destination: Destination; begun: Begun },
): Promise<SearchPage> {
  const { snapshot, after, question } = begun
  const filters = readCategory(input)
  const stay = toStay(input)
  const minRating = input.minRating === undefined ? undefined : Number(input.minRating)
  const condition = and([destination.condition, rowCondition(filters, minRating)])
  const candidates = await readCandidates(deps.search, { condition, snapshot, stay, signal: call.signal })
  const choice = { stay, convert: converterTo(stay.currency), filters, priceRange: input.priceRange }
  const offered = offeredAmong(candidates, choice)
  const wanted = offered.filter(({ candidate }) => isOfBrands(candidate.brand, filters.brands))
  const rest = inOrder(wanted, input.sortBy, after)
  const page = rest.slice(0, pageSize)
  const last = rest.length > page.length ? page.at(-1) : undefined
  const place = last && toPlace(last, input.sortBy)
  call.advise(`"${input.query}" was taken as ${destination.words}.`)
  adviseUnpriced(call, {
    count: candidates.length,
    offered: offered.length,
    hasRange: input.priceRange !== undefined,
  })
  const [properties, total] = await Promise.all([
    buildViews(deps, page, { ...choice, snapshot, language: input.languageCode, signal: call.signal }),
    countTotal(deps, call, { condition, snapshot, candidates: candidates.length, wanted: wanted.length }),
  ])
  return {
    properties,
    brands: filters.propertyCategory === 'hotel' ? brandsAmong(offered) : [],
    total,
    nextPageToken:
      place === undefined
        ? null
        : deps.cursors.seal({
            kind: 'hotels',
            organizationId: call.organizationId,
            question,
            snapshot,
            position: { rank: 0, ...place },
          }),
  }
}

/** Explains an empty page: properties without rates for the nights are omitted. */
function adviseUnpriced(
  call: Call,
  { count, offered, hasRange }: { count: number; offered: number; hasRange: boolean },
): void {
  if (offered > 0) return
  if (count === 0) call.advise('No matching property is known there.')
  else
    call.advise(
      hasRange
        ? `${count} properties match, but none has a rate for these nights in the price range.`
        : `${count} properties match, but none has rates for these nights and guests.`,
    )
}

/** Exact where all matching properties were priced, else extrapolated. */
async function countTotal(
  { search }: HotelsDeps,
  call: Call,
  matches: { condition: Condition; snapshot: Snapshot; candidates: number; wanted: number },
): Promise<number> {
  const { condition, snapshot, candidates, wanted } = matches
  if (candidates < maxPricedHotels) return wanted
  const all = await search.count('hotels', { condition, snapshot, signal: call.signal })
  if (all > candidates)
    call.advise(
      `${all.toLocaleString('en')} properties match; the ${maxPricedHotels.toLocaleString('en')} best known were priced. Narrow the destination or the filters to see the others.`,
    )
  return Math.round((wanted / candidates) * all)
}

async function buildViews(
  { search }: HotelsDeps,
  page: readonly Offered[],
  choice: Choice & { snapshot: Snapshot; language: string; signal: AbortSignal },
): Promise<HotelProperty[]> {
  const { snapshot, stay, convert, signal } = choice
  const plans = plansAsked(choice.filters)
  const ids = page.map(({ candidate }) => candidate.id)
  const records = await search.lookupIds('hotels', { ids, snapshot, signal })
  const bodies = new Map(records.map(({ id, body }) => [id, body]))
  return page.flatMap(({ candidate }) => {
    const body = bodies.get(candidate.id)
    if (body === undefined) return []
    const record = JSON.parse(body) as HotelRecord
    // Rows hold only the prices of rooms and plans; their descriptions are in the record.
    const [cheapest] = priceStay(hotelPricing(record), candidate.nights, { stay, convert, plans })
    if (cheapest === undefined) return []
    const property = {
      ...propertyView(record, choice),
      ...planView(cheapest.plan),
      ratePerNight: buildRate(cheapest, stay, stay.to - stay.from),
      totalRate: buildRate(cheapest, stay),
    }
    return [showing(property, record)]
  })
}
