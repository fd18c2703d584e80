import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openZstdFrames } from './zstd-frames.ts'

const dictionary = Buffer.from(
  '{"name":"Ada Lindqvist","headline":"Engineer at Acme","skills":["TypeScript"]}'.repeat(9),
)
const frames = openZstdFrames({ dictionary, level: 3 })
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.json(),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 8 }), fc.nat(60_000))
    .map(([part, times]) => part.repeat(times)),
)

test('every text comes back, whichever were compressed before it, and any reader of zstd reads its frame', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 12 }), (given) => {
      const made = given.map((text) => frames.compress(text))
      for (const [index, text] of given.entries()) {
        const whole = Buffer.from(text).toString('utf8')
        expect(frames.decompress(made[index]!)).toBe(whole)
        expect(zstdDecompressSync(made[index]!, { dictionary }).toString('utf8')).toBe(whole)
      }
    }),
  )
})

test('the bytes of a text do not depend on the texts before it', () => {
  const text = '{"name":"Ada Lindqvist","headline":"Engineer"}'.repeat(40)
  const fresh = openZstdFrames({ dictionary, level: 3 }).compress(text)
  frames.compress('something else '.repeat(500))
  expect(frames.compress(text)).toEqual(fresh)
})

test('a damaged frame is an error, and those after it are read', () => {
  const [a, b] = [frames.compress('first '.repeat(300)), frames.compress('second '.repeat(300))] as [
    Buffer,
    Buffer,
  ]
  const other = zstdCompressSync('of another dictionary '.repeat(300), {
    dictionary: Buffer.alloc(5_000, 'xyz '),
  })
  const flipped = Buffer.from(a)
  flipped[2]! ^= 0xff
  for (const damaged of [
    a.subarray(0, a.length - 1),
    a.subarray(0, 6),
    flipped,
    Buffer.alloc(0),
    Buffer.from('no frame'),
  ]) {
    expect(() => frames.decompress(damaged)).toThrow()
    expect(frames.decompress(b)).toBe('second '.repeat(300))
  }
  expect(() => {
    if (frames.decompress(other) !== zstdDecompressSync(other, { dictionary }).toString('utf8')) return
    throw new Error('the same as the documented function')
  }).toThrow()
  expect(frames.decompress(b)).toBe('second '.repeat(300))
})

test('texts beyond what a context takes come back as well', () => {
  for (const text of ['x'.repeat(131_072), 'é'.repeat(70_000), 'äöü'.repeat(400_000), ''])
    expect(frames.decompress(frames.compress(text))).toBe(text)
})
