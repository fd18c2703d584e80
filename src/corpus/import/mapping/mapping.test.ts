import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidMapping, parseMapping } from './load-mapping.ts'
import { compileMapping } from './compile-mapping.ts'
import { dateReader } from './parse-date.ts'
import { parseNumber } from '../../../lib/number-text.ts'
import { parseRange } from '../../../lib/range-text.ts'

const asOf = '2026-01-15'

/** What one expression, given as YAML, makes of a row. */
function value(expression: string, row: unknown, extra = ''): unknown {
  const text = `kind: companies\n${extra}\nrecord: { custom_data: { object: { out: { list: [${expression}] } } }, names: ${expression} }`
  return parseMapping(text).map(row, asOf)?.['names']
}

describe('expressions', () => {
  it.each([
    ['a path', '"a.b[0].c"', { a: { b: [{ c: 'x' }] } }, ['x']],
    ['an index from the end', '"a[-1]"', { a: ['x', 'y'] }, ['y']],
    ['a name with spaces', 'Company Name', { 'Company Name': ' x ' }, ['x']],
    ['a name with dots', `'["a.b"]'`, { 'a.b': 'x' }, ['x']],
    ['a path through a list', 'a.b', { a: [{ b: 'x' }, {}, { b: ['y'] }] }, ['x', 'y']],
    ['nothing for blank texts', 'a', { a: '  ' }, undefined],
    ['nothing for members objects inherit', 'constructor.name', {}, undefined],
    ['a number', '7', {}, ['7']],
    ['a constant', '{ value: [x, y] }', {}, ['x', 'y']],
    ['the first that has something', '{ first: [a, b, c] }', { a: '', b: null, c: 'x' }, ['x']],
    ['all of a list', '[a, b, c]', { a: 'x', c: ['y', 'z'] }, ['x', 'y', 'z']],
    ['a template', '{ template: "{a.b}-{c}" }', { a: { b: 1 }, c: 'x' }, ['1-x']],
    ['no template with a hole', '{ template: "{a}-{b}" }', { a: 1 }, undefined],
    ['a default', '{ path: a, default: z }', {}, ['z']],
    ['a choice', '{ if: { path: a, is: 1 }, then: b, else: c }', { a: 1, b: 'x', c: 'y' }, ['x']],
    ['the other choice', '{ if: { path: a, is: 1 }, then: b, else: c }', { a: 2, b: 'x', c: 'y' }, ['y']],
    ['a test', '{ test: { path: a, exists: true } }', { a: 0 }, ['true']],
    ['the date of the file', '$as_of', {}, [asOf]],
  ])('%s', (_, expression, row, expected) => {
    expect(value(expression, row)).toEqual(expected)
  })
})

