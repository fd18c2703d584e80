import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
import { examineKind } from '../support/examine-kind.ts'
import { runs } from '../support/long.ts'
import type { DatasetOrder } from './dataset-process.ts'

// A command on data sets that is killed, and then repeated, has done what it does without the kill.

const program = await bundleProgram(join(import.meta.dirname, 'dataset-process.ts'))
const count = 40
let room: DataRoom
let engineUrl: string
let add: string[]
const remove = ['remove', 'killed', '--yes']

beforeAll(async () => {
  room = await openDataRoom()
  const address = new URL(inject('engineUrl'))
  const [own] = await room.engine.query<{ name: string }>({
    tag: 'test',
    sql: 'SELECT currentDatabase() AS name',
  })
  address.pathname = `/${own?.name}`
  engineUrl = address.href
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `k${index}`,
    name: `Killed ${index}`,
    site: `killed-${index}.example`,
    founded: '1999',
  }))
  const folder = await room.register({ name: 'killed', entry: { complete: 'source' } })
  const file = await room.file('killed.jsonl', jsonLines(rows))
  add = ['add', folder, '--yes', '--from', file, '--as-of', '2026-02-01']
  await room.write('crm', { preferred_name: 'Killed 7', domains: ['killed-7.example'] })
})

/** Runs a command in a process of its own; how many answers of the stores it saw, undefined when it was killed. */
async function run(line: string[], answers?: number): Promise<number | undefined> {
  const order: DatasetOrder = {
    url: room.db.url,
    engineUrl,
    folder: join(room.folder, 'fetched'),
    line,
    ...(answers !== undefined && { answers }),
  }
  const child = fork(program, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  atEnd(async () => void child.kill('SIGKILL'))
  let seen: number | undefined
  child.once('message', (message) => (seen = (message as { answers: number }).answers))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code} ${signal}`)
  return seen
}

/** Repeats a command as an operator does, as soon as Postgres has noticed that the killed one is gone. */
async function repeat(line: string[]): Promise<void> {
  for (;;) {
    const { text, code } = await room.data(...line)
    if (/Another data set is being read/.test(text)) continue
    // What was killed after its last word needs no repetition.
    expect([text, code], text).toEqual([expect.not.stringMatching(/refused|damaged/), expect.any(Number)])
    return
  }
}

/** Records, noted lines and counts, as an operator finds them. */
async function readState() {
  const records = await room.listRecords('companies')
  const lines = await room.db.query<{ digest: string; publication: number; ended: number | null }>(
    sql`SELECT digest::text AS digest, publication, ended FROM corpus_dataset_lines ORDER BY digest`,
  )
  const publications = await room.db.query<{ state: string; counts: Record<string, number> }>(
    sql`SELECT state, counts FROM corpus_dataset_publications ORDER BY number`,
  )
  return {
    records: records
      .map((record) => [
        record['preferred_name'],
        record['domains'],
        record['external_ids'],
        record['founded_on_consensus'],
      ])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    lines,
    publications: publications.map(
      ({ state, counts: { created = 0, changed = 0, unchanged = 0, ...counts } }) => ({
        state,
        // Of those that the killed one wrote the repetition says that they are as they were.
        counts: { ...counts, taken: created + changed + unchanged },
      }),
    ),
  }
}

/** Points of a kill, spread over all answers, others in every run. */
const points = (answers: number): number[] => {
  const turns = runs(4, 40)
  return Array.from(
    { length: turns },
    (_, turn) => 1 + Math.floor(((turn + Math.random()) * answers) / turns),
  )
}

test('data add: records, noted lines and counts are as without the kill', async () => {
  const answers = (await run(add)) as number
  const whole = await readState()
  expect(whole.records).toHaveLength(count)
  expect(whole.lines).toHaveLength(count)
  for (const point of points(answers)) {
    await repeat(remove)
    expect((await readState()).lines).toEqual([])
    await run(add, point)
    await repeat(add)
    expect(await readState(), `killed after answer ${point} of ${answers}`).toEqual(whole)
  }
})

test('data remove: nothing of it is left, and what an import said is', async () => {
  await repeat(add)
  const answers = (await run(remove)) as number
  const without = await readState()
  expect(without.records).toEqual([['Killed 7', ['killed-7.example'], {}, null]])
  for (const point of points(answers)) {
    await repeat(add)
    await run(remove, point)
    await repeat(remove)
    expect(await readState(), `killed after answer ${point} of ${answers}`).toEqual(without)
  }
})

/** A second set that speaks of some of the companies, and calls some of them its parents. */
async function addBeside(to: DataRoom): Promise<void> {
  const folder = await to.register({
    name: 'beside',
    record: {
      preferred_name: 'name',
      domains: { list: ['site'], do: ['domain', 'unique'] },
      external_ids: { object: { beside: 'id' } },
      founded_on_consensus: 'founded',
      custom_data: { object: { parent_id: 'of' } },
    },
    entry: {
      where: undefined,
      names: [{ of: 'custom_data.parent_id', register: 'killed', to: ['parent'] }],
    },
  })
  const rows = Array.from({ length: 10 }, (_, index) => ({
    id: `b${index}`,
    name: `Killed ${index}`,
    site: `killed-${index}.example`,
    founded: '1888',
    ...(index < 4 && { of: `k${index + 20}` }),
  }))
  const from = ['--from', await to.file('beside.jsonl', jsonLines(rows)), '--as-of', '2026-01-15']
  expect((await to.data('add', folder, '--yes', ...from)).code).toBe(0)
}

/** All that records of companies say, in an order of their own. */
const contentOf = async (from: DataRoom) =>
  (await from.listRecords('companies'))
    .map(({ pnet_id: _id, ...members }) => JSON.stringify(members))
    .toSorted()

const isThere = async () =>
  (await room.db.query(sql`SELECT 1 FROM corpus_datasets WHERE name = 'killed'`)).length > 0

/** Postgres notices some time after a kill that the process is gone, and then lets go of its locks. */
async function untilGone(): Promise<void> {
  const count = async () =>
    (await room.db.query(sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'killed'`)).length
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Removes the set, killed at each of some points and begun again, until it is gone. */
async function removeKilled(kills: readonly number[]): Promise<void> {
  for (const point of kills) {
    await untilGone()
    if (!(await isThere())) return
    await run(remove, point)
  }
  await untilGone()
  if (await isThere()) await repeat(remove)
}

