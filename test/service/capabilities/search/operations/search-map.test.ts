import { verifies } from '../../../../conformance/verifies.ts'
import { describe, expect, it } from 'vitest'
import { matchesPerson, type ProfileParams } from '../../../../search/naive.ts'
import { balance, rows, service, shareSearchService } from '../../../../search/search-service.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

shareSearchService()

const ask = (org: TestOrganization, body: object) =>
  service.send('POST /v1/search/map', { key: org.rawKey, body })

interface Cell {
  latitude: number
  longitude: number
  count: number
}

describe('searchMap 200', () => {
  it.each([5, 0.5, 37])(
    'cells of %d degrees and countries hold exactly the rows of the search',
    async (degrees) => {
      const org = await service.org(5)
      const searchParams: ProfileParams = { seniority: { anyOf: ['Director', 'Executive'] } }
      const { status, body } = await ask(org, {
        search: { type: 'people', searchParams },
        cellDegrees: degrees,
        limit: 2000,
      })
      expect(status).toBe(200)
      const found = rows.people
        .map(({ record }) => record)
        .filter((record) => matchesPerson(record, searchParams, { today: '2026-01-15' }))
      const cells = new Map<string, number>()
      const countries = new Map<string, number>()
      const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
      for (const { inferred_location: place } of found) {
        if (place?.country_code) add(countries, place.country_code)
        if (!place?.coordinates) continue
        const south = Math.floor((place.coordinates.lat + 90) / degrees) * degrees - 90
        const west = Math.floor((place.coordinates.lon + 180) / degrees) * degrees - 180
        add(cells, `${south} ${west}`)
      }
      const { output } = body
      const counted = new Map(
        (output.cells as Cell[]).map((cell) => [`${cell.latitude} ${cell.longitude}`, cell.count]),
      )
      expect(counted).toEqual(cells)
      expect(output.numCells).toBe(cells.size)
      expect(cells.size).toBeGreaterThan(3)
      expect(output.matching).toBe(found.length)
      expect(output.placed).toBe([...cells.values()].reduce((sum, count) => sum + count, 0))
      const shown = output.countries.map((each: { countryCode: string; count: number }) => [
        each.countryCode,
        each.count,
      ])
      expect(new Map(shown)).toEqual(countries)
      expect(await balance(org)).toBe(5)
    },
  )

  it('answers the fullest cells and says how many there are', async () => {
    verifies('op.search-map')
    const { body } = await ask(await service.org(), { search: { type: 'companies' }, limit: 2 })
    const [first, second] = body.output.cells as Cell[]
    expect(body.output.cells).toHaveLength(2)
    expect(first!.count).toBeGreaterThanOrEqual(second!.count)
    expect(body.output.numCells).toBeGreaterThan(2)
  })
})

describe('searchMap 400', () => {
  it.each([
    [{ search: { type: 'people' }, cellDegrees: 0.1 }, 'cellDegrees'],
    [{ search: { type: 'people' }, limit: 2001 }, 'limit'],
    [{ cellDegrees: 5 }, 'search'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await ask(await service.org(), body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

describe('searchMap 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/search/map', { body: {} })).status).toBe(401)
  })
})
