import { expect, test } from 'vitest'
import { readSubjectIdentifiers, SubjectRefused } from './identify-subject.ts'

const network = { hosts: ['pnet.example'] }
const read = (source: string, value: string) =>
  readSubjectIdentifiers({ externalIds: [`${source}:${value}`] }, network)

test('people whom registers alone know are named by an id of theirs, however it is written', () => {
  const token = 'ext:orcid/0000-0002-1825-0097'
  expect(read('ORCID', 'https://orcid.org/0000-0002-1825-0097')).toMatchObject([{ token, sort: 'other' }])
  expect(read('orcid', '0000000218250097')).toMatchObject([{ token }])
})

test.each(['0000-0002-1825-0098', 'N/A'])('%s names nobody', (value) => {
  expect(() => read('orcid', value)).toThrow(SubjectRefused)
})
