import { describe, expect, test } from 'vitest'
import type { Experience } from '../records/index.ts'
import { dayNumber, unknownDay } from './columns.ts'
import { notLeft } from './person-career.ts'
import { careerTenures, gradeNumber } from './person-tenures.ts'
import { staffPositions } from './side-roles.ts'

const at = (employer: string, title: string, span: string, more: Partial<Experience> = {}): Experience => {
  const [start = '', end] = span.split(' ')
  return {
    company_name: employer,
    title,
    start_date: start === '?' ? null : start,
    end_date: end === undefined || end === '?' ? null : end,
    is_current: end === undefined,
    ...more,
  } as Experience
}

/** Tenures as `start end from>to`, days as dates. */
const told = (...positions: Experience[]) =>
  careerTenures(positions).map(({ start, end, from, to }) => `${day(start)} ${day(end)} ${from}>${to}`)
const day = (number: number) =>
  number === unknownDay
    ? '?'
    : number === notLeft
      ? 'now'
      : new Date(number * 86_400_000).toISOString().slice(0, 10)

describe('tenures', () => {
  test.each<[string, Experience[], string[]]>([
    [
      'titles at one employer are one tenure',
      [at('A', 'Head', '2020-01-01'), at('A', 'Clerk', '2015-01-01 2019-12-31')],
      ['2015-01-01 now 0>0'],
    ],
    [
      'a short break is none, a long one is two tenures, which are no move',
      [
        at('A', 'Clerk', '2020-06-01'),
        at('A', 'Clerk', '2015-03-01 2016-01-01'),
        at('A', 'Clerk', '2014-01-01 2015-01-01'),
      ],
      ['2014-01-01 2016-01-01 0>0', '2020-06-01 now 0>0'],
    ],
    [
      'who leaves one and begins with another within a year has moved',
      [at('B', 'Clerk', '2016-12-01'), at('A', 'Clerk', '2015-01-01 2016-01-01')],
      ['2015-01-01 2016-01-01 0>2', '2016-12-01 now 1>0'],
    ],
    [
      'after more than a year it is no move',
      [at('B', 'Clerk', '2017-02-01'), at('A', 'Clerk', '2015-01-01 2016-01-01')],
      ['2015-01-01 2016-01-01 0>0', '2017-02-01 now 0>0'],
    ],
    [
      'of two jobs begun after one the first is where the person went',
      [
        at('C', 'Clerk', '2016-04-01'),
        at('B', 'Clerk', '2016-02-01'),
        at('A', 'Clerk', '2015-01-01 2016-01-01'),
      ],
      ['2015-01-01 2016-01-01 0>2', '2016-02-01 now 1>0', '2016-04-01 now 0>0'],
    ],
    [
      'of two jobs ended before one the one that ended last is where the person came from',
      [
        at('C', 'Clerk', '2016-04-01'),
        at('B', 'Clerk', '2014-02-01 2016-03-01'),
        at('A', 'Clerk', '2015-01-01 2016-01-01'),
      ],
      ['2014-02-01 2016-03-01 0>3', '2015-01-01 2016-01-01 0>0', '2016-04-01 now 1>0'],
    ],
    [
      'an unknown end is the beginning of the next, and unknown without one',
      [at('B', 'Clerk', '2016-02-01 ?'), at('A', 'Clerk', '2015-01-01 ?')],
      ['2015-01-01 2016-02-01 0>2', '2016-02-01 ? 1>0'],
    ],
    ['an unknown beginning', [at('A', 'Clerk', '?')], ['? now 0>0']],
    [
      'a position may say when its holder came to the employer',
      [at('A', 'Clerk', '2020-01-01', { company_start_date: '2012-05-01' })],
      ['2012-05-01 now 0>0'],
    ],
    [
      // As imports record it: over all positions with the employer.
      'the first day of a seat on the board is not that of the tenure, nor is that of advice given before',
      [
        at('A', 'Board Member', '2012-05-01 2014-01-01', { company_start_date: '2012-05-01' }),
        at('A', 'Clerk', '2020-01-01', { company_start_date: '2012-05-01' }),
        at('B', 'Angel Investor', '2015-02-01 2015-03-01', { company_start_date: '2015-02-01' }),
        at('B', 'Clerk', '2018-01-01 2019-06-01', { company_start_date: '2015-02-01' }),
        at('C', 'Clerk', '2014-06-01 2018-01-01'),
      ],
      ['2014-06-01 2018-01-01 0>2', '2018-01-01 2019-06-01 1>3', '2020-01-01 now 2>0'],
    ],
    [
      'a recorded day that no listed position begins on is believed',
      [
        at('A', 'Board Member', '2013-01-01 2014-01-01', { company_start_date: '2012-05-01' }),
        at('A', 'Clerk', '2020-01-01', { company_start_date: '2012-05-01' }),
      ],
      ['2012-05-01 now 0>0'],
    ],
    [
      'an employer is the same by id, whatever it is called, and by name where one has no id',
      [
        at('Acme Inc.', 'Clerk', '2018-01-01', { pnet_company_id: '1' }),
        at('Former Acme', 'Clerk', '2016-01-01 2017-12-31', { pnet_company_id: '1' }),
        at('Acme', 'Clerk', '2014-01-01 2015-12-31'),
      ],
      ['2014-01-01 now 0>0'],
    ],
  ])('%s', (_name, positions, expected) => {
    expect(told(...positions)).toEqual(expected)
    expect(told(...positions.toReversed())).toEqual(expected)
  })

  test('a career of 300 employers keeps the last 255, whose moves are theirs', () => {
    const positions = Array.from({ length: 300 }, (_, index) => {
      const date = (month: number) => new Date(Date.UTC(1990, month)).toISOString().slice(0, 10)
      return at(`E${index}`, 'Clerk', `${date(index)} ${date(index + 1)}`)
    })
    const tenures = careerTenures(positions)
    expect(tenures).toHaveLength(255)
    expect(tenures.map(({ from }) => from)).toEqual(Array.from({ length: 255 }, (_, index) => index))
    expect(tenures.at(-1)?.start).toBe(dayNumber('2014-12-01'))
  })
})

