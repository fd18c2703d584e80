import { expect, test } from 'vitest'
import type { PersonRecord } from '../records/index.ts'
import {
  nativeNameQuery,
  personAlikeTokens,
  personEmployerQuery,
  personEmployerTokens,
} from './person-employer.ts'

const job = (company_name: string, is_current = true) => ({ company_name, is_current })
const person = (
  named: Partial<PersonRecord>,
  experiences = [job('Acme Robotics GmbH'), job('Globex', false)],
) => ({ name: null, first_name: null, last_name: null, experiences, ...named }) as unknown as PersonRecord

test.each<[string, Partial<PersonRecord>, Partial<PersonRecord>]>([
  [
    'by its parts',
    { first_name: 'Robert', last_name: 'Miller' },
    { first_name: 'Robert', last_name: 'Miller' },
  ],
  ['by its parts, then whole', { first_name: 'Robert', last_name: 'Miller' }, { name: 'Dr. Robert Miller' }],
  [
    'by a nickname',
    { first_name: 'Robert', last_name: 'Miller' },
    { first_name: 'Bob', last_name: 'MILLER' },
  ],
  [
    'by a spelling that sounds the same',
    { name: 'Anna Schmidt' },
    { first_name: 'Ana', last_name: 'Schmitt' },
  ],
  [
    'written as one, with its parts',
    { name: '吉田和樹', first_name: '和樹', last_name: '吉田' },
    { name: '吉田和樹', first_name: '和樹', last_name: '吉田' },
  ],
])('who is known by name and employer is asked for %s', (_how, stored, line) => {
  const asked = personAlikeTokens(person(line, [job('ACME Robotics')]))
  expect(personEmployerTokens(person(stored)).filter((token) => asked.includes(token))).not.toEqual([])
})

test('another name, another employer or no family name asks for nothing of it', () => {
  const stored = personEmployerTokens(person({ first_name: 'Robert', last_name: 'Miller' }))
  const asked = (named: Partial<PersonRecord>, employer = 'Acme Robotics') =>
    personAlikeTokens(person(named, [job(employer)])).filter((token) => stored.includes(token))
  expect(asked({ first_name: 'Rita', last_name: 'Jansen' })).toEqual([])
  expect(asked({ first_name: 'Robert', last_name: 'Miller' }, 'Hooli')).toEqual([])
  expect(personAlikeTokens(person({ first_name: 'Robert' }))).toEqual([])
  expect(personAlikeTokens(person({ first_name: 'Robert', last_name: '-' }))).toEqual([])
})

test.each([
  ['Lucía Suárez Marín', 'Lucia Suarez'],
  ['Lucía Suárez Marín', 'Suárez Marín, Lucía'],
  ['Kim Min-jun', 'Minjun Gim'],
  ['Nagy Péter', 'Péter Nagy'],
  ['Nguyễn Văn Anh', 'Anh Nguyen'],
  ['J. Edgar Holloway', 'Edgar Holloway'],
  ['Wang "David" Jianguo', 'David Wang'],
  ['Ahmed El-Sayed', 'Ahmad Elsayed'],
])('who is stored as %s is asked for as %s', (stored, asked) => {
  const tokens = personEmployerTokens(person({ name: stored }))
  const query = personEmployerQuery(asked, ['Acme Robotics'])
  expect(query.some((token) => tokens.includes(token))).toBe(true)
  expect(query.length).toBeLessThanOrEqual(24)
})

test('who is written in another script is found by what the page spells, also without an employer', () => {
  const wei = person({ name: '王伟', primary_slug: 'wei-wang-8b12' })
  for (const name of ['Wei Wang', 'Wang Wei']) {
    expect(personEmployerTokens(wei)).toEqual(
      expect.arrayContaining([nativeNameQuery(name)[0], personEmployerQuery(name, ['Globex'])[0]]),
    )
  }
  const latin = personEmployerTokens(person({ name: 'Wei Wang', primary_slug: 'wei-wang-8b12' }))
  expect(latin.filter((token) => nativeNameQuery('Wei Wang').includes(token))).toEqual([])
})

test('a name in another script that no slug spells is found by how it is read', () => {
  const stored = personEmployerTokens(person({ name: '李娜', primary_slug: 'nali1982' }))
  expect(personEmployerQuery('Li Na', ['Globex']).some((token) => stored.includes(token))).toBe(true)
})

test('a day of birth finds people without an employer, a year alone does not', () => {
  const born = (dob: string) => person({ name: 'Ana Ruiz', dob }, [])
  expect(personEmployerTokens(born('1980-05-17'))).toEqual(personAlikeTokens(born('1980-05-17')).slice(0, 1))
  expect(personEmployerTokens(born('1980-01-01'))).toEqual([])
})

test('a question of many names at many employers asks for a bounded number of tokens', () => {
  const employers = Array.from({ length: 60 }, (_, index) => `Employer ${'xyz'.repeat(index)}`)
  expect(personEmployerQuery('Kim Robert (Bob) "Alex" Lee', employers).length).toBeLessThanOrEqual(240)
})
