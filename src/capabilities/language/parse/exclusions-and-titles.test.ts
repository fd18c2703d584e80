import { describe, expect, test } from 'vitest'
import { parseQuestion } from './parse-question.ts'

const nowMs = Date.parse('2026-11-23')
const read = (question: string) => {
  const parsed = parseQuestion(question, { nowMs })
  return {
    ...parsed,
    company: parsed.companySearchParams,
    person: parsed.profileSearchParams,
    unread: parsed.notUnderstood.map(({ text }) => text).join(' | '),
  }
}
const plain = (...terms: string[]) => ({ anyOf: terms.map((term) => ({ type: 'plain', term })) })
const cities = (question: string) => {
  const { unionAll = [], subtractAll = [] } = read(question).company?.headquartersLocation ?? {}
  return [unionAll, subtractAll].map((of) => of.map((each) => ('city' in each ? each.city : each.strategy)))
}

describe('what is excluded is never wanted', () => {
  test.each([
    ['travel agencies in Greece, Athens excluded', [], ['Athens']],
    ['Banken in der Schweiz, Zürich ausgenommen', [], ['Zürich']],
    ['banques en Belgique, Bruxelles exclue', [], ['Brussels']],
    // Without a comma nobody can tell where what is excluded begins.
    ['hotels in Spain Madrid excluded', [], []],
    ['restaurantes en Colombia que no estén en Bogotá', [], ['Bogotá']],
  ])('a negation may stand behind what it excludes: %s', (question, wanted, unwanted) => {
    expect(cities(question)).toEqual([wanted, unwanted])
  })

  test('a bare list before it is excluded whole, and what a preposition places is not', () => {
    expect(read('hotels in Europe, Germany, Austria excluded').company?.headquartersCountryCode).toEqual({
      anyOf: ['X-EUROPE'],
      noneOf: ['DEU', 'AUT'],
    })
  })

  test('behind the first words of a question and a comma nobody can tell whether the list goes on', () => {
    const { person, unread } = read('no consultants, data scientists in Berlin')
    expect(person?.jobTitleV3?.noneOf).toHaveLength(1)
    expect(unread).toBe('data scientists')
  })

  test('a list that begins with an unknown word is not wanted from its second word on', () => {
    const { person, unread } = read('no juniors, interns or freelancers, engineers in Berlin')
    expect(person).not.toHaveProperty('jobTitleV3')
    expect(unread).toMatch(/interns/)
  })

  test('companies that are excluded take no place away from people', () => {
    const { company, person } = read('recruiters, not agencies, in Dublin')
    expect([company, person?.location?.unionAll?.length]).toEqual([undefined, 1])
  })
})

describe('a slip is put right to no other word', () => {
  test.each([
    ['structural engineer Dublin Revit Tekla', 'nameLike'],
    ['UK accountancy firms', 'jobTitleV3'],
    ['electricity companies in Nigeria', 'jobTitleV3'],
    ['fintechs valued at over 1 billion', 'jobTitleV3'],
  ])('%s', (question, param) => {
    const { company, person } = read(question)
    expect(company ?? {}).not.toHaveProperty(param)
    expect(person ?? {}).not.toHaveProperty(param)
  })

  test('what is counted is no town', () => {
    expect(cities('Firmen in Wien mit 50 Leutn')).toEqual([['Vienna'], []])
  })
})

describe('titles are searched as they are said', () => {
  test.each([
    ['chief people officers in Oslo', ['Chief People Officer', 'CHRO', 'Chief Human Resources Officer']],
    ['chief digital officers in Oslo', ['Chief Digital Officer']],
    ['sound designers in Oslo', ['sound designer']],
    ['facility managers in Oslo', ['facility manager']],
    ['GDPR consultants in Oslo', ['GDPR consultant']],
    // How somebody is, and not what they do.
    ['bilingual recruiters in Oslo', ['recruiter']],
    ['experienced nurses in Oslo', ['nurse']],
    ['responsabili acquisti a Torino', ['Responsabile acquisti', 'Purchasing Manager']],
  ])('%s', (question, terms) => {
    expect(read(question).person?.jobTitleV3).toEqual(plain(...terms))
  })

  test('an unknown word of a title is told', () => {
    expect(read('haptics designers in Oslo').notices.join(' ')).toContain('no title that is known')
  })

  test('who founded something was no founder of the employer before', () => {
    const { person } = read('ex-McKinsey founders in Oslo')
    expect(person?.pastJobs?.anyOf).toEqual([{ company: { name: 'McKinsey' } }])
    expect(person?.jobTitleV3?.anyOf).toHaveLength(1)
  })

  test('people stay people behind their school', () => {
    expect(read('alumni of Stanford who founded fintechs').kind).toBe('people')
  })
})

describe('firms of other languages are firms', () => {
  test.each([
    'Geschäftsführerinnen von Werbeagenturen in Hamburg',
    'responsables marketing dans des banques à Paris',
    'directores de marketing de hoteles en Sevilla',
  ])('whose place is theirs: %s', (question) => {
    const { company, person } = read(question)
    expect([company?.headquartersLocation?.unionAll?.length, person?.location]).toEqual([1, undefined])
  })

  test('lawyers of law firms are not looked for', () => {
    expect(read('bufetes de abogados en Madrid').kind).toBe('companies')
  })
})

describe('growth, money and counts are of what they stand beside', () => {
  const trend = (windowMonths: number, lowerBound: number) => ({
    obeysAll: [{ type: 'percent_change', windowMonths, change: { lowerBound } }],
  })
  test.each([
    ['companies whose headcount doubled in the last year', trend(12, 1)],
    ['companies that tripled in size in 6 months', trend(6, 2)],
    ['companies that grew 30% in 3 months', trend(3, 0.3)],
    ['companies whose revenue doubled last year', undefined],
    ['companies that doubled their prices', undefined],
  ])('%s', (question, wanted) => {
    expect(read(question).company?.employeeTrendsV2).toEqual(wanted)
  })

  test('a team that is lacking is asked for', () => {
    expect(read('companies with no marketing team').company?.employeeTrends?.obeysAll).toMatchObject([
      { jobFunction: 'marketing', countCriteria: { range: { upperBound: 0 } } },
    ])
  })

  test('those who are sought are not there', () => {
    expect(read('companies hiring more than 50 people in Berlin').company).not.toHaveProperty(
      'employeeCountV2',
    )
  })

  test('the verb may stand behind the day', () => {
    const { company, unread } = read('Firmen, die in den letzten 12 Monaten Geld eingesammelt haben')
    expect(company).toEqual({
      lastFundedOn: { strategy: 'relative', window: { method: 'lastN', period: 'month', quantity: 12 } },
    })
    expect(unread).toBe('')
  })

  test('stores abroad are no headquarters', () => {
    const { company, unread } = read('US retailers with stores in Canada')
    expect(company?.headquartersCountryCode).toEqual({ anyOf: ['USA'] })
    expect(unread).toContain('Canada')
  })
})
