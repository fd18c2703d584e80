import type { Listing } from '../../../corpus/records/index.ts'
import { hashQuestion } from '../../../corpus/search/index.ts'
import { perMinute } from '../../../operation/index.ts'
import { isCharged, sourcePage, type CorpusRequest, type LiveStatus } from '../../../sources/index.ts'
import { askSources, buildQuestion } from '../ask-sources.ts'
import { buildCondition, ignoredRange, chooseOrder } from '../conditions.ts'
import { toRegion } from '../location.ts'
import { input, output, type ListingQuestion } from '../schema.ts'
import { operation, type RealEstateDeps } from '../slice.ts'
import { buildView } from '../view.ts'

export const fetchRealEstateListings = operation({
  id: 'fetchRealEstateListings',
  route: 'POST /v1/real-estate/listings',
  tag: 'Market intelligence',
  summary: 'Search real estate listings',
  tasks: ['houses and apartments for sale or rent', 'homes, property, property prices'],
  describe:
    'Returns homes and land that are for sale or rent, or were sold, by place, kind, price, size and features, in pages of 50. A raw location is a city, state, county, postal code, part of a city or address; an ambiguous one finds all of them. The sources that the operator has set up are asked first, and what they return is written to the corpus; if none has anything, the corpus answers, with live false, observedAt and a warning. nextPageToken continues the same question of the same organization. A page with listings is charged; an empty one is free, and so is an answer from the corpus because the live source could not be read.',
  input,
  otherNames: { 'location.rawQuery': 'location.query' },
  output,
  pages: 'nextPageToken',
  price: (p) =>
    p.perRequest({
      key: 'realEstatePage',
      units: ({ properties, liveStatus }) =>
        properties.length > 0 && isCharged(liveStatus as LiveStatus) ? 1 : 0,
    }),
  limit: perMinute(120),
  timeoutMs: 60_000,
  fails: ['invalid-cursor', 'cursor-expired'],
  examples: [
    {
      name: 'Houses for sale in a city',
      input: {
        location: { type: 'raw', query: 'Houston, TX' },
        homeTypes: ['house'],
        bedrooms: { min: 2 },
        sortBy: 'priceAscending',
      },
    },
    {
      name: 'Rentals',
      input: {
        location: { type: 'structured', city: 'New York', stateCode: 'NY' },
        listingStatus: 'forRent',
        rent: { max: 6000 },
      },
    },
  ],
  effect: 'spends',
  async handle({ input: { nextPageToken, ...question }, call, deps }) {
    const region = toRegion(question.location)
    const warnings: string[] = []
    const ignored = ignoredRange(question)
    if (question[ignored] !== undefined) {
      const message = `${ignored} is not applied to listingStatus ${question.listingStatus}.`
      call.warn(ignored, message)
      warnings.push(message)
    }
    let total: number | null = null
    const page = await sourcePage(deps, call, {
      kind: 'listings',
      question,
      cursor: nextPageToken,
      async live(next) {
        const answer = await askSources(deps, buildQuestion(question, next), call.signal)
        total = answer.total
        return answer.page
      },
      async corpus(request) {
        const { count, ...rest } = await corpusPage(deps, question, request)
        total = count
        return rest
      },
    })
    const { organizationId, nowMs } = call
    const day = new Date(nowMs).toISOString().slice(0, 10)
    return {
      runId: `lrun_${hashQuestion({ question, organizationId, day })}`,
      properties: page.records.map((record, index) => buildView(record, { position: index + 1, nowMs })),
      totalResultCount: total,
      regionName: region.name,
      nextPageToken: page.cursor.cursor ?? null,
      warnings,
      ...page.fresh,
    }
  },
})

async function corpusPage({ search }: RealEstateDeps, question: ListingQuestion, request: CorpusRequest) {
  const { limit, after, signal } = request
  const snapshot = request.snapshot ?? (await search.snapshots.newest('listings'))
  const condition = buildCondition(question)
  const [count, { bodies, ids, next }] = await Promise.all([
    search.count('listings', { condition, snapshot, signal }),
    search.page('listings', { condition, order: chooseOrder(question), limit, after, snapshot, signal }),
  ])
  return { count, records: bodies.map((body) => JSON.parse(body) as Listing), ids, next, snapshot }
}
