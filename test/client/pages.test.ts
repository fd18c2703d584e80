import { describe, expect, test } from 'vitest'
import { readOperations } from '../../scripts/client-operations.ts'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { Almanac } from './client.ts'

const registry = await discoverRegistry()
const entries = readOperations(openApiDocument(registry))
const paged = entries.filter(({ page }) => page !== undefined)

/** A client of a service that answers these outputs, and what it was requests. */
function serving(outputs: object[]) {
  const requests: { key: string | null; members: Record<string, unknown> }[] = []
  const almanac = new Almanac({
    baseUrl: 'http://almanac.test',
    async fetch(request) {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const text = await request.text()
      const body = text === '' ? {} : (JSON.parse(text) as object)
      requests.push({ key: request.headers.get('idempotency-key'), members: { ...query, ...body } })
      return Response.json({
        output: outputs[requests.length - 1] ?? {},
        chargeInfo: { method: 'free', message: '' },
      })
    },
  })
  return { almanac, requests }
}

async function collect(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('every operation that declares pages is in the table', () => {
  const declared = registry.operations.filter(({ pages }) => pages !== undefined).map(({ id }) => id)
  expect(declared.length).toBeGreaterThan(50)
  const inTable = new Set(paged.map(({ id }) => id))
  expect(declared.filter((id) => !inTable.has(id))).toEqual([])
})

describe.each(paged.map((entry) => [entry.id, entry] as const))('%s', (id, { page, path }) => {
  const { ask = '', next = '', lists = [] } = page ?? {}
  const input: object = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']),
  )
  const rowsOf = (name: string, list: string[]) =>
    Object.fromEntries(lists.map((each) => [each, each === name ? list : []]))

  test('asks for the next page where the one before ends, until there is none', async () => {
    const [list = ''] = lists
    const { almanac, requests } = serving([
      { ...rowsOf(list, ['a', 'b']), [next]: 'p2', hasMore: true },
      { ...rowsOf(list, []), [next]: 'p3' },
      { ...rowsOf(list, ['c']), [next]: null, hasMore: false },
    ])
    if (lists.length === 0)
      expect(await collect(almanac.pages(id as 'companySearch', input as never))).toHaveLength(3)
    else {
      const all = almanac.rows(id as 'videoUnifiedSearch', input as never, { of: list as 'videos' })
      expect(await collect(all)).toEqual(['a', 'b', 'c'])
    }
    expect(requests.map(({ members }) => members[ask])).toEqual([undefined, 'p2', 'p3'])
  })
})

describe('a loop', () => {
  const pages = [
    { data: [1, 2], nextCursor: 'p2', hasMore: true },
    { data: [3], nextCursor: null, hasMore: false },
  ]

  test('that is left asks for no further page', async () => {
    const { almanac, requests } = serving(pages)
    for await (const row of almanac.rows('companySearch', { searchParams: {} })) {
      expect(row).toBe(1)
      break
    }
    expect(requests).toHaveLength(1)
  })

  test('gives each page a key of its own, which a second run of it repeats', async () => {
    const keys = async () => {
      const { almanac, requests } = serving(pages)
      await collect(almanac.rows('companySearch', { searchParams: {} }, { idempotencyKey: 'order-1' }))
      return requests.map(({ key }) => key)
    }
    expect(await keys()).toEqual(['order-1-1', 'order-1-2'])
    expect(await keys()).toEqual(await keys())
  })

  test('ends with an error where a page names itself as the next', async () => {
    const again = { data: [1], nextCursor: 'p2', hasMore: true }
    const { almanac } = serving([again, again])
    await expect(collect(almanac.rows('companySearch', { searchParams: {} }))).rejects.toThrow(
      'same page again',
    )
  })

  test('goes on from the page that the input names', async () => {
    const { almanac, requests } = serving(pages)
    await collect(almanac.rows('companySearch', { searchParams: {}, cursor: 'p0' }))
    expect(requests.map(({ members }) => members['cursor'])).toEqual(['p0', 'p2'])
  })
})
