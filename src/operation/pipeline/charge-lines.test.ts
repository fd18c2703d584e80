import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { milli } from '../../lib/credits.ts'
import { bindOperations, perMinute } from '../define.ts'
import { paid } from '../paid.ts'
import type { Hold } from '../ports.ts'
import type { Price } from '../price.ts'
import { chargeLines } from './charge-lines.ts'

const price: Price<unknown, unknown> = {
  kind: 'per-request',
  describe: 'Two ways.',
  keys: ['workEmailReveal', 'phoneReveal'],
  partial: false,
  quote: () => [
    {
      key: 'phoneReveal',
      units: 1,
    },
  ],
}
const reveal = bindOperations<object>('test')({
  id: 'revealThing',
  route: 'POST /v1/reveal',
  tag: 'Things',
  summary: 'Reveal',
  describe: 'Reveals.',
  input: z.object({}),
  output: z.object({}),
  price,
  limit: perMinute(1),
  examples: [],
  effect: 'spends',
  handle: () => ({}),
})
const hold: Hold = {
  id: 'hold_1',
  amount: milli(3_000),
  unitPrices: { workEmailReveal: milli(1_500), phoneReveal: milli(3_000) },
}
const lines = (result: object, held: Hold | undefined = hold) =>
  chargeLines(reveal, { result, input: {} as never, hold: held })

describe('paid', () => {
  test.each([
    ['what was set aside', [{ key: 'phoneReveal', units: 1 }]],
    ['another way of the same cost', [{ key: 'workEmailReveal', units: 2 }]],
    ['nothing', []],
  ] as const)('charges the lines of the handler: %s', (_name, own) => {
    expect(lines(paid({}, own))).toEqual(own)
  })

  test('charges no more than was set aside', () => {
    const dear = paid({}, [
      { key: 'phoneReveal', units: 1 },
      { key: 'workEmailReveal', units: 1 },
    ])
    expect(() => lines(dear)).toThrow('revealThing charges 4500 milli-credits, but 3000 were set aside')
  })

  test('charges nothing that its price does not name', () => {
    expect(() => lines(paid({}, [{ key: 'companyLogo', units: 1 }]))).toThrow('charges companyLogo')
  })

  test('is asked for where the price does not read the output', () => {
    expect(() => lines({})).toThrow('revealThing must say what its answer costs')
  })

  test('takes the lines of a sandbox key as they are: nothing was set aside', () => {
    const own = [{ key: 'phoneReveal' as const, units: 9 }]
    expect(chargeLines(reveal, { result: paid({}, own), input: {} as never, hold: undefined })).toEqual(own)
  })
})
