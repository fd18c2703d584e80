import { expect, test } from 'vitest'
import { careerWithPresent } from './present-jobs.ts'

const position = (title: string, company_name: string, more: object = {}) => ({
  title,
  company_name,
  ...more,
})
const now = (title: string, company_name: string, more: object = {}) =>
  position(title, company_name, { is_current: true, ...more })
const ended = (title: string, company_name: string, more: object = {}) =>
  position(title, company_name, { is_current: false, ...more })

const dated = { start_date: '2021-03', company_domain: 'epsilon.example' }
const career = [
  now('VP Marketing', 'Epsilon AG', dated),
  now('Member of the Board', 'Tau'),
  ended('Marketing Manager', 'Omega'),
]
const [held, seat, before] = career

test.each<[string, object[], object[] | undefined]>([
  [
    'the position that is known gains what is new, and the others stay',
    [now('VP of Marketing', 'Epsilon AG', { locality: 'Bonn' })],
    [{ ...held, locality: 'Bonn' }, seat!, before!],
  ],
  [
    'another title follows the one held there',
    [now('CMO', 'Epsilon', { company_domain: 'epsilon.example' })],
    [
      now('CMO', 'Epsilon', { company_domain: 'epsilon.example' }),
      { ...held, is_current: false },
      seat!,
      before!,
    ],
  ],
  [
    'another employer follows all that were held',
    [now('CEO', 'Sigma')],
    [now('CEO', 'Sigma'), { ...held, is_current: false }, { ...seat, is_current: false }, before!],
  ],
  [
    'an employer of before is a position of its own',
    [now('Marketing Manager', 'Omega'), now('VP Marketing', 'Epsilon AG')],
    [now('Marketing Manager', 'Omega'), held!, seat!, before!],
  ],
  ['days tell a career, which is as it is said', [now('CEO', 'Sigma', { start_date: '2026' })], undefined],
  ['so do positions that were left', [now('CEO', 'Sigma'), ended('VP', 'Rho')], undefined],
  ['an empty list says that there are none', [], undefined],
])('%s', (_, experiences, expected) => {
  expect(careerWithPresent({ experiences }, { experiences: career })).toEqual(expected)
  // Said again it changes nothing.
  if (expected !== undefined)
    expect(careerWithPresent({ experiences }, { experiences: expected })).toEqual(expected)
})

test('the main position alone says the same; where no career is known nothing is laid over', () => {
  const current_job = position('CEO', 'Sigma')
  expect(careerWithPresent({ current_job }, { experiences: career })?.[0]).toEqual(now('CEO', 'Sigma'))
  expect(careerWithPresent({ current_job }, { experiences: [] })).toBeUndefined()
  expect(careerWithPresent({ name: 'Ada' }, { experiences: career })).toBeUndefined()
})
