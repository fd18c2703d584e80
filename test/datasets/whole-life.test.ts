import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readCatalogue } from '../../src/corpus/datasets/index.ts'
import { importTargets } from '../../src/corpus/import/index.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'

// Every shipped set, from its sample: in, the same again, a day later, out, and in again.

const datasets = await readCatalogue()
let room: DataRoom
beforeAll(async () => {
  room = await openDataRoom()
})

const numberIn = (text: string, words: RegExp) => Number(words.exec(text)?.[1]?.replaceAll(',', '') ?? 0)

test.each(datasets.map((dataset) => [dataset.name, dataset] as const))('%s', async (name, dataset) => {
  const { entry, folder, maps } = dataset
  const kinds = [...new Set(maps.map(({ mapping }) => importTargets[mapping.kind].kind))]
  const countRecords = async () => {
    const lists = await Promise.all(kinds.map((kind) => room.listRecords(kind)))
    return lists.flat().length
  }
  const from = ['--accept', '--from', join(folder, entry.sample.file)]
  const add = () => room.data('add', name, '--yes', '--personal-data', ...from, '--as-of', '2026-06-01')

  const before = await countRecords()
  const first = await add()
  expect(first).toMatchObject({ code: 0, text: expect.stringMatching(/ created/) })
  expect(first.text).not.toMatch(/rejected/)
  expect(numberIn(first.text, /([\d,]+) rows:/)).toBe(entry.sample.rows * maps.length)
  const loaded = await countRecords()
  expect(loaded).toBeGreaterThan(before)

  expect((await add()).text).toMatch(/nothing new/)
  const later = await room.data('update', name, ...from, '--as-of', '2026-06-02')
  expect(later).toMatchObject({ code: 0, text: expect.stringMatching(/nothing new/) })
  expect(await countRecords()).toBe(loaded)

  expect((await room.data('remove', name, '--yes')).code).toBe(0)
  expect(await countRecords()).toBe(before)
  expect((await room.data('status')).text).not.toMatch(new RegExp(`^${name} `, 'm'))

  expect((await add()).text).toMatch(/ created/)
  expect(await countRecords()).toBe(loaded)
  await room.data('remove', name, '--yes')
  expect(await countRecords()).toBe(before)
})
