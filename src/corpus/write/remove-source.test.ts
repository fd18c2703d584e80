import { describe, expect, test } from 'vitest'
import { kinds, leftEntrySources, type EntityKind, type Sighting } from '../kinds/index.ts'
import { memberChanges } from './merge-changes.ts'
import type { Entity } from './merge.ts'
import { readLine } from './read-line.ts'
import { withoutSource } from './remove-source.ts'
import type { KnownVersion } from './stored-versions.ts'
import { layLine, type Working } from './take-line.ts'
import { withoutMerge } from './undo-merge.ts'
import { unitedEntity } from './unite-entities.ts'

// What remains of a record without one source: each source says its lines in turn, as imports of different days do.

const kindOf = (name: EntityKind) => kinds[name]

interface LineOfDay {
  source: string
  day: string
  record: Record<string, unknown>
}

/** A record that some lines made, each in a batch of its own. */
function made(name: EntityKind, id: string, lines: readonly LineOfDay[], first?: KnownVersion): KnownVersion {
  const kind = kindOf(name)
  let stored = first
  for (const { source, day, record } of lines) {
    const work = new Map<string, Working>()
    const line = readLine(kind, { line: 1, record }, { source, observedAt: new Date(day) })
    layLine(kind, line, { id, place: 0, stored, work })
    const { record: members, entity, observedAt } = work.get(id) as Working
    const version = { id, born: 1, rank: 0, body: '', provenance: entity.sealed.provenance }
    const sighting = { id, source, observedAt, members: Object.keys(record) } satisfies Sighting
    stored = {
      ...version,
      members,
      sealed: entity.sealed,
      observedAt,
      sighted: [...(stored?.sighted ?? []), sighting],
    }
  }
  return stored as KnownVersion
}

/** The same as a version before entries were noted would have stored it. */
function asBefore(version: KnownVersion): KnownVersion {
  const { entrySources: _noted, ...sealed } = version.sealed
  return { ...version, sealed }
}

function without(
  name: EntityKind,
  version: KnownVersion,
  { source, lines, isMadeUp }: Removal,
): Entity | undefined {
  const kind = kindOf(name)
  const sightings = (version.sighted ?? [])
    .filter((each) => each.source !== source)
    .map((each) => ({ ...each, confidence: 1 }))
  const { id, members, sealed, observedAt } = version
  const splits = lines.map((line) => kind.split(line))
  return withoutSource(
    kind,
    { id, members, sealed },
    {
      source,
      lines: splits,
      isMadeUp,
      sightings: version.sighted === undefined ? [] : sightings,
      observedAt,
    },
  )
}

interface Removal {
  source: string
  lines: readonly Record<string, unknown>[]
  isMadeUp?: true
}

const set = (record: Record<string, unknown>, day = '2026-03-01'): LineOfDay => ({
  source: 'set',
  day,
  record,
})
const crm = (record: Record<string, unknown>, day = '2026-02-01'): LineOfDay => ({
  source: 'crm',
  day,
  record,
})
const other = (record: Record<string, unknown>, day = '2026-02-15'): LineOfDay => ({
  source: 'other',
  day,
  record,
})
const isAt = (city: string) => ({ location: { country_code: 'DEU', city } })
const citiesOf = (entity: Entity | undefined) =>
  ((entity?.members['li_locations'] ?? []) as { location: { city: string } }[]).map(
    ({ location }) => location.city,
  )
const sourceOf = (entity: Entity | undefined, name: string) =>
  entity?.sealed.provenance.find(({ members }) => members.includes(name))?.source

const orders = [
  ['crm first', (a: LineOfDay, b: LineOfDay) => [a, b]],
  ['set first', (a: LineOfDay, b: LineOfDay) => [b, a]],
] as const

