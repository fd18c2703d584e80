import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { jsonLines, openDataRoom, type DataRoom } from '../support/datasets/data-room.ts'
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
