import { describe, expect, it } from 'vitest'
import {
  completePerson,
  nativePerson,
  personRecord,
  listTenures,
  type Experience,
  type PersonRecord,
} from '../records/index.ts'
import {
  findCompany,
  createWorld,
  generateCompany,
  generatePerson,
  countPeople,
  sampleSize,
} from './index.ts'
import { companyOrgId } from './company-identity.ts'
import { schoolsByCountry } from './schools.ts'

const world = createWorld(sampleSize('small'))
const indexes = Array.from({ length: 4000 }, (_, step) => step * 5)
const people = indexes.map((index) => completePerson(generatePerson(world, index)))
const schools = new Map(
  schoolsByCountry(world.seed)
    .flat()
    .map((school) => [school.orgId, school]),
)

const experiencesOf = (person: PersonRecord): Experience[] => person.experiences ?? []
const current = (person: PersonRecord) => experiencesOf(person).filter((each) => each.is_current)
const withTag = (tag: string) => people.filter((person) => person.tags?.some((each) => each === tag))

describe('every person', () => {
  it('is a valid native line and completes to a valid record', () => {
    const line = nativePerson.strict()
    const record = personRecord.strict()
    for (const index of indexes) line.parse(generatePerson(world, index))
    for (const person of people) record.parse(person)
  })

  it('has positions that end after they start, and no end while current', () => {
    for (const each of people.flatMap(experiencesOf)) {
      expect(each.start_date).not.toBeNull()
      if (each.is_current) expect(each.end_date).toBeNull()
      else expect((each.start_date ?? '') < (each.end_date ?? '')).toBe(true)
      expect((each.end_date ?? '') < world.asOf && (each.start_date ?? '') < world.asOf).toBe(true)
    }
  })

  it('has the tenures its experiences amount to', () => {
    for (const person of people) expect(person.tenures).toEqual(listTenures(experiencesOf(person)))
  })

  it('began its career with its first position', () => {
    for (const person of people) {
      const starts = experiencesOf(person).map((each) => each.start_date ?? '')
      expect(person.career_began_at).toBe(starts.length === 0 ? null : starts.toSorted()[0])
    }
  })

  it('never falls in seniority while staying with one employer', () => {
    const ranks = ['Internship', 'Entry level', 'Associate', 'Mid-Senior level', 'Director', 'Executive']
    for (const person of people) {
      const held = experiencesOf(person)
      held.forEach((each, place) => {
        const before = held[place + 1]
        if (!before || before.pnet_company_id === null || before.pnet_company_id !== each.pnet_company_id)
          return
        expect(ranks.indexOf(each.seniority ?? '')).toBeGreaterThanOrEqual(
          ranks.indexOf(before.seniority ?? ''),
        )
      })
    }
  })

  it('worked nowhere before it was founded, and under the name and id the company has', () => {
    for (const person of people.slice(0, 500)) {
      for (const each of experiencesOf(person)) {
        if (each.pnet_company_id === null) continue
        const company = generateCompany(world, Number(each.pnet_company_id) - Number(companyOrgId(0)))
        expect(each.company_name).toBe(company.preferred_name)
        expect((each.start_date ?? '') >= (company.founded_on_consensus ?? '')).toBe(true)
      }
    }
  })

  it('has education that ends after it starts, before working or still going on', () => {
    let students = 0
    for (const person of people) {
      const ends = (person.education ?? []).map((each) => each.end_date ?? '')
      for (const each of person.education ?? [])
        expect((each.start_date ?? '') < (each.end_date ?? '')).toBe(true)
      if (ends.some((end) => end > world.asOf)) students++
    }
    expect(students).toBeGreaterThan(50)
  })
})

