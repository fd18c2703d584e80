import { expect, test } from 'vitest'
import { subjectOfTexts, type Subject } from './subject-texts.ts'
import { withoutSubject } from './without-subject.ts'

const ada = subjectOfTexts({
  emails: ['ada@home.example'],
  phoneNumbers: [],
  pages: ['ada-l'],
  people: ['77'],
  names: ['Ada Lindqvist'],
}) as Subject

const cleared = (value: unknown) => {
  const text = withoutSubject(JSON.stringify(value), ada)
  return text === undefined ? undefined : (JSON.parse(text) as unknown)
}

test.each([
  [
    'an identifier',
    { pnetUrl: 'https://www.pnet.example/in/ada-l', type: 'profile' },
    { pnetUrl: '…', type: 'profile' },
  ],
  ['a name', { name: 'Ada Lindqvist', company: 'Acme' }, { name: '…', company: 'Acme' }],
  ['one of a list', { profiles: ['bea', 'ada-l'] }, { profiles: ['bea', '…'] }],
  [
    'a key',
    { references: { 'ada-l': 'row 7', bea: 'row 8' } },
    { references: { '…': 'row 7', bea: 'row 8' } },
  ],
  ['a row of cells', { cells: ['Ada', 'Lindqvist', 'Acme', ''] }, { cells: ['…', '…', '…', ''] }],
  [
    'one of several rows',
    {
      rows: [
        ['ada@home.example', 'Acme'],
        ['bea@home.example', 'Acme'],
      ],
    },
    {
      rows: [
        ['…', '…'],
        ['bea@home.example', 'Acme'],
      ],
    },
  ],
])('%s of the person leaves a gap in the same shape', (_, value, rest) => {
  expect(cleared(value)).toEqual(rest)
  expect(cleared(rest)).toBeUndefined()
})

test('what is about others stays as it is', () => {
  expect(
    cleared({
      rows: [
        ['Ada', 'Lovelace', 'ada-lovelace'],
        ['Lindqvist', 'Ada'],
      ],
      n: 77,
    }),
  ).toBeUndefined()
})
