import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchPersonName } from './person-match.ts'
import { parsePersonName } from './person-name.ts'

const strict = { loose: false }
const loose = { loose: true }
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'Ann',
        'Lee',
        'Dr.',
        'Jr',
        'de',
        'la',
        'van',
        'y',
        ',',
        '"Bo"',
        'PhD',
        'O’Neil',
        'J.R.',
        '王伟',
        'V',
        '-',
      ),
    )
    .map((words) => words.join(' ')),
)

describe('matchPersonName, strict', () => {
  test.each([
    ['Ann Lee', 'Ann Lee', 1],
    ['ánn LÉE', 'Ann Lee', 1],
    ['Lee, Ann', 'Ann Lee', 1],
    ['Dr. Ann Lee, PhD', 'Ann Lee', 1],
    ['Jean Luc Picard', 'Jean-Luc Picard', 1],
    ['Mary Ann Lee', 'Maryann Lee', 1],
    ['Dr. Smith', 'Prof. Smith', 1],
    ['吉田和樹', '和樹 吉田', 1],
    ['吉田 和樹', '和樹 吉田', 1],
    ['김철수', '김 철수', 1],
    ['Bob Smith', 'Robert Smith', 0.92],
    ['J. Smith', 'John Smith', 0.8],
    ['John Smith', 'John Q. Smith', 0.97],
    ['John Quincy Smith', 'John Q. Smith', 0.98],
    ['Lucía Suárez', 'Lucía Suárez Marín', 0.9114],
    ['Suárez Marín, Lucía', 'Lucía Suárez Marín', 1],
    ['John Smith', 'John Smith Jr.', 0.95],
    ['Anna Müller', 'Anna Mueller', 0.97],
    ['Jan van den Berg', 'Jan Vandenberg', 0.97],
  ])('%s and %s: %f', (a, b, score) => expect(matchPersonName(a, b, strict)).toBeCloseTo(score, 10))

  test.each([
    ['Ann Lee', 'Ann Li'],
    ['John A. Smith', 'John B. Smith'],
    ['Lucía Gómez Marín', 'Lucía Suárez Marín'],
    ['Ann Lee', 'Jane Lee'],
    ['Lee Ann', 'Ann Lee'],
    ['Ann', 'Ann Lee'],
    ['Bob', 'Robert'],
    ['John Smith Jr.', 'John Smith III'],
    ['Dr. Smith', 'Ann Smith'],
    ['吉田和樹', '吉田 直樹'],
    ['吉田', '吉田 和樹'],
    ['', 'Ann Lee'],
    ['', ''],
  ])('%s is not %s', (a, b) => expect(matchPersonName(a, b, strict)).toBe(0))
})

describe('matchPersonName, loose', () => {
  test.each([
    ['Lee Ann', 'Ann Lee'],
    ['Ann', 'Ann Lee'],
    ['Lee', 'Ann Lee'],
    ['Ann Lee', 'Ann Marie Lee'],
    ['Gabriel García', 'Gabriel García Márquez'],
    ['Garcia Marquez Gabriel', 'Gabriel García Márquez'],
    ['Smith Bob', 'Robert Smith'],
    ['Chris Schmid', 'Chris Schmidt'],
    ['Jonathn Miller', 'Jonathan Miller'],
    ['Mar Zuckerberg', 'Mark Zuckerberg'],
  ])('%s may be %s', (a, b) => {
    expect(matchPersonName(a, b, strict)).toBeLessThan(1)
    expect(matchPersonName(a, b, loose)).toBeGreaterThan(0.5)
  })

  test.each([
    ['Ann Lee', 'Ann Jones'],
    ['Ann Lee', 'Bob Lee'],
    ['John Paul Smith', 'John Paul Jones'],
    ['A. L.', 'Ann Lee'],
    ['', 'Ann Lee'],
  ])('%s is not %s', (a, b) => expect(matchPersonName(a, b, loose)).toBe(0))

  test('ranks the whole name above a part of it, and a swapped order below the right one', () => {
    expect(matchPersonName('Ann Lee', 'Ann Lee', loose)).toBeGreaterThan(
      matchPersonName('Ann', 'Ann Lee', loose),
    )
    expect(matchPersonName('Ann Li', 'Ann Li', loose)).toBeGreaterThan(
      matchPersonName('Li Ann', 'Ann Li', loose),
    )
  })
})

test('a word that may be two parts of a name is compared alike both ways', () => {
  for (const mode of [strict, loose])
    expect(matchPersonName('PhD V Ann', 'Ann , PhD Ann', mode)).toBe(
      matchPersonName('Ann , PhD Ann', 'PhD V Ann', mode),
    )
})

test('a score lies in 0..1, is the same both ways, and loose never falls below strict', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const mode of [strict, loose]) {
        const score = matchPersonName(a, b, mode)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(matchPersonName(b, a, mode)).toBeCloseTo(score, 10)
      }
      expect(matchPersonName(a, b, loose)).toBeGreaterThanOrEqual(matchPersonName(a, b, strict))
    }),
    { numRuns: 2000 },
  )
})

test('a name matches itself fully, whatever its letters', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { first, last } = parsePersonName(text)
      expect(matchPersonName(text, text, strict)).toBe(first + last === '' ? 0 : 1)
    }),
  )
})

interface Legislator {
  name: { first: string; last: string; official_full?: string; nickname?: string; suffix?: string }
}

const congress = new URL(
  '../../../shared/data/people-us-congress/legislators-current.json.gz',
  import.meta.url,
)

describe.skipIf(!existsSync(congress))('real people', () => {
  const people = existsSync(congress)
    ? (JSON.parse(gunzipSync(readFileSync(congress)).toString()) as Legislator[]).map((person) => person.name)
    : []

  test('full names written last name first mean the same person', () => {
    for (const { first, last } of people) {
      expect(matchPersonName(`${last}, ${first}`, `${last.toUpperCase()}, ${first}`, strict)).toBe(1)
    }
  })

  test('no two of them match each other strictly under their first and last names, but for namesakes', () => {
    const names = people.map(({ first, last }) => `${last}, ${first}`)
    const clashes: string[] = []
    for (const [i, a] of names.entries()) {
      for (const b of names.slice(i + 1)) {
        if (a.slice(0, 2) === b.slice(0, 2) && matchPersonName(a, b, strict) > 0.9)
          clashes.push(`${a} / ${b}`)
      }
    }
    expect(clashes.length, clashes.join('; ')).toBeLessThanOrEqual(3)
  })
})
