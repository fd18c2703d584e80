import { expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorRequest } from '../../../test/support/vendor.ts'
import { capabilities, type Capability } from '../capabilities.ts'
import type { SourceKind } from '../source.ts'
import { alphaVantage } from './alpha-vantage.ts'
import { amadeusFlights } from './amadeus-flights.ts'
import { amadeus } from './amadeus.ts'
import { github } from './github.ts'
import { lemmy } from './lemmy.ts'
import { nominatim } from './nominatim.ts'
import { overpass } from './overpass.ts'

const token = { access_token: 'T', expires_in: 1_799 }
const creator = { id: 7, name: 'ada' }
const counts = { score: 1, comments: 2 }
const community = { name: 'homebrewing' }
const post = { id: 1, name: 'Post', published: '2026-01-10T08:00:00Z' }
const segment = {
  departure: { iataCode: 'SYD', at: '2027-06-01T10:00:00' },
  arrival: { iataCode: 'BKK', at: '2027-06-01T16:00:00' },
  carrierCode: 'TG',
  number: '476',
}
const price = { currency: 'EUR', total: '330.00' }
const day = { '1. open': '1', '2. high': '1', '3. low': '1', '4. close': '1' }

interface Case {
  kind: SourceKind
  settings: Record<string, unknown>
  capability: Capability
  question?: object
  /** What the interface answers, by its path: each list has one line that is not of the documented form. */
  answers: Record<string, unknown>
  /** A member of the answer, and how many it has of the two that are of the form. */
  list: string
}

const cases: Record<string, Case> = {
  amadeus: {
    kind: amadeus as never,
    settings: { clientId: 'a', clientSecret: 'b' },
    capability: 'hotel.search',
    answers: {
      token,
      hotels: { data: [{ name: 'without an id' }, { hotelId: 'A' }, { hotelId: 'B' }] },
      offers: {
        data: [
          { hotel: { hotelId: 'A' }, offers: [{ price }] },
          { hotel: { hotelId: 'C' }, offers: [{ price: { currency: 'EUR', total: 'much' } }] },
          { hotel: { hotelId: 'B' }, offers: [{ price }] },
        ],
      },
    },
    list: 'hotels',
  },
  'amadeus-flights': {
    kind: amadeusFlights as never,
    settings: { clientId: 'a', clientSecret: 'b' },
    capability: 'flight.offers',
    answers: {
      token,
      offers: {
        data: [
          { itineraries: [{ segments: [segment] }], price },
          { itineraries: [{ segments: [{ ...segment, number: null }] }], price },
          { itineraries: [{ segments: [segment] }], price },
        ],
      },
    },
    list: 'offers',
  },
  nominatim: {
    kind: nominatim as never,
    settings: {},
    capability: 'place.geocode',
    answers: {
      search: [
        { lat: '1', lon: '2', display_name: 'A' },
        { lat: 'north', lon: '2', display_name: 'B' },
        { lat: '3', lon: '4', display_name: 'C' },
      ],
    },
    list: 'places',
  },
  overpass: {
    kind: overpass as never,
    settings: {},
    capability: 'places.search',
    question: { ...capabilities['places.search'].sample, query: 'cafe' },
    answers: {
      api: {
        elements: [1, 'two', 3].map((id) => ({
          type: 'node',
          id,
          lat: 1,
          lon: 2,
          tags: { name: `Cafe ${id}`, amenity: 'cafe' },
        })),
      },
    },
    list: 'records',
  },
  'lemmy threads': {
    kind: lemmy as never,
    settings: {},
    capability: 'forum.posts',
    answers: {
      list: {
        posts: [
          { post, creator, community, counts },
          { post: null, creator, community, counts },
          { post: { ...post, id: 2 }, creator, community, counts },
        ],
      },
    },
    list: 'uploads',
  },
  'lemmy comments': {
    kind: lemmy as never,
    settings: {},
    capability: 'forum.comments',
    question: { ...capabilities['forum.comments'].sample, id: '1' },
    answers: {
      list: {
        comments: [
          { comment: { id: 1, path: '0.1' }, creator, counts },
          { comment: { id: 2 }, creator, counts },
          { comment: { id: 3, path: '0.1.3' }, creator, counts },
        ],
      },
    },
    list: 'replies',
  },
  github: {
    kind: github as never,
    settings: { token: 't' },
    capability: 'codehost.account',
    answers: {
      'almanac-check-no-such-profile': { login: 'almanac-check-no-such-profile', type: 'User' },
      social_accounts: [{ url: 'https://a.example' }, { provider: 'generic' }, { url: 'https://b.example' }],
    },
    list: 'accounts.0.links',
  },
  'alpha-vantage': {
    kind: alphaVantage as never,
    settings: { key: 'k', statements: false },
    capability: 'finance.instrument',
    answers: {
      query: {
        'Global Quote': { '05. price': '1' },
        'Time Series (Daily)': {
          '2026-01-14': day,
          '2026-01-13': 'closed',
          '2026-01-12': day,
          '2026-01-09': { ...day, '4. close': '-1' },
        },
      },
    },
    list: 'instrument.price_history',
  },
}

test.each(Object.entries(cases))(
  '%s: what is odd is left out, the rest is answered',
  async (_name, given) => {
    const { kind, settings, capability, answers, list } = given
    const names = Object.keys(answers)
    const server = await vendorServer(({ path }: VendorRequest) => {
      const name = names.findLast((each) => path.split('/').some((part) => part.includes(each)))
      return name === undefined ? { status: 404 } : { json: answers[name] }
    })
    const baseUrl = capability === 'places.search' ? `${server.url}/api/interpreter` : server.url
    const opened = await openKind(kind, { ...settings, baseUrl })
    const asked = (given.question ?? capabilities[capability].sample) as never
    const answer = await opened[capability]?.fetch(asked, vendorCall())
    if (answer?.found !== true) throw new Error('it found nothing')
    expect(capabilities[capability].answer.safeParse(answer.answer).error).toBeUndefined()
    const held = list
      .split('.')
      .reduce<unknown>((of, name) => (of as Record<string, unknown>)[name], answer.answer)
    expect(held).toHaveLength(2)
  },
)
