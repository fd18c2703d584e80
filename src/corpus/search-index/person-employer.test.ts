import { expect, test } from 'vitest'
import type { PersonRecord } from '../records/index.ts'
import { personAlikeTokens, personEmployerTokens } from './person-employer.ts'

const at = (company_name: string, is_current = true) => ({ company_name, is_current })
const person = (
  named: Partial<PersonRecord>,
  experiences = [at('Acme Robotics GmbH'), at('Globex', false)],
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
  const asked = personAlikeTokens(person(line, [at('ACME Robotics')]))
  expect(personEmployerTokens(person(stored)).filter((token) => asked.includes(token))).toHaveLength(1)
})

test('another name, another employer or no family name asks for nothing of it', () => {
  const stored = personEmployerTokens(person({ first_name: 'Robert', last_name: 'Miller' }))
  const asked = (named: Partial<PersonRecord>, employer = 'Acme Robotics') =>
    personAlikeTokens(person(named, [at(employer)])).filter((token) => stored.includes(token))
  expect(asked({ first_name: 'Rita', last_name: 'Jansen' })).toEqual([])
  expect(asked({ first_name: 'Robert', last_name: 'Miller' }, 'Hooli')).toEqual([])
  expect(personAlikeTokens(person({ first_name: 'Robert' }))).toEqual([])
  expect(personAlikeTokens(person({ first_name: 'Robert', last_name: '-' }))).toEqual([])
})
