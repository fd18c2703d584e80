import { verifies } from '../../../../conformance/verifies.ts'
import { describe, expect, it } from 'vitest'
import { normalText } from '../../../../../src/lib/text-normal.ts'
import { companyNameKey } from '../../../../../src/corpus/names/index.ts'
import { cityIndexAt, metroAreas, readCity } from '../../../../../src/corpus/reference/index.ts'
import type { CompanyRecord, PersonRecord } from '../../../../../src/corpus/records/index.ts'
import { inPlaces } from '../../../../search/naive-place.ts'
import { matchesPerson, organizationsOf } from '../../../../search/naive.ts'
import { balance, rows, service, startSearchService } from '../../../../search/search-service.ts'
import type { TestOrganization } from '../../../../support/platform.ts'

startSearchService()

interface Suggestion {
  label: string
  value: unknown
  count: number | null
  website?: string | null
  countryCode?: string | null
}

const ask = (org: TestOrganization, body: object) =>
  service.send('POST /v1/search/suggest', { key: org.rawKey, body })

async function suggested(type: string, text: string, limit = 10): Promise<Suggestion[]> {
  const { status, body } = await ask(await service.org(), { type, text, limit })
  expect(status).toBe(200)
  return body.output.suggestions
}

/** How many records carry each text; every record counts once. */
function tally<R>(records: readonly R[], read: (record: R) => readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const record of records)
    for (const text of new Set(read(record))) counts.set(text, (counts.get(text) ?? 0) + 1)
  counts.delete('')
  return counts
}

const people = () => rows.people.map(({ record }) => record)
const companies = () => rows.companies.map(({ record }) => record)
const titlesOf = ({ experiences }: PersonRecord) =>
  (experiences ?? []).flatMap(({ is_current, title }) =>
    is_current === true && title ? normalText(title) : [],
  )

const matches = (texts: readonly string[], typed: string) =>
  typed
    .split(' ')
    .every((part) => texts.some((text) => text.split(' ').some((word) => word.startsWith(part))))

/** The best counts of the terms that the typed words begin. */
const wanted = (counts: ReadonlyMap<string, number>, typed: string, limit = 10) =>
  [...counts]
    .filter(([text]) => matches([normalText(text)], typed))
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, limit)

function agrees(answer: readonly Suggestion[], counts: ReadonlyMap<string, number>, typed: string): void {
  const best = wanted(counts, typed)
  expect(best.length).toBeGreaterThan(0)
  const exact = answer.filter(({ label }) => matches([normalText(label)], typed))
  expect(exact.map(({ count }) => count).toSorted()).toEqual(best.map(([, count]) => count).toSorted())
  for (const { label, count } of answer)
    expect([label, counts.get(normalText(label))]).toEqual([label, count])
}

