import { Readable } from 'node:stream'
import { InvalidMapping, parseMapping, UnreadableFile } from '../../corpus/import/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { INSTALLATION, type Audit, type AuditOrigin } from '../../platform/audit/index.ts'
import type { Suppressions } from '../../platform/privacy/index.ts'
import type { Blobs } from '../../store/blobs/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { FileGone, withFile } from './import-file.ts'
import {
  askImport,
  deleteExpired,
  endImport,
  insertImport,
  lockImport,
  queueImport,
  selectImport,
  selectImports,
  type ImportChoice,
  type StoredImport,
} from './import-rows.ts'
import { lookAside } from './look-aside.ts'
import type { FileGuess, PreviewedRow } from './preview.ts'
import { findRejects, lockRejects, markTaken, selectRejects, type StoredReject } from './reject-rows.ts'
import { unknownColumns } from './unknown-columns.ts'

/** Days a file and its rejects are there after it was uploaded or started. */
export const keepDays = 7
const keepMs = keepDays * 86_400_000

/** An act on an import that cannot be. `member`: of the request; undefined: the state of the import. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly member: string | undefined

  constructor(member: string | undefined, message: string) {
    super(message)
    this.member = member
  }
}

export interface ImportsSettings {
  db: Postgres
  blobs: Blobs
  audit: Audit
  clock: Clock
  suppressions: Pick<Suppressions, 'among'>
  /** Where files are copied to while they are read. */
  folder: string
}

/** A rejected row, corrected. */
export interface Correction {
  number: number
  row: Record<string, unknown>
}

export type Upload = Pick<StoredImport, 'kind' | 'source' | 'fileName' | 'blobId' | 'bytes'> &
  Pick<ImportChoice, 'fileFormat' | 'member'>

/** Files that an operator loads over the interface. Acts answer undefined where there is no such import. */
export interface Imports {
  /** Throws ImportRefused for a file that cannot be read. */
  add(
    upload: Upload,
    request: { by: AuditOrigin; signal: AbortSignal },
  ): Promise<{ stored: StoredImport; guess: FileGuess }>
  find(id: string): Promise<StoredImport | undefined>
  list(page: { before?: string | undefined; most: number }): Promise<StoredImport[]>
  preview(
    one: StoredImport,
    change: Partial<ImportChoice>,
    look: { most: number; signal: AbortSignal },
  ): Promise<PreviewedRow[]>
  /** Begins, or goes on with one that ended early. */
  start(id: string, change: Partial<ImportChoice>, by: AuditOrigin): Promise<StoredImport | undefined>
  /** A running one stops after its batch. */
  stop(id: string, wish: 'pause' | 'cancel', by: AuditOrigin): Promise<StoredImport | undefined>
  rejects(id: string, page: { after: number; most: number; isOpen: boolean }): Promise<StoredReject[]>
  /** Loads corrected rows, as an import of their own. */
  correct(
    id: string,
    rows: readonly Correction[],
    request: { by: AuditOrigin; signal: AbortSignal },
  ): Promise<StoredImport | undefined>
  purge(nowMs: number): Promise<number>
}

export function openImports(settings: ImportsSettings): Imports {
  const { db } = settings
  return {
    add: (upload, request) => add(settings, upload, request),
    find: (id) => selectImport(db, id),
    list: (page) => selectImports(db, page),
    preview: (one, change, look) => preview(settings, one, { change, ...look }),
    start: (id, change, by) => start(settings, id, { change, by }),
    stop: (id, wish, by) => stop(settings, id, { wish, by }),
    rejects: (id, page) => selectRejects(db, id, page),
    async correct(id, rows, { by, signal }) {
      const one = await selectImport(db, id)
      if (one !== undefined) await checkColumns(settings, one, { rows, signal })
      return correct(settings, id, { rows, by })
    },
    purge: (nowMs) => deleteExpired(db, nowMs),
  }
}

async function add(
  settings: ImportsSettings,
  upload: Upload,
  { by, signal }: { by: AuditOrigin; signal: AbortSignal },
) {
  const { db, clock } = settings
  const { kind, source, fileName, blobId, bytes, fileFormat, member } = upload
  const id = newId('imp', clock)
  const guess = await readable('body', () =>
    withFile(settings, { id, blobId, fileName }, ({ path }) =>
      lookAside({ what: 'guess', path, of: { kind, source, fileFormat, member } }, signal),
    ),
  )
  const { isNative, mapping } = guess
  const choice = { mapping: isNative ? null : mapping, names: false, asOf: null, fileFormat, member }
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(clock.now() + keepMs)
  await db.transact(async (tx) => {
    const fresh = { id, kind, source, fileName, blobId, bytes, choice, corrects: null, createdAt, expiresAt }
    await insertImport(tx, { ...fresh, state: 'ready' })
    await note(settings, tx, { action: 'import.uploaded', subject: id, by, detail: { kind, source, bytes } })
  })
  const stored = (await selectImport(db, id)) as StoredImport
  return { stored, guess }
}