describe.each(orders)('members that name one page or number (%s)', (_title, inOrder) => {
  test('stay where another source says them', () => {
    const page = { preferred_name: 'Alder', pnet_primary_slug: 'alder', li_org_id: '77' }
    const version = made('companies', '1', inOrder(crm(page), set({ ...page, domains: ['alder.example'] })))
    const { lines } = { lines: [{ ...page, domains: ['alder.example'] }] }
    const left = without('companies', version, { source: 'set', lines })
    expect(left?.members).toMatchObject({ pnet_primary_slug: 'alder', li_org_id: '77', domains: [] })
    expect(kinds.companies.identifiers(left?.members as never, left?.sealed as never)).toContain('slug:alder')
  })

  test('stay in kinds without lists', () => {
    const record = { symbol: 'ALDR', name: 'Alder' }
    const version = made('instruments', '1', inOrder(crm(record), set(record)))
    const left = without('instruments', version, { source: 'set', lines: [record] })
    expect(left?.members).toMatchObject({ symbol: 'ALDR' })
    expect(sourceOf(left, 'symbol') ?? left?.sealed.provenance[0]?.source).toBe('crm')
  })

  test('go where they are made up, whoever repeated them', () => {
    const page = { preferred_name: 'Alder', pnet_primary_slug: 'alder', domains: ['alder.example'] }
    const version = made('companies', '1', inOrder(crm({ ...page, domains: ['crm.example'] }), set(page)))
    const left = without('companies', version, { source: 'set', lines: [page], isMadeUp: true })
    expect(left?.members).toMatchObject({ domains: ['crm.example'] })
    expect(left?.members['pnet_primary_slug']).toBeUndefined()
  })

  test('go with the only source that says them, and so does a slug of our making', () => {
    const person = { name: 'Ada Quorndale', external_ids: { list: '1' } }
    const version = made('people', '9', inOrder(crm({ name: 'Ada Quorndale' }), set(person)))
    expect(without('people', version, { source: 'set', lines: [person] })).toBeUndefined()
  })
})

describe('a record of several sources from before entries were noted', () => {
  const words = { preferred_name: 'Alder', pnet_primary_slug: 'alder', domains: ['alder.example'] }

  test.each(['crm', 'set'])('a later partial line of %s leaves what it said before', (speaker) => {
    const before = asBefore(made('companies', '1', [crm(words), set(words)]))
    const partial = { pnet_primary_slug: 'alder', domains: ['new.example'] }
    const now = made('companies', '1', [{ source: speaker, day: '2026-04-01', record: partial }], before)
    const [leaving, lines] = speaker === 'crm' ? ['set', [words]] : ['crm', [words]]
    const left = without('companies', now, { source: leaving as string, lines: lines as object[] as never })
    expect(left?.members['domains']).toEqual(expect.arrayContaining(['alder.example', 'new.example']))
    expect(left?.members['pnet_primary_slug']).toBe('alder')
  })

  test('and one that is made one with a noted record of the same source', () => {
    const before = asBefore(made('companies', '1', [crm(words), set(words)]))
    const more = { preferred_name: 'Alder', domains: ['second.example'] }
    const noted = made('companies', '2', [crm(more), other(more)])
    const { entity } = unitedEntity(kinds.companies, before, noted)
    expect(entity.sealed.entrySources?.['crm']?.['domains']).toHaveLength(2)
    expect(entity.sealed.entrySources?.['other']?.['domains']).toHaveLength(1)
  })
})

describe('lists that a later line replaces', () => {
  const site = { preferred_name: 'Alder', domains: ['alder.example'], pnet_primary_slug: 'alder' }
  const both = { ...site, li_locations: [isAt('Bonn'), isAt('Kiel')] }

  test('keep what another source says where the list is from the one that leaves', () => {
    const version = made('companies', '1', [crm({ ...site, li_locations: [isAt('Bonn')] }), set(both)])
    const left = without('companies', version, { source: 'set', lines: [both] })
    expect(citiesOf(left)).toEqual(['Bonn'])
    expect(sourceOf(left, 'li_locations') ?? left?.sealed.provenance[0]?.source).toBe('crm')
  })

  test('positions and education of people, too', () => {
    const of = (...names: string[]) => ({
      name: 'Ada Quorndale',
      primary_slug: 'ada-q',
      experiences: names.map((name) => ({ company_name: name, title: 'Chair', start_date: '2020-01-01' })),
      education: names.map((name) => ({ school_name: name })),
    })
    const version = made('people', '9', [crm(of('Alder')), set(of('Alder', 'Birch'))])
    const left = without('people', version, { source: 'set', lines: [of('Alder', 'Birch')] })
    expect(left?.members['experiences']).toHaveLength(1)
    expect(left?.members['education']).toHaveLength(1)
  })

  const round = (type: string, day: string, more: object = {}) => ({
    round_type: type,
    round_date: day,
    round_raised_usd: 1e6,
    ...more,
  })
  const adds = (...rounds: object[]) => ({ pnet_primary_slug: 'alder', added_rounds: rounds })
  const has = (...rounds: object[]) => ({ ...site, full_funding_rounds: rounds })
  const typesOf = (entity: Entity | undefined) =>
    ((entity?.members['full_funding_rounds'] ?? []) as { round_type: string }[]).map(
      (each) => each.round_type,
    )

  test('rounds that a source added go with it, whoever gave the list since', () => {
    const seed = round('seed', '2020-01-01')
    const version = made('companies', '1', [
      crm({ ...site, full_funding_rounds: [] }, '2026-01-01'),
      other(adds(seed), '2026-02-01'),
      set(adds(round('series_a', '2022-01-01')), '2026-03-01'),
      other(adds(round('series_b', '2024-01-01')), '2026-04-01'),
    ])
    expect(typesOf(version)).toEqual(['series_b', 'series_a', 'seed'])
    const lines = [adds(round('series_a', '2022-01-01'))]
    expect(typesOf(without('companies', version, { source: 'set', lines }))).toEqual(['series_b', 'seed'])
  })

  test('a round that two completed stays with either', () => {
    const version = made('companies', '1', [
      crm(has(round('seed', '2020-01-01')), '2026-01-01'),
      set(adds(round('seed', '2020-01-10', { round_city: 'Oslo' })), '2026-03-01'),
    ])
    const lines = [adds(round('seed', '2020-01-10', { round_city: 'Oslo' }))]
    expect(typesOf(without('companies', version, { source: 'set', lines }))).toEqual(['seed'])
  })
})

