import { expect, test } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { pageKey } from './page-price.ts'

test('what is not live is a record of the corpus, and never costs more than what was set aside', () => {
  expect(pageKey('person', 'live')).toBe('liveEnrichPerson')
  expect(pageKey('person', 'no_source')).toBe('peopleSearchResult')
  expect(pageKey('company', 'not_found')).toBe('companySearchResult')
  expect(pageKey('company', 'unavailable')).toBeUndefined()
  const own = { peopleSearchResult: milli(3_000), liveEnrichPerson: milli(2_000) }
  expect(pageKey('person', 'not_found', own)).toBe('liveEnrichPerson')
})
