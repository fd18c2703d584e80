import { nameToken } from '../../corpus/search-index/index.ts'
import type { NativeMapPlace } from '../../corpus/records/index.ts'
import type { Provided } from '../../sources/index.ts'
import type { MapsSearchParams } from './find-places.ts'
import type { LocalBusinessAsked } from './local-business-schema.ts'
import type { PlacesDeps } from './slice.ts'

type MapDeps = Pick<PlacesDeps, 'sources' | 'writer'>

/** Milliseconds that sources have for one area or business, in line with what other jobs ask. */
const withinMs = 300_000

/** Asks the sources of maps for the places of each area of a search, and keeps what they answer. */
export async function fetchAreas(
  deps: MapDeps,
  { query, scope, maxResults: limit }: MapsSearchParams,
  signal: AbortSignal,
): Promise<void> {
  if (deps.sources.names('places.search').length === 0) return
  for (const area of scope.areas ?? []) {
    const { answers } = await deps.sources.ask('places.search', { query, area, limit }, { signal, withinMs })
    for (const answer of answers) await keep(deps, answer.answer.records, answer)
  }
}

/** Asks where a business is that the corpus does not know; tells whether a place of its name was found, and kept. */
export async function fetchBusiness(
  deps: MapDeps,
  business: LocalBusinessAsked,
  signal: AbortSignal,
): Promise<boolean> {
  if (deps.sources.names('place.geocode').length === 0) return false
  const { companyName, companyAddress, companyCity, companyState } = business
  const country = business.companyCountryName ?? business.companyCountryCode
  // A name without a place may be anywhere.
  if (companyAddress === undefined && companyCity === undefined) return false
  const text = [companyName, companyAddress, companyCity, companyState, country].filter(Boolean).join(', ')
  const { answers } = await deps.sources.ask(
    'place.geocode',
    { text, countryCode: null },
    { signal, withinMs },
  )
  const wanted = nameToken('name', companyName)
  for (const answer of answers) {
    const records = answer.answer.places.flatMap(({ record }) =>
      record?.name && nameToken('name', record.name) === wanted ? [record] : [],
    )
    if (records.length === 0) continue
    await keep(deps, records, answer)
    return true
  }
  return false
}

async function keep(
  { writer }: Pick<PlacesDeps, 'writer'>,
  records: readonly NativeMapPlace[],
  { source, observedAt, confidence }: Pick<Provided<'places.search'>, 'source' | 'observedAt' | 'confidence'>,
): Promise<void> {
  const items = records.map((record, index) => ({ line: index + 1, record: { ...record, confidence } }))
  await writer.write('places', items, { source, observedAt: new Date(observedAt) })
}
