import { describe, expect, test } from 'vitest'
import type { PersonRecord } from '../../records/index.ts'
import { personTerms } from './life.ts'
import { alikePeople } from './people.ts'
import { TermCounts } from './terms.ts'

const given = ['Thomas', 'Susan', 'Michael', 'Karen', 'Robert', 'Linda', 'David', 'Helen'] as const

interface Written {
  first?: string
  last: string
  born: string
  street?: string
  city?: string
}

const personOf = ({ first, last, born, street, city = 'Leeds' }: Written) =>
  ({
    name: [first, last].filter(Boolean).join(' '),
    ...(first && { first_name: first }),
    last_name: last,
    dob: born,
    inferred_location: { city, country_code: 'GBR', ...(street && { street_address: street }) },
  }) as unknown as PersonRecord

/** A list of homes, each with two rows: of one person, or in some of them of two. */
function listOf({ homes, withFamilies }: { homes: number; withFamilies: number }): TermCounts {
  const terms = new TermCounts()
  for (let home = 0; home < homes; home++) {
    const row = {
      first: given[home % given.length] as string,
      last: `Ackroyd${home}`,
      born: `19${20 + (home % 60)}-05-17`,
      street: `${home + 1} Mill Lane`,
    }
    const other = { ...row, first: given[(home + 1) % given.length] as string, born: '2001-11-02' }
    for (const each of [row, home < withFamilies ? other : row]) {
      const counted = personTerms(personOf(each))
      if (counted !== undefined) terms.add(counted)
    }
  }
  return terms
}

const singles = listOf({ homes: 200, withFamilies: 0 })
const families = listOf({ homes: 200, withFamilies: 60 })

describe('whether homes have several people', () => {
  test.each([
    ['of one person each', singles, false],
    ['where one in fifty has two', listOf({ homes: 200, withFamilies: 4 }), false],
    ['where some have two', families, true],
    ['of which there are few', listOf({ homes: 40, withFamilies: 0 }), true],
  ])('is read from a list of homes %s', (_what, terms, haveFamilies) => {
    expect(terms.haveFamilies).toBe(haveFamilies)
  })

  test('counts rows of a batch with those stored before', () => {
    const stored = listOf({ homes: 60, withFamilies: 0 })
    expect(stored.haveFamilies).toBe(true)
    const all = new TermCounts(stored)
    const counted = (home: number) =>
      personTerms(
        personOf({
          first: given[home % given.length] as string,
          last: `Ackroyd${home}`,
          born: `19${20 + (home % 60)}-05-17`,
          street: `${home + 1} Mill Lane`,
        }),
      )
    for (let home = 0; home < 60; home++) all.add(counted(home) as NonNullable<ReturnType<typeof counted>>)
    expect(all.haveFamilies).toBe(false)
  })
})

describe('what members of a family do not share', () => {
  const whole = { first: 'Margaret', last: 'Threlkeld', born: '1971-03-09', street: '7 Quarry Row' }
  test.each<[string, Written]>([
    ['a family name alone', { last: 'Threlkeld', born: '1971-03-09', street: '7 Quarry Row' }],
    ['another given name', { ...whole, first: 'Patricia' }],
    ['a birth of another generation', { ...whole, born: '1917-11-30' }],
  ])(
    '%s keeps two apart in a list of families, and is reported where homes have one person each',
    (_, row) => {
      const judge = (terms: TermCounts) =>
        alikePeople(personOf(row), personOf(whole), { contacts: [undefined, undefined], terms })
      expect(judge(families)?.isConvincing).toBe(false)
      expect(judge(families)?.evidence.at(-1)).toMatch(/^kept apart: /)
      expect(judge(singles)?.isConvincing).toBe(true)
      expect(judge(singles)?.evidence.at(-1)).toMatch(/, where homes have one person each$/)
    },
  )

  test.each<[string, Written]>([
    ['whose day of birth is another', { ...whole, first: 'Patricia', born: '1974-10-28' }],
    ['who says none', { ...whole, first: 'Patricia', born: '' }],
  ])('somebody of another given name %s is another one in any list, with one mailbox and house', (_, row) => {
    const emails = { emails: [{ email: 'threlkeld@post.example' }], phoneNumbers: [] } as never
    for (const terms of [singles, families])
      expect(
        alikePeople(personOf(row), personOf(whole), { contacts: [emails, emails], terms })?.isConvincing ??
          false,
      ).toBe(false)
  })

  test('a rare name and its rare town alone are two, and listed, where homes have several people', () => {
    const namesake = personOf({ first: 'Peregrine', last: 'Threlkeld', born: '', city: 'Sedbergh' })
    const many = listOf({ homes: 1_500, withFamilies: 600 })
    const verdict = alikePeople(namesake, namesake, { contacts: [undefined, undefined], terms: many })
    expect(verdict?.isConvincing).toBe(false)
    expect(verdict?.evidence.at(-1)).toBe('kept apart: little is known of them besides the name')
  })

  test('two who agree in little are two in any list', () => {
    const other = { first: 'Patricia', last: 'Threlkeld', born: '1950-01-30', street: '90 Beck Road' }
    for (const terms of [singles, families])
      expect(
        alikePeople(personOf(other), personOf(whole), { contacts: [undefined, undefined], terms })
          ?.isConvincing ?? false,
      ).toBe(false)
  })
})
