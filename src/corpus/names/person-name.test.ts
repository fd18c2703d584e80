import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import variantGroups from '../../../data/names/first-name-variants.json' with { type: 'json' }
import { firstNameAgreement, normalName } from './first-name.ts'
import { parsePersonName, personNameKey } from './person-name.ts'
import { normalText } from '../../lib/text-normal.ts'

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

describe('parsePersonName', () => {
  test.each([
    ['Ann Lee', 'ann', '', 'lee', undefined],
    ['ANN  MARIE   LEE', 'ann', 'marie', 'lee', undefined],
    ['Lee, Ann Marie', 'ann', 'marie', 'lee', undefined],
    ['SMITH, JOHN', 'john', '', 'smith', undefined],
    ['Smith, John, Jr.', 'john', '', 'smith', 'jr'],
    ['Smith Jr., John', 'john', '', 'smith', 'jr'],
    ['Smith, John, PhD', 'john', '', 'smith', undefined],
    ['John Smith, Jr.', 'john', '', 'smith', 'jr'],
    ['John Smith Junior', 'john', '', 'smith', 'jr'],
    ['John Smith III, MBA, PMP', 'john', '', 'smith', 'iii'],
    ['John Paul Smith V', 'john', 'paul', 'smith', 'v'],
    ['Malcolm X', 'malcolm', '', 'x', undefined],
    ['Dr. Ann Lee, M.D., Ph.D.', 'ann', '', 'lee', undefined],
    ['Prof. Dr. med. Ann Lee', 'ann', '', 'lee', undefined],
    ['Mr John Smith', 'john', '', 'smith', undefined],
    ['Prof. Dr. Dr. h.c. Anna Schmidt', 'anna', '', 'schmidt', undefined],
    ['H. C. Andersen', 'h', 'c', 'andersen', undefined],
    ['Dr. rer. nat. Anna Schmidt', 'anna', '', 'schmidt', undefined],
    ['Dipl.-Ing. Karl Huber', 'karl', '', 'huber', undefined],
    ['Dr.-Ing. Eva Maria Müller-Lüdenscheidt', 'eva', 'maria', 'muller ludenscheidt', undefined],
    ['MUDr. Jana Nováková', 'jana', '', 'novakova', undefined],
    ['Hr. Lars Jensen', 'lars', '', 'jensen', undefined],
    ['Art Nat', 'art', '', 'nat', undefined],
    ['Ann Lee CPA CGMA', 'ann', '', 'lee', undefined],
    ['Ann Lee FCA', 'ann', '', 'lee', undefined],
    ['Ann Lee SHRM-SCP', 'ann', '', 'lee', undefined],
    ['Ann Lee, P.Eng', 'ann', '', 'lee', undefined],
    ['Ian McKellen CH CBE', 'ian', '', 'mckellen', undefined],
    ['Ann Lee | CEO at Acme', 'ann', '', 'lee', undefined],
    ['Ann Lee – hiring', 'ann', '', 'lee', undefined],
    ["Gerard 't Hooft", 'gerard', '', 'thooft', undefined],
    ['Ruud van ’t Hooft', 'ruud', '', 'van thooft', undefined],
    ['John T Smith', 'john', 't', 'smith', undefined],
    ['Gen. John Smith', 'john', '', 'smith', undefined],
    ['Gen Sato', 'gen', '', 'sato', undefined],
    ['Jack Ma', 'jack', '', 'ma', undefined],
    ['Grace Meng', 'grace', '', 'meng', undefined],
    ['Jack Lee MBA', 'jack', '', 'lee', undefined],
    ['Jack Lee, MEng', 'jack', '', 'lee', undefined],
    ['JACK LEE MA', 'jack', 'lee', 'ma', undefined],
    ['Jack Ma, MA', 'jack', '', 'ma', undefined],
    ['Ann Lee, SHRM-CP', 'ann', '', 'lee', undefined],
    ['Dr. Smith', '', '', 'smith', undefined],
    ['Madonna', 'madonna', '', '', undefined],
    ['William "Bill" Clinton', 'william', '', 'clinton', undefined],
    ['William ‘Bill’ Clinton', 'william', '', 'clinton', undefined],
    ['Anna Schmidt (née Lee)', 'anna', '', 'schmidt', undefined],
    ['Vincent van Gogh', 'vincent', '', 'van gogh', undefined],
    ['Van Morrison', 'van', '', 'morrison', undefined],
    ['Juan Carlos de la Cruz', 'juan', 'carlos', 'de la cruz', undefined],
    ['de la Cruz, Juan Carlos', 'juan', 'carlos', 'de la cruz', undefined],
    ['José Ortega y Gasset', 'jose', '', 'ortega y gasset', undefined],
    ['Conan O’Brien', 'conan', '', 'obrien', undefined],
    ["Shaquille O'Neal", 'shaquille', '', 'oneal', undefined],
    ['Jean-Luc Picard', 'jean luc', '', 'picard', undefined],
    ['Ann Smith-Jones', 'ann', '', 'smith jones', undefined],
    ['J.R.R. Tolkien', 'j', 'r r', 'tolkien', undefined],
    ['J. K. Rowling', 'j', 'k', 'rowling', undefined],
    ['Łukasz Żółć', 'lukasz', '', 'zolc', undefined],
    ['Владимир Иванов', 'владимир', '', 'иванов', undefined],
    ['马克·扎克伯格', '马克', '', '扎克伯格', undefined],
    ['王伟', '王伟', '', '', undefined],
    ['', '', '', '', undefined],
    ['!?', '', '', '', undefined],
  ])('%s', (full, ...expected) => {
    const { first, middle, last, suffix } = parsePersonName(full)
    expect([first, middle.join(' '), last, suffix]).toEqual(expected)
  })

  test('never throws, and every part is in normal form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { first, middle, last } = parsePersonName(text)
        for (const part of [first, ...middle, last]) expect(normalText(part)).toBe(part)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('personNameKey', () => {
  test('leaves titles, middle names, generations and degrees out', () => {
    for (const full of ['Dr. Ann Marie Lee, PhD', 'LEE, ANN', 'ann lee', 'Ánn Lée Jr.']) {
      expect(personNameKey(full)).toBe('ann lee')
    }
  })

  test('is empty only for blank text', () => {
    fc.assert(
      fc.property(anyText, (text) => void expect(personNameKey(text) === '').toBe(text.trim() === '')),
    )
  })
})

const sameFirstName = (a: string, b: string) => firstNameAgreement(normalName(a), normalName(b)) !== undefined

describe('first names', () => {
  test.each([
    ['Bob', 'Robert'],
    ['Liz', 'Elizabeth'],
    ['Sepp', 'Josef'],
    ['Pepe', 'José'],
    ['Sasha', 'Alexander'],
    ['Aleksandr', 'Alexander'],
    ['Jean-Luc', 'jean luc'],
    ['Jean-Luc', 'Jeanluc'],
    ['J.', 'John'],
    ['Zoë', 'Zoe'],
    ['D’Angelo', 'Dangelo'],
    ['Mohammed', 'Muhammad'],
    ['Paco', 'Francisco'],
    ['Beppe', 'Giuseppe'],
    ['Kasia', 'Katarzyna'],
    ['Volodymyr', 'Vladimir'],
  ])('%s may be %s', (a, b) => expect([sameFirstName(a, b), sameFirstName(b, a)]).toEqual([true, true]))

  test.each([
    ['John', 'Jane'],
    ['Alexander', 'Alexandra'],
    ['K.', 'John'],
    ['Ann', ''],
    ['', ''],
    ['Robert', 'Albert'],
  ])('%s is not %s', (a, b) => expect([sameFirstName(a, b), sameFirstName(b, a)]).toEqual([false, false]))

  test('knows at least 150 groups, each of distinct names in normal form', () => {
    expect(variantGroups.length).toBeGreaterThanOrEqual(150)
    expect(new Set(variantGroups).size).toBe(variantGroups.length)
    for (const group of variantGroups) {
      const names = group.split(' ')
      expect(names.length).toBeGreaterThan(1)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(normalText(name)).toBe(name)
    }
  })
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

  test('at least 97 % of official full names parse to the recorded family name', () => {
    const wrong = people
      .filter(({ official_full, last }) => {
        if (official_full === undefined) return false
        return parsePersonName(official_full).last !== parsePersonName(`${last}, X`).last
      })
      .map((name) => `${name.official_full} (${name.last})`)
    expect(wrong.length, wrong.join('; ')).toBeLessThan(people.length * 0.03)
  })
})
