import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areEnough } from './compared.ts'
import { mostCompared } from './traits.ts'

test('rows are enough exactly when 2,000 are left without the examples, which are counted only where it matters', async () => {
  const aside = fc.integer({ min: 0, max: 10 })
  const near = fc.integer({ min: mostCompared - 12, max: mostCompared + 12 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(near, fc.nat(100_000)), aside, aside, async (rows, others, among) => {
      // Of the examples some are among the rows.
      const examples = Math.min(rows, among) + others
      const left = rows - Math.min(rows, among)
      let isAsked = false
      const isEnough = await areEnough({
        withExamples: async () => rows,
        examples,
        without: async () => {
          isAsked = true
          return left
        },
      })
      expect(isEnough).toBe(left >= mostCompared)
      expect(isAsked).toBe(rows >= mostCompared && rows < mostCompared + examples)
    }),
  )
})
