import { z } from 'zod'
import { placeOfTags, typeKeys } from '../../corpus/import/index.ts'
import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import type { GivenAnswer, Question } from '../capabilities.ts'
import { askJson } from '../http/index.ts'
import { lines } from '../lines.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

/** OpenStreetMap by its search for addresses: where something is that is written in words. */
export const nominatim = defineSource({
  id: 'nominatim',
  summary: 'Locations of towns, addresses and places, from OpenStreetMap.',
  settings: z.object({
    baseUrl: z.url({ protocol: /^https?$/ }).default('https://nominatim.openstreetmap.org'),
    email: z
      .email()
      .optional()
      .describe('Contact address for its operators; the public server requires one.'),
    language: z.string().min(2).max(35).default('en').describe('Language of the names in its answers.'),
  }),
  secrets: [],
  perSecond: 1,
  timeoutMs: 30_000,
  open: (settings) => ({
    'place.geocode': {
      cacheDays: { found: 90, notFound: 7 },
      fetch: (question, call) => geocode(settings, question, call),
    },
  }),
  probe: () => sampleQuestions['place.geocode'],
})

const text = z.string().nullish()
const answer = z.object({
  places: lines(
    z.object({
      osm_type: z.enum(['node', 'way', 'relation']).nullish(),
      osm_id: z.number().nullish(),
      lat: z.coerce.number(),
      lon: z.coerce.number(),
      category: text,
      type: text,
      name: text,
      display_name: z.string(),
      address: z.record(z.string(), z.string()).nullish(),
      extratags: z.record(z.string(), z.string()).nullish(),
    }),
    { most: 1_000 },
  ),
})

type FoundPlace = z.output<typeof answer>['places'][number]

/** Answers of one question: the caller takes the first that fits. */
const maxPlaces = 5

async function geocode(
  { baseUrl, email, language }: { baseUrl: string; email?: string | undefined; language: string },
  { text: q, countryCode }: Question<'place.geocode'>,
  call: SourceCall,
): Promise<SourceAnswer<'place.geocode'>> {
  const country = countryCode === null ? undefined : countryByAlpha3(countryCode)?.alpha2.toLowerCase()
  const parameters = new URLSearchParams({
    q,
    format: 'jsonv2',
    addressdetails: '1',
    extratags: '1',
    limit: String(maxPlaces),
    'accept-language': language,
    ...(country === undefined ? {} : { countrycodes: country }),
    ...(email === undefined ? {} : { email }),
  })
  const { status, body } = await askJson(call, {
    url: `${baseUrl.replace(/\/+$/, '')}/search?${parameters.toString()}`,
  })
  if (status === 404) return { found: false }
  const places = call.read(answer, { places: body }).places.map(toPlace)
  return places.length === 0 ? { found: false } : { found: true, answer: { places } }
}

function toPlace(place: FoundPlace): GivenAnswer<'place.geocode'>['places'][number] {
  const { lat, lon, display_name } = place
  return { latitude: lat, longitude: lon, label: display_name, record: toRecord(place) ?? null }
}

/** A street or a town is no place in itself. */
function toRecord({ osm_type, osm_id, lat, lon, category, type, name, address, extratags }: FoundPlace) {
  if (!osm_type || !osm_id || !name || !category || !type || !typeKeys.includes(category)) return undefined
  const { house_number, road, suburb, city, town, village, state, postcode, country_code } = address ?? {}
  const tags = {
    ...extratags,
    name,
    [category]: type,
    'addr:housenumber': house_number,
    'addr:street': road,
    'addr:suburb': suburb,
    'addr:city': city ?? town ?? village,
    'addr:state': state,
    'addr:postcode': postcode,
    'addr:country': country_code?.toUpperCase(),
  }
  const entries = Object.entries(tags).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return placeOfTags({
    type: osm_type,
    id: String(osm_id),
    point: { lat, lon },
    tags: Object.fromEntries(entries),
  })
}
