import { expect, it } from 'vitest'
import { kinds, type CorpusKind } from '../../src/corpus/kinds/index.ts'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { mergeEntity, type Entity } from '../../src/corpus/write/merge.ts'

/** The record after some lines about one entity, each a month newer than the one before. */
function after<R>(kind: CorpusKind, ...lines: object[]): R {
  let entity: Entity | undefined
  for (const [index, line] of lines.entries()) {
    const observedAt = `2026-${String(index + 1).padStart(2, '0')}-01T00:00:00.000Z`
    const merged = mergeEntity(kind, entity, kind.split(line as Record<string, unknown>), {
      source: 'test',
      observedAt,
      confidence: 1,
    })
    entity = { ...merged, members: kind.complete(merged.members, '7') }
  }
  return entity?.members as R
}

const chief = { company_name: 'Zeta', title: 'CEO', start_date: '2020', is_current: true }

it('works labels, tenures and the place out anew when a newer line changes what they came from', () => {
  const before = { primary_slug: 'a', name: 'Ann Lee', locality: 'Bonn, Germany', experiences: [chief] }
  expect(after<PersonRecord>(kinds.people, before)).toMatchObject({
    tags: ['decision-maker', 'c-suite'],
    last_name: 'Lee',
    inferred_location: { city: 'Bonn', timezone: 'Europe/Berlin' },
  })
  const left = { ...chief, is_current: false, end_date: '2026' }
  const now = { primary_slug: 'a', name: 'Ann Roe', locality: 'Paris, France', experiences: [left] }
  expect(after<PersonRecord>(kinds.people, before, now)).toMatchObject({
    tags: [],
    last_name: 'Roe',
    inferred_location: { city: 'Paris', timezone: 'Europe/Paris' },
    tenures: [{ date_range: { gte: '2020', lte: '2026' }, range_length_days: 2192 }],
  })
})

it('keeps a place that a line gave where a newer one has a text alone', () => {
  const inferred_location = { city: 'Bonn', country_code: 'DEU', coordinates: { lat: 50.7, lon: 7.2 } }
  const person = after<PersonRecord>(
    kinds.people,
    { primary_slug: 'a', inferred_location },
    { primary_slug: 'a', locality: 'Bonn' },
  )
  expect(person.inferred_location?.coordinates).toEqual({ lat: 50.7, lon: 7.2 })
})

it('moves the office that is derived with the headquarters, and no office that is given', () => {
  const at = (city: string) => ({ pnet_primary_slug: 'x', location_consensus: { city, country_code: 'DEU' } })
  const addresses = ({ li_locations }: CompanyRecord) => li_locations?.map(({ address }) => address)
  const moved = after<CompanyRecord>(kinds.companies, at('Bonn'), at('Hamburg'))
  expect(addresses(moved)).toEqual(['Hamburg, Germany'])
  expect(moved.location_name).toBe('Hamburg, Germany')
  const li_locations = [{ address: 'Bonn HQ', is_primary: true }, { address: 'Oslo' }]
  const given = after<CompanyRecord>(kinds.companies, { ...at('Bonn'), li_locations }, at('Hamburg'))
  expect(addresses(given)).toEqual(['Bonn HQ', 'Oslo'])
  expect(given.num_li_locations).toBe(2)
})

it('takes a label back when the stage says otherwise', () => {
  const line = (funding_stage: string) => ({
    pnet_primary_slug: 'x',
    founded_on_consensus: '2020',
    funding_stage,
  })
  expect(after<CompanyRecord>(kinds.companies, line('seed')).tags).toEqual(['venture-backed-startup'])
  expect(after<CompanyRecord>(kinds.companies, line('seed'), line('public')).tags).toEqual([])
})
