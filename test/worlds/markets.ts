import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createWorld,
  flightCount,
  flightLine,
  instrumentCount,
  instrumentLine,
  listingLine,
} from '../../src/corpus/sample/index.ts'
import { alphaVantage } from '../../src/sources/adapters/alpha-vantage.ts'
import { amadeusFlights } from '../../src/sources/adapters/amadeus-flights.ts'
import { genericHttp } from '../../src/sources/adapters/generic-http.ts'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
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

const guide = readFileSync(new URL('../../docs/guide/markets.md', import.meta.url), 'utf8')
const homesVendor = /^```yaml\n(# vendors\/rentcast\.yaml\n[\s\S]*?)^```/m.exec(guide)?.[1] as string

/** What vendors that know nothing say, each in its documented form. */
function nothing({ path }: ServerRequest): ServerAnswer {
  if (path.startsWith('/vendor') || path.startsWith('/homes')) return { status: 404 }
  if (path.includes('/oauth2/token')) return { json: { access_token: 't', expires_in: 1799 } }
  return { json: path.startsWith('/amadeus') ? { data: [] } : { 'Error Message': 'Invalid API call.' } }
}

/** The service with the markets of a sample, and vendors beside it that say what a test tells them to. */
async function openMarkets(): Promise<MarketsTest> {
  let answer: (request: ServerRequest) => ServerAnswer = nothing
  const asked: ServerRequest[] = []
  const server = await localServer((request) => {
    asked.push(request)
    return request.path.includes('/oauth2/token') ? nothing(request) : answer(request)
  })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-markets-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'rentcast.yaml')
  writeFileSync(file, homesVendor)
  const entry = { perSecond: 1_000, cacheDays: { found: 0, notFound: 0 } }
  const service = await testAlmanac({
    sources: {
      entries: [
        { ...entry, source: 'alpha-vantage', name: 'quotes', settings: { key: 'k', baseUrl: server.url } },
        {
          ...entry,
          source: 'test-source',
          name: 'vendor',
          settings: { url: `${server.url}/vendor` },
          capabilities: ['realestate.listings', 'flight.offers'],
        },
        {
          ...entry,
          source: 'amadeus-flights',
          settings: { clientId: 'id', clientSecret: 's', baseUrl: `${server.url}/amadeus` },
        },
        {
          ...entry,
          source: 'generic-http',
          name: 'homes',
          settings: { file, values: { base: `${server.url}/homes` }, secrets: { key: 'k' } },
        },
      ],
      kinds: [alphaVantage, testSource, amadeusFlights, genericHttp],
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
