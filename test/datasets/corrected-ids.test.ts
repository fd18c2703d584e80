import { beforeAll, describe, expect, test } from 'vitest'
import type { EntityKind } from '../../src/corpus/kinds/index.ts'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'

// A publisher corrects an id of a record, beside the one by which it knows it.

let room: DataRoom
beforeAll(async () => {
  room = await openDataRoom()
})

const namings = { companies: { preferred_name: 'name' }, people: { name: 'name' } } as const

/** Adds or updates a register whose rows have its own id and one of Wikidata. */
async function publish(
  kind: keyof typeof namings,
  { name, day }: { name: string; day: string },
  rows: object[],
): Promise<string> {
  const record = {
    ...namings[kind],
    external_ids: { object: { [name]: 'id', wikidata: 'item' } },
    ...(kind === 'people' && { headline: 'text' }),
    ...(kind === 'companies' && { founded_on_consensus: 'founded' }),
  }
  const entry = {
    complete: 'source',
    where: undefined,
    ...(kind === 'people' && {
      personal_data: { notice: 'People: whoever asks is removed with almanac suppress.' },
    }),
  }
  const folder = await room.register({ name, kind, record, entry })
  const file = await room.file(`${name}-${day}.jsonl`, jsonLines(rows))
  const from = ['--from', file, '--as-of', day]
  const status = await room.data('status')
  const line = status.text.includes(`${name} `)
    ? ['update', name, ...from]
    : ['add', folder, '--yes', '--personal-data', ...from]
  return (await room.data(...line)).text
}

const read = (item: string, kind: EntityKind) => room.read(`ext:wikidata/${item}`, kind)

describe.each(['companies', 'people'] as const)('%s: an id that the publisher corrects', (kind) => {
  const names = { one: `one-${kind}`, two: `two-${kind}` }
  const row = { id: 'r1', name: 'Ada Lindqvist', item: `Q1${kind.length}` }
  const [wrong, right] = [row.item, `Q2${kind.length}`]

  test('takes the place of the wrong one, and the record goes on under its number with all it was', async () => {
    await publish(kind, { name: names.one, day: '2026-02-01' }, [row])
    const before = await read(wrong, kind)
    expect(before).toBeDefined()
    const text = await publish(kind, { name: names.one, day: '2026-02-02' }, [{ ...row, item: right }])
    expect(text).toMatch(/1 rows: 0 created, 1 changed/)
    expect((await read(right, kind))?.id).toBe(before?.id)
    expect(await read(wrong, kind)).toBeUndefined()
    expect(await room.listRecords(kind)).toHaveLength(1)
    // The publisher thinks again.
    for (const [day, item] of [
      ['2026-02-03', wrong],
      ['2026-02-04', right],
    ] as const) {
      await publish(kind, { name: names.one, day }, [{ ...row, item }])
      expect((await read(item, kind))?.id).toBe(before?.id)
      expect(await room.listRecords(kind)).toHaveLength(1)
    }
  })

  test('does not come back when another set that spoke of the record is removed', async () => {
    await publish(kind, { name: names.two, day: '2026-02-05' }, [
      { id: 't1', name: 'Ada Lindqvist', item: right },
    ])
    expect((await read(right, kind))?.sources).toHaveLength(2)
    await room.data('remove', names.two, '--yes')
    expect((await read(right, kind))?.sources).toEqual([names.one])
    expect(await read(wrong, kind)).toBeUndefined()
    expect(await room.listRecords(kind)).toHaveLength(1)
  })

  test('is another record where another source gives the former one as well', async () => {
    await publish(kind, { name: names.two, day: '2026-02-06' }, [
      { id: 't1', name: 'Ada Lindqvist', item: right },
    ])
    await publish(kind, { name: names.one, day: '2026-02-07' }, [{ ...row, item: wrong }])
    expect((await read(right, kind))?.sources).toEqual([names.two])
    expect((await read(wrong, kind))?.sources).toEqual([names.one])
    expect(await room.read(`ext:${names.one}/r1`, kind)).toMatchObject({ sources: [names.one] })
    expect(await room.listRecords(kind)).toHaveLength(2)
    await room.data('remove', names.one, '--yes')
    await room.data('remove', names.two, '--yes')
    expect(await room.listRecords(kind)).toEqual([])
  })
})
