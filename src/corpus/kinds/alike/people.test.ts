import { describe, expect, test } from 'vitest'
import type { PersonRecord } from '../../records/index.ts'
import { samePersonName } from './names.ts'
import { alikePeople as weighed } from './people.ts'

/** Undefined where they are two, or in doubt. */
function alikePeople(a: PersonRecord, b: PersonRecord) {
  const verdict = weighed(a, b)
  return verdict?.isConvincing === true ? verdict : undefined
}

type Job = [company: string, title: string | null, start: string | null, end?: string]
/** A person of one name; the jobs newest first. */
function person(jobs: Job[], more: object = {}): PersonRecord {
  const experiences = jobs.map(([company_name, title, start_date, end_date = null]) => ({
    company_name,
    title,
    start_date,
    end_date,
    pnet_company_id: null,
    is_current: end_date === null,
  }))
  return { name: 'Ana Ruiz', experiences, ...more } as unknown as PersonRecord
}
const home = { inferred_location: { city: 'Leeds', country_code: 'GBR' } }
const page = person(
  [
    ['Acme Robotics', 'Sales Manager', '2021-10-01'],
    ['Globex', 'Sales Associate', '2016-04-01', '2021-09-30'],
    ['Initech', 'Sales Intern', '2014-02-01', '2016-03-31'],
  ],
  home,
)

describe('people of one name at one employer', () => {
  test('a source that knows the year alone contradicts no month of it', () => {
    const line = person([['Acme Robotics', 'Sales Manager', '2021-01-01']], home)
    expect(alikePeople(line, page)?.evidence).toContain('started: 2021')
    const other = person([['Acme Robotics', 'Sales Manager', '2020-01-01']], home)
    expect(alikePeople(other, page)).toBeUndefined()
  })

  test('the month a position ended says something, too', () => {
    const line = (end: string) =>
      person([
        ['Acme Robotics', null, null],
        ['Globex', null, null, end],
      ])
    expect(alikePeople(line('2021-09-30'), page)?.evidence).toContain('ended: 2021-09-30')
    expect(alikePeople(line('2020-05-31'), page)).toBeUndefined()
  })

  test('employers that the other one never had make two of them', () => {
    const line = (...others: Job[]) => person([['Acme Robotics', null, '2021-10-01'], ...others], home)
    expect(alikePeople(line(), page)).toBeDefined()
    expect(alikePeople(line(['Globex', null, null, '2021-09-30']), page)).toBeDefined()
    expect(
      alikePeople(line(['Hooli', null, null, '2018-01-31'], ['Vandelay', null, null, '2012-06-30']), page),
    ).toBeUndefined()
  })

  test('a name in Chinese or Japanese writing is the same parted or not', () => {
    const line = { ...page, name: '和樹 吉田' }
    expect(alikePeople(line, { ...page, name: '吉田和樹' })).toBeDefined()
    expect(alikePeople(line, { ...page, name: '吉田直樹' })).toBeUndefined()
  })
})

describe('people without an employer', () => {
  const born = (more: object = {}) => person([], { dob: '1980-05-17', ...home, ...more })

  test('are one with the same name, day of birth and city', () => {
    expect(alikePeople(born(), born())?.evidence).toContain('born: the same day')
    expect(alikePeople(born(), { ...page, dob: '1980-05-17' })).toBeDefined()
    expect(alikePeople(born(), born({ dob: '1980-05-18' }))).toBeUndefined()
    expect(alikePeople(born(), born({ inferred_location: null }))).toBeUndefined()
  })

  test('are two where the first of January stands for the year alone', () => {
    const year = born({ dob: '1980-01-01' })
    expect(alikePeople(year, year)).toBeUndefined()
  })

  test('are two where both have employers and share none', () => {
    const other = person([['Hooli', null, null]], { dob: '1980-05-17', ...home })
    expect(alikePeople(other, { ...page, dob: '1980-05-17' })).toBeUndefined()
  })
})

test('New York and New York City do not contradict; the same summary is evidence', () => {
  const at = (city: string, more: object = {}) =>
    person([['Acme Robotics', 'Sales Manager', '2021-10-01']], {
      inferred_location: { city, country_code: 'USA' },
      ...more,
    })
  expect(alikePeople(at('New York'), at('New York City'))?.evidence).toContain('city: New York')
  expect(alikePeople(at('Frankfurt'), at('Frankfurt am Main'))?.evidence).not.toContain('city: another')
  expect(alikePeople(at('New York'), at('Newark'))).toBeUndefined()
  const summary = 'I sell robots to people who did not know that they needed any, and write about it.'
  const told = (text: string) => person([['Acme Robotics', null, null]], { summary: text })
  expect(alikePeople(told(summary), told(summary.slice(0, 60)))?.evidence).toContain('description: the same')
  expect(alikePeople(told('Seller'), told('Seller'))).toBeUndefined()
})

test('two surnames are one name with the first of them, and two names with another', () => {
  const named = (name: string) => ({ ...page, name }) as PersonRecord
  expect(alikePeople(named('Lucía Suárez Marín'), named('Lucia Suarez'))).toBeDefined()
  expect(alikePeople(named('Lucía Suárez Marín'), named('Lucía Gómez Marín'))).toBeUndefined()
})