describe('staff positions', () => {
  const job = at('Main', 'Engineer', '2015-01-01')
  const kept = (...positions: Experience[]) => staffPositions(positions).map(({ title }) => title)
  test.each<[string, Experience, boolean]>([
    ['a seat on a board', at('B', 'Member of the Board', '2016-01-01'), false],
    ['a chairman who is chief executive', at('B', 'Chairman & CEO', '2016-01-01'), true],
    ['advice beside a job', at('B', 'Strategic Advisor', '2016-01-01'), false],
    ['part-time beside a job', at('B', 'Teacher', '2016-01-01', { employment_type: ['Part-time'] }), false],
    [
      'part-time before the job',
      at('B', 'Teacher', '2010-01-01 2014-12-31', { employment_type: ['Part-time'] }),
      true,
    ],
    [
      'part-time mostly before the job',
      at('B', 'Teacher', '2010-01-01 2015-06-01', { employment_type: ['Part-time'] }),
      true,
    ],
    [
      'part-time with the same employer',
      at('Main', 'Teacher', '2016-01-01', { employment_type: ['Part-time'] }),
      true,
    ],
    ['voluntary work', at('B', 'Helper', '2010-01-01 2011-01-01', { employment_type: ['Volunteer'] }), false],
    ['a second job', at('B', 'Engineer', '2016-01-01'), true],
    [
      'part-time in one month of it',
      at('B', 'Teacher', '2016-03-01 2016-03-01', { employment_type: ['Part-time'] }),
      false,
    ],
    [
      'part-time with the same employer in another legal form',
      at('Main Inc.', 'Teacher', '2016-01-01', { employment_type: ['Part-time'] }),
      true,
    ],
  ])('%s', (_name, position, isStaff) => {
    expect(kept(job, position)).toHaveLength(isStaff ? 2 : 1)
  })
  test('advice beside one job after another is beside them, none of which took half of its time', () => {
    const jobs = [
      at('X', 'Engineer', '2012-01-01 2014-01-01'),
      at('Y', 'Engineer', '2014-01-01 2016-01-01'),
      at('Z', 'Engineer', '2016-02-01 2018-01-01'),
    ]
    expect(kept(...jobs, at('B', 'Advisor', '2012-01-01 2018-01-01'))).toHaveLength(3)
    expect(kept(jobs[0]!, jobs[1]!, at('B', 'Advisor', '2008-01-01 2018-01-01'))).toHaveLength(3)
  })
  test('advice for a namesake of the employer is for another company', () => {
    const one = { company_domain: 'one.example' }
    const other = { company_domain: 'other.example' }
    expect(
      kept(at('Twin', 'Engineer', '2015-01-01', one), at('Twin', 'Advisor', '2016-01-01', other)),
    ).toEqual(['Engineer'])
  })

  const beside =
    'Beirat, Ehrenamtliche Mitarbeiterin, Berater (nebenberuflich), Mentorin, Bénévole, Conseiller stratégique, Voluntaria, Inversor, Conselheiro, Volontario, Vrijwilliger, Trustee, Independent Director, Business Angel, Board Observer, Administratrice indépendante'
  test.each(beside.split(', '))('%s beside a job is not the staff', (title) => {
    expect(kept(job, at('B', title, '2016-01-01'))).toEqual(['Engineer'])
  })

  test.each([
    'Berater',
    'Conseiller commercial',
    'Consultora',
    'Investment Manager',
    'Director',
    'Asesor',
    'Administratrice réseau',
  ])('%s beside a job is a second one', (title) =>
    expect(kept(job, at('B', title, '2016-01-01'))).toEqual(['Engineer', title]),
  )

  test('advice and mandates that are all somebody does are their job; a board never is', () => {
    expect(kept(at('A', 'Advisor', '2016-01-01'))).toEqual(['Advisor'])
    expect(kept(at('A', 'Board Member', '2016-01-01'))).toEqual([])
  })
})

test.each([
  ['Executive', 'VP Sales', 5],
  ['Director', 'Director of Sales', 4],
  ['Mid-Senior level', 'Engineering Manager', 4],
  ['Mid-Senior level', 'Staff Engineer', 3],
  ['Mid-Senior level', 'Engineer', 2],
  ['Associate', 'Engineer', 2],
  ['Entry level', 'Junior Engineer', 1],
  [null, 'Engineer', 0],
] as const)('grade of %s, %s', (seniority, title, grade) => {
  expect(gradeNumber(at('A', title, '2020-01-01', { seniority }))).toBe(grade)
})
