import { describe, expect, test } from 'vitest'
import { relativeCost } from '../../../../test/support/relative-cost.ts'
import { annotate } from './annotate.ts'
import { choose } from './choose.ts'
import { parseQuestion } from './parse-question.ts'

const nowMs = Date.parse('2026-11-23')
const today = Math.floor(nowMs / 86_400_000)
const hostile =
  'series A, |no |not |VP and |Snowflake, |using Snowflake, |Google, |at Acme or |both |engineer |1a|a.a |a-a.|@a.|https://www.a.a|2020, |tx/|speak German, |Anna de la |Cornwall, |neither |nciht |c#|1.000.|('.split(
    '|',
  )
const textOf = (piece: string, length: number) => piece.repeat(length).slice(0, length)

describe('text takes time in proportion to its length, whatever it is made of', () => {
  // The tables are loaded once.
  parseQuestion('engineers in Berlin', { nowMs })

  test.each(hostile)('20 kB of %j cost little', (piece) => {
    const question = textOf(piece, 20_000)
    expect(relativeCost(() => parseQuestion(question, { nowMs }), 3)).toBeLessThan(30)
  })

  // Lists read again from each of their members took 5 s, and words that look back or ahead for themselves the stack.
  test.each(['series A, ', 'no ', 'VP and ', 'Snowflake, ', 'Google, ', 'both ', 'engineer ', '1a'])(
    'nothing is read squared: %j',
    (piece) => {
      const question = textOf(piece, 20_000)
      const read = () => {
        const { words, mentions } = annotate(question, { today, names: new Map() })
        choose(mentions, words.length)
      }
      expect(relativeCost(read, 1)).toBeLessThan(100)
    },
  )

  test('what is longer than a question may be is told not to be read', () => {
    const { notUnderstood } = parseQuestion(`banks in Spain${' '.repeat(2_000)}not in Madrid`, { nowMs })
    expect(notUnderstood.map(({ text }) => text).join()).toContain('not in Madrid')
  })
})
