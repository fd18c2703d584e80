import { beforeAll, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../../../test/support/datasets/data-room.ts'
import { findAdded, listPublications, storeAdded, type AddedDataset } from './dataset-rows.ts'
import { loadPublication, type LoadOrder } from './load-publication.ts'
import { localPublication } from './publication-files.ts'
import { readDataset } from './read-entry.ts'

let room: DataRoom
beforeAll(async () => {
  room = await openDataRoom()
})

const rows = (count: number, more = '') =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    name: `Company r${index}${more}`,
    note: 'x'.repeat(900),
  }))

/** Reads rows as a publication of a day, until the signal. */
async function load(added: AddedDataset, day: string, count: number, order: Partial<LoadOrder> = {}) {
  const { db, engine, writer, clock } = room
  const dataset = await readDataset(added.folder ?? '')
  const file = await room.file(`${added.name}-${day}.jsonl`, jsonLines(rows(count)))
  const { full } = dataset.entry
  const publication = await localPublication(file, {
    form: 'full',
    of: full,
    asOf: new Date(day),
    nowMs: clock.now(),
    dataset,
  })
  return loadPublication({ db, engine, writer, clock }, { dataset, added, publication, ...order })
}

async function addRegister(name: string): Promise<AddedDataset> {
  const folder = await room.register({ name, entry: { complete: 'source' } })
  const { entry } = await readDataset(folder)
  await storeAdded(room.db, { name, folder, entry, choice: {}, state: 'ready', addedAt: new Date() })
  return (await findAdded(room.db, name)) as AddedDataset
}

test('a load that was interrupted ends nothing, and goes on under its number when it is repeated', async () => {
  const added = await addRegister('broken-off')
  expect(await load(added, '2026-02-01', 1_000)).toMatchObject({
    state: 'loaded',
    counts: { created: 1_000 },
  })
  const controller = new AbortController()
  const half = { signal: controller.signal, onProgress: () => controller.abort() }
  const outcome = await load(added, '2026-02-02', 900, half)
  expect(outcome).toMatchObject({ state: 'interrupted' })
  expect((await room.read('ext:broken-off/r950'))?.members).toMatchObject({ status_consensus: null })
  const [begun] = await listPublications(room.db, added.number)
  expect(begun).toMatchObject({ number: 2, state: 'loading' })

  const again = await load(added, '2026-02-02', 900)
  expect(again).toMatchObject({
    state: 'loaded',
    counts: { rows: 900, ended: 100, records: { companies: 900 } },
  })
  expect(await listPublications(room.db, added.number)).toMatchObject([
    { number: 2, state: 'loaded' },
    { number: 1 },
  ])
  expect((await room.read('ext:broken-off/r950'))?.members).toMatchObject({ status_consensus: 'closed' })
})

test('of employers that a file still names, postings that it no longer has are closed; of others they stay open', async () => {
  const posting = (id: string, company: string) => ({
    id,
    title: `Engineer ${id}`,
    company,
    site: `https://${company}.example`,
  })
  const record = {
    job_id: 'id',
    title: 'title',
    company_name: 'company',
    company: { object: { domain: { path: 'site', do: ['domain'] }, name: 'company' } },
  }
  const entry = { complete: 'employer', where: undefined }
  const folder = await room.register({ name: 'boards', kind: 'postings', record, entry })
  const read = async (day: string, postings: object[]) => {
    const file = await room.file(`boards-${day}.jsonl`, jsonLines(postings))
    const verb = day === '2026-02-01' ? ['add', folder, '--yes'] : ['update', 'boards']
    return (await room.data(...verb, '--from', file, '--as-of', day, '--accept')).text
  }
  await read('2026-02-01', [posting('1', 'acme-jobs'), posting('2', 'acme-jobs'), posting('3', 'other-jobs')])
  expect(await read('2026-02-02', [posting('1', 'acme-jobs')])).toMatch(/ 1 ended/)
  const postings = await room.listRecords('postings')
  const states = Object.fromEntries(postings.map(({ job_id: id, status }) => [id, status]))
  expect(states).toEqual({ 1: 'active', 2: 'closed', 3: 'active' })
})
