import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { shippedFolder } from '../../src/corpus/datasets/index.ts'
import { atEnd } from '../support/at-end.ts'
import { openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { sql } from '../../src/store/postgres/index.ts'
import {
  gleifArchive,
  makeLei,
  relationshipsArchive,
  zipOf,
  type Relationship,
} from '../support/datasets/publications.ts'

// Parents of companies with an LEI are named by level 1. Companies are genuine records of the sample of `gleif`.

interface Entity {
  LEI: { $: string }
  Entity: { LegalName: { $: string } } & Record<string, unknown>
}

const text = await readFile(join(shippedFolder, 'gleif', 'sample.json'), 'utf8')
const { records } = JSON.parse(text) as { records: [Entity, Entity, Entity, Entity] }
const [child, parent, other, top] = records
const lei = ({ LEI }: Entity) => LEI.$
const named = (entity: Entity) => entity.Entity.LegalName.$

let room: DataRoom
let folder = ''
let files = 0
beforeEach(async () => {
  room = await openDataRoom()
  folder = await mkdtemp(join(tmpdir(), 'almanac-parents-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

async function load(name: string, content: Buffer, day: string): Promise<void> {
  const file = join(folder, `${name}-${files++}.zip`)
  await writeFile(file, content)
  const line = ['--accept', '--from', file, '--as-of', day]
  const status = (await room.data('update', name, ...line)).text
  if (/was not added/.test(status)) await room.data('add', name, '--yes', ...line)
}

const companies = async (entities: readonly Entity[], day: string) =>
  load('gleif', await zipOf({ 'lei2.json': JSON.stringify({ records: entities }) }), day)
const relationships = async (rows: readonly Relationship[], day: string) =>
  load('gleif-relationships', await relationshipsArchive(rows), day)
const ofChild = async () => (await room.read(`ext:lei/${lei(child)}`))?.members
const namesOfChild = async () => {
  const members = await ofChild()
  const { parent_name = null, ultimate_parent_name = null } = (members?.['custom_data'] ?? {}) as Record<
    string,
    string
  >
  return [members?.['parent'] ?? null, parent_name, ultimate_parent_name]
}

const direct = { child: lei(child), parent: lei(parent) }
const ultimate: Relationship = { child: lei(child), parent: lei(top), type: 'ULTIMATELY' }

test('a child has the names of its parents, which may come later and be called otherwise', async () => {
  await companies([child], '2026-06-01')
  await relationships([direct, ultimate], '2026-06-01')
  expect(await namesOfChild()).toEqual([null, null, null])
  expect(await ofChild()).toMatchObject({ is_subsidiary: true, custom_data: { parent_lei: lei(parent) } })
  await companies([child, parent, top], '2026-06-02')
  expect(await namesOfChild()).toEqual([named(parent), named(parent), named(top)])
  const renamed = { ...parent, Entity: { ...parent.Entity, LegalName: { $: 'Renamed Holding' } } }
  await companies([child, renamed, top], '2026-06-03')
  expect(await namesOfChild()).toEqual(['Renamed Holding', 'Renamed Holding', named(top)])
  await relationships([{ ...direct, parent: lei(other), updated: '2026-06-04' }, ultimate], '2026-06-04')
  expect(await namesOfChild()).toEqual([null, null, named(top)])
  await companies([child, renamed, top, other], '2026-06-05')
  expect(await namesOfChild()).toEqual([named(other), named(other), named(top)])
})

test('a parent that is retired is named no longer, and removal leaves the child as it was', async () => {
  await companies([child, parent, top], '2026-06-01')
  await relationships([direct, ultimate], '2026-06-01')
  const retired: Relationship = { ...direct, registration: 'RETIRED', updated: '2026-06-02' }
  await relationships([retired, ultimate], '2026-06-02')
  expect(await namesOfChild()).toEqual([null, null, named(top)])
  const ended: Relationship = { ...ultimate, status: 'INACTIVE', updated: '2026-06-03' }
  await relationships([retired, ended, { child: lei(parent), parent: lei(top) }], '2026-06-03')
  expect(await namesOfChild()).toEqual([null, null, null])
  expect(await ofChild()).toMatchObject({ preferred_name: named(child), is_subsidiary: null })
  await relationships([{ ...direct, updated: '2026-06-04' }], '2026-06-04')
  expect(await namesOfChild()).toEqual([named(parent), named(parent), null])
  await room.data('remove', 'gleif-relationships', '--yes')
  expect(await namesOfChild()).toEqual([null, null, null])
  expect(await ofChild()).toMatchObject({ preferred_name: named(child), is_subsidiary: null })
})

test('of more children than one batch has, all have their parents after each file, whatever the files before said', async () => {
  const children = Array.from({ length: 1_200 }, (_, index) => makeLei(index + 1))
  const [near, far] = [makeLei(9_001), makeLei(9_002)]
  const named = [near, far].map((id, index) => ({ lei: id, name: `Holding ${index}` }))
  await load('gleif', await gleifArchive(named), '2026-06-01')
  const nearRows = children.map((id): Relationship => ({ child: id, parent: near, updated: '2026-01-01' }))
  const farRows = children.map((id): Relationship => ({
    child: id,
    parent: far,
    type: 'ULTIMATELY',
    updated: '2026-02-01',
  }))
  const count = async () => {
    const records = await room.listRecords('companies')
    const customs = records.map(({ custom_data: custom, parent }) => ({
      parent,
      ...(custom as object | null),
    }))
    const having = (wanted: object) => {
      const entries = Object.entries(wanted)
      return customs.filter((each) =>
        entries.every(([key, value]) => (each as Record<string, unknown>)[key] === value),
      ).length
    }
    return [
      having({ parent: 'Holding 0', parent_lei: near, parent_name: 'Holding 0' }),
      having({ ultimate_parent_lei: far, ultimate_parent_name: 'Holding 1' }),
    ]
  }
  await relationships(nearRows, '2026-06-02')
  expect(await count()).toEqual([1_200, 0])
  await relationships([...nearRows, ...farRows], '2026-06-03')
  expect(await count()).toEqual([1_200, 1_200])
  const unrelated: Relationship = { child: makeLei(9_003), parent: makeLei(9_004) }
  await relationships([...nearRows, ...farRows, unrelated], '2026-06-04')
  expect(await count()).toEqual([1_200, 1_200])
  // Nothing said otherwise, so nothing is written.
  const commits = async () =>
    (await room.db.query(sql`SELECT DISTINCT id, born FROM corpus_records_companies`)).length
  const before = await commits()
  await relationships([...nearRows, ...farRows, unrelated, direct], '2026-06-05')
  expect(await count()).toEqual([1_200, 1_200])
  expect((await commits()) - before).toBeLessThan(5)
})

test('a parent whose name goes takes the names from the child alone: its history and what others said stay', async () => {
  const crm = (day: string, name: string) =>
    room.write('crm', { preferred_name: name, external_ids: { lei: lei(child) } }, day)
  await crm('2026-01-01', 'Former Child')
  await crm('2026-03-01', 'Child')
  const states = () => room.db.query(sql`SELECT * FROM corpus_snapshots_companies ORDER BY 1, 2`)
  await companies([parent], '2026-06-01')
  await relationships([direct], '2026-06-01')
  expect(await namesOfChild()).toEqual([named(parent), named(parent), null])
  const before = await states()
  expect(before.length).toBeGreaterThan(0)
  await room.data('remove', 'gleif', '--yes')
  expect(await namesOfChild()).toEqual([null, null, null])
  expect(await ofChild()).toMatchObject({
    preferred_name: 'Child',
    is_subsidiary: true,
    custom_data: { parent_lei: lei(parent) },
  })
  expect(await states()).toEqual(before)
})
