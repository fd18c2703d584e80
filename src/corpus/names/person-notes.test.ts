import { describe, expect, test } from 'vitest'
import { parsePersonName } from './person-name.ts'
import { normalText } from '../../lib/text-normal.ts'

const parts = (text: string) => {
  const { first, middle, last } = parsePersonName(text)
  return [first, ...middle, last].filter(Boolean).join(' ')
}

describe('parsePersonName, names as lists have them', () => {
  test.each([
    'Dr. Ann Berg, PhD (she/her)',
    'Ann Berg - VIP',
    'Ann Berg (do not call)',
    'Ann Berg [churned]',
    'Ann Berg / DUPLICATE',
    '***VIP*** Ann Berg',
    'attn: Ann Berg',
    'Ann Berg c/o Quarrow Mills',
    '1. Ann Berg',
    'BERG, Ann',
    'ann.berg',
    'ann_berg',
    'Ann Berg 🚀',
    'The Honorable Ann Berg',
    '\u202bAnn\u200f Berg\u202c',
  ])('%s is Ann Berg', (text) => {
    expect(parts(text)).toBe('ann berg')
    expect(parsePersonName(text).nicknames).toBeUndefined()
  })

  test.each([
    ['Major Garrow', 'major', 'garrow'],
    ['Captain Bofe', 'captain', 'bofe'],
    ['Sir Lotsamix', 'sir', 'lotsamix'],
    ['Doctor Drell', 'doctor', 'drell'],
    ['Garrow, Major', 'major', 'garrow'],
    ['Dean Marrin', 'dean', 'marrin'],
    ['Prince', 'prince', ''],
    ['Major Ann Garrow', 'ann', 'garrow'],
    ['Sir Ian Lotsamix', 'ian', 'lotsamix'],
    ['Dr. Garrow', '', 'garrow'],
    ['Mr Garrow', '', 'garrow'],
    ['West, Ann', 'ann', 'west'],
    ['Ann Hope / Bob Ray', 'ann', 'ray'],
  ])('a title is a first name where nothing else is: %s', (text, first, last) =>
    expect(parsePersonName(text)).toMatchObject({ first, last }),
  )
})

test('marks of writing directions are no part of a text', () => {
  expect(normalText('\u200eQuarrow\u202c \u2067Mills\u2069')).toBe('quarrow mills')
})
