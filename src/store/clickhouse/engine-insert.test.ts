import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChunks } from './engine-insert.ts'

async function* pieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const chunksOf = async (text: string, sizes: number[], target: number): Promise<string[]> => {
  const chunks: string[] = []
  for await (const chunk of lineChunks(pieces(Buffer.from(text), sizes), target))
    chunks.push(chunk.toString())
  return chunks
}

const lines = fc.array(
  fc.string({ maxLength: 12 }).map((line) => line.replaceAll('\n', ' ')),
  { maxLength: 60 },
)
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const target = fc.integer({ min: 1, max: 50 })

test('chunks hold every byte, end at newlines, and are past the target but for the last', async () => {
  await fc.assert(
    fc.asyncProperty(lines, sizes, target, async (rows, cut, size) => {
      const text = rows.map((row) => `${row}\n`).join('')
      const chunks = await chunksOf(text, cut, size)
      expect(chunks.join('')).toBe(text)
      for (const chunk of chunks) expect(chunk.endsWith('\n')).toBe(true)
      for (const chunk of chunks.slice(0, -1)) expect(Buffer.byteLength(chunk)).toBeGreaterThan(size)
    }),
  )
})

test('the cut depends on the bytes alone, not on the pieces they came in', async () => {
  await fc.assert(
    fc.asyncProperty(lines, sizes, sizes, target, async (rows, one, other, size) => {
      const text = rows.join('\n')
      expect(await chunksOf(text, one, size)).toEqual(await chunksOf(text, other, size))
    }),
  )
})
