import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../lib/geo.ts'
import { canonicalZone } from '../../lib/time-zone.ts'
import {
  completeCompany,
  completeJobPosting,
  completePerson,
  derivedCompanyMembers,
  derivedLocationMembers,
  derivedPersonMembers,
  type CompanyRecord,
  type LocationRecord,
  type NativeCompany,
  type NativeJobPosting,
  type NativePerson,
  type PersonRecord,
} from '../records/index.ts'
import { findState } from '../reference/index.ts'
import {
  createWorld,
  generateCompanies,
  generateCompany,
  generateJobPostings,
  generatePeople,
  generatePerson,
  generateSchools,
} from './index.ts'

const world = createWorld({ companies: 400, people: 3000 })

/** A record without some of its members, as a line that does not say them. */
function without<R extends object>(record: R, members: readonly string[]): R {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !members.includes(name))) as R
}

/** Labels that every record shows by itself; others of the sample are on lists of real names, or given. */
const shown = {
  person: ['second-time-founder', 'decision-maker', 'c-suite', 'phd', 'influencer', 'board-member'],
  company: ['is-government', 'is-school', 'venture-backed-startup'],
}

const given = (tags: readonly string[] | null, derived: readonly string[]) =>
  (tags ?? []).filter((tag) => !derived.includes(tag))

const people: PersonRecord[] = Array.from(generatePeople(world), (line) => completePerson(line))
const companies: CompanyRecord[] = [...generateCompanies(world), ...generateSchools(world)].map((line) =>
  completeCompany(line),
)

/** Cities whose state has another code in the gazetteer than in ISO 3166-2, or two units of its name. */
const gaps = /^(PER Lima|TWN (Hsinchu|Taipei|Kaohsiung)|EST Tartu)\//

/** Names of two family names, or written without a space, do not tell where the family name begins. */
const isPlain = ({ name, first_name, last_name }: PersonRecord) =>
  (name ?? '').includes(' ') && !`${first_name}${last_name}`.includes(' ')

