import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { Rejection } from '../../write/index.ts'
import { unwrapRow } from '../readers/rejected-row.ts'
import type { SourceRow } from '../readers/row.ts'
import { isTooDeep } from './native-row.ts'

/** Rejected rows go here, one JSON object a line: `{file?, member?, line, path, reason, value, row}`, `cells` for a row of a table. */
export interface RejectsFile {
  readonly path: string
  readonly count: number
  add(rejected: readonly Rejection[], file?: string): Promise<void>
  /** Ends the file; one without rejects is removed, also what an earlier run left. */
  close(): Promise<void>
}

const maxValueLength = 4000

/** Created with the first reject. */
export function rejectsFile(path: string): RejectsFile {
  let stream: WriteStream | undefined
  let failure: Error | undefined
  let count = 0
  return {
    path,
    get count() {
      return count
    },
    async add(rejected, file) {
      if (rejected.length === 0) return
      if (stream === undefined) {
        stream = createWriteStream(path, { flags: 'w' })
        await once(stream, 'open')
        stream.on('error', (error) => {
          failure ??= error
        })
      }
      if (failure) throw failure
      count += rejected.length
      const lines = rejected.map(
        (each) => `${JSON.stringify({ ...(file ? { file } : {}), ...shortened(each) })}\n`,
      )
      if (!stream.write(lines.join(''))) await once(stream, 'drain')
    },
    async close() {
      if (stream === undefined) {
        await rm(path, { force: true })
        return
      }
      stream.end()
      if (!stream.closed) await once(stream, 'close')
      if (failure) throw failure
    },
  }
}

/** Characters of a row that is carried; a longer one is found by its line. */
const maxRowLength = 256 * 1024

/** The row of a rejection; nothing where it is too long, too deep or no row. */
export type CarriedRow = Pick<Rejection, 'row' | 'cells' | 'member' | 'member_line'>

/** The whole row that a rejection is about, so that it can be mended and loaded again. */
export function carriedRow(source: SourceRow): CarriedRow {
  const row = unwrapRow(source)
  const place =
    row.place === undefined ? {} : { member: row.place.member, member_line: row.line - row.place.linesBefore }
  if (!('value' in row) || row.bytes > maxRowLength || isTooDeep(row.value)) return place
  if (typeof row.value !== 'object' || row.value === null) return place
  return { ...place, [row.isCells === true ? 'cells' : 'row']: row.value }
}

function shortened(rejected: Rejection): Rejection {
  const text = JSON.stringify(rejected.value) ?? 'null'
  if (text.length <= maxValueLength) return { ...rejected, value: rejected.value ?? null }
  return { ...rejected, value: `${text.slice(0, maxValueLength)}…` }
}
