import { expect, test } from 'vitest'
import { completeCompany, completePerson } from '../records/index.ts'
import { createWorld, generateCompanies, generatePeople } from '../sample/index.ts'
import { companyRow, personRow, traitsOfCompany, traitsOfPerson } from './index.ts'

const world = createWorld({ companies: 200, people: 400, seed: 3, asOf: '2026-11-01' })

test('what a record is compared by is what its row is found by', () => {
  const companies = [...generateCompanies(world)].map((line) => completeCompany(line))
  const people = [...generatePeople(world)].map((line) => completePerson(line))
  expect([companies.length, people.length]).toEqual([200, 400])
  for (const record of companies)
    expect(traitsOfCompany(record).toSorted()).toEqual(companyRow(record).traits.toSorted())
  for (const record of people)
    expect(traitsOfPerson(record).toSorted()).toEqual(personRow(record).traits.toSorted())
})
