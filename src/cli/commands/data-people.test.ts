import { beforeAll, expect, test } from 'vitest'
import { jsonLines, openDataRoom, type DataRoom } from '../../../test/support/datasets/data-room.ts'
import { forgettingLines } from '../../corpus/datasets/index.ts'
import { openSubjects } from '../../corpus/write/index.ts'
import { sql } from '../../store/postgres/index.ts'

// People of an open register: what a suppression does to them.

const suppressedTokens = new Set<string>()
let room: DataRoom
beforeAll(async () => {
  room = await openDataRoom({
    suppressed: { among: async (tokens) => new Set(tokens.filter((token) => suppressedTokens.has(token))) },
  })
})

const people = (names: readonly string[]) =>
  jsonLines(names.map((name) => ({ id: name.toLowerCase(), name, title: 'Reader' })))

async function register(name: string): Promise<string> {
  return room.register({
    name,
    kind: 'people',
    record: { name: 'name', headline: 'title', external_ids: { object: { [name]: 'id' } } },
    entry: {
      complete: 'source',
      personal_data: { notice: 'People: whoever asks is removed with almanac suppress.' },
      where: undefined,
    },
  })
}

/** What is stored of the lines of a register. */
const lines = (name: string) =>
  room.db.query<{ digest: string }>(sql`
    SELECT l.digest::text AS digest FROM corpus_dataset_lines l JOIN corpus_datasets d ON d.number = l.dataset
    WHERE d.name = ${name}`)

test('whoever is suppressed goes from the noted lines too, and no later update brings them back or notes them', async () => {
  const folder = await register('readers')
  const first = await room.file('readers-1.jsonl', people(['Ada Lindqvist', 'Bo Ek']))
  const add = ['add', folder, '--yes', '--personal-data', '--from', first, '--as-of', '2026-02-01']
  expect((await room.data(...add)).text).toMatch(/2 created/)
  const token = 'ext:readers/ada_lindqvist'
  expect(await room.read(token, 'people')).toBeDefined()

  suppressedTokens.add(token)
  await forgettingLines(openSubjects({ db: room.db, engine: room.engine }), room.db).erase([token])
  expect(await room.read(token, 'people')).toBeUndefined()
  expect(await lines('readers')).toHaveLength(1)

  const second = await room.file('readers-2.jsonl', people(['Ada Lindqvist', 'Bo Ek', 'Cleo Dahl']))
  expect((await room.data('update', 'readers', '--from', second, '--as-of', '2026-02-02')).text).toMatch(
    /1 created/,
  )
  expect(await room.read(token, 'people')).toBeUndefined()
  expect(await lines('readers')).toHaveLength(2)

  // Removed and added again, they stay out.
  await room.data('remove', 'readers', '--yes')
  expect(await lines('readers')).toHaveLength(0)
  await room.data('add', folder, '--yes', '--personal-data', '--from', second, '--as-of', '2026-02-02')
  expect(await room.read(token, 'people')).toBeUndefined()
  expect(await room.read('ext:readers/bo_ek', 'people')).toBeDefined()
})

test('whom the publisher drops loses what it said, and keeps what an import said', async () => {
  const folder = await register('members')
  const first = await room.file('members-1.jsonl', people(['Dag Berg', 'Eva Holm']))
  await room.data('add', folder, '--yes', '--personal-data', '--from', first, '--as-of', '2026-02-01')
  const crm = { name: 'Dag Berg', external_ids: { members: 'dag berg', crm: '7' }, locality: 'Oslo' }
  await room.write('crm', crm, '2026-02-02', 'people')
  const second = await room.file('members-2.jsonl', people(['Eva Holm']))
  const update = await room.data('update', 'members', '--from', second, '--as-of', '2026-02-03', '--accept')
  expect(update.text).toMatch(/1 ended/)
  expect(await room.read('ext:members/eva_holm', 'people')).toBeDefined()
  const dag = await room.read('ext:crm/7', 'people')
  expect(dag).toMatchObject({ sources: ['crm'], members: { name: 'Dag Berg', locality: 'Oslo' } })
  expect(dag?.members['headline'] ?? null).toBeNull()
})
