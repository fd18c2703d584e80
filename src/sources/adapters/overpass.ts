import { z } from 'zod'
import { milesToKm } from '../../lib/geo.ts'
import { placeOfTags, typeKeys } from '../../corpus/import/index.ts'
import { askedPlaceWords, placeTypesNamed } from '../../corpus/search-index/index.ts'
import type { Question } from '../capabilities.ts'
import { failureOfStatus, SourceRateLimited, SourceUnavailable } from '../failures.ts'
import { sendForJson } from '../http/index.ts'
import { lines } from '../lines.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

/** OpenStreetMap by its query interface: the places of a part of the earth. */
export const overpass = defineSource({
  id: 'overpass',
  summary: 'Places of OpenStreetMap within circles and rectangles.',
  settings: z.object({
    baseUrl: z.url({ protocol: /^https?$/ }).default('https://overpass-api.de/api/interpreter'),
    timeoutSeconds: z.int().min(1).max(180).default(60).describe('Time the server may use for one query.'),
  }),
  secrets: [],
  perSecond: 1,
  timeoutMs: 90_000,
  open: ({ baseUrl, timeoutSeconds }) => ({
    'places.search': {
      cacheDays: { found: 7, notFound: 1 },
      takes: ({ query }) => askedPlaceWords(query).length > 0,
      fetch: (question, call) => findPlaces({ baseUrl, timeoutSeconds }, question, call),
    },
  }),
  probe: () => sampleQuestions['places.search'],
})

const text = z.record(z.string(), z.string())
const point = z.object({ lat: z.number(), lon: z.number() })
const answer = z.object({
  remark: z.string().optional(),
  elements: lines(
    z.object({
      type: z.enum(['node', 'way', 'relation']),
      id: z.number(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      center: point.optional(),
      tags: text.optional(),
    }),
    { most: 1_000_000 },
  ),
})

async function findPlaces(
  { baseUrl, timeoutSeconds }: { baseUrl: string; timeoutSeconds: number },
  question: Question<'places.search'>,
  call: SourceCall,
): Promise<SourceAnswer<'places.search'>> {
  const answered = await sendForJson(call, {
    url: baseUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ data: overpassQuery(question, timeoutSeconds) }).toString(),
  })
  // Its slots are taken, as long as other questions of ours run.
  const failure = answered.status === 504 ? new SourceRateLimited() : failureOfStatus(answered, call.nowMs)
  if (failure !== undefined) throw failure
  const { remark, elements } = call.read(answer, answered.body)
  // A question that ran out of time or memory is answered with what was found by then.
  if (remark !== undefined && /error/i.test(remark)) throw new SourceUnavailable(remark.slice(0, 200))
  const records = elements.flatMap(({ type, id, lat, lon, center, tags = {} }) => {
    const at = center ?? (lat === undefined || lon === undefined ? undefined : { lat, lon })
    const place = at && placeOfTags({ type, id: String(id), point: at, tags })
    return place === undefined ? [] : [place]
  })
  return records.length === 0 ? { found: false } : { found: true, answer: { records } }
}

/** Elements of the types that the words name, and those whose name has all of the words. */
function overpassQuery({ query, area, limit }: Question<'places.search'>, timeoutSeconds: number): string {
  const types = placeTypesNamed(query)
  // Letters and digits alone: nothing in them is part of a pattern.
  const words = askedPlaceWords(query)
  const named = words.map((word) => `["name"~"${word}",i]`).join('')
  const filters = [
    ...(types.length === 0 ? [] : typeKeys.map((key) => `["name"]["${key}"~"^(${types.join('|')})$"]`)),
    ...typeKeys.map((key) => `${named}["${key}"]`),
  ]
  const statements = filters.flatMap((filter) => within(area).map((place) => `nwr${filter}${place};`))
  return `[out:json][timeout:${timeoutSeconds}];(${statements.join('')});out center tags ${Math.min(limit, 10_000)};`
}

function within(area: Question<'places.search'>['area']): string[] {
  if (area.regionType === 'circle') {
    const { latitude, longitude } = area.center
    return [`(around:${Math.ceil(milesToKm(area.radiusMiles) * 1000)},${latitude},${longitude})`]
  }
  const { northwestCorner: first, southeastCorner: last } = area
  const box = (west: number, east: number) => `(${last.latitude},${west},${first.latitude},${east})`
  const [west, east] = [first.longitude, last.longitude]
  return west <= east ? [box(west, east)] : [box(west, 180), box(-180, east)]
}
