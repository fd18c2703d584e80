import { z } from 'zod'
import type { NativeHotel, NativeHotelRate } from '../../corpus/records/index.ts'
import { countryByAlpha3 } from '../../corpus/reference/index.ts'
import { openAccess, type AmadeusAccess } from '../amadeus/index.ts'
import type { Question } from '../capabilities.ts'
import { SourceUnavailable } from '../failures.ts'
import { askJson } from '../http/index.ts'
import { lines } from '../lines.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'
import { dayMs } from '../../lib/time.ts'

const settings = z.object({
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.amadeus.com'),
  mostHotels: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(50)
    .describe('Most hotels of one search; offers are requested for the nearest.'),
})

type Settings = z.output<typeof settings>

/** Amadeus Self-Service: hotels of a place (Hotel List) and the best offer of each (Hotel Search, version 3). */
export const amadeus = defineSource({
  id: 'amadeus',
  summary: 'Hotels and their offers for a stay, from Amadeus Self-Service.',
  settings,
  secrets: ['clientId', 'clientSecret'],
  perSecond: 10,
  timeoutMs: 20_000,
  open(settings) {
    const opened = { ...settings, baseUrl: settings.baseUrl.replace(/\/+$/, '') }
    const access = openAccess(opened)
    return {
      'hotel.search': {
        // Prices are of the moment.
        cacheDays: { found: 0, notFound: 0 },
        // Offers are for adults alone, nine at most.
        takes: ({ adults, childrenAges }) => childrenAges.length === 0 && adults <= 9,
        fetch: (question, call) => offers({ ...opened, access }, question, call),
      },
    }
  },
  probe: () => sampleQuestions['hotel.search'],
})

type Opened = Settings & { access: AmadeusAccess }

const listAnswer = z.object({
  data: lines(
    z.object({
      hotelId: z.string().min(1),
      name: z.string().nullish(),
      geoCode: z.object({ latitude: z.number(), longitude: z.number() }).nullish(),
      address: z.object({ countryCode: z.string().nullish() }).nullish(),
    }),
    { most: 10_000 },
  ),
})

const money = z.union([z.string(), z.number()]).transform(Number).pipe(z.number().positive())

const offer = z.object({
  room: z
    .object({
      type: z.string().nullish(),
      description: z.object({ text: z.string().nullish() }).nullish(),
    })
    .nullish(),
  rateCode: z.string().nullish(),
  policies: z
    .object({
      refundable: z.object({ cancellationRefund: z.string().nullish() }).nullish(),
      cancellations: z.array(z.object({ deadline: z.string().nullish() })).nullish(),
    })
    .nullish(),
  price: z.object({
    currency: z.string(),
    base: money.nullish(),
    total: money.nullish(),
    variations: z
      .object({
        average: z.object({ base: money.nullish(), total: money.nullish() }).nullish(),
        changes: z
          .array(
            z.object({
              startDate: z.string(),
              endDate: z.string(),
              base: money.nullish(),
              total: money.nullish(),
            }),
          )
          .nullish(),
      })
      .nullish(),
  }),
})

type Offer = z.output<typeof offer>

const offersAnswer = z.object({
  data: lines(
    z.object({
      available: z.boolean().nullish(),
      hotel: z.object({
        hotelId: z.string().min(1),
        name: z.string().nullish(),
        rating: z.union([z.string(), z.number()]).nullish(),
        latitude: z.number().nullish(),
        longitude: z.number().nullish(),
      }),
      offers: z.array(offer).nullish(),
    }),
    { most: 10_000 },
  ),
})

type Listed = z.output<typeof listAnswer>['data'][number]

async function offers(
  opened: Opened,
  question: Question<'hotel.search'>,
  call: SourceCall,
): Promise<SourceAnswer<'hotel.search'>> {
  const listed = await hotelsNear(opened, question, call)
  const hotelsById = new Map(listed.map((hotel) => [hotel.hotelId, hotel]))
  if (hotelsById.size === 0) return { found: false }
  const best = await bestOffers(opened, { question, ids: [...hotelsById.keys()] }, call)
  const hotels: NativeHotel[] = []
  const rates: NativeHotelRate[] = []
  for (const { available, hotel, offers: hotelOffers } of best) {
    const [best] = hotelOffers ?? []
    if (available === false || best === undefined) continue
    const nights = listNights(best, question)
    if (nights === undefined) continue
    const property_id = `amadeus/${hotel.hotelId}`
    const room_id = `${best.room?.type ?? 'room'}-${question.adults}`
    hotels.push({
      property_id,
      ...describe(hotel, hotelsById.get(hotel.hotelId)),
      ...sold(best, room_id, question.adults),
    })
    rates.push(...nights.map((night) => ({ property_id, room_id, ...night })))
  }
  return hotels.length === 0 ? { found: false } : { found: true, answer: { hotels, rates } }
}

/** The nearest hotels of a place. */
async function hotelsNear(
  opened: Opened,
  { latitude, longitude, radiusKm }: Question<'hotel.search'>,
  call: SourceCall,
): Promise<Listed[]> {
  const body = await ask(opened, call, {
    path: 'v1/reference-data/locations/hotels/by-geocode',
    parameters: {
      latitude: String(latitude),
      longitude: String(longitude),
      radius: String(Math.max(1, Math.ceil(radiusKm))),
      radiusUnit: 'KM',
    },
  })
  return body === undefined ? [] : call.read(listAnswer, body).data.slice(0, opened.mostHotels)
}

