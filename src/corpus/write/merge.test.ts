import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kinds, findOrigin, findProvenance, type Provenance, type Split } from '../kinds/index.ts'
import { mergeEntity, nameChanged, type Entity } from './merge.ts'

const kind = {
  union: ['names', 'external_ids'],
  maps: ['custom_data'],
  complete: (members: Record<string, unknown>) => members,
  derived: { current_job: 'experiences' },
  own: [],
}
const line = (members: Record<string, unknown>, more: Partial<Split> = {}): Split => ({
  members,
  emails: [],
  phoneNumbers: [],
  externalIds: {},
  ...more,
})
const on = (day: string, source = 'a'): Provenance => ({
  source,
  observedAt: `${day}T00:00:00.000Z`,
  confidence: 1,
})
const merged = (...lines: [Record<string, unknown>, string][]): Entity =>
  lines.reduce<Entity | undefined>(
    (known, [members, day]) => mergeEntity(kind, known, line(members), on(day)),
    undefined,
  ) as Entity

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))

describe('mergeEntity', () => {
  it('a newer observation replaces, an older one does not, whichever comes first', () => {
    const [older, newer] = [{ name: 'Old', stage: 'seed' }, { name: 'New' }]
    const wanted = { name: 'New', stage: 'seed' }
    expect(merged([older, '2024-01-01'], [newer, '2025-01-01']).members).toEqual(wanted)
    expect(merged([newer, '2025-01-01'], [older, '2024-01-01']).members).toEqual(wanted)
  })

  it('a given member is dropped by a newer one that it is worked out from, whichever comes first', () => {
    const older = { experiences: ['cook'], current_job: 'cook' }
    const newer = { experiences: ['baker'] }
    for (const lines of [
      [
        [older, '2024-01-01'],
        [newer, '2025-01-01'],
      ],
      [
        [newer, '2025-01-01'],
        [older, '2024-01-01'],
      ],
      [
        [older, '2024-01-01'],
        [newer, '2025-01-01'],
        [older, '2024-01-01'],
      ],
    ] as [Record<string, unknown>, string][][])
      expect(merged(...lines).members).toEqual(newer)
  })

  it('an observation of the same instant replaces', () => {
    expect(merged([{ name: 'First' }, '2025-01-01'], [{ name: 'Second' }, '2025-01-01']).members).toEqual({
      name: 'Second',
    })
  })

  describe('a map of several sources', () => {
    type Statement = [source: string, day: string, custom_data: Record<string, string>]
    const laid = (...statements: Statement[]) =>
      statements.reduce<Entity | undefined>(
        (known, [source, day, custom_data]) =>
          mergeEntity(kind, known, line({ custom_data }), on(day, source)),
        undefined,
      )?.members['custom_data']
    const inEveryOrder = (statements: Statement[]) => permutations(statements).map((each) => laid(...each))

    it('holds what each says, and of one key the newest, in every order', () => {
      const statements: Statement[] = [
        ['gleif', '2026-01-01', { legal_form: 'AG', jurisdiction: 'DE' }],
        ['parents', '2026-03-01', { parent_lei: 'P' }],
        ['brreg', '2026-02-01', { legal_form: 'AS' }],
      ]
      for (const map of inEveryOrder(statements))
        expect(map).toEqual({ legal_form: 'AS', jurisdiction: 'DE', parent_lei: 'P' })
    })

    it('loses what its source no longer says, unless another said it, in every order', () => {
      const statements: Statement[] = [
        ['parents', '2026-01-01', { parent_lei: 'P', ultimate_parent_lei: 'U' }],
        ['crm', '2026-01-02', { owner: 'Ada', ultimate_parent_lei: 'U' }],
        ['parents', '2026-02-01', { head_office_lei: 'H' }],
      ]
      for (const map of inEveryOrder(statements))
        expect(map).toEqual({ owner: 'Ada', ultimate_parent_lei: 'U', head_office_lei: 'H' })
      expect(laid(['crm', '2026-01-01', { owner: 'Ada' }], ['crm', '2026-01-02', {}])).toEqual({})
    })

    it('holds all rows of one day, and is as new as its newest entry', () => {
      const rows: Statement[] = [
        ['a', '2026-01-01', { x: '1' }],
        ['a', '2026-01-01', { y: '2' }],
      ]
      for (const map of inEveryOrder(rows)) expect(map).toEqual({ x: '1', y: '2' })
      const known = mergeEntity(
        kind,
        undefined,
        line({ name: 'A', custom_data: { x: '1' } }),
        on('2026-01-01'),
      )
      const both = mergeEntity(kind, known, line({ custom_data: { y: '2' } }), on('2026-02-01', 'b'))
      const from = (member: string, value: unknown) => findProvenance(both.sealed, member, value)?.source
      expect(from('custom_data', both.members['custom_data'])).toBe('b')
      expect(from('custom_data.x', '1')).toBe('a')
      expect(from('name', 'A')).toBe('a')
    })
  })

  it('null and absent say nothing; an empty list says that there are none', () => {
    const known = merged([{ name: 'A', tags: ['x'] }, '2024-01-01'], [{ name: null }, '2025-01-01'])
    expect(known.members).toEqual({ name: 'A', tags: ['x'] })
    const none = mergeEntity(kind, known, line({ tags: [] }), on('2025-01-01'))
    expect(none.members['tags']).toEqual([])
    expect(mergeEntity(kind, none, line({ tags: ['old'] }), on('2024-06-01')).members['tags']).toEqual([])
    const fromStart = merged([{ tags: [] }, '2025-01-01'], [{ tags: ['old'] }, '2024-06-01'])
    expect(fromStart.members['tags']).toEqual([])
  })

  it('an older observation fills in what is unknown, also where storing made the unknown null or empty', () => {
    const known = merged([{ name: 'A' }, '2025-01-01'])
    known.members = { ...known.members, tags: [], stage: null }
    const filled = mergeEntity(kind, known, line({ tags: ['x'], stage: 'seed', name: 'B' }), on('2024-01-01'))
    expect(filled.members).toEqual({ name: 'A', tags: ['x'], stage: 'seed' })
    // And what it filled in is as old as it is.
    expect(mergeEntity(kind, filled, line({ stage: 'public' }), on('2024-06-01')).members['stage']).toBe(
      'public',
    )
  })

  it('lists that grow keep everything once, the newest first; maps prefer the newest', () => {
    const known = merged([{ names: ['B', 'A'], external_ids: { x: '1', y: '1' } }, '2025-01-01'])
    const later = mergeEntity(
      kind,
      known,
      line({ names: ['C', 'A'], external_ids: { x: '2' } }),
      on('2026-01-01'),
    )
    expect(later.members).toEqual({ names: ['C', 'A', 'B'], external_ids: { x: '2', y: '1' } })
    const earlier = mergeEntity(
      kind,
      known,
      line({ names: ['C', 'A'], external_ids: { x: '0', z: '0' } }),
      on('2024-01-01'),
    )
    expect(earlier.members).toEqual({ names: ['B', 'A', 'C'], external_ids: { x: '1', y: '1', z: '0' } })
  })

  it('what is worked out from a member goes when the member is replaced, and stays when it is given', () => {
    const known = merged([{ experiences: [1] }, '2024-01-01'])
    known.members['current_job'] = 1
    expect(mergeEntity(kind, known, line({ experiences: [2] }), on('2025-01-01')).members).toEqual({
      experiences: [2],
    })
    expect(mergeEntity(kind, known, line({ experiences: [2] }), on('2023-01-01')).members).toHaveProperty(
      'current_job',
      1,
    )
    expect(mergeEntity(kind, known, line({ name: 'A' }), on('2025-01-01')).members).toHaveProperty(
      'current_job',
      1,
    )
    const given = mergeEntity(kind, known, line({ experiences: [2], current_job: 3 }), on('2025-01-01'))
    expect(given.members).toEqual({ experiences: [2], current_job: 3 })
  })

  it('contact details and outside ids gather, and nothing is stored twice', () => {
    const first = line({}, { emails: [{ email: 'A@x.example' }], externalIds: { crm: '1' } })
    const second = line(
      {},
      {
        emails: [{ email: 'a@x.example', type: 'work' }, { email: 'b@x.example' }],
        externalIds: { erp: '2' },
      },
    )
    const { sealed } = mergeEntity(
      kind,
      mergeEntity(kind, undefined, first, on('2024-01-01')),
      second,
      on('2025-01-01'),
    )
    expect(sealed.emails).toEqual([{ email: 'a@x.example', type: 'work' }, { email: 'b@x.example' }])
    expect(sealed.externalIds).toEqual({ crm: '1', erp: '2' })
  })

  it('every member has one provenance: that of the observation its value is from', () => {
    const member = fc.constantFrom('name', 'stage', 'tags')
    const value = fc.constantFrom('x', 'y', 'z')
    const observation = fc.record({
      values: fc.dictionary(member, value, { minKeys: 1 }),
      day: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(observation, { minLength: 1, maxLength: 6 }), (observations) => {
        let known: Entity | undefined
        const latest = new Map<string, { value: string; day: string }>()
        for (const { values, day } of observations) {
          const date = `2025-01-0${day}`
          known = mergeEntity(kind, known, line(values), on(date, `source ${date}`))
          for (const [name, given] of Object.entries(values))
            if ((latest.get(name)?.day ?? '') <= date) latest.set(name, { value: given, day: date })
        }
        for (const [name, { value: wanted, day }] of latest) {
          expect(known?.members[name]).toBe(wanted)
          const named = known?.sealed.provenance.filter((entry) => entry.members.includes(name)) ?? []
          const source = named[0] ?? known?.sealed.provenance.find((entry) => entry.members.length === 0)
          expect([named.length <= 1, source?.source]).toEqual([true, `source ${day}`])
        }
      }),
    )
  })
})

