import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './call.ts'
import { pageMembers } from './page-members.ts'
import type { Members } from './shared-members.ts'

const cursor = z.string().nullable()

function paging(cursors: readonly string[], shape: z.core.$ZodLooseShape) {
  const { output, take } = pageMembers(cursors, { input: z.object({}), output: z.object(shape) })
  return { names: Object.keys(output.shape), add: (answer: Members) => take({}, {} as Call).add(answer) }
}

describe('pageMembers', () => {
  test('adds hasMore and nextCursor beside the name an operation has for its cursor', () => {
    const { names, add } = paging(['nextPageToken'], { results: z.array(z.string()), nextPageToken: cursor })
    expect(names).toEqual(['results', 'nextPageToken', 'hasMore', 'nextCursor'])
    const next = { nextPageToken: 'n', hasMore: true, nextCursor: 'n' }
    expect(add({ results: [], nextPageToken: 'n' })).toEqual({ results: [], ...next })
    expect(add({ results: [] })).toEqual({ results: [], hasMore: false, nextCursor: null })
  })

  test('leaves what an operation says itself', () => {
    const { add } = paging(['nextCursor'], { nextCursor: cursor, hasMore: z.boolean() })
    expect(add({ nextCursor: 'n', hasMore: false })).toEqual({ nextCursor: 'n', hasMore: false })
  })

  test('of two sides either has more, and each keeps its cursor', () => {
    const sides = { nextCompaniesCursor: cursor, nextProfilesCursor: cursor }
    const { add } = paging(Object.keys(sides), sides)
    expect(add({ nextCompaniesCursor: null, nextProfilesCursor: 'p' })).toEqual({
      nextCompaniesCursor: null,
      nextProfilesCursor: 'p',
      hasMore: true,
    })
  })
})
