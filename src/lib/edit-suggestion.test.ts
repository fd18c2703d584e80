import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearest, nearestValue } from './edit-suggestion.ts'

const members = ['anyOf', 'noneOf', 'allOf', 'pageSize', 'cursor', 'searchParams', 'headquartersCountryCode']

describe('nearest', () => {
  test.each([
    ['anyof', 'anyOf'],
    ['any_of', 'anyOf'],
    ['anyfOf', 'anyOf'],
    ['nonOf', 'noneOf'],
    ['page-size', 'pageSize'],
    ['pagesSize', 'pageSize'],
    ['pageSzie', 'pageSize'],
    ['curser', 'cursor'],
    ['serchParam', 'searchParams'],
    ['headquarterCountryCodes', 'headquartersCountryCode'],
  ])('%s means %s', (typed, meant) => expect(nearest(typed, members)).toBe(meant))

  test.each(['', 'x', 'limit', 'company', 'zzzzzzzz', '___', 'a'.repeat(100_000)])(
    '%s means nothing',
    (typed) => expect(nearest(typed, members)).toBeUndefined(),
  )

  test('a name that is there is its own nearest, whatever its case', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 1 })
    fc.assert(
      fc.property(names, fc.nat(), (list, pick) => {
        const name = list[pick % list.length] ?? ''
        expect(nearest(name.toUpperCase(), list)).toBe(name)
      }),
    )
  })

  test('one edit on a name of three or more characters finds a name when it stands alone', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{4,20}$/),
        fc.nat(),
        fc.constantFrom('0', '1', '9'),
        (name, offset, mark) => {
          const i = offset % name.length
          expect(nearest(name.slice(0, i) + mark + name.slice(i + 1), ['0000', name, '11111'])).toBe(name)
        },
      ),
    )
  })

  test('no candidates, no suggestion', () => {
    expect(nearest('anyOf', [])).toBeUndefined()
  })
})

test.each([
  ['Computer Software', 'Software'],
  ['softwear', 'Software'],
  ['Travel', 'Travel & Tourism'],
  ['Financial Services', undefined],
  ['&', undefined],
])('the value %s means %s', (written, meant) => {
  const values = ['Software', 'Business Services', 'Travel & Tourism', 'Finance']
  expect(nearestValue(written, values)).toBe(meant)
})
