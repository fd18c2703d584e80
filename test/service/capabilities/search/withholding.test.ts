import { describe, expect, it } from 'vitest'
import { facetsByKind } from '../../../../src/capabilities/search/facet-names.ts'
import { matchesPerson } from '../../../search/naive.ts'
import { rows, service, shareSearchService } from '../../../search/search-service.ts'

shareSearchService()

const wide = ['country3LetterCode', 'seniority', 'jobFunction', 'languages', 'tags']
const personFacets = ['currentCompanies', 'jobTitleV3', 'skills', 'location', 'companyParams.stage', ...wide]

interface Facet {
  facet: string
  withholding: string | null
  numValues: number
  values: { count: number }[]
}

/** What the three free answers tell of a search. */
async function tellAll(
  search: { type: string; searchParams?: object; companyParams?: object },
  facets: string[],
  more: object = {},
) {
  const org = await service.org(0)
  const send = async (path: 'facets' | 'preview' | 'map', rest: object = {}) => {
    const answer = await service.send(`POST /v1/search/${path}`, {
      key: org.rawKey,
      body: { search, ...rest },
    })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body.output
  }
  const counted = await send('facets', { facets, ...more })
  return {
    facets: counted as { matching: number; facets: Facet[] },
    preview: await send('preview'),
    map: await send('map'),
  }
}

const nothing = (facet: string, withholding: string) => ({ facet, withholding, numValues: 0, values: [] })

const companyId = ({ id }: { id: string }) => ({ identifier: 'entity-id', entity_id: id })
const person = () => rows.people[0]!
const someIds = () => rows.people.slice(0, 40).map(({ id }) => ({ entity_id: id }))

describe('what is free tells nothing about one person', () => {
  it.each([
    ['by id', () => ({ exactProfile: { anyOf: [{ entity_id: person().id }] } })],
    ['by name', () => ({ fuzzyName: { anyOf: [{ name: person().record.name }] } })],
    ['among many ids', () => ({ exactProfile: { anyOf: someIds() } })],
    ['left out of all others', () => ({ exactProfile: { noneOf: [{ entity_id: person().id }] } })],
    [
      'in a group',
      () => ({
        group: { or: [{ exactProfile: { anyOf: someIds() } }, { seniority: { anyOf: ['Director'] } }] },
      }),
    ],
    [
      'in a group of a group',
      () => ({
        group: { and: [{ group: { not: { exactProfile: { anyOf: [{ entity_id: person().id }] } } } }] },
      }),
    ],
  ])('a person named %s is counted and not described', async (_, params) => {
    const { facets, preview, map } = await tellAll({ type: 'people', searchParams: params() }, personFacets)
    expect(facets.matching).toBeGreaterThan(0)
    expect(facets.facets).toEqual(personFacets.map((name) => nothing(name, 'names_rows')))
    const { matching } = facets
    expect(preview).toEqual({ type: 'people', matching, withholding: 'names_rows', rows: [] })
    expect(map).toMatchObject({
      matching,
      withholding: 'names_rows',
      placed: 0,
      countries: [],
      cells: [],
      numCells: 0,
    })
  })

  it('below ten rows there are wide classes alone, from ten on all values: the same for every bound of a number', async () => {
    const followers = rows.people.flatMap(({ record }) => record.follower_count ?? [])
    const bounds = followers.toSorted((one, other) => other - one).slice(0, 14)
    const seen = new Set<boolean>()
    for (const lowerBound of new Set([bounds[0]!, bounds[4]!, bounds[8]!, bounds[9]!, bounds[13]!])) {
      const searchParams = { numFollowers: { lowerBound } }
      const fits = rows.people.filter(({ record }) => (record.follower_count ?? -1) >= lowerBound).length
      const isFew = fits < 10
      seen.add(isFew)
      const { facets, preview, map } = await tellAll({ type: 'people', searchParams }, personFacets)
      expect([facets.matching, preview.matching, map.matching]).toEqual([fits, fits, fits])
      const reason = isFew ? 'few_rows' : null
      expect([preview.withholding, map.withholding]).toEqual([reason, reason])
      expect([preview.rows.length, map.cells.length > 0]).toEqual([isFew ? 0 : 5, !isFew])
      for (const each of facets.facets) {
        if (wide.includes(each.facet) || !isFew) expect(each.withholding).toBeNull()
        else expect(each).toEqual(nothing(each.facet, 'few_rows'))
      }
      const levels = facets.facets.find(({ facet }) => facet === 'seniority')!
      expect(levels.numValues).toBeGreaterThan(0)
    }
    expect(seen).toEqual(new Set([true, false]))
  })

  it('with excludeOwn the rows that a facet counts are those that must be ten', async () => {
    const title = { type: 'plain', term: 'zookeeper director' }
    const searchParams = { jobTitleV3: { anyOf: [title] }, seniority: { anyOf: ['Director'] } }
    const directors = rows.people.filter(({ record }) =>
      matchesPerson(record, { seniority: { anyOf: ['Director'] } }, { today: '2026-01-15' }),
    )
    expect(directors.length).toBeGreaterThan(9)
    const more = { excludeOwn: true }
    const { facets } = await tellAll({ type: 'people', searchParams }, ['jobTitleV3', 'skills'], more)
    expect(facets.matching).toBeLessThan(10)
    const [titles, skills] = facets.facets
    expect(titles!.withholding).toBeNull()
    expect(titles!.values.length).toBeGreaterThan(3)
    expect(skills).toEqual(nothing('skills', 'few_rows'))
  })
})

describe('companies by name', () => {
  it('have their wide classes, and neither year, technologies, place, preview nor map', async () => {
    const searchParams = {
      exactCompanyV2: { anyOf: rows.companies.slice(0, 30).map(companyId) },
    }
    const names = [...facetsByKind.companies.keys()]
    const { facets, preview, map } = await tellAll({ type: 'companies', searchParams }, names)
    expect(facets.matching).toBe(30)
    const narrow = facets.facets.filter(({ withholding }) => withholding !== null)
    expect(narrow).toEqual(
      ['headquartersLocation', 'technologiesV2', 'foundedOn'].map((name) => nothing(name, 'names_rows')),
    )
    expect([preview.rows, map.cells, map.countries]).toEqual([[], [], []])
  })

  it('are no names of the people who work there', async () => {
    const employed = rows.companies.slice(0, 30).map(companyId)
    const companyParams = { exactCompanyV2: { anyOf: employed } }
    const { facets, preview, map } = await tellAll({ type: 'people', companyParams }, personFacets)
    expect(facets.matching).toBeGreaterThan(9)
    expect(facets.facets.filter(({ withholding }) => withholding !== null)).toEqual([])
    expect([preview.rows.length, map.cells.length > 0]).toEqual([5, true])
  })
})
