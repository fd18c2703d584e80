import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalText } from '../../lib/text-normal.ts'
import { titleLevels } from '../records/index.ts'
import { phraseTokens, titleColumns, wordsAndPairs } from './titles.ts'

const word = fc.constantFrom('sales', 'manager', 'head', 'of', 'director', 'a', 'b', 'c')
const phrase = (most: number) =>
  fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '))

describe('titleColumns', () => {
  it('has words, pairs, and both behind each level of their title', () => {
    expect(titleColumns(['Sales Director'])).toEqual({
      titles: ' | sales director | ',
      tokens:
        'sales director sales_director director> director>sales director>director director>sales_director',
      count: 1,
    })
  })

  it('of several titles each carries its levels; the same title counts once', () => {
    const columns = titleColumns(['Engineer', 'Vice-President, Sales', 'ENGINEER', '—'])
    expect(columns.titles).toBe(' | engineer | vice president sales vp> | ')
    expect(columns.count).toBe(2)
    expect(columns.tokens.split(' ')).not.toContain('vp>engineer')
  })

  it('no title leaves no trace', () => {
    expect(titleColumns([])).toEqual({ titles: '', tokens: '', count: 0 })
    expect(titleColumns(['', ' - '])).toEqual({ titles: '', tokens: '', count: 0 })
  })

  it('a phrase of one or two words is in a title exactly when its tokens are; of more, never without them', () => {
    fc.assert(
      fc.property(fc.array(phrase(5), { minLength: 1, maxLength: 3 }), phrase(4), (titles, wanted) => {
        const tokens = new Set(titleColumns(titles).tokens.split(' '))
        const { tokens: asked, exact } = phraseTokens(wanted)
        const isFound = asked.every((token) => tokens.has(token))
        const isThere = titles.some((title) => ` ${title} `.includes(` ${wanted} `))
        expect(exact).toBe(wanted.split(' ').length <= 2)
        if (exact) expect(isFound).toBe(isThere)
        else if (isThere) expect(isFound).toBe(true)
      }),
    )
  })

  it('level tokens and marks can be no words of a title', () => {
    fc.assert(fc.property(fc.string(), (text) => !/[>|_]/.test(normalText(text))))
    for (const level of titleLevels) expect(`${level}>`).not.toBe(normalText(`${level}>`))
  })
})

describe('wordsAndPairs', () => {
  it('pairs neighbours only', () => {
    expect(wordsAndPairs('a b c')).toEqual(['a', 'b', 'c', 'a_b', 'b_c'])
    expect(wordsAndPairs('a')).toEqual(['a'])
  })
})
