import fc from 'fast-check'
import { expect, test } from 'vitest'
import { people } from '../../src/corpus/kinds/people.ts'
import {
  completePerson,
  seniorities,
  type NativePerson,
  type PersonRecord,
} from '../../src/corpus/records/index.ts'
import { createWorld, generatePerson } from '../../src/corpus/sample/index.ts'
import {
  dayNumber,
  readDayTagFacts,
  dayTags,
  readTagDays,
  writeTagDays,
  listTagsOn,
} from '../../src/corpus/search-index/index.ts'
import { isTrueToday } from './naive-day-tags.ts'
import { joinedOn } from './naive.ts'

/** Labels by reading the record as a person would: what the filter is compared with, too. */
const readPlainly = (record: PersonRecord, today: string) =>
  dayTags.filter((tag) => isTrueToday(record, tag, { today, joinedOn }))

/** Labels that a stored text is shown with. */
const showLabels = (record: PersonRecord, today: string) =>
  people.dayLabels?.(JSON.stringify(record))(dayNumber(today))

const day = fc
  .date({ min: new Date('2004-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const toldDay = fc.oneof(
  day,
  day.map((text) => text.slice(0, 7)),
  day.map((text) => text.slice(0, 4)),
  fc.constant(null),
)
const partialDay = fc.oneof({ arbitrary: toldDay, weight: 9 }, fc.constantFrom('2026-02-31', '2024-00-00'))
const position = fc.record({
  company_name: fc.constantFrom('Zeta', 'Omega', null),
  pnet_company_id: fc.constantFrom('7', null, null),
  title: fc.constantFrom('Sales Director', 'Chief Executive Officer', 'Software Engineer', 'Clerk', null),
  seniority: fc.constantFrom(...seniorities, null, null),
  job_function: fc.constantFrom(['Engineering'], ['Sales'], [], null),
  start_date: partialDay,
  end_date: partialDay,
  company_start_date: fc.oneof(fc.constant(null), toldDay),
  is_current: fc.constantFrom(true, false, null),
})
const person = fc
  .record({
    experiences: fc.option(fc.array(position, { maxLength: 5 })),
    education: fc.option(
      fc.array(
        fc.record({ school_name: fc.constant('State'), start_date: partialDay, end_date: partialDay }),
        {
          maxLength: 3,
        },
      ),
    ),
    tags: fc.constantFrom(null, [], ['phd'], ['influencer', 'phd']),
  })
  .map((line) => completePerson({ ...(line as NativePerson), primary_slug: 'a' }))

test('a shown person has the labels that are true on the day, of whatever record, and history keeps their days', () => {
  fc.assert(
    fc.property(person, day, (record, today) => {
      const expected = readPlainly(record, today)
      expect(showLabels(record, today)).toEqual(expected)
      const days = JSON.parse(JSON.stringify(writeTagDays(readDayTagFacts(record)))) as ReturnType<
        typeof writeTagDays
      >
      expect(listTagsOn(readTagDays(days), dayNumber(today))).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('the people of the sample have them from day to day, and each label is somebody’s', () => {
  const world = createWorld({ companies: 300, people: 2_000, seed: 1, asOf: '2026-11-01' })
  const names = new Set<string>()
  for (let index = 0; index < 2_000; index++) {
    const record = completePerson({ ...generatePerson(world, index), primary_slug: 'a' })
    for (const today of ['2016-05-01', '2021-11-20', '2026-11-20', '2031-07-15']) {
      const labels = showLabels(record, today) ?? []
      expect(labels).toEqual(readPlainly(record, today))
      for (const label of labels) names.add(label)
    }
  }
  expect([...names].toSorted()).toEqual([...dayTags].toSorted())
})

test('a record of an earlier program, without levels and functions, has those its row is found by', () => {
  const experiences = [
    { title: 'Sales Director', company_name: 'Zeta', is_current: true, start_date: '2026-04-15' },
    { title: 'Sales Analyst', company_name: 'Zeta', start_date: '2020-01', end_date: '2026-04-14' },
  ]
  const record = completePerson({ experiences, primary_slug: 'a' } as never)
  for (const each of record.experiences ?? []) Object.assign(each, { seniority: null, job_function: null })
  expect(people.dayLabels?.(JSON.stringify(record))(dayNumber('2026-05-01'))).toEqual(['recently-promoted'])
})

test('a text that lacks members which every record has now is completed as a whole', () => {
  const stored = (record: object) => people.dayLabels?.(JSON.stringify(record))(dayNumber('2026-05-01'))
  const position = {
    title: 'Sales Director',
    company_name: 'Zeta',
    is_current: true,
    start_date: '2026-04-15',
  }
  const before = {
    title: 'Sales Analyst',
    company_name: 'Zeta',
    start_date: '2020-01',
    end_date: '2026-04-14',
  }
  expect(stored({ experiences: [position, before], primary_slug: 'a' })).toEqual(['recently-promoted'])
  const studies = { school_name: 'State', start_date: '2024-09-01' }
  expect(stored({ experiences: [position, before], education: [studies], inferred_location: null })).toEqual([
    'student',
    'recently-promoted',
  ])
  // The only position is the present job, which stands behind the careers.
  const since = { ...position, title: 'Chief Executive Officer', start_date: '2001' }
  expect(stored({ experiences: [], inferred_location: null, current_job: since })).toEqual([
    'experienced-executive',
  ])
})

test('a doctorate counts whether or not the record was labelled so', () => {
  const engineer = {
    title: 'Software Engineer',
    company_name: 'Zeta',
    is_current: true,
    start_date: '2026-04',
  }
  const education = [{ school_name: 'State', degree: 'PhD', start_date: '2010', end_date: '2014' }]
  const record = completePerson({ experiences: [engineer], education, primary_slug: 'a' } as never)
  for (const tags of [record.tags, [], null])
    expect(showLabels({ ...record, tags }, '2026-05-01')).toEqual(['deep-technical-background'])
})