describe('suggest 200', () => {
  it.each(['en', 'dir', 'manag', 'so e', 'engineer'])(
    'titles that %j begins, counted exactly, the most frequent first, for nothing',
    async (typed) => {
      const org = await service.org(5)
      const { body } = await ask(org, { type: 'title', text: typed })
      agrees(body.output.suggestions, tally(people(), titlesOf), typed)
      const [first] = body.output.suggestions as Suggestion[]
      expect(first?.value).toEqual({ type: 'plain', term: first?.label })
      expect(await balance(org)).toBe(5)
    },
  )

  it('skills, technologies and industries are counted over those who have them', async () => {
    verifies('op.suggest')
    agrees(
      await suggested('skill', 'ma'),
      tally(people(), ({ skills }) => (skills ?? []).map((skill) => normalText(skill))),
      'ma',
    )
    agrees(
      await suggested('technology', 'go'),
      tally(companies(), ({ technologies }) => (technologies ?? []).map((name) => normalText(name))),
      'go',
    )
    const industries = await suggested('industry', 'so')
    const counts = tally(companies(), ({ standard_industries: all }) =>
      (all ?? []).map((name) => normalText(name)),
    )
    for (const { label, count, value } of industries) {
      expect([label, counts.get(normalText(label)) ?? 0]).toEqual([label, count])
      expect(value).toBe(label)
    }
    expect(industries.map(({ label }) => label)).toContain('Software')
  })

  it('companies by any of their names, with website and country and no id, counted by who works there', async () => {
    const named = companies().find((each) => (each.preferred_name ?? '').length > 5 && each.domains?.length)!
    const key = companyNameKey(named.preferred_name!)
    const answer = await suggested('company', named.preferred_name!)
    expect(answer[0]).toMatchObject({
      label: named.preferred_name,
      value: { domain: named.domains![0] },
      website: named.websites?.[0] ?? null,
      countryCode: named.location_consensus?.country_code ?? null,
    })
    expect(Object.keys(answer[0]!).toSorted()).toEqual(['count', 'countryCode', 'label', 'value', 'website'])
    const staff = (company: CompanyRecord) => {
      const employers = organizationsOf([company], {}, '2026-01-15')
      return people().filter((record) =>
        matchesPerson(record, {}, { companies: employers, today: '2026-01-15' }),
      )
    }
    expect(answer[0]!.count).toBe(staff(named).length)
    const typed = key.slice(0, 2)
    const texts = (each: CompanyRecord) =>
      [each.preferred_name ?? '', ...(each.names ?? [])].map(companyNameKey)
    const counts = companies()
      .filter((each) => matches(texts(each), typed))
      .map((each) => staff(each).length)
      .toSorted((a, b) => b - a)
    const begun = await suggested('company', typed)
    expect(begun.map(({ count }) => count)).toEqual(counts.slice(0, 10))
  })

  it('cities and metro areas are counted over the people whose place is within', async () => {
    const byIndex = new Map<number, number>()
    for (const { inferred_location: place } of people()) {
      if (!place?.coordinates) continue
      const hundredth = (degrees: number) => (Math.floor(degrees * 100) + 0.5) / 100
      const index = cityIndexAt(hundredth(place.coordinates.lat), hundredth(place.coordinates.lon))
      if (index !== undefined) byIndex.set(index, (byIndex.get(index) ?? 0) + 1)
    }
    const [[index, most]] = [...byIndex].toSorted((a, b) => b[1] - a[1]) as [[number, number]]
    const { name, countryCode } = readCity(index)
    const cities = await suggested('city', name)
    const city = cities.find(({ value }) => (value as { countryCode: string }).countryCode === countryCode)!
    expect(city.count).toBe(most)
    expect(city.value).toMatchObject({ strategy: 'free-form-city', countryCode })
    const area = metroAreas().find(({ cities: of, name: called }) => of.length === 0 && called === name)
    expect(area).toBeDefined()
    const areas = await suggested('metro-area', area!.name)
    const value = { strategy: 'preset-region', region: area!.slug } as const
    expect(areas[0]).toMatchObject({ value })
    const within = people().filter((record) =>
      inPlaces(record.inferred_location, { unionAll: [value] } as never),
    )
    expect(areas[0]!.count).toBe(within.length)
    expect(within.length).toBeGreaterThan(0)
  })

  it('slips of the keyboard are put right, after what is typed as it is written', async () => {
    const right = await suggested('title', 'engineer')
    const wrong = await suggested('title', 'enigneer')
    expect(wrong.map(({ count }) => count).toSorted()).toEqual(right.map(({ count }) => count).toSorted())
    expect(await suggested('title', 'qqqqqqqq')).toEqual([])
  })

  it('what a filter gets from a suggestion finds at least as many people', async () => {
    const org = await service.org()
    const [title] = await suggested('title', 'dir')
    const [skill] = await suggested('skill', 'ma')
    const [company] = await suggested('company', 'co')
    const questions = [
      { searchParams: { jobTitleV3: { anyOf: [title!.value] } } },
      {
        searchParams: {
          keywords: { containsAny: [skill!.value] },
          keywordSearchOptions: { fieldsToSearchOver: { skills: true } },
        },
      },
      { currentCompanies: [company!.value] },
    ]
    for (const [index, body] of questions.entries()) {
      const answer = await service.send('POST /v1/people-search/count', { key: org.rawKey, body })
      expect(answer.status).toBe(200)
      const least = [title, skill, company][index]!.count!
      expect(answer.body.output.totalProfilesFound).toBeGreaterThanOrEqual(least)
    }
  })
})

describe('suggest 400', () => {
  it.each([
    [{ type: 'title', text: 'a' }, 'text'],
    [{ type: 'title', text: 'x'.repeat(101) }, 'text'],
    [{ type: 'person', text: 'ann' }, 'type'],
    [{ type: 'title', text: 'ann', limit: 11 }, 'limit'],
  ])('%j is refused at %s', async (body, path) => {
    const answer = await ask(await service.org(), body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })
})

describe('suggest 401', () => {
  it('needs a key', async () => {
    expect((await service.send('POST /v1/search/suggest', { body: {} })).status).toBe(401)
  })
})
