import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainWriter } from '../../../../test/support/plain-writer.ts'
import type { IngestItem, Rejection } from '../../write/index.ts'
import { parseMapping } from '../mapping/load-mapping.ts'
import { explainFile } from './explain-file.ts'
import { importFile, type ImportFile } from './import-file.ts'
import { rejectsFile } from './rejects-file.ts'
import { verifies } from '../../../../test/conformance/verifies.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The writer's contract on a list: rows named `known` are unchanged, those named `bad` refused. */
function listWriter(onWrite: (batch: readonly IngestItem[]) => void = () => undefined) {
  const batches: (readonly IngestItem[])[] = []
  let writing = 0
  const writer = plainWriter(async (_, items) => {
    expect(++writing).toBe(1)
    onWrite(items)
    await new Promise((resolve) => setImmediate(resolve))
    batches.push(items)
    writing--
    const name = (item: IngestItem) => (item.record as { preferred_name: string }).preferred_name
    const bad = items.filter((item) => name(item) === 'bad')
    const unchanged = items.filter((item) => name(item) === 'known').length
    const rejected = bad.map(({ line }) => ({ line, path: '', reason: 'no identifier', value: null }))
    return { created: items.length - bad.length - unchanged, changed: 0, unchanged, rejected }
  })
  return { writer, batches }
}

let files = 0
async function run(text: string | Buffer, options: Partial<ImportFile> = {}) {
  const file = join(folder, `rows-${files++}.jsonl`)
  await writeFile(file, text)
  const { writer, batches } = listWriter()
  const rejects: Rejection[] = []
  const summary = await importFile({
    kind: 'companies',
    file,
    source: 'test',
    observedAt: new Date('2026-01-15'),
    batchRows: 2,
    writer,
    onRejects: async (more) => void rejects.push(...more),
    ...options,
  })
  return { summary, batches, rejects }
}

const named = (...names: unknown[]) =>
  names.map((preferred_name) => JSON.stringify({ preferred_name })).join('\n')

describe('importFile', () => {
  it('writes batches in order, one at a time, and counts what came of every row', async () => {
    const { summary, batches, rejects } = await run(
      `${named('a', 'known', 'b')}\n{"x\n${named('bad', 7, ['c'], 'd')}`,
    )
    expect(batches.map((batch) => batch.map((item) => item.line))).toEqual([[1, 2], [3, 5], [6, 7], [8]])
    expect(summary).toMatchObject({
      rows: 8,
      created: 5,
      unchanged: 1,
      changed: 0,
      rejected: 2,
      leftOut: 0,
      ended: 'complete',
    })
    expect(rejects.map((reject) => reject.line)).toEqual([4, 5])
    expect(summary.bytes).toBe(summary.totalBytes)
  })

  it('writes the good rows of a file that breaks off and says where it ended', async () => {
    const packed = gzipSync(
      Array.from({ length: 5000 }, (_, index) =>
        JSON.stringify({ preferred_name: `${Math.sin(index)}` }),
      ).join('\n'),
    )
    const { summary, batches } = await run(packed.subarray(0, packed.length - 500), { batchRows: 1000 })
    expect(summary).toMatchObject({
      ended: 'damaged',
      rejected: 0,
      problem: expect.stringContaining('cut off'),
    })
    expect(batches.flat()).toHaveLength(summary.created)
    expect(summary.created).toBeGreaterThan(3000)
  })

  it('stops at the signal with everything read so far written', async () => {
    const controller = new AbortController()
    const { writer, batches } = listWriter((batch) => {
      if (batch[0]!.line === 5) controller.abort()
    })
    const { summary } = await run(named(...Array.from({ length: 100 }, (_, index) => `n${index}`)), {
      writer,
      signal: controller.signal,
    })
    expect(summary.ended).toBe('interrupted')
    const written = batches.flat().map((item) => item.line)
    expect(written).toEqual(Array.from({ length: summary.rows }, (_, index) => index + 1))
    expect(written.length).toBeLessThan(100)
  })

  it('a failing writer ends the import; nothing after the failed batch is written', async () => {
    const { writer, batches } = listWriter((batch) => {
      if (batch[0]!.line === 3) throw new Error('store is away')
    })
    await expect(run(named('a', 'b', 'c', 'd', 'e', 'f', 'g'), { writer })).rejects.toThrow('store is away')
    expect(batches).toHaveLength(1)
  })

  it('applies a mapping and counts what it leaves out', async () => {
    const mapping = parseMapping(
      'kind: companies\nwhere: { path: n, not_in: [x] }\nrecord: { preferred_name: n, names: [n, $as_of] }',
    )
    const { summary, batches } = await run('{"n":"a"}\n{"n":"x"}\n', { mapping })
    expect(summary).toMatchObject({ created: 1, leftOut: 1 })
    expect(batches.flat()[0]!.record).toEqual({ preferred_name: 'a', names: ['a', '2026-01-15'] })
  })
})

describe('rejectsFile', () => {
  it('holds one JSON object a line, long values cut', async () => {
    verifies('promise.corpus.import-rejects')
    const path = join(folder, 'r.jsonl')
    const rejects = rejectsFile(path)
    await rejects.add([{ line: 1, path: 'a', reason: 'r', value: { b: 1 } }])
    await rejects.add([{ line: 2, path: '', reason: 's', value: 'x'.repeat(9000) }], 'f.csv')
    await rejects.close()
    const lines = (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { value: string })
    expect(lines[0]).toEqual({ line: 1, path: 'a', reason: 'r', value: { b: 1 } })
    expect(lines[1]).toMatchObject({ file: 'f.csv', line: 2 })
    expect(lines[1]!.value.length).toBeLessThan(4100)
    expect(rejects.count).toBe(2)
  })

  it('without rejects there is no file, not even an old one', async () => {
    const path = join(folder, 'old.jsonl')
    await writeFile(path, 'old')
    await rejectsFile(path).close()
    expect(existsSync(path)).toBe(false)
  })

  it('a folder that cannot be written to is an error at the first reject', async () => {
    const rejects = rejectsFile(join(folder, 'none', 'r.jsonl'))
    await expect(rejects.add([{ line: 1, path: '', reason: 'r', value: 1 }])).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })
})

it('explainFile tells used from dropped members, what records get, and lost values', async () => {
  const file = join(folder, 'explain.jsonl')
  await writeFile(
    file,
    '{"name":{"first":"A","last":"B"},"tags":["x"],"old":1,"when":"soon"}\n{"name":{"first":"C"}}\n7\n',
  )
  const mapping = parseMapping(
    'kind: people\nrecord: { name: name.first, primary_slug: name.first, skills: tags, dob: { path: when, do: [date] } }',
  )
  const report = await explainFile({ kind: 'people', file, mapping, observedAt: new Date(0) })
  expect(report).toMatchObject({ rows: 3, records: 2, rejected: 1, leftOut: 0 })
  expect(Object.fromEntries(report.seen.map(({ path, isUsed }) => [path, isUsed]))).toEqual({
    'name.first': true,
    'name.last': false,
    'tags[]': true,
    old: false,
    when: true,
    '': false,
  })
  expect(report.filled).toEqual([
    { path: 'name', rows: 2, example: 'A' },
    { path: 'primary_slug', rows: 2, example: 'A' },
    { path: 'skills[]', rows: 1, example: 'x' },
  ])
  expect(report.lost).toEqual([{ step: 'date', values: 1, examples: ['soon'], line: 1 }])
})
