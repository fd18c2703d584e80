import fc, { type Arbitrary } from 'fast-check'
import type { CompanyRecord, PersonRecord } from '../../src/corpus/records/index.ts'
import { dateRanges, phrases, valueOf, type Place } from './random-values.ts'

/** A name of a record as somebody might write it. */
export function names(records: Arbitrary<PersonRecord>): Arbitrary<string> {
  const own = valueOf(records, (record) => [record.name], 'Ada Lovelace')
  return fc
    .tuple(own, fc.nat(), fc.constantFrom('same', 'swapped', 'slip', 'initial', 'upper', 'last', 'drop'))
    .map(([name, random, how]) => {
      const words = name.split(' ')
      const place = random % name.length
      if (how === 'swapped') return words.toReversed().join(' ')
      if (how === 'slip')
        return name.slice(0, place) + (name[place + 1] ?? 'x') + (name[place] ?? '') + name.slice(place + 2)
      if (how === 'drop') return name.slice(0, place) + name.slice(place + 1) || 'x'
      if (how === 'initial') return `${name[0]}. ${words.at(-1)}`
      if (how === 'upper') return name.toUpperCase()
      if (how === 'last') return words.at(-1) as string
      return name
    })
}

/** Bounds around a value, in order. */
export function numberRanges(values: Arbitrary<number>) {
  return fc
    .tuple(values, fc.constantFrom(0, 1, 5, 100), fc.constantFrom(0, 1, 10, 1000), fc.nat({ max: 5 }))
    .map(([value, below, above, which]) => {
      const lowerBound = Math.max(0, value - below)
      const upperBound = value + above
      if (which === 0) return { lowerBound, upperBound: null }
      if (which === 1) return { upperBound }
      if (which === 2) return {}
      return { lowerBound, upperBound }
    })
}

export function zoneWindows(places: Arbitrary<Place>) {
  const zone = fc.oneof(
    valueOf(
      places,
      (place) => [place?.timezone?.startsWith('Mars') === true ? null : place?.timezone],
      'Europe/Berlin',
    ),
    fc.constantFrom(
      'America/New_York',
      'Asia/Kolkata',
      'UTC',
      'Australia/Sydney',
      'America/Phoenix',
      'us/pacific',
    ),
  )
  const minutes = fc.constantFrom(0, 30, 60, 61, 180, 300, 360, 720)
  return fc.record({
    anyOf: fc.array(
      fc.record({
        strategy: fc.record(
          {
            mode: fc.constant('midpoint-with-buffer' as const),
            midpointTimeZoneName: zone,
            maxMinutesWestward: minutes,
            maxMinutesEastward: minutes,
            includePartialYearMatches: fc.constantFrom(true, false, null),
          },
          { requiredKeys: ['mode', 'midpointTimeZoneName', 'maxMinutesWestward', 'maxMinutesEastward'] },
        ),
      }),
      { maxLength: 2 },
    ),
  })
}

const phraseLists = (texts: Arbitrary<string>) =>
  fc.option(
    fc.record(
      {
        anyOf: fc.option(fc.array(texts, { minLength: 1, maxLength: 2 }), { freq: 4 }),
        noneOf: fc.option(fc.array(texts, { maxLength: 2 })),
      },
      { requiredKeys: [] },
    ),
    { freq: 2 },
  )

/** Conditions on an entry of a record, with a member of another entry now and then. */
export function educationConditions(records: Arbitrary<PersonRecord>, companies: Arbitrary<CompanyRecord>) {
  return fc.tuple(records, fc.nat(), fc.nat(), companies).chain(([record, which, other, company]) => {
    const all = record.education ?? []
    const [entry, second] = [all[which % Math.max(1, all.length)], all[other % Math.max(1, all.length)]]
    const of = (...texts: (string | null | undefined)[]) =>
      phrases(fc.constant(texts.map((text) => text || 'Science')))
    const schools = fc.array(
      fc.constantFrom(
        { pnetId: entry?.school_id ?? '60000001' },
        { pnetUrl: `https://www.pnet.example/company/${second?.school_id ?? '60000001'}`, pnetId: null },
        { pnetUrl: company.pnet_primary_slug ?? 'nobody' },
        { domain: company.domains?.[0] ?? 'nobody.example' },
      ),
      { minLength: 1, maxLength: 2 },
    )
    return fc.record(
      {
        school: fc.option(
          fc.oneof(
            schools.map((anyOf) => ({ anyOf })),
            schools.map((noneOf) => ({ noneOf })),
          ),
          { freq: 2 },
        ),
        keywords: phraseLists(of(entry?.field_of_study_name, second?.degree, entry?.school_name)),
        degree: phraseLists(of(entry?.degree, second?.degree)),
        schoolNameKeywords: phraseLists(of(entry?.school_name, second?.school_name)),
        startedSchoolAt: fc.option(dateRanges(fc.constant(entry?.start_date ?? null))),
        finishedSchoolAt: fc.option(dateRanges(fc.constant(entry?.end_date ?? null))),
        isCurrentlyStudent: fc.option(fc.constantFrom(true, false, false)),
      },
      { requiredKeys: [] },
    )
  })
}
