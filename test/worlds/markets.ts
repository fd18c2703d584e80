import {
  createWorld,
  flightCount,
  flightLine,
  instrumentCount,
  instrumentLine,
  listingLine,
} from '../../src/corpus/sample/index.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { alphaVantage } from '../../src/sources/adapters/alpha-vantage.ts'
import { localServer, testSource, type ServerAnswer, type ServerRequest } from '../support/sources.ts'
import { world } from './world.ts'

export interface MarketsTest {
  service: TestAlmanac
  /** What the vendors were asked since the last `say`. */
  asked: ServerRequest[]
  /** What they answer from now on; undefined: that they know nothing. */
  say(answer?: (request: ServerRequest) => ServerAnswer): void
}

/** The sample that these tests read: as of this day, and asked on 15 January 2026. */
export const marketsSample = createWorld({ seed: 1, companies: 60, people: 200, asOf: '2025-12-01' })

/** The lines of its listings and flights, as many as a sample of a first start has. */
export const sampleListings = Array.from({ length: 2_000 }, (_, index) => listingLine(marketsSample, index))
export const sampleFlights = Array.from({ length: flightCount({ companies: 3_000 }) }, (_, index) =>
  flightLine(marketsSample, index),
)

const nothing = ({ path }: ServerRequest): ServerAnswer =>
  path.startsWith('/vendor') ? { status: 404 } : { json: { 'Error Message': 'Invalid API call.' } }

/** The service with the markets of a sample, and vendors beside it that say what a test tells them to. */
async function openMarkets(): Promise<MarketsTest> {
  let answer: (request: ServerRequest) => ServerAnswer = nothing
  const asked: ServerRequest[] = []
  const server = await localServer((request) => {
    asked.push(request)
    return answer(request)
  })
  const service = await testAlmanac({
    sources: {
      entries: [
        {
          source: 'alpha-vantage',
          name: 'quotes',
          settings: { key: 'k', baseUrl: server.url },
          perSecond: 1_000,
          cacheDays: { found: 0, notFound: 0 },
        },
        {
          source: 'test-source',
          name: 'vendor',
          settings: { url: `${server.url}/vendor` },
          capabilities: ['realestate.listings', 'flight.offers'],
          cacheDays: { found: 0, notFound: 0 },
        },
      ],
      kinds: [alphaVantage, testSource],
    },
  })
  const lines = Array.from({ length: instrumentCount() }, (_, index) => instrumentLine(marketsSample, index))
  await service.write('instruments', lines)
  await service.write('listings', sampleListings)
  await service.write('flights', sampleFlights)
  return {
    service,
    asked,
    say(next = nothing) {
      answer = next
      asked.length = 0
    },
  }
}

/** For all files of a worker; each writes what it needs under names of its own. */
export const marketsWorld = world(openMarkets)