describe('people by what they say of their lives', () => {
  type Given = Record<string, unknown>
  const life = (name: string, given: Given = {}): PersonRecord => {
    const [first_name, last_name] = name.split(' ')
    return {
      name,
      first_name,
      last_name,
      dob: '1961-04-17',
      ...at('27412'),
      ...given,
    } as unknown as PersonRecord
  }
  const at = (postal_code: string, street_address = 'Tannenweg 9') => ({
    inferred_location: { city: 'Ostrau', country_code: 'DEU', postal_code, street_address },
  })
  const known = life('Gerlinde Wackerstedt')

  test.each<[string, PersonRecord]>([
    ['a slip in the given name', life('Gerlnde Wackerstedt')],
    ['two slips in a name that makes no other one', life('Gerilnd Wackerstedt')],
    ['two slips in the family name', life('Gerlinde Wakersteddt')],
    ['given and family name the other way round', life('Wackerstedt Gerlinde')],
    ['day and month the other way round', life('Gerlinde Wackerstedt', { dob: '1961-17-04' })],
    ['another digit in the day of birth', life('Gerlinde Wackerstedt', { dob: '1961-04-14' })],
    ['a slip in the street', life('Gerlinde Wackerstedt', at('27412', 'Tanenweg 9'))],
    ['another family name, who lives in the house and is born on the day', life('Gerlinde Achterberg')],
    ['a given name alone, in the house and born on the day', life('Gerlinde ')],
    [
      'digits of the day that changed places over a hyphen',
      life('Gerlinde Wackerstedt', { dob: '1961-01-47' }),
    ],
    ['another address and the same day', life('Gerlinde Wackerstedt', at('10997', 'Uferallee 3'))],
  ])('are one with %s', (_what, other) => {
    expect(alikePeople(known, other)).toBeDefined()
  })

  test.each<[string, PersonRecord, PersonRecord]>([
    ['twins', life('Daniel Wackerstedt'), life('Daniela Wackerstedt')],
    ['twins of names that both exist', life('Tim Wackerstedt'), life('Tom Wackerstedt')],
    ['mother and daughter of one name', known, life('Gerlinde Wackerstedt', { dob: '1989-11-02' })],
    [
      'namesakes of one town born on days alike',
      known,
      life('Gerlinde Wackerstedt', { dob: '1961-04-14', ...at('27412', 'Uferallee 3') }),
    ],
    ['a family name alone and a member of the family', known, life(' Wackerstedt', { dob: undefined })],
  ])('%s are two', (_what, one, other) => {
    expect(alikePeople(one, other)).toBeUndefined()
  })

  test.each<[string, PersonRecord, PersonRecord]>([
    [
      'a father and a son of one name, one without a day of birth',
      known,
      life('Gerlinde Wackerstedt', { dob: undefined }),
    ],
    ['an initial and a member of the family born that day', known, life('G Wackerstedt')],
    ['a twin and a family name alone', life('Anna Wackerstedt'), life(' Wackerstedt')],
  ])('%s are two, and told of as possibly one', (_what, one, other) => {
    expect(alikePeople(one, other)).toBeUndefined()
    const verdict = weighed(one, other)
    expect(verdict?.score).toBeGreaterThan(0.8)
    expect(verdict?.evidence.at(-1)).toMatch(/^kept apart: /)
  })

  test.each<[string, PersonRecord, PersonRecord]>([
    [
      'two of one name and house, born on other days of one generation',
      known,
      life('Gerlinde Wackerstedt', { dob: '1963-08-29' }),
    ],
    [
      'namesakes of one town in two houses, one without a day of birth',
      known,
      life('Gerlinde Wackerstedt', { dob: undefined, ...at('27412', 'Uferallee 3') }),
    ],
    [
      'an initial and a member of the family born on another day',
      known,
      life('G Wackerstedt', { dob: '1963-08-29' }),
    ],
    [
      'a family name alone without a day of birth and one of the family',
      known,
      life(' Wackerstedt', { dob: undefined }),
    ],
    [
      'a family name alone and a child of the house, the other way round',
      life('Wackerstedt Anna', { dob: undefined }),
      life(' Wackerstedt', { dob: undefined }),
    ],
    [
      'a sister whose name is written like a slip, the other way round',
      life('Anna Wackerstedt'),
      life('Wackerstedt Hanna'),
    ],
    ['twins, both the other way round', life('Wackerstedt Gerlinde'), life('Wackerstedt Konstantin')],
    ['two of one given name in one house', known, life('Gerlinde Achterberg', { dob: '1961-08-29' })],
  ])('%s are two', (_what, one, other) => {
    expect(alikePeople(one, other)).toBeUndefined()
  })

  test('an initial is one with the name in a mailbox that is theirs, and not in that of the family', () => {
    const mail = (email: string) => ({ emails: [{ email }], phoneNumbers: [] })
    const convinces = (email: string) => {
      const [one, other] = [life('Gerlinde Wackerstedt'), life('G Wackerstedt')]
      return weighed(one, other, { contacts: [mail(email), mail(email)] })?.isConvincing
    }
    expect(convinces('g.wackerstedt@post.example')).toBe(true)
    expect(convinces('gerlinde@post.example')).toBe(true)
    expect(convinces('familie@wackerstedt.example')).toBe(false)
    expect(convinces('wackerstedt@post.example')).toBe(false)
  })

  test('people kept apart are listed with the reason', () => {
    const verdict = weighed(life('Daniel Wackerstedt'), life('Daniela Wackerstedt'))
    expect(verdict).toMatchObject({ isConvincing: false })
    expect(verdict?.evidence).toContain('kept apart: another given name')
    expect(verdict?.evidence).toContain('born: the same day')
  })

  test('a mailbox outweighs another day of birth, but not in one house, where a parent may have it', () => {
    const mail = { emails: [{ email: 'g.wackerstedt@post.example' }], phoneNumbers: [] }
    const convinces = (home: Given) => {
      const one = life('Gerlinde Wackerstedt', home)
      const other = life('Gerlinde Wackerstedt', { dob: '1963-08-29', ...home })
      return weighed(one, other, { contacts: [mail, mail] })?.isConvincing
    }
    expect(convinces({ inferred_location: { city: 'Ostrau', country_code: 'DEU' } })).toBe(true)
    expect(convinces(at('27412'))).toBe(false)
  })

  const mail = (email: string) => ({ emails: [{ email }], phoneNumbers: [] })
  const nowhere = { inferred_location: null }

  test('a slip in the host of a mailbox is none, and another short host is another mailbox', () => {
    const convinces = (...hosts: [string, string]) => {
      const contacts = [mail(`gerlinde.w@${hosts[0]}`), mail(`gerlinde.w@${hosts[1]}`)] as const
      const [one, other] = [life('Gerlinde Wackerstedt', nowhere), life(' Wackerstedt', nowhere)]
      return weighed(one, other, { contacts })?.isConvincing
    }
    expect(convinces('hausverwaltung.example', 'hausverwaltnug.example')).toBe(true)
    expect(convinces('hausverwaltung.example', 'buchhandlung.example')).toBe(false)
    expect(convinces('gmx.de', 'web.de')).toBe(false)
  })

  test('a given name alone is one with the whole name in a mailbox of their own, whatever the day', () => {
    const convinces = (given: string, email: string) => {
      const [one, other] = [
        life('Gerlinde Wackerstedt', nowhere),
        life(`${given} `, { ...nowhere, dob: '1963-08-29' }),
      ]
      return weighed(one, other, { contacts: [mail(email), mail(email)] })?.isConvincing
    }
    expect(convinces('Gerlinde', 'gerlinde.w@post.example')).toBe(true)
    expect(convinces('Gerlinde', 'haus@post.example')).toBe(false)
    expect(convinces('Konstantin', 'gerlinde.w@post.example')).not.toBe(true)
  })

  test('a slip in the name is none where the mailbox is the same', () => {
    const mail = (email: string) => ({ emails: [{ email }], phoneNumbers: [] })
    const [one, other] = ['Gerlinde Wackerstedt', 'Gerlnde Wackerstedt'].map((name) =>
      life(name, { dob: undefined, inferred_location: null }),
    ) as [PersonRecord, PersonRecord]
    const contacts = [mail('g.wackerstedt@post.example'), mail('g.wackerstedt@post.example')] as const
    expect(weighed(one, other, { contacts })?.isConvincing).toBe(true)
    expect(weighed({ ...one }, { ...other })?.isConvincing).not.toBe(true)
  })

  test('a line is compared with every way in which an entity was written', () => {
    const stored = life('Gerlinde Wackerstedt', { dob: '1961-08-29', ...at('10997', 'Uferallee 3') })
    const line = life('Gerlnde Wackerstedt')
    expect(weighed(line, stored)?.isConvincing).not.toBe(true)
    const variants = [known as unknown as Record<string, unknown>]
    expect(weighed(line, stored, { contacts: [undefined, undefined], variants })?.isConvincing).toBe(true)
  })
})

test.each([
  ['Lena', 'Lina', 'Wackerstedt'],
  ['Tim', 'Tom', 'Wackerstedt'],
  ['Kristin', 'Kristina', 'Peter'],
  ['Finn', 'Flinn', 'Wackerstedt'],
])('twins %s and %s are two in whatever order their names are written', (first, second, family) => {
  const written = (given: string, isReversed: boolean) => {
    const [first_name, last_name] = isReversed ? [family, given] : [given, family]
    const inferred_location = { city: 'Ostrau', postal_code: '20123', street_address: 'Birkenweg 7' }
    return person([], {
      name: `${first_name} ${last_name}`,
      first_name,
      last_name,
      dob: '1988-11-23',
      inferred_location,
    })
  }
  for (const isReversed of [false, true])
    for (const isOtherReversed of [false, true]) {
      const two = [written(first, isReversed), written(second, isOtherReversed)] as const
      expect(alikePeople(...two)).toBeUndefined()
      expect(samePersonName(...two)?.likeness).toBe(0)
    }
})