describe('steps', () => {
  it.each([
    ['split', '[{ split: ";" }]', 'a; b;;c', ['a', 'b', 'c']],
    ['join', '[{ join: "-" }]', ['a', 'b'], ['a-b']],
    ['item', '[{ item: -1 }]', ['a', 'b'], ['b']],
    ['take', '[{ take: 2 }]', ['a', 'b', 'c'], ['a', 'b']],
    ['unique, case aside, first wins', '[unique]', ['a', 'B', 'A', 'b', 'c'], ['a', 'B', 'c']],
    ['drop', '[{ drop: [remote, n/a] }]', ['Remote', 'x', 'N/A'], ['x']],
    ['keep', '[{ keep: x }]', ['X', 'y'], ['X']],
    ['match with a group', '[{ match: "(\\\\d+)$" }]', ['W12', 'none', 'S9'], ['12', '9']],
    ['replace', '[{ replace: { from: "/", to: "" } }]', 'a/b/', ['ab']],
    ['replace', '[{ replace: { pattern: "[a-z]+ (\\\\d+)", to: "<$1>" } }]', 'row 12 ROW 7', ['<12> <7>']],
    ['template of the entry', '[{ template: "20{}" }]', ['12', '13'], ['2012', '2013']],
    [
      'lookup, case aside',
      '[{ lookup: { map: { B2B: Software, X: [a, b], Y: null } } }]',
      ['b2b', 'x', 'y', 'z'],
      ['Software', 'a', 'b'],
    ],
    ['lookup that keeps', '[{ lookup: { map: { a: b }, else: keep } }]', ['A', 'z'], ['b', 'z']],
    ['lookup with a constant', '[{ lookup: { map: { a: b }, else: other } }]', ['z'], ['other']],
    ['lower', '[lower]', 'ÄB', ['äb']],
    ['scale', '[{ scale: 0.01 }]', [97, '55 %', 'x', 0], ['0.97', '0.55', '0']],
    [
      'domain',
      '[domain]',
      ['https://www.shop.acme.co.uk/x?y', 'not a url', 'acme.de'],
      ['acme.co.uk', 'acme.de'],
    ],
    ['domain as host', '[{ domain: host }]', 'https://www.shop.acme.co.uk/', ['shop.acme.co.uk']],
    [
      'url',
      '[url]',
      ['acme.com', 'htp://www.acme.com/a', 'https://acme.com', 'http://'],
      ['http://acme.com', 'http://www.acme.com/a', 'https://acme.com'],
    ],
    [
      'country',
      '[country]',
      ['de', 'United States', 'UK', 'Deutschland', 'Nowhere'],
      ['DEU', 'USA', 'GBR', 'DEU'],
    ],
    ['country name', '[{ country: name }]', 'gbr', ['United Kingdom']],
    ['email', '[email]', ['A@Acme.com', 'no'], ['a@acme.com']],
    ['phone', '[{ phone: US }]', ['(202) 224-3441', '12'], ['+12022243441']],
    ['boolean', '[boolean]', ['Yes', '0', 'maybe'], ['true', 'false']],
    ['where', '[{ where: { path: ., not_in: [a] } }]', ['a', 'b'], ['b']],
    ['sort', '[{ sort: -. }]', ['a', 'c', 'b'], ['c', 'b', 'a']],
    ['min', '[min]', [3, 10, 4], ['3']],
    ['max', '[max]', ['2001-01-01', '2020-05-05'], ['2020-05-05']],
    ['count', '[count]', ['a', 'b'], ['2']],
    ['text', '[text]', [true, { a: 1 }], ['true', '{"a":1}']],
  ])('%s', (_, steps, given, expected) => {
    expect(value(`{ path: a, do: ${steps} }`, { a: given })).toEqual(expected)
  })

  it('each makes an object of every entry and knows the row, the position and defined values', () => {
    const mapping = parseMapping(`
      kind: people
      define: { firm: { path: employer, do: [upper] } }
      record:
        experiences:
          path: jobs
          do:
            - where: { path: t, exists: true }
            - each: { title: t, company_name: $firm, locality: $.city, summary: { template: "{$index}" } }
    `)
    expect(mapping.map({ employer: 'acme', city: 'Bonn', jobs: [{ t: 'a' }, {}, { t: 'b' }] }, asOf)).toEqual(
      {
        experiences: ['a', 'b'].map((title, index) =>
          expect.objectContaining({ title, company_name: 'ACME', locality: 'Bonn', summary: String(index) }),
        ),
      },
    )
  })

  it('career puts the newest first and spans all positions with an employer', () => {
    const text = 'kind: people\nrecord: { experiences: { path: jobs, do: [career] } }'
    const jobs = [
      { company_name: 'A', start_date: '2001', end_date: '2003' },
      { company_name: 'B', start_date: '2003', end_date: '2005', is_current: false },
      { company_name: 'A', start_date: '2005-05', is_current: true },
    ]
    const [first, second, third] = parseMapping(text).map({ jobs }, asOf)!['experiences'] as object[]
    expect(first).toMatchObject({
      company_name: 'A',
      start_date: '2005-05',
      company_start_date: '2001',
      company_end_date: null,
    })
    expect(second).toMatchObject({ company_name: 'B', company_start_date: '2003', company_end_date: '2005' })
    expect(third).toMatchObject({ company_name: 'A', start_date: '2001', company_end_date: null })
  })

  it('career tells namesakes apart by their domains, and knows an employer by its name where that is all', () => {
    const text = 'kind: people\nrecord: { experiences: { path: jobs, do: [career] } }'
    const jobs = [
      { company_name: 'Twin', company_domain: 'one.example', start_date: '2001' },
      { company_name: 'Twin', company_domain: 'two.example', start_date: '2005' },
      { company_name: 'Main', pnet_company_id: '7', start_date: '2010' },
      { company_name: 'Main', start_date: '2012' },
      { title: 'Baker', start_date: '1990' },
      { title: 'Smith', start_date: '1995' },
    ]
    const mapped = parseMapping(text).map({ jobs }, asOf)!['experiences'] as { company_start_date: string }[]
    expect(mapped.map((each) => each.company_start_date)).toEqual([
      '2010',
      '2010',
      '2005',
      '2001',
      '1995',
      '1990',
    ])
  })

  it('a location may come as text or in parts, with a country where the source leaves it out', () => {
    const of = (expression: string, row: object) =>
      parseMapping(`kind: companies\nrecord: { location_consensus: ${expression} }`).map(row, asOf)?.[
        'location_consensus'
      ]
    expect(of('{ path: a, do: [location] }', { a: 'Redwood City, CA, USA' })).toMatchObject({
      state_name: 'California',
      country_code: 'USA',
    })
    expect(of('{ path: a, do: [{ location: { country: FR } }] }', { a: 'Lyon' })).toMatchObject({
      city: 'Lyon',
      country_code: 'FRA',
      coordinates: { lat: expect.closeTo(45.75, 1) },
    })
    expect(
      of('{ object: { city: c, country: k, lat: y, lon: x, postal_code: p }, do: [location] }', {
        c: 'Bonn',
        k: 'de',
        y: '50.7',
        x: 7.1,
        p: 53111,
      }),
    ).toMatchObject({
      city: 'Bonn',
      state_name: 'North Rhine-Westphalia',
      postal_code: '53111',
      coordinates: { lat: 50.7, lon: 7.1 },
      timezone: 'Europe/Berlin',
    })
  })

  it('tells of values that a step could make nothing of', () => {
    const mapping = parseMapping('kind: companies\nrecord: { founded_on_consensus: { path: a, do: [date] } }')
    const lost: unknown[] = []
    expect(mapping.map({ a: 'soon' }, asOf, { lost: (step, given) => lost.push([step, given]) })).toEqual({})
    expect(lost).toEqual([['date', 'soon']])
  })
})

