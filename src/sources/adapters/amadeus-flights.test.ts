import { describe, expect, test } from 'vitest'
import { openKind, vendorCall, vendorServer, type VendorAnswer } from '../../../test/support/vendor.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable } from '../failures.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { amadeusFlights } from './amadeus-flights.ts'

const { question } = sampleQuestions['flight.offers']
const party = {
  ...question,
  ways: [
    { from: ['JFK', 'EWR'], to: ['CDG'], date: '2026-05-04' },
    { from: ['CDG'], to: ['JFK'], date: '2026-05-11' },
  ],
  passengers: { adults: 2, children: 1, infantsInSeat: 0, infantsOnLap: 1 },
  maxStops: 1,
  excludeAirlines: ['XX'],
  maxPrice: 4_000.5,
}

const segment = (from: string, to: string, day: string, more: object = {}) => ({
  departure: { iataCode: from, terminal: '1', at: `${day}T18:30:00` },
  arrival: { iataCode: to, at: `${day}T23:50:00` },
  carrierCode: 'AF',
  number: '7',
  aircraft: { code: '77W' },
  operating: { carrierCode: 'DL' },
  duration: 'PT7H20M',
  id: '1',
  numberOfStops: 0,
  ...more,
})

/** The form of the vendor's documentation. */
const offers = {
  meta: { count: 1 },
  data: [
    {
      type: 'flight-offer',
      id: '1',
      source: 'GDS',
      itineraries: [
        { duration: 'PT7H20M', segments: [segment('JFK', 'CDG', '2026-05-04')] },
        { segments: [segment('CDG', 'JFK', '2026-05-11', { operating: undefined, number: '8' })] },
      ],
      price: { currency: 'EUR', total: '1500.00', base: '1200.00', grandTotal: '1523.40' },
      validatingAirlineCodes: ['AF'],
      travelerPricings: [
        {
          travelerId: '1',
          fareDetailsBySegment: [
            { segmentId: '1', cabin: 'ECONOMY', includedCheckedBags: { quantity: 1 } },
            { segmentId: '2', includedCheckedBags: { weight: 23, quantity: 2 } },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    carriers: { AF: 'AIR FRANCE', DL: 'DELTA AIR LINES' },
    aircraft: { '77W': 'BOEING 777-300ER' },
  },
}
const token = { type: 'amadeusOAuth2Token', access_token: 'tok', expires_in: 1799, state: 'approved' }

async function open(answer: (path: string) => VendorAnswer) {
  const vendor = await vendorServer(({ path }) =>
    path.includes('oauth2') && answer(path).json === undefined && answer(path).status === undefined
      ? { json: token }
      : answer(path),
  )
  const opened = await openKind(amadeusFlights, { clientId: 'id', clientSecret: 's', baseUrl: vendor.url })
  const answering = opened['flight.offers']!
  const call = vendorCall()
  return { requests: vendor.requests, ask: (asked = party) => answering.fetch(asked, call) }
}
const searched = (answer: VendorAnswer) => (path: string) => (path.includes('oauth2') ? {} : answer)

describe('amadeus-flights', () => {
  test('a search in the documented form, and its offers', async () => {
    const { ask, requests } = await open(searched({ json: offers }))
    const found = await ask()
    expect(found).toMatchObject({
      found: true,
      answer: {
        offers: [
          { price: 1523.4, currency: 'EUR', checkedBags: 1, carryOnBags: null, sellers: ['AIR FRANCE'] },
        ],
      },
    })
    if (!found.found) throw new Error('not found')
    expect(found.answer.offers[0]!.ways.map(({ segments }) => segments[0])).toMatchObject([
      {
        carrier: 'AF',
        carrierName: 'AIR FRANCE',
        operatingCarrier: 'DELTA AIR LINES',
        number: '7',
        from: 'JFK',
        to: 'CDG',
        departs: '2026-05-04T18:30:00',
        aircraft: 'BOEING 777-300ER',
      },
      { number: '8', operatingCarrier: null },
    ])
    const [grant, search] = requests
    expect(grant!.text).toBe('grant_type=client_credentials&client_id=id&client_secret=s')
    expect(search!.headers.authorization).toBe('Bearer tok')
    expect(search!.json).toMatchObject({
      currencyCode: 'USD',
      originDestinations: [
        {
          id: '1',
          originLocationCode: 'JFK',
          alternativeOriginsCodes: ['EWR'],
          destinationLocationCode: 'CDG',
          departureDateTimeRange: { date: '2026-05-04' },
        },
        { id: '2', originLocationCode: 'CDG' },
      ],
      searchCriteria: {
        maxPrice: 4_000,
        flightFilters: {
          carrierRestrictions: { excludedCarrierCodes: ['XX'] },
          connectionRestriction: { maxNumberOfConnections: 1 },
        },
      },
    })
    expect(search!.json.travelers).toEqual([
      { id: '1', travelerType: 'ADULT' },
      { id: '2', travelerType: 'ADULT' },
      { id: '3', travelerType: 'CHILD' },
      { id: '4', travelerType: 'HELD_INFANT', associatedAdultId: '1' },
    ])
    await ask()
    // The token holds for both.
    expect(requests.filter(({ path }) => path.includes('oauth2'))).toHaveLength(1)
  })

  test('no offers, and what the vendor does not sell, are not found', async () => {
    const none = await open(searched({ json: { data: [] } }))
    expect(await none.ask()).toEqual({ found: false })
    const refused = await open(searched({ status: 400, json: { errors: [{ code: 425 }] } }))
    expect(await refused.ask()).toEqual({ found: false })
  })

  test('failures are told apart, and a token that is refused is asked for again', async () => {
    const wrong = await open(() => ({ status: 401, json: { error: 'invalid_client' } }))
    await expect(wrong.ask()).rejects.toBeInstanceOf(SourceRefused)
    const busy = await open(searched({ status: 429 }))
    await expect(busy.ask()).rejects.toBeInstanceOf(SourceRateLimited)
    const odd = await open(searched({ json: { offers: [] } }))
    await expect(odd.ask()).rejects.toBeInstanceOf(SourceUnavailable)
    const expired = await open(searched({ status: 401, json: {} }))
    for (let round = 0; round < 2; round++)
      await expect(expired.ask()).rejects.toBeInstanceOf(SourceUnavailable)
    expect(expired.requests.filter(({ path }) => path.includes('oauth2'))).toHaveLength(2)
  })
})
