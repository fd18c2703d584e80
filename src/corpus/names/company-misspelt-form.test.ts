import { expect, test } from 'vitest'
import { companyNameForms } from './company-likeness.ts'
import { withoutMisspeltForm } from './company-misspelt-form.ts'

const rest = (name: string) => withoutMisspeltForm(companyNameForms(name))?.key

test.each([
  ['Tesla, Ic.', 'tesla'],
  ['Palitronica nIc', 'palitronica'],
  ['KLA Corporition', 'kla'],
  ['Chubb Lioited', 'chubb'],
  ['Flex td.', 'flex'],
])('%s is %s with a misspelt legal form', (name, key) => expect(rest(name)).toBe(key))

test.each(['Blue Ink', 'Holiday Inn', 'Apple Pay', 'Acme Labs', 'Ic', 'Tesla, Inc.'])(
  '%s ends in a word of its name',
  (name) => expect(rest(name)).toBeUndefined(),
)
