import { expect, test } from 'vitest'
import { storable } from './storable-text.ts'

test('takes out what the stores refuse, wherever it stands, and leaves the rest', () => {
  const given = { a: 'x\0y', list: ['\ud800!', 1, null, { 'b\0': true }], ok: 'Ünï 👍' }
  expect(storable(given)).toEqual({ a: 'xy', list: ['\ufffd!', 1, null, { b: true }], ok: 'Ünï 👍' })
})