describe('tags', () => {
  it('say c-suite exactly of those who hold the post of a chief', () => {
    for (const person of people) {
      const isChief = current(person).some(
        ({ title, seniority }) =>
          seniority === 'Executive' && /^Chief |General Counsel|\bC[EOT]O\b/.test(title ?? ''),
      )
      expect(person.tags?.includes('c-suite')).toBe(isChief)
    }
    expect(withTag('c-suite').length).toBeGreaterThan(50)
  })

  it('say decision-maker exactly of current directors and executives', () => {
    for (const person of people) {
      const isSenior = ['Director', 'Executive'].includes(person.current_job?.seniority ?? '')
      expect(person.tags?.includes('decision-maker')).toBe(isSenior)
    }
  })

  it('say phd, board-member and second-time-founder only where the record shows it', () => {
    const phds = withTag('phd')
    expect(phds.length).toBeGreaterThan(20)
    for (const { education } of phds)
      expect(education?.some(({ degree }) => degree?.includes('PhD'))).toBe(true)
    for (const person of withTag('board-member')) {
      expect(current(person).some(({ title }) => title === 'Board Member')).toBe(true)
    }
    for (const { experiences } of withTag('second-time-founder')) {
      const ventures = experiences?.filter(({ title }) => title?.includes('Founder')) ?? []
      expect(new Set(ventures.map((each) => each.company_name)).size).toBeGreaterThan(1)
    }
  })

  it('say attended-top-us-university exactly of graduates of a top school there', () => {
    for (const { education, tags } of people) {
      const attended = (education ?? []).map(({ school_id }) => schools.get(school_id ?? ''))
      const isTopUs = attended.some((school) => school?.isTop && school.country.code === 'USA')
      expect(tags?.includes('attended-top-us-university')).toBe(isTopUs)
    }
    expect(withTag('attended-top-us-university').length).toBeGreaterThan(20)
  })
})

describe('the people of a world', () => {
  it('cover at least 25 countries, several concurrent roles, students, stealth and job seekers', () => {
    const countries = new Set(people.map((person) => person.inferred_location?.country_code))
    expect(countries.size).toBeGreaterThanOrEqual(25)
    expect(people.filter((person) => current(person).length > 1).length).toBeGreaterThan(40)
    expect(
      people.filter((person) => person.current_job?.company_name === 'Stealth Startup').length,
    ).toBeGreaterThan(5)
    expect(people.filter((person) => current(person).length === 0).length).toBeGreaterThan(100)
    const left = people.filter((person) =>
      person.experiences?.some((each) => each.company_name === 'Stealth Startup' && !each.is_current),
    )
    expect(left.length).toBeGreaterThan(2)
  })

  it('seldom say when they were born, and then some years before they worked', () => {
    const told = people.filter((person) => person.dob !== null && person.dob !== undefined)
    expect(told.length / people.length).toBeGreaterThan(0.015)
    expect(told.length / people.length).toBeLessThan(0.05)
    for (const { dob, career_began_at } of told) {
      expect(dob).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      // Internships begin before the first position after school.
      if (career_began_at)
        expect(Number(career_began_at.slice(0, 4)) - Number(dob!.slice(0, 4))).toBeGreaterThan(15)
    }
  })

  it('belong to companies in proportion, never more than a company employs', () => {
    let small = 0
    let large = 0
    for (let company = 0; company < world.companies; company++) {
      const headcount = world.headcount[company] as number
      expect(countPeople(world, company)).toBeLessThanOrEqual(headcount)
      if (headcount <= 10) small = Math.max(small, countPeople(world, company))
      else if (headcount > 1000) large = Math.max(large, countPeople(world, company))
    }
    expect(large).toBeGreaterThan(small * 5)
    expect(findCompany(world, 0)).toBeGreaterThanOrEqual(0)
  })

  it('mostly work at the company they belong to', () => {
    const working = indexes.filter((index, place) => {
      const orgId = companyOrgId(findCompany(world, index))
      return current(people[place] as PersonRecord).some((each) => each.pnet_company_id === orgId)
    })
    expect(working.length / indexes.length).toBeGreaterThan(0.85)
  })
})
