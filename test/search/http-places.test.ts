import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { ask, service, shareSearchService } from './search-service.ts'
import { allowedMs } from '../support/machine-pace.ts'

shareSearchService()
let org: TestOrganization
beforeAll(async () => {
  org = await service.org()
})

const circle = (index: number, quantity = 300) => ({
  strategy: 'radial-distance',
  radius: {
    unit: 'kilometers',
    quantity,
  },
  center: {
    latitude: (index % 60) - 20,
    longitude: (index * 7) % 180,
  },
})
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const ring = (vertices: number, vertexAt: (index: number) => [number, number]) => ({
  strategy: 'polygon',
  vertices: times(vertices, (index) => {
    const [longitude, latitude] = vertexAt(index)
    return { longitude, latitude }
  }),
})
const zigzag = ring(1_000, (index) => [-180 + (359.9 * index) / 999, index % 2 ? 80 : -80])
const office = (location: object) => ({ type: 'geography', location })

const allowed: [string, object][] = [
  ['offices in thirty places', { officeLocationsV2: { anyOf: times(30, (n) => office(circle(n, 40))) } }],
  ['a hundred places', { headquartersLocation: { unionAll: times(100, (n) => circle(n, 40)) } }],
  ['two wild polygons of 1,000 vertices', { headquartersLocation: { unionAll: [zigzag, zigzag] } }],
]

const refused: [string, object, RegExp][] = [
  [
    'one place more, in groups and offices together',
    {
      headquartersLocation: { unionAll: times(100, (n) => circle(n)) },
      group: { or: [{ officeLocationsV2: { noneOf: times(29, (n) => office(circle(n))) } }] },
    },
    /^searchParams\.group\.or\[0\]\.officeLocationsV2\.noneOf\[28\]\.location$|^searchParams\.headquartersLocation/,
  ],
  [
    '200 offices',
    { officeLocationsV2: { anyOf: times(200, (n) => office(circle(n))) } },
    /anyOf\[128\]\.location$/,
  ],
  [
    'fourteen polygons',
    { headquartersLocation: { unionAll: times(14, () => ({ ...zigzag })) } },
    /unionAll\[2\]$/,
  ],
  [
    'a ring wound round the earth hundreds of times',
    { headquartersLocation: { unionAll: [ring(1_000, (n) => [((n * 179) % 360) - 180, -80 + n * 0.16])] } },
    /unionAll\[0\]\.vertices$/,
  ],
]

/** Seconds without the limits; some 60 with them, and twice that on a slow machine. */
const mostMs = 250

/** Processor time of this thread for a request, client and server, the least of three: others' garbage only adds. */
async function leastMs(body: object): Promise<{ ms: number; answer: Awaited<ReturnType<typeof ask>> }> {
  let ms = Infinity
  let answer = await ask(org, 'companyCount', body)
  for (let again = 0; again < 3; again++) {
    const before = process.threadCpuUsage()
    answer = await ask(org, 'companyCount', body)
    const { user, system } = process.threadCpuUsage(before)
    ms = Math.min(ms, (user + system) / 1_000)
  }
  return { ms, answer }
}

describe('places of a search', () => {
  it.each(allowed)('%s are answered without holding the event loop', async (_name, searchParams) => {
    const { ms, answer } = await leastMs({ searchParams })
    expect(answer.status, answer.text).toBe(200)
    expect(ms).toBeLessThan(allowedMs(mostMs, 'processor'))
  })

  it.each(refused)(
    '%s are refused at the place that is too many, at no cost',
    async (_name, searchParams, path) => {
      const { ms, answer } = await leastMs({ searchParams })
      expect(answer.status).toBe(400)
      expect(answer.body.issues[0].path).toMatch(path)
      expect(ms).toBeLessThan(allowedMs(mostMs, 'processor'))
    },
  )

  it('a metro area is a place of the search; an unknown one is a 400 that says where they are listed', async () => {
    verifies('client.search.preset-region')
    const inRegion = (region: string) => ({
      searchParams: { headquartersLocation: { unionAll: [{ strategy: 'preset-region', region }] } },
    })
    for (const region of ['greater-london', 'sf-bay-area'])
      expect((await ask(org, 'companyCount', inRegion(region))).status).toBe(200)
    const answer = await ask(org, 'companyCount', inRegion('atlantis'))
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0]).toMatchObject({
      path: 'searchParams.headquartersLocation.unionAll[0].region',
      code: 'unknown_region',
    })
    const many = { unionAll: times(100, () => ({ strategy: 'preset-region', region: 'greater-london' })) }
    const twice = { headquartersLocation: many, group: { and: [{ headquartersLocation: many }] } }
    expect((await ask(org, 'companyCount', { searchParams: twice })).body.issues[0].code).toBe(
      'too_many_places',
    )
  })
})

describe('names of places', () => {
  const count = async (searchParams: object) => {
    const { status, body } = await ask(org, 'companyCount', { searchParams })
    expect(status).toBe(200)
    const { output, advice } = body as { output: { count: number }; advice?: string[] }
    return { count: output.count, advice: advice ?? [] }
  }

  it.each([
    ['Germany', 'DEU'],
    ['UK', 'GBR'],
    ['EMEA', 'X-EMEA'],
  ])('the country %s is taken as %s, and advice says so', async (name, code) => {
    const named = await count({ headquartersCountryCode: { anyOf: [name] } })
    const coded = await count({ headquartersCountryCode: { anyOf: [code] } })
    expect(named.count).toBe(coded.count)
    expect(named.count).toBeGreaterThan(0)
    expect([named.advice, coded.advice]).toEqual([
      [`searchParams.headquartersCountryCode.anyOf[0]: "${name}" was taken as ${code}.`],
      [],
    ])
  })

  it('a state is one by all its names, and a name of none brings the nearest', async () => {
    const inState = (name: string) => count({ headquartersStateName: { anyOf: [name] } })
    const counts = await Promise.all(['Bavaria', 'Bayern', 'by', 'DE-BY'].map(inState))
    expect(new Set(counts.map((each) => each.count)).size).toBe(1)
    expect(counts[0]?.count).toBeGreaterThan(0)
    expect((await inState('Bavria')).advice.join()).toContain('Did you mean "Bavaria"?')
  })
})
