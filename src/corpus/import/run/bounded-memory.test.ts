import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { runs } from '../../../../test/support/long.ts'
import { plainWriter } from '../../../../test/support/plain-writer.ts'
import { pdlMapping } from '../formats/pdl.ts'
import { parseMapping } from '../mapping/load-mapping.ts'
import { importFile } from './import-file.ts'

setFlagsFromString('--expose-gc')
const collectOnce = runInNewContext('gc') as () => void

/** Buffers are freed beside a collection, which the next one waits for. */
function collect(): void {
  collectOnce()
  collectOnce()
}

/** Texts joined to pieces as large as a pipe delivers them. */
function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Rows of a vendor's file, no two alike, made as they are asked for. */
function* rows(count: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const experience = Array.from({ length: 6 }, (_, place) => ({
      title: {
        name: `engineer ${index % 977} of kind ${place}`,
        levels: ['senior'],
        role: 'engineering',
      },
      company: {
        name: `company ${(index * 7 + place) % 9973}`,
        linkedin_id: String(index * 7 + place),
      },
      start_date: `20${10 + place}-04`,
      end_date: place === 0 ? null : `20${11 + place}`,
      summary: `what they did there, in words of row ${index}, `.repeat(4),
    }))
    const row = { id: `p${index}`, full_name: `person ${index}`, linkedin_username: `p-${index}`, experience }
    // Now and then an unreadable line, and members nobody documented.
    yield index % 1000 === 999
      ? '{"broken\n'
      : `${JSON.stringify({ ...row, [`new_${index % 3000}`]: index })}\n`
  }
}

test('an import holds no more of a long file than of a short one', async () => {
  const total = runs(12_000, 24_000)
  const heldAfter: number[] = []
  let batches = 0
  const writer = plainWriter(async (_kind, items) => {
    batches++
    // While the next batch is being gathered: what an import holds at its most.
    if (batches % 2 === 0) {
      collect()
      heldAfter.push(process.memoryUsage().heapUsed / 1e6)
    }
    return { created: items.length, changed: 0, unchanged: 0, rejected: [] }
  })
  let rejected = 0
  const summary = await importFile({
    kind: 'people',
    file: '-',
    source: 'test',
    batchRows: total / 24,
    writer,
    mapping: pdlMapping('people')!,
    observedAt: new Date('2026-01-01'),
    onRejects: async (more) => void (rejected += more.length),
    stdin: Readable.from(pieces(rows(total)), { objectMode: false }),
  })
  expect(summary).toMatchObject({ rows: total, created: total - total / 1000, ended: 'complete' })
  expect(rejected).toBe(total / 1000)
  expect(summary.bytes).toBeGreaterThan(total * 1_500)
  // Early figures include what is remembered once (titles, places); later ones must not grow.
  const early = Math.max(...heldAfter.slice(2, 5))
  const late = Math.max(...heldAfter.slice(-3))
  expect(late - early).toBeLessThan(8)
  expect(summary.drift.length).toBeLessThanOrEqual(500)
})

/** Rows that are all refused, each for another reason, some of them large. */
function* badRows(count: number): Generator<string> {
  const long = 'x'.repeat(300_000)
  for (let index = 0; index < count; index++) {
    const kinds = [
      `{"broken ${index} ${index % 20 === 0 ? long : ''}\n`,
      `${JSON.stringify({ name: { of: index, long: index % 20 === 1 ? long : '' } })}\n`,
      `["${index}", "${index % 20 === 2 ? long : ''}"]\n`,
      `${'['.repeat(5_000)}${']'.repeat(5_000)}\n`,
    ]
    yield kinds[index % 4]!
  }
}

test('rejected rows are held no more than good ones, however large and however many', async () => {
  const total = 4_000
  collect()
  const before = process.memoryUsage().heapUsed / 1e6
  const heldAfter: number[] = []
  let rejected = 0
  const summary = await importFile({
    kind: 'people',
    file: '-',
    source: 'test',
    batchRows: 1e3,
    writer: plainWriter(() => Promise.reject(new Error('nothing is to be written'))),
    observedAt: new Date('2026-01-01'),
    onRejects: async (more) => {
      rejected += more.length
      if (heldAfter.length < (rejected / total) * 4) {
        collect()
        heldAfter.push(process.memoryUsage().heapUsed / 1e6)
      }
    },
    stdin: Readable.from(pieces(badRows(total)), { objectMode: false }),
  })
  expect(summary).toMatchObject({ rows: total, rejected: total, ended: 'complete' })
  expect(rejected).toBe(total)
  expect(summary.bytes).toBeGreaterThan(150e6)
  expect(Math.max(...heldAfter) - before).toBeLessThan(24)
})

/** Rows of which the mapping takes one in two hundred. */
function* mostlyOthers(count: number): Generator<string> {
  for (let index = 0; index < count; index++) {
    const what = index % 200 === 0 ? 'person' : 'thing'
    const words = `what is said of ${index}, `.repeat(180)
    yield `${JSON.stringify({ what, slug: `o-${index}`, name: `person ${index}`, words })}\n`
  }
}

test.each(['as lines', 'joined'])('rows that are left out are not held with a batch: %s', async (way) => {
  const total = 20_000
  const held = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const spec = {
    kind: 'people',
    where: { path: 'what', is: 'person' },
    ...(way === 'joined' && { join: { kin: { key: 'slug', on: 'slug', keep: ['slug'] } } }),
    record: { name: 'name', primary_slug: 'slug' },
  }
  const mapping = parseMapping(JSON.stringify(spec))
  const folder = await mkdtemp(join(tmpdir(), 'almanac-left-out-'))
  try {
    const file = join(folder, 'rows.jsonl')
    await writeFile(file, pieces(mostlyOthers(total)))
    const before = held()
    let most = 0
    const summary = await importFile({
      kind: 'people',
      file,
      source: 'test',
      batchRows: 5_000,
      writer: plainWriter(async (_kind, items) => {
        most = Math.max(most, held() - before)
        return { created: items.length, changed: 0, unchanged: 0, rejected: [] }
      }),
      mapping,
      observedAt: new Date('2026-01-01'),
      onRejects: async (more) => expect(more).toEqual([]),
    })
    expect(summary).toMatchObject({ rows: total, created: total / 200, leftOut: total - total / 200 })
    expect(summary.bytes).toBeGreaterThan(80e6)
    expect(most).toBeLessThan(24)
  } finally {
    await rm(folder, { recursive: true })
  }
})
