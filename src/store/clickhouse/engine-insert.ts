import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Statement } from './engine-connection.ts'
import type { Caller, EngineRunner } from './engine-runner.ts'
import { quoted } from './params.ts'

const CHUNK_BYTES = 8 * 1024 * 1024
const FORMAT = /\bformat\s+(\w+)\s*$/i
// Formats whose rows end at a newline and hold none
const LINE_FORMATS = new Set([
  'jsoneachrow',
  'jsoncompacteachrow',
  'jsonstringseachrow',
  'tabseparated',
  'tsv',
])

export interface InsertJob {
  statement: Statement
  rows: AsyncIterable<Buffer>
  /** Directory for rows that have to be on disk to be read. */
  spool: string
  caller: Caller
}

/**
 * Runs an insert whose rows arrive as a stream, in bounded memory. Line formats go in as chunks of 8 MiB cut at
 * a newline, each with the token and its number: the cut depends on the bytes alone, so a repeated insert has
 * the same chunks and each is dropped if it is there. Other formats pass through a file, as the library ends
 * inline rows at a newline.
 */
export async function runInsert(runner: EngineRunner, job: InsertJob): Promise<void> {
  const format = FORMAT.exec(job.statement.sql)?.[1] ?? ''
  if (LINE_FORMATS.has(format.toLowerCase())) await insertChunks(runner, job)
  else await insertFromFile(runner, job, format)
}

async function insertChunks(runner: EngineRunner, job: InsertJob): Promise<void> {
  let number = 0
  for await (const rows of lineChunks(job.rows)) {
    const settings = new Map(job.statement.settings)
    const token = settings.get('insert_deduplication_token')
    if (token && number > 0) settings.set('insert_deduplication_token', `${token}#${number}`)
    await runner.insertLines({ ...job.statement, settings }, rows, job.caller)
    number += 1
  }
}

async function insertFromFile(runner: EngineRunner, job: InsertJob, format: string): Promise<void> {
  const file = join(job.spool, `${crypto.randomUUID()}.rows`)
  try {
    await pipeline(job.rows, createWriteStream(file, { mode: 0o600 }))
    const into = job.statement.sql.replace(FORMAT, '')
    const sql = `${into} SELECT * FROM file(${quoted(file)}, ${quoted(format)})`
    // One thread: the order of blocks, and so the numbers behind the token, must not depend on chance
    const settings = new Map([...job.statement.settings, ['max_threads', '1'], ['max_insert_threads', '1']])
    await runner.run({ ...job.statement, settings, sql }, job.caller)
  } finally {
    await rm(file, { force: true })
  }
}

/** Regroups bytes into pieces of `target` or a little more that end at a newline, however they came in. */
export async function* lineChunks(rows: AsyncIterable<Buffer>, target = CHUNK_BYTES): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of rows) {
    parts.push(part)
    size += part.length
    if (size <= target) continue
    let held = Buffer.concat(parts)
    let end = held.indexOf(10, target)
    while (end >= 0) {
      yield held.subarray(0, end + 1)
      held = held.subarray(end + 1)
      end = held.length > target ? held.indexOf(10, target) : -1
    }
    parts = [held]
    size = held.length
  }
  if (size > 0) yield Buffer.concat(parts)
}