/** What is wrong with a file or a mapping is the operator's to know. */
async function readable<T>(member: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ImportRefused(member, error.message)
    if (error instanceof InvalidMapping) throw new ImportRefused('mapping', error.message)
    if (error instanceof FileGone) throw new ImportRefused(undefined, error.message)
    throw error
  }
}

async function preview(
  settings: ImportsSettings,
  one: StoredImport,
  { change, most, signal }: { change: Partial<ImportChoice>; most: number; signal: AbortSignal },
): Promise<PreviewedRow[]> {
  const choice = { ...one.choice, ...change }
  const asOf = (choice.asOf ?? new Date(settings.clock.now()).toISOString()).slice(0, 10)
  checkMapping(one, choice)
  const { kind } = one
  const rows = await readable('importId', () =>
    withFile(settings, one, ({ path, scratch }) =>
      lookAside({ what: 'preview', path, of: { kind, choice, most, asOf, scratch } }, signal),
    ),
  )
  const suppressed = await settings.suppressions.among(rows.flatMap(({ subjects }) => subjects))
  return rows.map(({ subjects, ...row }) =>
    subjects.some((token) => suppressed.has(token)) ? { ...row, record: null, isLeftOut: true } : row,
  )
}

/** A mapping that could not be used would fail an hour later, in the queue. */
function checkMapping({ kind }: Pick<StoredImport, 'kind'>, { mapping }: ImportChoice): void {
  if (mapping === null) return
  try {
    const compiled = parseMapping(mapping)
    if (compiled.kind !== kind)
      throw new ImportRefused('mapping', `The mapping is of ${compiled.kind}, and the import of ${kind}.`)
  } catch (error) {
    if (error instanceof InvalidMapping) throw new ImportRefused('mapping', error.message)
    throw error
  }
}

const startable: readonly StoredImport['state'][] = [
  'ready',
  'paused',
  'interrupted',
  'damaged',
  'failed',
  'canceled',
]

async function start(
  settings: ImportsSettings,
  id: string,
  { change, by }: { change: Partial<ImportChoice>; by: AuditOrigin },
): Promise<StoredImport | undefined> {
  const { db, blobs, clock } = settings
  const isThere = await db.transact(async (tx) => {
    const one = await lockImport(tx, id)
    if (one === undefined) return false
    if (!startable.includes(one.state))
      throw new ImportRefused(undefined, `${id} is ${one.state}: it cannot be started.`)
    const nowMs = clock.now()
    if (one.expiresAt.getTime() <= nowMs)
      throw new ImportRefused(undefined, `The file of ${id} is no longer there.`)
    const choice = { ...one.choice, ...change }
    checkMapping(one, choice)
    const expiresMs = nowMs + keepMs
    await blobs.extend(one.blobId, expiresMs)
    await queueImport(tx, { id, choice, at: new Date(nowMs), expiresAt: new Date(expiresMs) })
    await note(settings, tx, { action: 'import.started', subject: id, by })
    return true
  })
  return isThere ? selectImport(db, id) : undefined
}

async function stop(
  settings: ImportsSettings,
  id: string,
  { wish, by }: { wish: 'pause' | 'cancel'; by: AuditOrigin },
): Promise<StoredImport | undefined> {
  const { db, clock } = settings
  const isThere = await db.transact(async (tx) => {
    const one = await lockImport(tx, id)
    if (one === undefined) return false
    const state = wish === 'pause' ? 'paused' : 'canceled'
    const mayEnd = one.state === 'queued' || (wish === 'cancel' && startable.includes(one.state))
    if (one.state === 'running') await askImport(tx, id, wish)
    else if (mayEnd) await endImport(tx, id, { state, at: new Date(clock.now()), notes: one.notes })
    else if (one.state !== state)
      throw new ImportRefused(undefined, `${id} is ${one.state}: there is nothing to ${wish}.`)
    await note(settings, tx, { action: `import.${state}`, subject: id, by })
    return true
  })
  return isThere ? selectImport(db, id) : undefined
}

