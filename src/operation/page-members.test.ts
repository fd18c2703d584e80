import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Failure } from './failure.ts'
import { JobAnswer } from './job-answer.ts'
import { pageMembers } from './page-members.ts'
import { paid } from './paid.ts'

const cursor = z.string().nullable()

describe('pageMembers', () => {
  test('adds hasMore and nextCursor beside the name an operation has for its cursor', () => {
    const pages = pageMembers(z.object({ results: z.array(z.string()), nextPageToken: cursor }))!
    expect(Object.keys(pages.schema.shape)).toEqual(['results', 'nextPageToken', 'hasMore', 'nextCursor'])
    expect(pages.add({ results: [], nextPageToken: 'n' })).toEqual({
      results: [],
      nextPageToken: 'n',
      hasMore: true,
      nextCursor: 'n',
    })
    expect(pages.add({ results: [] })).toEqual({ results: [], hasMore: false, nextCursor: null })
  })

  test('leaves what an operation says itself, and operations without pages', () => {
    const own = z.object({ nextCursor: cursor, hasMore: z.boolean() })
    expect(pageMembers(own)!.add({ nextCursor: 'n', hasMore: false })).toEqual({
      nextCursor: 'n',
      hasMore: false,
    })
    expect(pageMembers(z.object({ count: z.number() }))).toBeUndefined()
  })

  test('of two sides either has more, and each keeps its cursor', () => {
    const pages = pageMembers(z.object({ nextCompaniesCursor: cursor, nextProfilesCursor: cursor }))!
    expect(pages.add({ nextCompaniesCursor: null, nextProfilesCursor: 'p' })).toEqual({
      nextCompaniesCursor: null,
      nextProfilesCursor: 'p',
      hasMore: true,
    })
  })

  test('reaches into what is paid for and into jobs, and leaves failures', () => {
    const pages = pageMembers(z.object({ nextCursor: cursor }))!
    const lines = [{ key: 'companySearchResult' as const, units: 1 }]
    expect(pages.add(paid({ nextCursor: null }, lines))).toEqual(
      paid({ nextCursor: null, hasMore: false }, lines),
    )
    const credits = { method: 'charging-later' as const, message: 'Later.' }
    expect(pages.add(new JobAnswer({ nextCursor: 'n' }, credits))).toEqual(
      new JobAnswer({ nextCursor: 'n', hasMore: true }, credits),
    )
    const failure = new Failure('not-found')
    expect(pages.add(failure)).toBe(failure)
  })
})
