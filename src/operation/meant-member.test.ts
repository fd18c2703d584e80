import { expect, test } from 'vitest'
import { companyFilters, profileFilters } from '../corpus/search/index.ts'
import { meantMember } from './meant-member.ts'

test.each([
  ['country', 'headquartersCountryCode', 'country3LetterCode'],
  ['countryCode', 'headquartersCountryCode', 'country3LetterCode'],
  ['industry', 'industriesV2', undefined],
  ['industries', 'industriesV2', undefined],
  ['jobTitle', undefined, 'jobTitleV3'],
  ['job_title', undefined, 'jobTitleV3'],
  ['title', undefined, 'jobTitleV3'],
  ['state_name', 'headquartersStateName', undefined],
  ['founded', 'foundedOn', undefined],
  ['headcount', 'employeeCountV2', undefined],
  ['revenue', 'revenueUSD', undefined],
  ['technology', 'technologiesV2', undefined],
  ['keyword', 'keywords', 'keywords'],
  ['school', undefined, 'education'],
  ['state', 'headquartersStateName', 'state'],
  ['city', 'headquartersLocation', 'location'],
  ['company', 'exactCompanyV2', 'currentJobs'],
  ['companyName', 'nameLike', undefined],
  ['seniorityLevel', undefined, 'seniority'],
  ['department', undefined, 'jobFunction'],
  ['skills', 'keywords', 'keywords'],
  ['zebra', undefined, undefined],
  ['', undefined, undefined],
])('%j: of companies %s, of people %s', (name, ofCompanies, ofPeople) => {
  expect(meantMember(name, Object.keys(companyFilters))).toBe(ofCompanies)
  expect(meantMember(name, Object.keys(profileFilters))).toBe(ofPeople)
})

test.each([
  ['min', 'lowerBound'],
  ['Max', 'upperBound'],
  ['and', 'allOf'],
  ['exclude', 'noneOf'],
  ['anyof', 'anyOf'],
  ['constructor', undefined],
])('of a range and lists %s is %s', (name, meant) => {
  expect(meantMember(name, ['lowerBound', 'upperBound', 'anyOf', 'allOf', 'noneOf'])).toBe(meant)
})

test.each(['and', 'or', 'not'])('%s beside search parameters is a group', (name) => {
  expect(meantMember(name, ['domains', 'group'])).toBe('group')
})
