import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openPage, pageInput, makePage, positionIn, sealPage, type PageSeal } from './page.ts'

const seal: PageSeal = {
  key: Buffer.alloc(32, 1),
  of: 'listThings',
  organizationId: 'org_1',
  order: 'newest',
  query: { kind: 'small' },
}
const position = z.tuple([z.number(), z.string()])

describe('a cursor', () => {
  test('opens for what it was sealed for', () => {
    expect(openPage(sealPage([7, 'a'], seal), seal, position)).toEqual([7, 'a'])
    expect(openPage(undefined, seal, position)).toBeUndefined()
    expect(openPage(sealPage([7, 'a'], seal), { ...seal, query: { kind: 'small' } }, position)).toEqual([
      7,
      'a',
    ])
  })

  test.each([
    ['key', { key: Buffer.alloc(32, 2) }],
    ['operation', { of: 'listOthers' }],
    ['organization', { organizationId: 'org_2' }],
    ['order', { order: 'oldest' }],
    ['question', { query: { kind: 'large' } }],
    ['missing question', { query: undefined }],
  ] satisfies [string, Partial<PageSeal>][])('does not open for another %s', (_name, other) => {
    const cursor = sealPage([7, 'a'], seal)
    const refused = () => openPage(cursor, { ...seal, ...other }, position)
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid-cursor' }) as Error)
    expect(positionIn(cursor, { ...seal, ...other }, position)).toBeUndefined()
  })

  test('is refused when altered, cut, empty, or of another form', () => {
    const cursor = sealPage([7, 'a'], seal)
    const altered = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)
    for (const text of ['', 'x', altered, cursor.slice(0, -1), `${cursor}A`, sealPage('7', seal)])
      expect(() => openPage(text, seal, position)).toThrow(
        expect.objectContaining({ code: 'invalid-cursor' }) as Error,
      )
  })
})

describe('a page', () => {
  const page = { size: 2, seal, position: (row: number) => [row, ''] }

  test('goes on after its last entry as long as there is one more', () => {
    const { items, nextCursor } = makePage([1, 2, 3], page)
    expect(items).toEqual([1, 2])
    expect(openPage(nextCursor ?? '', seal, position)).toEqual([2, ''])
  })

  test.each([[[1, 2]], [[1]], [[]]])('ends with the last entry: %j', (rows) => {
    expect(makePage(rows, page)).toEqual({ items: rows, nextCursor: null })
  })
})

test('the members go by the names an operation has for them', () => {
  const sizes = { default: 10, most: 20 }
  expect(z.object(pageInput({ sizes })).parse({ cursor: null })).toEqual({ pageSize: 10 })
  const named = z.object(pageInput({ sizes, names: { size: 'take', cursor: 'after' } }))
  expect(named.parse({ after: 'x' })).toEqual({ take: 10, after: 'x' })
  for (const take of [0, 21, 1.5]) expect(named.safeParse({ take }).success).toBe(false)
})
