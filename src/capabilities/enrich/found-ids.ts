import { open, rm } from 'node:fs/promises'
import { FirstRows } from './first-rows.ts'

/** Ids read at once. */
const pageIds = 16_384
const idBytes = 8

/** Ids of the records that the rows of an output were matched to, 0 for none, in a file beside its part. */
export interface FoundIds {
  firstRows: FirstRows
  /** Stores ids from a row on; resolves when they survive a power cut. */
  write(from: number, ids: readonly bigint[]): Promise<void>
  close(): Promise<void>
}

const nameFile = (part: string) => `${part}.found`

/** Opens the file; undefined where it has fewer ids than rows written. */
export async function openFoundIds(part: string, rows: number): Promise<FoundIds | undefined> {
  const file = await open(nameFile(part), rows === 0 ? 'w+' : 'r+').catch(() => undefined)
  if (file === undefined) return undefined
  const firstRows = new FirstRows()
  const page = Buffer.alloc(pageIds * idBytes)
  for (let row = 0; row < rows;) {
    const wanted = Math.min(pageIds, rows - row)
    const { bytesRead } = await file.read(page, 0, wanted * idBytes, row * idBytes)
    if (bytesRead < wanted * idBytes) {
      await file.close()
      return undefined
    }
    for (let index = 0; index < wanted; index++) {
      row += 1
      const id = page.readBigUInt64LE(index * idBytes)
      if (id !== 0n) firstRows.before(id, row)
    }
  }
  return {
    firstRows,
    async write(from, ids) {
      const bytes = Buffer.alloc(ids.length * idBytes)
      for (const [index, id] of ids.entries()) bytes.writeBigUInt64LE(id, index * idBytes)
      await file.write(bytes, 0, bytes.length, from * idBytes)
      await file.datasync()
    },
    close: () => file.close(),
  }
}

export const removeFoundIds = (part: string): Promise<void> => rm(nameFile(part), { force: true })
