import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from '../../../../test/support/corpus-content.ts'
import { testEngine } from '../../../../test/support/engine.ts'
import { runs } from '../../../../test/support/long.ts'
import { testDatabase } from '../../../../test/support/postgres.ts'
import { openWriter, type CorpusWriter } from '../../write/index.ts'
import { openReadThreads, type ReadThreads } from './chunk-reader.ts'
import { importFile } from './import-file.ts'

let folder = ''
let threads: ReadThreads
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-ahead-'))
  threads = openReadThreads(2)
})
afterAll(async () => {
  await threads.close()
  await rm(folder, { recursive: true, force: true })
})

const batchRows = 12

/** Files of rows that share identifiers, names and ids of other rows, of their own batch and of others. */
const ofFew = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 })
const names = ['Ada Lindqvist', 'Bo Ek', 'Cleo Marsh', 'Ada Lindkvist']
const word = fc.string({ unit: fc.constantFrom(...'abcdefghiklmnoprstuvwyz'), minLength: 7, maxLength: 9 })
/** Whose name nobody else has: most rows are built ahead, and some of them meet one that was not yet there. */
const stranger = fc.record({
  own: fc.constant(true),
  name: fc.tuple(word, word).map((words) => words.join(' ')),
})
const acquaintance = fc.record({
  own: fc.boolean(),
  name: fc.constantFrom(...names),
  slug: ofFew(['s1', 's2', 's3']),
  email: ofFew(['a@x.example', 'b@x.example', 'c@y.example']),
  crm: ofFew(['1', '2', '3']),
  headline: ofFew(['Engineer', 'Chef']),
})
const anyRow = fc.oneof({ weight: 12, arbitrary: stranger }, { weight: 1, arbitrary: acquaintance })
const files = fc.array(fc.array(anyRow, { minLength: 30, maxLength: 60 }), { minLength: 1, maxLength: 2 })
type Row = Partial<Record<'slug' | 'email' | 'crm' | 'headline', string>> & { own: boolean; name: string }

const asPerson = ({ own, name, slug, email, crm, headline }: Row, at: string) => ({
  name,
  headline,
  primary_slug: slug,
  emails: email === undefined ? undefined : [{ email }],
  external_ids: own || crm !== undefined ? { ...(own && { own: at }), ...(crm && { crm }) } : undefined,
})

const asCompany = ({ own, name, slug, email, crm, headline }: Row, at: string) => ({
  preferred_name: name,
  description: headline,
  pnet_primary_slug: slug,
  domains: email === undefined ? undefined : [email.slice(2)],
  external_ids: own || crm !== undefined ? { ...(own && { own: at }), ...(crm && { crm }) } : undefined,
})

/** Imports files one after the other, and answers all that is stored of them. */
async function load(
  kind: 'companies' | 'people',
  rows: Row[][],
  wrap: (writer: CorpusWriter) => CorpusWriter,
) {
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  const summaries: unknown[] = []
  for (const [index, own] of rows.entries()) {
    const file = join(folder, 'rows.jsonl')
    const make = kind === 'people' ? asPerson : asCompany
    await writeFile(file, own.map((row, at) => JSON.stringify(make(row, `${index}-${at}`))).join('\n'))
    const summary = await importFile({
      kind,
      file,
      source: 'test',
      observedAt: new Date(Date.UTC(2026, index)),
      batchRows,
      writer: wrap(openWriter({ db, engine, onlyReader: { refresh: async () => {} } })),
      threads,
      onRejects: async () => {},
    })
    summaries.push(summary)
  }
  return { summaries, content: await contentOf({ db, engine }, kind) }
}

const settings = { numRuns: runs(2, 30) }

test.each(['companies', 'people'] as const)(
  '%s whose rows were built while the batch before was stored are the same to the byte',
  async (kind) => {
    let rowsAhead = 0
    const failures: unknown[] = []
    const counting = (writer: CorpusWriter): CorpusWriter => ({
      ...writer,
      async buildAhead(target, lines, options, next) {
        const counted: typeof lines = {
          ...lines,
          buildAhead(fresh, at) {
            rowsAhead += fresh.length
            lines.buildAhead?.(fresh, at)
          },
        }
        // The import goes on without what fails here.
        await writer.buildAhead(target, counted, options, next).catch((error) => failures.push(error))
      },
    })
    const inTurn = (writer: CorpusWriter): CorpusWriter => ({ ...writer, buildAhead: async () => {} })
    await fc.assert(
      fc.asyncProperty(files, async (rows) => {
        const ahead = await load(kind, rows, counting)
        expect(ahead).toEqual(await load(kind, rows, inTurn))
      }),
      settings,
    )
    expect(failures).toEqual([])
    expect(rowsAhead).toBeGreaterThan(settings.numRuns * batchRows)
  },
)
