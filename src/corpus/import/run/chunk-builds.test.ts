import { expect, test } from 'vitest'
import type { BuildAt, BuiltFresh, FreshLine } from '../../write/index.ts'
import type { Chunk } from './chunk-reader.ts'
import type { FreshRow } from './chunk-store.ts'
import { gatherBatchLines } from './file-batch.ts'

const at = (number: number): BuildAt => ({
  commit: { number, firstEntityId: 100 },
  dictionary: { number: 2, bytes: Buffer.alloc(0) },
})

const line = (place: number, links?: string[]): FreshLine => ({
  place,
  id: String(100 + place),
  born: 7,
  observedAt: '2026-01-01T00:00:00.000Z',
  links,
})

/** A batch of rows of one chunk, and the ids that the chunk was asked to build, order by order. */
function batchOf(count: number) {
  const orders: string[][] = []
  const build = async (fresh: readonly FreshRow[]) => {
    orders.push(fresh.map(({ id }) => id))
    return { rows: fresh.length } as BuiltFresh
  }
  const chunk = { build } as unknown as Chunk
  const rows = Array.from({ length: count }, (_, row) => ({ chunk, row, digest: '' }))
  const options = { source: 'test', observedAt: new Date('2026-01-01') }
  const lines = gatherBatchLines('companies', rows, { options, published: 0 })
  const counted = async (fresh: FreshLine[], where: BuildAt) => {
    const built = await lines.build(fresh, where)
    return built.reduce((sum, { rows: own }) => sum + own, 0)
  }
  return { lines, orders, counted }
}

test('rows that were built ahead are not built again, and those left out are added', async () => {
  const { lines, orders, counted } = batchOf(4)
  lines.buildAhead?.([line(0), line(3)], at(7))
  expect(await counted([line(0), line(1), line(3)], at(7))).toBe(3)
  expect(orders).toEqual([['100', '103'], ['101']])
})

test('a row that makes no entity after all has its chunk built again without it', async () => {
  const { lines, orders, counted } = batchOf(3)
  lines.buildAhead?.([line(0), line(1), line(2)], at(7))
  expect(await counted([line(0), line(2)], at(7))).toBe(2)
  expect(orders.at(-1)).toEqual(['100', '102'])
})

test('so has one that refers to another entity, and one of another commit', async () => {
  const linked = batchOf(1)
  linked.lines.buildAhead?.([line(0, ['5'])], at(7))
  expect(await linked.counted([line(0, ['6'])], at(7))).toBe(1)
  expect(linked.orders).toHaveLength(2)
  const later = batchOf(1)
  later.lines.buildAhead?.([line(0)], at(7))
  expect(await later.counted([line(0)], at(8))).toBe(1)
  expect(later.orders).toHaveLength(2)
})