describe('conditions', () => {
  const row = { a: 'Active', n: 7, d: '2024-05-01', list: ['x', 'y'], none: '' }
  it.each([
    ['{ path: a, is: active }', true],
    ['{ path: a, is: closed }', false],
    ['{ path: n, in: [6, 7] }', true],
    ['{ path: a, not_in: [active] }', false],
    ['{ path: none, not_in: [active] }', true],
    ['{ path: list, is: y }', true],
    ['{ path: list, not_in: [y] }', false],
    ['{ path: a, matches: "^act" }', true],
    ['{ path: none, exists: false }', true],
    ['{ path: none, is: "" }', false],
    ['{ path: d, before: { value: "2024-06" } }', true],
    ['{ path: d, after: $as_of }', false],
    ['{ path: n, at_least: 7 }', true],
    ['{ path: n, at_most: 6.5 }', false],
    ['{ path: n, equals: n }', true],
    ['{ of: { path: list, do: [count] }, is: 2 }', true],
    ['{ all: [{ path: a, exists: true }, { not: { path: n, is: 8 } }] }', true],
    ['{ any: [{ path: n, is: 8 }, { path: n, is: 9 }] }', false],
  ])('%s', (where, expected) => {
    const mapping = parseMapping(`kind: companies\nwhere: ${where}\nrecord: { preferred_name: a }`)
    expect(mapping.map(row, asOf) !== undefined).toBe(expected)
  })
})

describe('members get the type they have', () => {
  it('numbers become texts, texts numbers, one value a list, and due members of objects null', () => {
    const mapping = parseMapping(`
      kind: companies
      observed_at: 2024-05-13
      confidence: 0.8
      record:
        li_org_id: id
        li_follower_count: followers
        names: name
        is_investor: invests
        external_ids: { object: { crm: id, tags: list } }
        acquisitions: { object: { acquiree_name: bought } }
        latest_funding_consensus: raised
    `)
    expect(
      mapping.map(
        {
          id: 5,
          followers: '1,234',
          name: 'x',
          invests: 'true',
          list: ['a', 'b'],
          bought: 'Acme',
          raised: '5,000',
        },
        asOf,
      ),
    ).toEqual({
      observed_at: '2024-05-13',
      confidence: 0.8,
      li_org_id: '5',
      li_follower_count: 1234,
      names: ['x'],
      is_investor: true,
      external_ids: {
        crm: '5',
        tags: 'a, b',
      },
      acquisitions: [{ acquiree_name: 'Acme', price_usd: null, acquisition_date: null }],
      latest_funding_consensus: 5000,
    })
  })
})

