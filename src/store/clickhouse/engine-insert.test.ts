import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHead } from './engine-insert.ts'

async function* pieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

test('head and rest hold every byte in order, and there is no rest when the head was all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 300 }),
      sizes,
      fc.integer({ min: 1, max: 200 }),
      async (text, cut, limit) => {
        const bytes = Buffer.from(text)
        const { head, rest } = await readHead(pieces(bytes, cut), limit)
        const tail: Buffer[] = []
        if (rest !== undefined) for await (const part of rest) tail.push(part)
        expect(Buffer.concat([head, ...tail])).toEqual(bytes)
        if (bytes.length <= limit) expect(rest).toBeUndefined()
      },
    ),
  )
})
