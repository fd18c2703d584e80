import { z } from 'zod'
import { openAccess, type AmadeusAccess } from '../amadeus/index.ts'
import type { Question } from '../capabilities.ts'
import { SourceUnavailable } from '../failures.ts'
import { askJson } from '../http/index.ts'
import { lines } from '../lines.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

const settings = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.amadeus.com'),
  mostOffers: z.number().int().min(1).max(250).default(100).describe('Most offers of one search.'),
})

/** Flight Offers Search of Amadeus for Developers, version 2. */
export const amadeusFlights = defineSource({
  id: 'amadeus-flights',
  summary: 'Flight offers with prices, from Amadeus for Developers.',
  settings,
  secrets: ['clientId', 'clientSecret'],
  perSecond: 5,
  timeoutMs: 30_000,
  open(config) {
    const access = openAccess(config)
    return {
      'flight.offers': {
        cost: { perCall: 1 },
        // Prices hold for minutes; pages of one search are of one answer.
        cacheDays: { found: 1 / 96, notFound: 1 / 96 },
        fetch: (question, call) => search(config, access, question, call),
      },
    }
  },
  probe: () => sampleQuestions['flight.offers'],
})

type Settings = z.output<typeof settings>
type OffersQuestion = Question<'flight.offers'>

const makeAddress = (baseUrl: string, path: string) => baseUrl.replace(/\/+$/, '') + path

const place = z.object({ iataCode: z.string(), at: z.string() })
const quantity = z.object({ quantity: z.number().optional() }).optional()

const answered = z.object({
  data: lines(
    z.object({
      itineraries: z.array(
        z.object({
          segments: z.array(
            z.object({
              departure: place,
              arrival: place,
              carrierCode: z.string(),
              number: z.string(),
              aircraft: z.object({ code: z.string() }).optional(),
              operating: z.object({ carrierCode: z.string().optional() }).optional(),
            }),
          ),
        }),
      ),
      price: z.object({ currency: z.string(), grandTotal: z.string().optional(), total: z.string() }),
      validatingAirlineCodes: z.array(z.string()).optional(),
      travelerPricings: z
        .array(
          z.object({
            fareDetailsBySegment: z.array(
              z.object({ includedCheckedBags: quantity, includedCabinBags: quantity }),
            ),
          }),
        )
        .optional(),
    }),
    { most: 10_000 },
  ),
  dictionaries: z
    .object({
      carriers: z.record(z.string(), z.string()).optional(),
      aircraft: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
})

async function search(
  config: Settings,
  access: AmadeusAccess,
  question: OffersQuestion,
  call: SourceCall,
): Promise<SourceAnswer<'flight.offers'>> {
  const { status, body } = await askJson(call, {
    url: makeAddress(config.baseUrl, '/v2/shopping/flight-offers'),
    method: 'POST',
    headers: { authorization: `Bearer ${await access.token(call)}` },
    json: buildOrder(config, question),
    alsoStatus: [400, 401],
  })
  // A token that was taken back; the next call asks for another.
  if (status === 401) {
    access.forget()
    throw new SourceUnavailable('the token is refused')
  }
  // Places and dates that the vendor does not sell.
  if (status === 400 || status === 404) return { found: false }
  const { data, dictionaries = {} } = call.read(answered, body)
  const findName = (code: string) => dictionaries.carriers?.[code] ?? null
  const offers = data.map((offer) => {
    const bags = offer.travelerPricings?.[0]?.fareDetailsBySegment ?? []
    return {
      ways: offer.itineraries.map(({ segments }) => ({
        segments: segments.map((segment) => {
          const operator = segment.operating?.carrierCode
          const isOther = operator !== undefined && operator !== segment.carrierCode
          return {
            carrier: segment.carrierCode,
            carrierName: findName(segment.carrierCode),
            operatingCarrier: isOther ? (findName(operator) ?? operator) : null,
            number: segment.number,
            from: segment.departure.iataCode,
            to: segment.arrival.iataCode,
            departs: segment.departure.at,
            arrives: segment.arrival.at,
            aircraft: dictionaries.aircraft?.[segment.aircraft?.code ?? ''] ?? segment.aircraft?.code ?? null,
            emissionsKg: null,
          }
        }),
      })),
      price: Number(offer.price.grandTotal ?? offer.price.total),
      currency: offer.price.currency,
      carryOnBags: minCount(bags.map(({ includedCabinBags }) => includedCabinBags?.quantity)),
      checkedBags: minCount(bags.map(({ includedCheckedBags }) => includedCheckedBags?.quantity)),
      sellers: (offer.validatingAirlineCodes ?? []).map((code) => findName(code) ?? code),
    }
  })
  return offers.length === 0 ? { found: false } : { found: true, answer: { offers } }
}

/** The fewest of all flights; null where one does not say. */
const minCount = (counts: readonly (number | undefined)[]): number | null =>
  counts.length === 0 || counts.includes(undefined) ? null : Math.min(...(counts as number[]))

const cabinOf = {
  economy: 'ECONOMY',
  premium_economy: 'PREMIUM_ECONOMY',
  business: 'BUSINESS',
  first: 'FIRST',
} as const

/** The search as the vendor takes it. Airports beside the first are alternatives. */
function buildOrder({ mostOffers }: Settings, question: OffersQuestion): object {
  const { ways, passengers, includeAirlines, excludeAirlines, maxStops, maxPrice } = question
  const carriers = {
    ...(includeAirlines.length === 0 ? {} : { includedCarrierCodes: includeAirlines }),
    ...(excludeAirlines.length === 0 || includeAirlines.length > 0
      ? {}
      : { excludedCarrierCodes: excludeAirlines }),
  }
  const ids = ways.map((_, index) => String(index + 1))
  return {
    currencyCode: question.currency,
    originDestinations: ways.map(({ from, to, date }, index) => ({
      id: ids[index],
      originLocationCode: from[0],
      destinationLocationCode: to[0],
      ...(from.length > 1 ? { alternativeOriginsCodes: from.slice(1, 3) } : {}),
      ...(to.length > 1 ? { alternativeDestinationsCodes: to.slice(1, 3) } : {}),
      departureDateTimeRange: { date },
    })),
    travelers: listTravelers(passengers),
    sources: ['GDS'],
    searchCriteria: {
      maxFlightOffers: mostOffers,
      ...(maxPrice === null ? {} : { maxPrice: Math.max(1, Math.floor(maxPrice)) }),
      flightFilters: {
        cabinRestrictions: [
          { cabin: cabinOf[question.cabin], coverage: 'MOST_SEGMENTS', originDestinationIds: ids },
        ],
        ...(Object.keys(carriers).length === 0 ? {} : { carrierRestrictions: carriers }),
        ...(maxStops === null
          ? {}
          : { connectionRestriction: { maxNumberOfConnections: Math.min(2, maxStops) } }),
      },
    },
  }
}

function listTravelers({
  adults,
  children,
  infantsInSeat,
  infantsOnLap,
}: OffersQuestion['passengers']): object[] {
  const types = [
    ...Array.from({ length: adults }, () => 'ADULT'),
    ...Array.from({ length: children }, () => 'CHILD'),
    ...Array.from({ length: infantsInSeat }, () => 'SEATED_INFANT'),
    ...Array.from({ length: infantsOnLap }, () => 'HELD_INFANT'),
  ]
  let lap = 0
  return types.map((travelerType, index) => ({
    id: String(index + 1),
    travelerType,
    ...(travelerType === 'HELD_INFANT' ? { associatedAdultId: String(++lap) } : {}),
  }))
}