describe('mistakes name the line', () => {
  it.each([
    ['kind: company\nrecord: {}', 1, 'expected kind to be one of'],
    ['kind: companies\nrecrod: {}', 2, 'unknown key `recrod`'],
    ['kind: companies\nrecord:\n  prefered_name: a', 3, 'did you mean `preferred_name`?'],
    ['kind: companies\nrecord:\n  names:\n    path: a\n    doo: [trim]', 5, 'unknown key `doo`'],
    [
      'kind: companies\nrecord:\n  names:\n    path: a\n    do:\n      - unique\n      - splitt: ","',
      7,
      'did you mean `split`?',
    ],
    ['kind: companies\nrecord:\n  names:\n    path: a\n    do: [domains]', 5, 'did you mean `domain`?'],
    ['kind: companies\nrecord:\n  names: a..b', 3, 'not a path'],
    ['kind: companies\nrecord:\n  names: $nowhere.x', 3, '`$nowhere` is not in `define`'],
    ['kind: companies\nrecord:\n  names: { path: a, do: [{ lookup: none }] }', 3, 'no table `none`'],
    ['kind: companies\nrecord:\n  names: { path: a, first: [b] }', 3, 'exactly one of'],
    ['kind: companies\nrecord:\n  names: { path: a, do: [{ match: "(" }] }', 3, 'Invalid regular expression'],
    ['kind: companies\nwhere:\n  path: a\n  is: 1\n  in: [2]\nrecord: {}', 2, 'exactly one of'],
    [
      'kind: people\nrecord:\n  experiences:\n    path: a\n    do:\n      - each:\n          titel: t',
      7,
      'did you mean `title`?',
    ],
    ['kind: people\nrecord:\n  current_job:\n    object: { titel: t }', 4, 'no member `titel`'],
    ['kind: companies\nrecord: [', 2, 'Flow sequence'],
    ['{ "kind": "companies",\n"record": { "nope": "a" } }', 2, 'no member `nope`'],
  ])('%j', (text, line, message) => {
    expect(() => parseMapping(text, 'm.yaml')).toThrow(InvalidMapping)
    expect(() => parseMapping(text, 'm.yaml')).toThrow(new RegExp(`^m\\.yaml:${line}: `))
    expect(() => parseMapping(text, 'm.yaml')).toThrow(message)
  })

  it('aliases that stand for more than a file holds are no mapping', () => {
    const aliases = (of: string) => `[${Array(20).fill(`*${of}`).join(', ')}]`
    const text = `kind: companies\na: &a [x, x]\nb: &b ${aliases('a')}\nrecord: { names: ${aliases('b')} }`
    expect(() => parseMapping(text, 'm.yaml')).toThrow(InvalidMapping)
  })

  it('a definition that needs itself finds nothing instead of running on', () => {
    const mapping = parseMapping(
      'kind: companies\ndefine: { a: { first: [$b, x] }, b: { first: [$a, y] } }\nrecord: { preferred_name: $a }',
    )
    expect(mapping.map({ x: 'x', y: 'y' }, asOf)).toEqual({ preferred_name: 'y' })
  })
})