describe('what a record derives', () => {
  it('is what the lines of people lack, and comes back when it is taken from their records', () => {
    for (const member of Object.keys(derivedPersonMembers)) {
      const taken = people.filter((person) => !/^(first|last)_name$/.test(member) || isPlain(person))
      for (const person of taken) {
        const line = without(person, [
          member,
          ...(member.endsWith('_name') ? ['first_name', 'last_name'] : []),
        ])
        const tags = member === 'tags' ? { tags: given(person.tags, shown.person) } : {}
        expect(completePerson({ ...line, ...tags } as NativePerson & { primary_slug: string })).toEqual(
          person,
        )
      }
      expect(taken.filter((person) => [person[member as never]].flat().length > 0).length).toBeGreaterThan(
        1000,
      )
    }
    for (const tag of shown.person)
      expect([tag, people.some(({ tags }) => tags?.some((each) => each === tag))]).toEqual([tag, true])
  })

  it('holds for companies and schools', () => {
    for (const member of [...Object.keys(derivedCompanyMembers), 'li_category']) {
      for (const company of companies) {
        const line = without(company, [member]) as NativeCompany
        const tags = member === 'tags' ? { tags: given(company.tags, shown.company) as never } : {}
        expect(completeCompany({ ...line, ...tags })).toEqual(company)
      }
    }
    for (const tag of shown.company)
      expect(companies.some(({ tags }) => tags?.some((each) => each === tag))).toBe(true)
  })

  it('holds for ids and names of industries of the network', () => {
    for (const company of companies) {
      const stripped = (member: 'id' | 'name') => ({
        ...company,
        li_industries: (company.li_industries ?? []).map((each) => without(each, [member])),
      })
      expect(completeCompany(stripped('id') as NativeCompany)).toEqual(company)
      expect(completeCompany(stripped('name') as NativeCompany)).toEqual(company)
    }
    const known = companies.flatMap(({ li_industries }) => li_industries ?? [])
    expect(known.filter(({ id, name }) => id !== null && name !== null).length).toBeGreaterThan(300)
    const odd = { li_industries: [{ name: 'Basket weaving' }, { id: '99999' }] } as unknown as NativeCompany
    expect(completeCompany(odd).li_industries).toEqual([
      { id: null, name: 'Basket weaving', primary: null },
      { id: '99999', name: null, primary: null },
    ])
  })

  it('holds for the parts of a place: the same state, zone and line, and near the same point', () => {
    const places = [
      ...people.map((person) => person.inferred_location),
      ...companies.flatMap(({ li_locations }) => (li_locations ?? []).map(({ location }) => location)),
    ].filter((place) => place !== null)
    const different: string[] = []
    for (const place of places) {
      const bare = without(place, derivedLocationMembers)
      for (const state of [{ state_code: place.state_code }, { state_name: place.state_name }]) {
        const made = completePerson({ primary_slug: 'a', inferred_location: { ...bare, ...state } })
        if (!agree(made.inferred_location, place)) different.push(brief(place, made.inferred_location))
      }
      // Without the state it is the same city or, of several of its name, none.
      const { inferred_location: made } = completePerson({ primary_slug: 'a', inferred_location: bare })
      if (made?.coordinates && !agree(made, place)) different.push(brief(place, made))
    }
    expect([...new Set(different)].filter((each) => !gaps.test(each))).toEqual([])
  })

  it('is an office of every company whose headquarters are known', () => {
    const alone = companies.filter(({ li_locations }) => li_locations?.length === 1)
    expect(alone.length).toBeGreaterThan(100)
    for (const company of alone)
      expect(completeCompany(without(company, ['li_locations', 'num_li_locations'])).li_locations).toEqual(
        company.li_locations,
      )
  })

  it('is the yearly pay, level and functions of postings', () => {
    let named = 0
    for (const line of generateJobPostings(world, 0, 50)) {
      const posting = completeJobPosting(line)
      const { compensation_range: pay, annual_salary_usd: yearly } = posting
      expect(yearly).toEqual(pay === null ? null : { gte: pay.min, lte: pay.max })
      const bare = completeJobPosting(without(line, ['seniority_level', 'job_function']) as NativeJobPosting)
      if (/^(VP|Head|Director) /.test(line.title ?? ''))
        expect(bare.seniority_level).toBe(posting.seniority_level)
      if (bare.job_function?.length) named++
    }
    expect(named).toBeGreaterThan(100)
  })

  it('is nothing that the sample says itself', () => {
    const [person, company] = [generatePerson(world, 7), generateCompany(world, 7)]
    const names = ['first_name', 'last_name']
    for (const member of Object.keys(derivedPersonMembers))
      if (member !== 'tags' && !names.includes(member)) expect(person[member as never]).toBeUndefined()
    for (const member of Object.keys(derivedCompanyMembers))
      if (member !== 'tags') expect(company[member as never]).toBeUndefined()
    expect(given(person.tags, shown.person)).toEqual(person.tags)
  })
})

function brief(place: LocationRecord, made: LocationRecord | null): string {
  const parts = ({ city, state_name, state_code, timezone }: LocationRecord) =>
    [city, state_name, state_code, timezone].join('/')
  const at = made?.coordinates ? `${made.coordinates.lat} ${made.coordinates.lon}` : 'nowhere'
  return `${place.country_code} ${parts(place)} is ${made && parts(made)} at ${at}`
}

function agree(made: LocationRecord | null, place: LocationRecord): boolean {
  if (!made?.coordinates || place.coordinates === null) return false
  const [from, to] = [made.coordinates, place.coordinates].map(({ lat, lon }) => ({
    latitude: lat,
    longitude: lon,
  })) as [Parameters<typeof distanceKm>[0], Parameters<typeof distanceKm>[0]]
  const code = ({ state_code, state_name }: LocationRecord) =>
    findState(place.country_code!, state_code ?? state_name ?? '')?.code
  return (
    distanceKm(from, to) < 40 &&
    canonicalZone(made.timezone ?? '') === canonicalZone(place.timezone ?? '') &&
    made.country_name === place.country_name &&
    code(made) === code(place)
  )
}
