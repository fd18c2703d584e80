import { expect, test } from 'vitest'
import { heldOutWords, messyVariants, tunedWords } from './messy-names.ts'
import { withEdit } from './one-edit.ts'
import { editedNames } from './resolution-edits.ts'
import { messyHalf } from './resolution-messy.ts'
import { seeded, type KnownCompany } from './resolution-sets.ts'

const companies: KnownCompany[] = Array.from({ length: 1200 }, (_, index) => ({
  key: index % 4 === 0 ? `sp-T${index}` : `yc-${index}`,
  name: `Acme Number ${index}`,
  former: [],
  domain: undefined,
  staff: undefined,
}))

test('the halves of messy names share neither companies nor words', () => {
  const keys = (half: 'tuned' | 'heldOut') => messyHalf(companies, half).map(({ company }) => company.key)
  const heldOut = new Set(keys('heldOut'))
  expect(heldOut.size).toBeGreaterThan(20)
  expect(keys('tuned').filter((key) => heldOut.has(key))).toEqual([])
  for (const member of ['notes', 'tags', 'exchanges', 'register', 'leading', 'countries', 'forms'] as const)
    expect(tunedWords[member].filter((word) => heldOutWords[member].includes(word))).toEqual([])
})

test('every company is written in twelve messy ways, the same in every run', () => {
  const [company] = companies as [KnownCompany]
  const written = messyVariants(company, tunedWords, seeded(1))
  expect(Object.keys(written)).toHaveLength(12)
  expect(messyVariants(company, tunedWords, seeded(1))).toEqual(written)
  expect(Object.values(written)).not.toContain(company.name)
})

test('an edit changes one place of a word, wherever it is', () => {
  const random = seeded(2)
  const seen = new Set<string>()
  for (let run = 0; run < 200; run++) seen.add(withEdit('Marcus', 'delete', random) ?? '')
  expect(seen).toContain('Arcus')
  expect(seen).toContain('Marcu')
  expect(withEdit('Lee', 'insert', random)).toBeUndefined()
})

test('an edited name differs in one of its two parts', () => {
  const person = { slug: 'a', first: 'Marcus', last: 'Thornbury', company: 'Acme' }
  for (const { kind, name } of editedNames(person, seeded(3))) {
    const [first, last] = name.split(' ')
    expect(kind.endsWith('first name') ? last : first).toBe(
      kind.endsWith('first name') ? 'Thornbury' : 'Marcus',
    )
    expect(name).not.toBe('Marcus Thornbury')
  }
})
