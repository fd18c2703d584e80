import { expect, test } from 'vitest'
import { answerText, maxAnswerBytes } from './answer-text.ts'

test('a short answer is kept as it is, without what a store refuses', () => {
  expect(answerText(Buffer.from('no such hook\0'))).toBe('no such hook')
  expect(answerText(Buffer.from([0x68, 0xff, 0x69]))).toBe('h\ufffdi')
  expect(answerText(Buffer.alloc(0))).toBeNull()
})

test('a long one ends with a whole word, so that no half address stays', () => {
  const filler = 'word '.repeat((maxAnswerBytes - 10) / 5)
  const answer = answerText(Buffer.from(`${filler}ann@acme.example is not here`))
  expect(answer).toBe(filler.trimEnd())
})

test('of a long one without a space nothing is kept', () => {
  expect(answerText(Buffer.from('a'.repeat(maxAnswerBytes + 1)))).toBeNull()
})
