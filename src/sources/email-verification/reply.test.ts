import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotSmtp, replyReader } from './reply.ts'

test('replies are the same however they arrive', () => {
  const text =
    '220 mx ready\r\n250-mx\r\n250-PIPELINING\r\n250 SMTPUTF8\r\n550-5.1.1 no\n550 5.1.1 such user\r\n250\r\n'
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (places) => {
      const cuts = [0, ...places.toSorted((a, b) => a - b), text.length]
      const reader = replyReader()
      const replies = cuts.slice(1).flatMap((end, index) => reader.push(text.slice(cuts[index], end)))
      expect(replies.map(({ code, lines }) => [code, lines])).toEqual([
        [220, ['mx ready']],
        [250, ['mx', 'PIPELINING', 'SMTPUTF8']],
        [550, ['5.1.1 no', '5.1.1 such user']],
        [250, ['']],
      ])
    }),
  )
})

test.each([
  ['HTTP/1.1 400 Bad Request\r\n'],
  ['\u0016\u0003\u0001\u0002\r\n'],
  ['250-mx\r\n550 no\r\n'],
  ['199 what\r\n'],
  [`220 ${'x'.repeat(3_000)}\r\n`],
  ['x'.repeat(3_000)],
  ['250-more\r\n'.repeat(200)],
])('%j is no SMTP', (text) => {
  expect(() => replyReader().push(text)).toThrow(NotSmtp)
})

test('whatever arrives is a reply, more to come, or refused', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 }), { maxLength: 20 }), (chunks) => {
      const reader = replyReader()
      try {
        for (const chunk of chunks) reader.push(chunk)
      } catch (error) {
        expect(error).toBeInstanceOf(NotSmtp)
      }
    }),
  )
})
