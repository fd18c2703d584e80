import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  companyRecord,
  departments,
  experience,
  fundingRoundTypes,
  industries,
  jobFunctions,
  languages,
  locationRecord,
  nativeCompany,
  nativePerson,
  personRecord,
  personTags,
  technologies,
} from './index.ts'

describe('record schemas', () => {
  it('have the members SPEC.md lists for a person, in its order', () => {
    const keys = Object.keys(personRecord.shape)
    expect(keys.slice(0, 31)).toEqual(
      `name first_name last_name headline summary locality url user_id profile_pic dob career_began_at
       connection_count follower_count primary_slug slugs skills interests tags articles certifications
       courses education experiences inferred_location patents projects publications volunteering
       tenures industry_name entity_urn`.split(/\s+/),
    )
    expect(Object.keys(locationRecord.shape)).toHaveLength(13)
    expect(Object.keys(experience.shape).slice(14)).toEqual(['company_domain', 'company_slug'])
  })

  it('let every member of a person be null but the slug and the id of the entity', () => {
    for (const [key, member] of Object.entries(personRecord.shape)) {
      expect([key, member.safeParse(null).success]).toEqual([
        key,
        !['primary_slug', 'entity_id'].includes(key),
      ])
    }
  })

  it('let every member of a company be null but the id of the entity', () => {
    for (const [key, member] of Object.entries(companyRecord.shape)) {
      expect([key, member.safeParse(null).success]).toEqual([key, key !== 'entity_id'])
    }
  })

  it('become JSON Schema with named components', () => {
    const schema = JSON.stringify(z.toJSONSchema(z.object({ person: personRecord, company: companyRecord })))
    for (const id of ['PersonRecord', 'CompanyRecord', 'Experience', 'LocationRecord', 'JobFunction']) {
      expect(schema).toContain(`"#/$defs/${id}"`)
    }
  })

  it('accept an empty native line of either kind', () => {
    expect(nativePerson.safeParse({}).success).toBe(true)
    expect(nativeCompany.safeParse({}).success).toBe(true)
  })
})

describe('closed value lists', () => {
  it('have the lengths of the reference and no duplicates', () => {
    const lists = {
      jobFunctions,
      departments,
      industries,
      languages,
      technologies,
      personTags,
      fundingRoundTypes,
    }
    const lengths = Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, new Set(list).size]),
    )
    expect(lengths).toEqual({
      jobFunctions: 44,
      departments: 40,
      industries: 49,
      languages: 205,
      technologies: 141,
      personTags: 15,
      fundingRoundTypes: 28,
    })
  })
})
