import { describe, expect, test } from 'vitest'
import { parseQuestion } from './parse-question.ts'

const read = (question: string) => {
  const parsed = parseQuestion(question, { nowMs: Date.parse('2026-11-23') })
  const { companySearchParams: company, profileSearchParams: person, kind, limit, isCount } = parsed
  const unread = parsed.notUnderstood.map(({ text }) => text).join(' | ')
  return { company, person, kind, limit, isCount, unread }
}
const city = (name: string) => ({ unionAll: [expect.objectContaining({ city: name })] })

describe('a misspelt negation neither wants nor excludes', () => {
  test.each([
    ['firms ont in Spain', 'headquartersCountryCode'],
    ['companies that do ont use HubSpot', 'technologies'],
    ["companies that dno't use HubSpot", 'technologies'],
    ["companies that don' use HubSpot", 'technologies'],
    ['Firmen onhe HubSpot', 'technologies'],
    ['bancos em Angola que on usam HubSpot', 'technologies'],
    ['retailers with Shopify but nno HubSpot', undefined],
    ['firms that use either HubSpot nor Shopify', 'technologies'],
    ['banks apart form those in Madrid', 'headquartersLocation'],
  ])('%s', (question, param) => {
    const { company, unread } = read(question)
    expect(unread).not.toBe('')
    if (param === undefined) expect(company?.technologies).toEqual({ anyOf: [expect.anything()] })
    else expect(company ?? {}).not.toHaveProperty(param)
  })

  test('the rest of a list that excludes is not wanted behind a slip', () => {
    expect(read('banks excluding Germany nad France').company?.headquartersCountryCode).toEqual({
      noneOf: ['DEU'],
    })
    expect(read('banks except in Waraw and Kraków').company).not.toHaveProperty('headquartersLocation')
  })

  test.each([
    'engineers in Spain, not at companies in the gaming space with over 500 people',
    'engineers in Spain, not at banks in Madrid',
    'abogados en Lima, no en firmas grandes',
  ])('what describes those who are excluded is not wanted: %s', (question) => {
    const { company, person } = read(question)
    expect(
      company?.industriesV2?.anyOf ?? company?.employeeCountV2 ?? company?.headquartersLocation,
    ).toBeUndefined()
    expect(person?.location?.unionAll?.length ?? 1).toBe(1)
  })

  test('what is excluded twice, or not alone, is in doubt', () => {
    const { company } = read('Belgian firms with no office outside Belgium')
    expect(company).toEqual({ headquartersCountryCode: { anyOf: ['BEL'] } })
    expect(read('not only banks in Spain').company).toEqual({ headquartersCountryCode: { anyOf: ['ESP'] } })
    expect(read('banks, no rush, in Spain').company?.headquartersCountryCode).toEqual({ anyOf: ['ESP'] })
  })
})

describe('a place is of what stands beside it', () => {
  test('of an office, an investor, a customer', () => {
    const office = { type: 'country-or-region', countryOrRegionCode: 'DEU' }
    expect(read('Irish firms with a German office').company).toEqual({
      headquartersCountryCode: { anyOf: ['IRL'] },
      officeLocationsV2: { anyOf: [office] },
    })
    for (const question of ['banks without any US investor', 'banks that sell to France'])
      expect([question, read(question).company]).toEqual([question, { industriesV2: { anyOf: ['Finance'] } }])
    expect(read('family offices in Singapore').company?.headquartersCountryCode).toEqual({ anyOf: ['SGP'] })
  })

  test('an origin is no second place', () => {
    const { company, unread } = read('Japanese restaurants in Madrid')
    expect([company?.headquartersCountryCode, unread]).toEqual([undefined, 'Japanese'])
    expect(read('German or French banks').company?.headquartersCountryCode).toEqual({ anyOf: ['DEU', 'FRA'] })
    expect(read('German banks in Bavaria').company?.headquartersCountryCode).toEqual({ anyOf: ['DEU'] })
  })

  test.each([
    ['banks in Georgia, USA', { headquartersStateName: { anyOf: ['Georgia'] } }],
    ['banks in Georgia', { headquartersCountryCode: { anyOf: ['GEO'] } }],
    ['bancos na Bahia', { headquartersStateName: { anyOf: ['Bahia'] } }],
    ['banks in Texas and Oklahoma', { headquartersStateName: { anyOf: ['Texas', 'Oklahoma'] } }],
    ['bancos em Coimbra', { headquartersLocation: city('Coimbra') }],
    ['banks in Cornwall, Ontario', { headquartersLocation: city('Cornwall') }],
    ['banks in Eastern Africa', {}],
    ['banks like those, but than', {}],
  ])('%s', (question, params) => {
    expect(read(question).company).toEqual({ industriesV2: { anyOf: ['Finance'] }, ...params })
  })

  test.each([
    ['hotels in Mallorca', 'mallorca'],
    ['restaurants near Lake Como', 'lake-como'],
    ['hotels in Cornwall, UK', 'cornwall'],
    ['software companies on Long Island', 'long-island'],
    ['wineries in the Algarve', 'algarve'],
  ])('an island or a landscape is no hamlet: %s', (question, region) => {
    expect(read(question).company?.headquartersLocation).toEqual({
      unionAll: [{ strategy: 'preset-region', region }],
    })
  })
})