test('data remove, killed again and again: the stores are as if the set had never been there', async () => {
  const never = await openDataRoom()
  await never.write('crm', { preferred_name: 'Killed 7', domains: ['killed-7.example'] })
  await addBeside(never)
  const without = await contentOf(never)
  await addBeside(room)
  await repeat(add)
  const whole = await contentOf(room)
  expect(whole.filter((text) => /"parent":"Killed \d+"/.test(text))).toHaveLength(4)
  const answers = (await run(remove)) as number
  expect(await contentOf(room)).toEqual(without)
  const some = (most: number) => 1 + Math.floor(Math.random() * most)
  for (let turn = 0; turn < runs(2, 12); turn += 1) {
    await repeat(add)
    expect(await contentOf(room)).toEqual(whole)
    // Every other time the first kill is at the end, when records are gone and the set is about to be.
    const first = turn % 2 === 0 ? some(answers) : answers - some(8)
    const kills = [first, ...[0.5, 0.5, 0.3].map((share) => some(Math.ceil(answers * share)))]
    await removeKilled(kills)
    expect([kills, answers, await contentOf(room)]).toEqual([kills, answers, without])
    expect(await examineKind('companies', room)).toEqual([])
    const noted = await room.db.query(sql`SELECT DISTINCT dataset FROM corpus_dataset_lines`)
    expect(noted).toHaveLength(1)
  }
})