describe('a small answer about a large record', () => {
  const company = {
    pnet_primary_slug: 'acme',
    preferred_name: 'Acme',
    location_consensus: { city: 'Bonn', country_code: 'DEU' },
    employee_count_consensus: { gte: 5, lte: 5 },
  }
  const person = { primary_slug: 'ada', name: 'Ada', headline: 'Clerk', locality: 'Bonn, Germany' }
  it.each([
    [
      'companies',
      company,
      { preferred_name: 'Acme One', location_consensus: { city: 'Berlin', country_code: 'DEU' } },
      ['location_consensus', 'location_name', 'li_locations', 'num_li_locations', 'names', 'preferred_name'],
    ],
    ['people', person, { locality: 'Paris, France' }, ['locality', 'inferred_location']],
  ] as const)('%s: what it changes is from it, and nothing else', (name, first, second, theirs) => {
    const spec = kinds[name]
    const known = mergeEntity(spec, undefined, spec.split(structuredClone(first)), on('2026-01-01', 'file'))
    const before = spec.complete(known.members, '1')
    const stored = { members: before, sealed: known.sealed }
    const observation = on('2026-06-01', 'live')
    const { members, sealed } = mergeEntity(spec, stored, spec.split(structuredClone(second)), observation)
    const record = spec.complete(members, '1')
    nameChanged(spec, sealed, { before, after: record }, observation)
    const from = (member: string) => findOrigin(spec, sealed, { member, record })?.source
    expect(
      Object.keys(record)
        .filter((member) => from(member) === 'live')
        .toSorted(),
    ).toEqual(theirs.toSorted())
  })
})