/** A correction of a column that the file does not have would change nothing. */
async function checkColumns(
  settings: ImportsSettings,
  one: StoredImport,
  { rows, signal }: { rows: readonly Correction[]; signal: AbortSignal },
): Promise<void> {
  const rejects = await findRejects(
    settings.db,
    one.id,
    rows.map(({ number }) => number),
  )
  const byNumber = new Map(rejects.map((each) => [each.number, each]))
  const doubtful = rows.flatMap(({ number, row }, index) => {
    const reject = byNumber.get(number)
    const names = reject === undefined ? [] : unknownColumns(one, reject, row)
    return names.length === 0 ? [] : [{ index, names }]
  })
  if (doubtful.length === 0) return
  // Cells that are empty in the refused row are not in it, but in the file.
  const { kind, source, choice } = one
  const { columns } = await readable('importId', () =>
    withFile(settings, one, ({ path }) =>
      lookAside({ what: 'guess', path, of: { kind, source, ...choice } }, signal),
    ),
  )
  const inFile = new Set(columns.map(({ column }) => column))
  for (const { index, names } of doubtful) {
    const unknown = names.filter((name) => !inFile.has(name))
    if (unknown.length > 0) {
      const list = unknown.slice(0, maxNames).map((name) => JSON.stringify(name.slice(0, maxNameChars)))
      throw new ImportRefused(`rows[${index}].row`, `The file has no column ${list.join(', ')}.`)
    }
  }
}

const maxNames = 20
const maxNameChars = 100

async function correct(
  settings: ImportsSettings,
  id: string,
  { rows, by }: { rows: readonly Correction[]; by: AuditOrigin },
): Promise<StoredImport | undefined> {
  const { db, blobs, clock } = settings
  const made = await db.transact(async (tx) => {
    const one = await lockImport(tx, id)
    if (one === undefined) return undefined
    if (one.state === 'running' || one.state === 'queued')
      throw new ImportRefused(undefined, `${id} is ${one.state}: correct its rows when it has ended.`)
    const byNumber = new Map(rows.map(({ number, row }) => [number, row]))
    const rejects = await lockRejects(tx, id, [...byNumber.keys()])
    checkCorrections(rows, rejects)
    const lines = rejects.map((reject) => correctedLine(reject, byNumber.get(reject.number) ?? {}))
    const expiresMs = clock.now() + keepMs
    const file = Readable.from(lines.map((line) => Buffer.from(`${line}\n`)))
    const { id: blobId, bytes } = await blobs.put(file, {
      maxBytes: maxCorrectedBytes,
      expiresAtMs: expiresMs,
    })
    const importId = newId('imp', clock)
    await insertImport(tx, {
      id: importId,
      kind: one.kind,
      source: one.source,
      fileName: `${one.fileName.slice(0, 180)}.rejects.jsonl`,
      blobId,
      bytes,
      // The rows are true as of the day of the file they come from, whatever form that file had.
      choice: {
        ...one.choice,
        asOf: one.choice.asOf ?? one.startedAt?.toISOString() ?? null,
        fileFormat: null,
        member: null,
      },
      state: 'queued',
      corrects: id,
      createdAt: new Date(clock.now()),
      expiresAt: new Date(expiresMs),
    })
    await markTaken(tx, id, { numbers: [...byNumber.keys()], takenBy: importId })
    await note(settings, tx, {
      action: 'import.corrected',
      subject: id,
      by,
      detail: { rows: rows.length, importId },
    })
    return importId
  })
  return made === undefined ? undefined : selectImport(db, made)
}

const maxCorrectedBytes = 64 * 1024 ** 2

function checkCorrections(rows: readonly Correction[], rejects: readonly StoredReject[]): void {
  const there = new Map(rejects.map((each) => [each.number, each]))
  const numbers = new Set<number>()
  for (const [index, { number }] of rows.entries()) {
    const path = `rows[${index}].number`
    const reject = there.get(number)
    if (reject === undefined) throw new ImportRefused(path, `There is no rejected row ${number}.`)
    if (reject.loadedBy !== null)
      throw new ImportRefused(path, `Row ${number} was loaded by ${reject.loadedBy}.`)
    if (reject.waitsIn !== null)
      throw new ImportRefused(path, `Row ${number} is corrected by ${reject.waitsIn}, which has yet to end.`)
    if (numbers.has(number)) throw new ImportRefused(path, `Row ${number} is named twice.`)
    numbers.add(number)
  }
}

/** The line of a rejects file with another row, which an import reads as the row. Cells stay cells: they are read as texts. */
function correctedLine({ content }: StoredReject, row: Record<string, unknown>): string {
  const { line, path, reason, cells } = content
  const carried = cells === undefined ? { row } : { cells: row }
  return JSON.stringify({ line, path, reason, value: null, ...carried })
}

async function note(
  { audit }: ImportsSettings,
  tx: Queryable,
  entry: { action: string; subject: string; by: AuditOrigin; detail?: Record<string, unknown> },
): Promise<void> {
  await audit.append(tx, { organizationId: INSTALLATION, ...entry })
}
