import { expect, test } from 'vitest'
import { asideNote, type ListColumn } from './list-column.ts'

test('columns that nobody is looked up by are named in plain words', () => {
  const columns: ListColumn[] = [
    { name: 'Contact Owner Email', role: 'email', confidence: 0.6, isAside: true },
    { name: 'Email', role: 'email', confidence: 0.9 },
  ]
  expect(asideNote(columns)).toEqual([
    'Not used to find records: "Contact Owner Email". Such columns are about other people or about your dealings with the record.',
  ])
  expect(asideNote(columns.slice(1))).toEqual([])
})