describe('dates', () => {
  it.each([
    [undefined, '2024', '2024'],
    [undefined, 2024, '2024'],
    [undefined, '2024-2', '2024-02'],
    [undefined, '2024-02-29', '2024-02-29'],
    [undefined, '2023-02-29', undefined],
    [undefined, '2024-05-13T22:10:00Z', '2024-05-13'],
    [undefined, '13/05/2024', undefined],
    ['DD/MM/YYYY', '13/5/2024', '2024-05-13'],
    ['DD-MM-YYYY', '13-5-2024', '2024-05-13'],
    ['[MM]-YYYY{}', '[5]-2024{}', '2024-05'],
    ['MM/DD/YY', '05/13/69', '1969-05-13'],
    ['D. MMMM YYYY', '3. January 2024', '2024-01-03'],
    ['MMM YYYY', 'Sept. 2012', '2012-09'],
    ['MMM YYYY', 'Foo 2012', undefined],
    ['YYYY.MM', '2012x05', undefined],
    ['unix', 1322045523, '2011-11-23'],
    ['unix_ms', '1322045523000', '2011-11-23'],
    ['unix', 'x', undefined],
  ])('%s of %s', (format, given, expected) => {
    expect(dateReader(format)!(given)).toBe(expected)
  })

  it.each([
    // In summer both are ahead of UTC.
    ['Europe/Berlin', '2023-07-01'],
    ['Europe/London', '2023-07-01'],
    ['America/New_York', '2023-06-30'],
    ['UTC', '2023-06-30'],
  ])('the day of a moment in %s', (time_zone, day) => {
    const map = {
      kind: 'people',
      record: { dob: { path: 't', do: [{ date: { format: 'unix', time_zone } }] } },
    }
    expect(compileMapping(map).map({ t: Date.UTC(2023, 5, 30, 23) / 1000 }, asOf)).toEqual({ dob: day })
  })

  it.each([
    [undefined, '2024-05-13T22:10:00+02:00', '2024-05-13T20:10:00.000Z'],
    [undefined, '2024-05-13 22:10:00', '2024-05-13T22:10:00.000Z'],
    [undefined, '2024-05-13', '2024-05-13'],
    ['unix', 1322045523, '2011-11-23T10:52:03.000Z'],
    ['unix_ms', '1322045523000', '2011-11-23T10:52:03.000Z'],
    ['unix', 'x', undefined],
  ])('the moment, %s of %s', (format, given, expected) => {
    const step = format === undefined ? 'moment' : { moment: format }
    const map = { kind: 'posts', record: { post_id: { value: '1' }, posted_at: { path: 't', do: [step] } } }
    expect(compileMapping(map).map({ t: given }, asOf)?.['posted_at']).toBe(expected)
  })

  it.each([
    { date: { format: 'unix', time_zone: 'Mars' } },
    { date: { formats: 'unix' } },
    { moment: 'YYYY' },
  ])('a step %j is a mistake of the mapping', (step) => {
    const map = { kind: 'people', record: { dob: { path: 't', do: [step] } } }
    expect(() => compileMapping(map)).toThrow(/time zone|unknown key|unix/)
  })

  it('every day is read back from its own text', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10)
          expect(dateReader()!(day)).toBe(day)
          const [year, month, dayOfMonth] = day.split('-')
          expect(dateReader('DD.MM.YYYY')!(`${dayOfMonth}.${month}.${year}`)).toBe(day)
        },
      ),
    )
  })
})

describe('numbers', () => {
  it.each([
    ['1,234.5', '.', 1234.5],
    ['1.234,5', ',', 1234.5],
    ["1'234", '.', 1234],
    ['$1.2M', '.', 1_200_000],
    ['USD 3 bn', '.', 3e9],
    ['12 €', '.', 12],
    ['-5 %', '.', -5],
    ['1e3', '.', undefined],
    ['12abc', '.', undefined],
    ['', '.', undefined],
    ['1-5', '.', undefined],
    ['52,000', '.', 52_000],
    ['1,00,000', '.', 100_000],
    ['1\u00a0234\u00a0567', '.', 1_234_567],
    ['.5', '.', 0.5],
    ['1.180', '.', 1.18],
    ['1.180', ',', 1180],
    // Signs where no group ends: another way of writing decimals than the file is said to have.
    ['180,50', '.', undefined],
    ['4,4', '.', undefined],
    ['0,125', '.', undefined],
    ['48,8566', '.', undefined],
    ['1.180,50', '.', undefined],
    ['1,180.50', ',', undefined],
    [',5', '.', undefined],
    ['1,234 567', '.', undefined],
    ['12 34', '.', undefined],
  ] as const)('%s with %s', (text, decimal, expected) => {
    expect(parseNumber(text, decimal)).toBe(expected)
  })

  it.each([
    [7, { gte: 7, lte: 7 }],
    ['11-50', { gte: 11, lte: 50 }],
    ['1,001 to 5,000 ', { gte: 1001, lte: 5000 }],
    ['10,001+', { gte: 10001, lte: null }],
    ['>500', { gte: 501, lte: null }],
    ['<10', { gte: null, lte: 9 }],
    ['up to 10', { gte: null, lte: 10 }],
    ['50-11', undefined],
    ['some', undefined],
  ])('the range %s', (given, expected) => {
    expect(parseRange(given)).toEqual(expected)
  })
})