describe('who is looked for', () => {
  test.each([
    ['UI designer Barcelona Figma', ['Figma'], 'Barcelona'],
    ['graphic designer Milan Photoshop Illustrator', ['Photoshop', 'Illustrator'], 'Milan'],
    ['civil engineers in Leeds with Revit', ['Revit'], 'Leeds'],
    ['auditors with CISA in Leeds', ['CISA'], 'Leeds'],
  ])('skills stand behind a title: %s', (question, skills, place) => {
    const { person } = read(question)
    expect(person?.keywords).toEqual({ containsAny: skills })
    expect(person?.location).toEqual(city(place))
  })

  test.each([
    ['Sven Larsson, Malmö', 'Sven Larsson'],
    ['contact details of Giulia Ferrari in Bologna', 'Giulia Ferrari'],
    ['phone number of James Wilson at Tesco', 'James Wilson'],
    ['who is Xyrtu Blom', 'Xyrtu Blom'],
  ])('people by name: %s', (question, name) => {
    const { kind, person, isCount } = read(question)
    expect([kind, isCount, person?.fuzzyName]).toEqual(['people', false, { anyOf: [{ name }] }])
  })

  test.each([
    'companies building AI agents',
    'companies that recently hired a CFO',
    'banks that appointed a CTO',
  ])('companies are no people: %s', (question) => {
    expect(read(question).kind).toBe('companies')
  })

  test.each([
    'write me an email to a CFO',
    'please summarise this call with a CTO',
    'draft a contract for an engineer',
  ])('another task asks for nobody: %s', (question) => {
    expect(read(question)).toMatchObject({ kind: undefined, person: undefined, company: undefined })
  })

  test('where somebody was, who founded, and whose name is asked', () => {
    expect(read('people who were at Google before joining OpenAI')).toMatchObject({
      company: { nameLike: { anyOf: ['OpenAI'] } },
      person: { pastJobs: { anyOf: [{ company: { name: 'Google' } }] } },
    })
    expect(read('startups founded by professors')).toMatchObject({ kind: 'companies', unread: 'professors' })
    expect(read('people called Quintero').person?.fuzzyName).toEqual({ anyOf: [{ name: 'Quintero' }] })
    expect(read('the CFO of Zalando').company?.nameLike).toEqual({ anyOf: ['Zalando'] })
    expect(read('chief medical officers').person?.jobTitleV3).toEqual({
      anyOf: [{ type: 'plain', term: 'Chief Medical Officer' }],
    })
  })

  test('graduates of a town are of its university, and a new school is no town', () => {
    const schools = (question: string) => read(question).person?.education?.anyOf
    expect(schools('Cambridge graduates in Madrid')).toMatchObject([
      { schoolNameKeywords: { anyOf: ['Cambridge'] } },
    ])
    expect(schools('designers who studied at Parsons')).toMatchObject([
      { schoolNameKeywords: { anyOf: ['Parsons'] } },
    ])
    expect(schools('MBA graduates in Madrid')).toMatchObject([{ degree: expect.anything() }])
  })
})

describe('numbers and money are of what they stand beside', () => {
  test('what nobody knows is counted, and no employees', () => {
    const { company, unread } = read('retailers with over 100 stores in Spain')
    expect(company).not.toHaveProperty('employeeCountV2')
    expect(unread).toContain('100 stores')
    expect(read('insurers with 500 staf').company?.employeeCountV2).toMatchObject({
      lowerBoundExclusive: 499,
    })
  })

  test('without VC funding is without funding, and excludes no trade', () => {
    expect(read('banks without VC funding').company).toEqual({
      industriesV2: { anyOf: ['Finance'] },
      stage: { anyOf: ['no_funding_yet'] },
    })
  })

  test.each([
    ['firms with Atomico as an investor', 'atomico.com'],
    ['firms that got funding from Accel', 'accel.com'],
    ['firms Accel invested in', 'accel.com'],
  ])('who invested: %s', (question, domain) => {
    expect(read(question).company?.investorsV2).toEqual({
      anyOf: [{ investorIdentifier: { type: 'domain', domain } }],
    })
  })

  test('a fund that nobody knows is no trade', () => {
    const { company, unread } = read('robotics firms backed by Breakthrough Energy Ventures')
    expect(company).toEqual({ industriesV2: { anyOf: ['Science & Engineering'] } })
    expect(unread).toContain('Breakthrough Energy Ventures')
  })

  test('less than a year ago, and growth of a team', () => {
    expect(read('firms that raised less than a year ago').company?.lastFundedOn).toMatchObject({
      window: { method: 'lastN', period: 'year', quantity: 1 },
    })
    expect(read('firms that grew headcount by 20% in the last year').company?.employeeTrendsV2).toEqual({
      obeysAll: [{ type: 'percent_change', windowMonths: 12, change: { lowerBound: 0.2 } }],
    })
  })
})