describe('a removal', () => {
  const words = { preferred_name: 'Alder', domains: ['alder.example'], pnet_primary_slug: 'alder' }

  test('is safe to repeat, and to do in two batches', () => {
    const version = made('companies', '1', [
      crm(words),
      set({ ...words, domains: ['alder.example', 'set.example'] }),
    ])
    const lines = [{ ...words, domains: ['alder.example', 'set.example'] }]
    const once = without('companies', version, { source: 'set', lines })
    const twice = without('companies', { ...version, ...(once as Entity) }, { source: 'set', lines })
    expect(twice).toEqual(once)
    expect(twice?.members['domains']).toEqual(['alder.example'])
    // The next line of the source that remains keeps it so.
    const later = made('companies', '1', [crm(words, '2026-05-01')], { ...version, ...(once as Entity) })
    expect(without('companies', later, { source: 'set', lines })?.members['domains']).toEqual([
      'alder.example',
    ])
  })

  test('makes the source that spoke last the origin of lists', () => {
    const lines = [{ ...words, domains: ['alder.example'] }]
    const version = made('companies', '1', [
      set(words, '2026-01-01'),
      { source: 'a', day: '2026-02-01', record: words },
      { source: 'b', day: '2026-03-01', record: words },
      set(words, '2026-04-01'),
    ])
    const left = without('companies', version, { source: 'set', lines })
    expect(sourceOf(left, 'domains')).toBe('b')
    const { sighted: _none, ...unseen } = version
    const dated = without('companies', unseen, { source: 'set', lines })
    const origin = dated?.sealed.provenance.find(({ members }) => members.includes('domains'))
    expect(origin?.observedAt).toBe(version.observedAt)
  })
})

test('an undone merge takes what only the merged part had from a source that both had', () => {
  const of = (site: string, name = 'Alder') => ({ preferred_name: name, domains: [site] })
  const one = made('companies', '1', [crm(of('one.example')), other(of('one.example'))])
  const two = made('companies', '2', [crm(of('two.example')), other(of('two.example'))])
  const { entity } = unitedEntity(kinds.companies, one, two)
  const changes = {
    members: memberChanges(one.members, kinds.companies.complete(entity.members as never, '1')),
    sealedBefore: one.sealed,
    merged: { members: two.members, sealed: two.sealed, observedAt: two.observedAt },
  }
  // Since then a source has said of the record what the other had: its word now.
  const now = made('companies', '1', [crm(of('three.example'), '2026-06-01')], { ...one, ...entity })
  const undone = withoutMerge(kinds.companies, now, changes)
  expect(undone.sealed.entrySources?.['other']).toEqual(one.sealed.entrySources?.['other'])
  expect(undone.sealed.entrySources?.['crm']?.['domains']).toHaveLength(2)
  expect(undone.sealed).toMatchObject(leftEntrySources(kinds.companies, undone))
})
