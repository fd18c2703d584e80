import { expect, test } from 'vitest'
import { depthFirst } from './depth-first.ts'

const reply = (reply_id: string, parent_id: string | null = null) => ({ reply_id, parent_id })
const idsOf = (replies: { reply_id: string }[]) => replies.map(({ reply_id }) => reply_id).join(' ')

test('each comment is followed by the answers to it', () => {
  const given = [
    reply('a'),
    reply('b'),
    reply('a2', 'a'),
    reply('b1', 'b'),
    reply('a1x', 'a1'),
    reply('a1', 'a'),
  ]
  expect(idsOf(depthFirst(given))).toBe('a a2 a1 a1x b b1')
})

test('a page of what is in order stays as it is, whatever stands on the pages before', () => {
  const page = [reply('a1x', 'a1'), reply('a2', 'a'), reply('a2x', 'a2'), reply('b'), reply('b1', 'b')]
  expect(depthFirst(page)).toEqual(page)
})

test('answers that nest deeply or answer each other are all there', () => {
  const deep = Array.from({ length: 50_000 }, (_, index) =>
    reply(String(index), index === 0 ? null : String(index - 1)),
  )
  expect(depthFirst(deep)).toEqual(deep)
  expect(idsOf(depthFirst([reply('x', 'y'), reply('y', 'x'), reply('z', 'z')]))).toBe('x y z')
})