async function bestOffers(
  opened: Opened,
  { question, ids }: { question: Question<'hotel.search'>; ids: readonly string[] },
  call: SourceCall,
): Promise<z.output<typeof offersAnswer>['data']> {
  const country = countryByAlpha3(question.market)?.alpha2
  const body = await ask(opened, call, {
    path: 'v3/shopping/hotel-offers',
    parameters: {
      hotelIds: ids.join(','),
      adults: String(question.adults),
      checkInDate: question.checkInDate,
      checkOutDate: question.checkOutDate,
      currency: question.currency,
      ...(country === undefined ? {} : { countryOfResidence: country }),
      roomQuantity: '1',
      bestRateOnly: 'true',
    },
  })
  return body === undefined ? [] : call.read(offersAnswer, body).data
}

/** No rooms at the properties asked for, and codes of properties that are closed: nothing is found, nothing is wrong. */
const nothingFound = new Set([3664, 1257, 895])
const errorsAnswer = z.object({ errors: z.array(z.object({ code: z.number() })).min(1) })

/** Undefined where it says that there is nothing. */
async function ask(
  { baseUrl, access }: Opened,
  call: SourceCall,
  { path, parameters }: { path: string; parameters: Record<string, string> },
): Promise<unknown> {
  const { status, body } = await askJson(call, {
    url: `${baseUrl}/${path}?${new URLSearchParams(parameters).toString()}`,
    headers: { authorization: `Bearer ${await access.token(call)}` },
    maxBytes: 8 * 1024 * 1024,
    alsoStatus: [400, 401],
  })
  // A token that was taken back.
  if (status === 401) {
    access.forget()
    throw new SourceUnavailable('the token is refused')
  }
  if (status === 404) return undefined
  if (status !== 400) return body
  const errors = errorsAnswer.safeParse(body).data?.errors ?? []
  if (errors.length > 0 && errors.every(({ code }) => nothingFound.has(code))) return undefined
  throw new SourceUnavailable(`HTTP 400, code ${errors[0]?.code ?? 'unknown'}`)
}

type OfferedHotel = z.output<typeof offersAnswer>['data'][number]['hotel']

function describe(
  { name, rating, latitude, longitude }: OfferedHotel,
  listed: Listed | undefined,
): Partial<NativeHotel> {
  const stars = Number(rating)
  const lat = latitude ?? listed?.geoCode?.latitude
  const lon = longitude ?? listed?.geoCode?.longitude
  const country_code = listed?.address?.countryCode
  return {
    category: 'hotel',
    name: name ?? listed?.name ?? null,
    ...(stars >= 1 && stars <= 5 ? { star_class: Math.floor(stars) } : {}),
    location: {
      ...(lat === undefined || lon === undefined ? {} : { coordinates: { lat, lon } }),
      ...(country_code ? { country_code } : {}),
    },
  }
}

/** The room and the rate plan of the best offer, and the tax in its price. */
function sold(best: Offer, room_id: string, adults: number): Partial<NativeHotel> {
  const { base, total } = best.price
  const refund = best.policies?.refundable?.cancellationRefund
  const isFree =
    refund === 'REFUNDABLE_UP_TO_DEADLINE' ||
    (best.policies?.cancellations ?? []).some(({ deadline }) => deadline)
  return {
    rooms: [
      { room_id, name: best.room?.description?.text?.split('\n', 1)[0] ?? null, max_occupancy: adults },
    ],
    rate_plans: [
      {
        plan_id: 'best',
        name: best.rateCode ?? null,
        source_name: 'Amadeus',
        is_official: false,
        free_cancellation: isFree,
      },
    ],
    // What is not told apart is taken to be in the price.
    tax_rate: base && total ? Math.max(0, total / base - 1) : 0,
  }
}

type Night = Pick<NativeHotelRate, 'date' | 'last_date' | 'price' | 'currency'>
/** What the nights cost: each as it is said, else what all come to, evenly. Undefined where no amount is said. */
function listNights(
  { price }: Offer,
  { checkInDate, checkOutDate }: Question<'hotel.search'>,
): Night[] | undefined {
  const { currency, base, total, variations } = price
  const [from, to] = [Date.parse(checkInDate) / dayMs, Date.parse(checkOutDate) / dayMs]
  const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
  // Amounts of one sort only: those before tax where the whole is told before tax.
  const readAmount = (of: { base?: number | null | undefined; total?: number | null | undefined }) =>
    base ? of.base : (of.total ?? of.base)
  const whole = base ?? total
  const even = whole ? whole / (to - from) : readAmount(variations?.average ?? {})
  if (!even) return undefined
  return Array.from({ length: to - from }, (_, index) => {
    const date = toDate(from + index)
    const change = (variations?.changes ?? []).find(
      ({ startDate, endDate }) => startDate <= date && date < endDate,
    )
    return { date, price: (change && readAmount(change)) ?? even, currency }
  })
}
