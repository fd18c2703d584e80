import { describe, expect, it } from 'vitest'
import { allKinds } from '../../kinds/index.ts'
import { countSampleIndexes, createWorld, makeSampleLines } from '../../sample/index.ts'
import type { Drift } from '../formats/shape.ts'
import { parseMapping } from '../mapping/load-mapping.ts'
import type { ImportKind } from '../mapping/target.ts'
import { rowReader } from './native-row.ts'

const asOf = '2026-01-15'
const row = (value: unknown) => ({ line: 7, value, bytes: 1 })

it('a telephone extension is told: records hold the number alone', () => {
  const lost: unknown[] = []
  const read = rowReader({ kind: 'people', asOf })
  const given = {
    name: 'Ada Holm',
    phone_numbers: [{ number: '+12025550123;ext=12' }, { number: '+12025550123' }],
  }
  read(row(given), { lost: (step, value) => lost.push([step, value]) })
  expect(lost).toEqual([['telephone extension', '+12025550123;ext=12']])
})

describe('native rows', () => {
  const read = rowReader({ kind: 'companies', asOf })

  it('a valid row is a record; members the record does not have are told, and go nowhere', () => {
    const drifts: Drift[] = []
    const given = {
      preferred_name: 'Acme',
      domains: ['acme.com'],
      nonsense: 1,
      nothing: null,
      location_consensus: { city: 'Bonn', cty: 'Bonn' },
      funding_rounds: [{ round_type: 'seed', sum: 1 }],
      custom_data: { anything: 1 },
    }
    const outcome = read(row(given), { drifted: (drift) => drifts.push(drift) })
    expect(outcome).toMatchObject({ record: { preferred_name: 'Acme', domains: ['acme.com'] } })
    expect(outcome).not.toHaveProperty('record.nonsense')
    expect(drifts).toEqual([
      { path: 'nonsense', kind: 'unknown', value: 1 },
      { path: 'location_consensus.cty', kind: 'unknown', value: 'Bonn' },
      { path: 'funding_rounds[].sum', kind: 'unknown', value: 1 },
    ])
  })

  it.each([
    ['preferred_name', 1_001, '1,000', (text: string) => ({ preferred_name: text, domains: ['acme.com'] })],
    [
      'location_consensus.city',
      200_001,
      '200,000',
      (text: string) => ({ preferred_name: 'Acme', location_consensus: { city: text } }),
    ],
  ])('a text too long to be answered is refused by its path: %s', (path, chars, most, made) => {
    expect(read(row(made('x'.repeat(chars - 1))))).toHaveProperty('record')
    const refused = { line: 7, path, reason: `longer than ${most} characters`, value: null }
    expect(read(row(made('x'.repeat(chars))))).toEqual({ rejected: refused })
    const cells = { preferred_name: 'x'.repeat(8_000_000), domains: 'acme.com' }
    expect(read({ ...row(cells), isCells: true })).toMatchObject({ rejected: { path: 'preferred_name' } })
  })

  it('a row of a table tells of its columns', () => {
    const drifts: Drift[] = []
    const cells = {
      preferred_name: 'Acme',
      street_adress: 'Main St 1',
      'location_consensus.cty': 'Bonn',
      empty: '',
    }
    read({ ...row(cells), isCells: true }, { drifted: (drift) => drifts.push(drift) })
    expect(drifts.map(({ path }) => path)).toEqual(['street_adress', 'location_consensus.cty'])
  })

  it.each(allKinds.map((kind) => [kind.name, kind] as const))(
    'no member of the sample is unknown: %s',
    (_, kind) => {
      const world = createWorld({ seed: 3, companies: 20, people: 20, asOf })
      const drifts: Drift[] = []
      const reader = rowReader({ kind: kind.name as ImportKind, asOf })
      for (let index = 0; index < Math.min(20, countSampleIndexes(kind.name, world)); index++)
        for (const line of makeSampleLines(kind.name, world, index))
          reader(row({ ...structuredClone(line), source: 'list' }), {
            drifted: (drift) => drifts.push(drift),
          })
      expect(drifts).toEqual([])
    },
  )

  it.each([
    ['a text', 'x', '', 'expected an object', 'x'],
    ['a wrong type', { domains: [['x', 'y']] }, 'domains[0]', /expected string/, ['x', 'y']],
    [
      'a value off a closed list',
      { funding_stage: 'series_z' },
      'funding_stage',
      /Invalid option/,
      'series_z',
    ],
    ['a text that is no date', { observed_at: 'soon' }, 'observed_at', 'not a date', 'soon'],
    ['a NUL character', { custom_data: { a: 'x\0' } }, 'custom_data.a', 'contains a NUL character', null],
    ['a confidence over 1', { confidence: 2 }, 'confidence', /Too big/, 2],
  ])('%s is rejected with line, path, reason and value', (...given) => {
    const [, value, path, reason, shown] = given
    const outcome = read(row(value))
    expect(outcome).toEqual({
      rejected: {
        line: 7,
        path,
        reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
        value: shown,
      },
    })
  })

  it('a currency without rates is rejected with its place', () => {
    expect(read(row({ revenue_usd: { amount: '2.5M', currency: 'ZZZ' } }))).toEqual({
      rejected: {
        line: 7,
        path: 'revenue_usd.currency',
        reason: 'No exchange rate for ZZZ is known.',
        value: 'ZZZ',
      },
    })
    expect(read(row({ revenue_usd: { amount: '2.5M', currency: 'usd' } }))).toEqual({
      record: { revenue_usd: 2_500_000 },
    })
  })

  it('entries of a list say what they know: a course without anything else', () => {
    const person = rowReader({ kind: 'people', asOf })
    const courses = [{ title: 'Optics' }, { title: 'Law', course_number: 7, association: null }]
    expect(person(row({ courses }))).toMatchObject({
      record: {
        courses: [{ title: 'Optics' }, { title: 'Law', course_number: '7' }],
      },
    })
  })

  it('a line that could not be read is rejected as it is', () => {
    expect(read({ line: 3, error: 'not valid JSON', text: '{' })).toEqual({
      rejected: { line: 3, path: '', reason: 'not valid JSON', value: '{' },
    })
  })

  it('cells of a table become numbers, lists and objects; dots lead into objects', () => {
    const cells = {
      preferred_name: 'Acme',
      li_follower_count: '12',
      is_investor: 'true',
      domains: 'acme.com; acme.de',
      li_org_id: '007',
      'location_consensus.city': 'Bonn',
      'location_consensus.coordinates.lat': '50.7',
      'location_consensus.coordinates.lon': '7.1',
      li_industries: '[{"id":"4","name":"Software","primary":true}]',
      '__proto__.polluted': 'x',
    }
    expect(read({ ...row(cells), isCells: true })).toEqual({
      record: {
        preferred_name: 'Acme',
        li_follower_count: 12,
        is_investor: true,
        domains: ['acme.com', 'acme.de'],
        li_org_id: '007',
        location_consensus: expect.objectContaining({ city: 'Bonn', coordinates: { lat: 50.7, lon: 7.1 } }),
        li_industries: [{ id: '4', name: 'Software', primary: true }],
      },
    })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('mapped rows', () => {
  it('are validated like native ones, and may be left out', () => {
    const mapping = parseMapping(
      'kind: people\nwhere: { path: a, exists: true }\nrecord: { name: a, follower_count: b }',
    )
    const read = rowReader({ kind: 'people', mapping, asOf })
    expect(read(row({ a: 'Ada', b: '7' }))).toEqual({ record: { name: 'Ada', follower_count: 7 } })
    expect(read(row({ b: 1 }))).toEqual({ leftOut: true })
    expect(read(row({ a: 'Ada', b: 'many' }))).toMatchObject({
      rejected: { path: 'follower_count', value: 'many' },
    })
  })
})

describe('values of closed lists', () => {
  const posting = rowReader({ kind: 'postings', asOf })

  it.each([
    ['Full-Time', 'On-Site', 'mid senior level'],
    ['full time', 'ON_SITE', 'MID-SENIOR LEVEL'],
    ['FULL_TIME', 'onsite', 'Mid-Senior Level'],
  ])('are themselves in other capitals and with other marks between words: %s', (type, place, level) => {
    const given = { job_id: '1', employment_type: type, job_location_type: place, seniority_level: level }
    expect(posting(row(given))).toEqual({
      record: {
        job_id: '1',
        employment_type: 'Full-time',
        job_location_type: 'On-site',
        seniority_level: 'Mid-Senior level',
      },
    })
  })

  it('of which a text is none are told with the nearest of them', () => {
    expect(posting(row({ job_id: '1', employment_type: 'Ful time' }))).toMatchObject({
      rejected: { path: 'employment_type', reason: expect.stringContaining('did you mean "Full-time"?') },
    })
  })
})