describe('what checks of one address came to', () => {
  const check = (known: Entity | undefined, status: string | null, day: string): Entity => {
    const emails = [{ email: 'ada@home.example', status }]
    const split = { members: {}, emails, phoneNumbers: [], externalIds: {} }
    const observation = { source: day, observedAt: `2026-01-${day}T00:00:00.000Z`, confidence: 1 }
    return mergeEntity(kinds.people, known, split, observation)
  }
  const statusOf = ({ sealed }: Entity) => sealed.emails.map(({ status }) => status)

  it('is what the later one says, in whatever order they are imported', () => {
    const late = check(undefined, 'invalid', '20')
    expect(statusOf(check(late, 'valid', '10'))).toEqual(['invalid'])
    expect(statusOf(check(check(undefined, 'valid', '10'), 'invalid', '20'))).toEqual(['invalid'])
    expect(statusOf(check(check(check(undefined, 'valid', '05'), 'valid', '20'), 'invalid', '10'))).toEqual([
      'valid',
    ])
  })

  it('is what an older one says where the later says nothing', () => {
    expect(statusOf(check(check(undefined, null, '20'), 'valid', '10'))).toEqual(['valid'])
    expect(statusOf(check(check(undefined, 'valid', '10'), null, '20'))).toEqual(['valid'])
  })
})
