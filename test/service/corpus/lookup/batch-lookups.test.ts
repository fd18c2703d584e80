import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import type { CorpusSearch } from '../../../../src/corpus/search/index.ts'
import { batchLookups } from '../../../../src/corpus/lookup/batch-lookups.ts'
import type { LookupRequest } from '../../../../src/corpus/lookup/lookup-request.ts'

const count = 60

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  const people = Array.from({ length: count }, (_, at) => ({
    primary_slug: `person-${at}`,
    name: `Person ${at}`,
    emails: [{ email: `p${at}@home.example` }],
  }))
  await service.almanac.writer.write(
    'people',
    people.map((record, at) => ({ line: at + 1, record })),
    { source: 'test', observedAt: new Date('2026-01-01') },
  )
})

/** The search with its look-ups joined, and how many of them it made. */
function counted(): { search: CorpusSearch; statements: LookupRequest[] } {
  const statements: LookupRequest[] = []
  const { search } = service.almanac
  const lookup: CorpusSearch['lookup'] = (kind, request) => {
    statements.push(request)
    return search.lookup(kind, request)
  }
  return { search: batchLookups({ ...search, lookup }), statements }
}

const ask = async (search: CorpusSearch, slug: string, more: Partial<LookupRequest> = {}) =>
  search.lookup('people', {
    tokens: [`slug:${slug}`],
    perToken: 1,
    snapshot: await service.almanac.snapshots.newest('people'),
    ...more,
  })

test('questions of one moment share a statement, and each gets its own answer', async () => {
  const { search, statements } = counted()
  const found = await Promise.all(Array.from({ length: count }, (_, at) => ask(search, `person-${at}`)))
  expect(statements.length).toBeLessThan(count / 4)
  for (const [at, records] of found.entries()) {
    expect(records.map(({ tokens }) => tokens)).toEqual([[`slug:person-${at}`]])
    expect(JSON.parse(records[0]?.body ?? '{}')).toMatchObject({ primary_slug: `person-${at}` })
    expect(records[0]?.sealed).toBe('')
  }
})

test('contact details come to whoever asked for them, and to nobody else', async () => {
  const { search } = counted()
  const [open, sealed] = await Promise.all([
    ask(search, 'person-1'),
    ask(search, 'person-1', { sealed: true }),
  ])
  expect(open[0]?.sealed).toBe('')
  expect(sealed[0]?.sealed).toContain('p1@home.example')
})

test('one that leaves gets its own reason, the others their answers', async () => {
  const { search } = counted()
  const leaving = new AbortController()
  const gone = ask(search, 'person-2', { signal: leaving.signal })
  const staying = ask(search, 'person-3', { signal: new AbortController().signal })
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  expect(await staying).toHaveLength(1)
  await expect(ask(search, 'person-2', { signal: leaving.signal })).rejects.toThrow('left')
})

test('a statement that fails fails those that shared it, and the next ones are asked again', async () => {
  const { search: real } = service.almanac
  let isBroken = true
  const search = batchLookups({
    ...real,
    lookup: (kind, request) =>
      isBroken ? Promise.reject(new Error('engine away')) : real.lookup(kind, request),
  })
  const both = await Promise.allSettled([ask(search, 'person-4'), ask(search, 'person-5')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask(search, 'person-4')).toHaveLength(1)
})
